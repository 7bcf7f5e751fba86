import { describe, expect, test } from 'vitest';
import { fileToLink } from '../../src/reading/scenario-file.ts';
import { readLesson } from '../../src/learn/lessons/catalogue.ts';
import { jsonLines } from '../../src/learn/lessons/lesson-file.ts';
import { checksum, deflate, toBase64Url } from '../../src/scenario/bytes.ts';
import { readJson } from '../../src/scenario/json.ts';
import { decodeLink } from '../../src/scenario/link.ts';
import { showValue } from '../../src/scenario/schema-errors.ts';
import { checkLive, checkTree, parseScenario } from '../../src/scenario/schema.ts';

/** Makes a list of this length that counts how often its items are read. */
function watched(length: number, item: unknown): { list: unknown[]; touched: () => number } {
  let touched = 0;
  const list = new Proxy(Array.from<unknown>({ length }).fill(item), {
    get(target, key, receiver) {
      if (typeof key === 'string' && /^\d+$/.test(key)) touched += 1;
      return Reflect.get(target, key, receiver) as unknown;
    },
  });
  return { list, touched: () => touched };
}

async function link(json: string): Promise<string> {
  const body = `s=${toBase64Url(await deflate(json))}&e=1`;
  return `#${body}&c=${checksum(body)}`;
}

/** The text of a list of empty lists, for a member of a link. */
const empties = (count: number): string => `[${'[],'.repeat(count)}[]]`;

describe('a list that is too long is refused unread', () => {
  test('in a script, live commands, branches and shares', () => {
    const long = watched(1_400_000, []);
    const [error, ...others] = refused(parseScenario({ version: 1, script: long.list }));
    expect(error).toMatchObject({
      field: 'script',
      accepted: expect.stringContaining('commands, each'),
    });
    expect(others).toEqual([]);
    expect(refused(checkLive(long.list))).toHaveLength(1);
    expect(refused(checkTree({ branches: long.list, branch: 1 }))).toHaveLength(1);
    const command = { kind: 'message.inject', to: long.list };
    expect(refused(parseScenario({ version: 1, script: [{ at: 0, command }] }))[0]?.field).toBe(
      'script[0].command.to',
    );
    // Some items are read, because each error message shows the start of the list.
    expect(long.touched()).toBeLessThan(1000);
  });

  test.each(['c', 'l', 'y'])('in member %s of a link of five thousand characters', async (member) => {
    const hash = await link(`{"t":"x","v":1,"n":2,"${member}":${empties(400_000)}}`);
    expect(hash.length).toBeLessThan(6000);
    const field = { c: 'script', l: '(whole)', y: 'branches' }[member] ?? '';
    expect(await decodeLink(hash)).toMatchObject({
      ok: false,
      reason: 'invalid',
      detail: expect.stringMatching(new RegExp(`^${field.replace(/[()]/g, '\\$&')}: .*at most`)),
    });
  });

  test('in bookmarks, and of more values than anything needs', async () => {
    const marks = await link(`{"t":"x","v":1,"n":2,"z":{"m":${empties(400_000)}}}`);
    expect(await decodeLink(marks)).toMatchObject({
      detail: expect.stringContaining('at most 100 bookmarks'),
    });
    const many = await link(`{"t":"x","v":1,"n":2,"c":${empties(1_400_000)}}`);
    expect(await decodeLink(many)).toMatchObject({
      ok: false,
      reason: 'too-large',
      detail: 'The run in this link holds more than a million values.',
      readable: { title: 'x' },
    });
    expect(await fileToLink(`{"version":1,"script":${empties(400_000)}}`)).toMatchObject({ ok: false });
  });
});

describe('error messages', () => {
  test('stop after twenty, and so does the work', () => {
    const wrong = watched(10_000, { at: -1, command: { kind: 'queue.flush' } });
    expect(refused(parseScenario({ version: 1, script: wrong.list }))).toHaveLength(20);
    expect(wrong.touched()).toBeLessThan(200);
    const servers = Object.fromEntries(Array.from({ length: 9000 }, (_, i) => [`not a name ${i}`, {}]));
    expect(refused(parseScenario({ version: 1, servers }))).toHaveLength(20);
  });

  test('name a member of any length by its start', () => {
    const [error] = refused(parseScenario({ version: 1, servers: { ['é'.repeat(100_000)]: {} } }));
    expect(error?.field).toMatch(/^servers\.é{59}…$/);
  });

  test('show as much of a value as fits, however large or deep it is', () => {
    let deep: unknown = [];
    for (let i = 0; i < 100_000; i += 1) deep = [deep];
    expect(showValue(deep)).toBe(`${'['.repeat(59)}…`);
    expect(showValue({ a: [1, 'b'], c: null })).toBe('{"a":[1,"b"],"c":null}');
    const wide = watched(1_000_000, 7);
    expect(showValue(wide.list)).toHaveLength(60);
    expect(wide.touched()).toBeLessThan(100);
    const cycle: unknown[] = [];
    cycle.push(cycle, 10n);
    expect(showValue(cycle)).toHaveLength(60);
    const hostile = {
      get a(): never {
        throw new Error('no');
      },
    };
    expect(showValue(hostile)).toBe('something unreadable');
  });
});

describe('nested input', () => {
  const deep = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

  test('deeper than 64 levels is not read', () => {
    expect(readJson(deep(64), 'It')).toMatchObject({ ok: true });
    expect(readJson(deep(65), 'It')).toMatchObject({ ok: false, reason: 'too-deep' });
    // Brackets inside a string do not count as nesting, even when backslashes precede its closing quote.
    expect(readJson(`["\\\\\\"${'['.repeat(100)}\\\\",[]]`, 'It')).toMatchObject({ ok: true });
    expect(readJson('"never ended', 'It')).toMatchObject({ ok: false, reason: 'not-json' });
  });

  test('in a scene of a lesson is refused in its line', () => {
    const lesson = `# Deep\nid: deep\nabout: Deep.\n\n\`\`\` scene a\n${deep(90_000).replaceAll(/.{10000}/g, '$&\n')}\n\`\`\`\n\n## One\nat: start\n\nText.\n`;
    expect(readLesson(lesson)).toMatchObject({
      ok: false,
      faults: [{ line: 6, field: 'scene a', accepted: 'JSON with lists at most 64 deep' }],
    });
  });

  test('below a very long name costs no more than below a short one', () => {
    const lines = jsonLines(`{"${'n'.repeat(100_000)}":[{},\n{}]}`);
    expect([...lines]).toEqual([
      [`${'n'.repeat(59)}…`, 0],
      [`${'n'.repeat(59)}…[0]`, 0],
      [`${'n'.repeat(59)}…[1]`, 1],
    ]);
  });

  test.each([
    ['h', '{"t":"x","v":1,"n":2,"h":{"k":"story","u":1},"c":[[0,"T",{"toString":0,"valueOf":0},{}]]}'],
    ['m', '{"t":"x","v":1,"n":2,"c":[[0,"t",{"toString":0,"valueOf":0},{}],[0,"A",{"toString":0},{}]]}'],
  ])('in place of a verb (%s) is refused', async (_, json) => {
    expect(await decodeLink(await link(json))).toMatchObject({ ok: false, reason: 'invalid' });
  });
});

test('a message number may repeat for hold, release and flush, but not for injection', () => {
  const to = [{ destination: 'a.example', count: 1 }];
  const script = [
    { at: 0, command: { kind: 'message.inject', to, number: 5 } },
    { at: 1, command: { kind: 'message.hold', number: 5 } },
    { at: 2, command: { kind: 'message.release', number: 5 } },
    { at: 3, command: { kind: 'message.flush', number: 5 } },
  ];
  expect(parseScenario({ version: 1, script }).ok).toBe(true);
  const [first] = script;
  expect(refused(parseScenario({ version: 1, script: [...script, first] }))).toEqual([
    expect.objectContaining({ field: 'script', accepted: expect.stringContaining('each message number') }),
  ]);
});

function refused(
  result: ReturnType<typeof parseScenario> | ReturnType<typeof checkLive> | ReturnType<typeof checkTree>,
) {
  if (result.ok) throw new Error('it was accepted');
  return result.errors;
}
