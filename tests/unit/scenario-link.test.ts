import { describe, expect, test } from 'vitest';
import { GALLERY } from '../../src/scenes/gallery.ts';
import type { LiveCommand } from '../../src/protocol/commands.ts';
import type { SavedRun } from '../../src/protocol/session-api.ts';
import { checksum, deflate, fromBase64Url, inflate, toBase64Url } from '../../src/scenario/bytes.ts';
import { compact, expand } from '../../src/scenario/compact.ts';
import { completeScenario } from '../../src/scenario/defaults.ts';
import { agrees } from '../../src/scenario/link-hash.ts';
import { decodeLink, encodeLink } from '../../src/scenario/link.ts';
import { ENGINE_VERSION } from '../../src/scenario/versions.ts';

const live: LiveCommand[] = [
  {
    step: 12,
    at: 4_000_000,
    seq: 1,
    command: { kind: 'message.inject', to: [{ destination: 'a.example', count: 1 }] },
  },
  {
    step: 13,
    at: 4_000_001,
    seq: 2,
    command: {
      kind: 'server.set',
      server: 'a.example',
      behaviour: { latency: 5, fault: { kind: 'refuse' } },
    },
  },
  { step: 13, at: 4_000_001, seq: 3, command: { kind: 'queue.flush' } },
];

const saved: SavedRun = {
  scenario: completeScenario({
    title: 'Say "hé" \\ to 日本',
    about: 'A paragraph.\nAnother.',
    seed: 9,
    params: { default_delivery_slot_cost: 2 },
    servers: { '*': { latency: [1, 9] }, 'slow.example': { latency: 60_000, fault: { kind: 'silent' } } },
    script: [
      {
        at: 1_500_000,
        command: {
          kind: 'message.inject',
          to: [{ destination: 'b.example', count: 3, transport: 'bulk' }],
          sender: '',
        },
      },
      { at: 1_500_000, command: { kind: 'agents.set', transport: 'smtp', limit: 3 } },
    ],
    view: { transport: 'bulk', pauseAt: 10 },
  }),
  live,
  cursor: { at: 5, step: 6, event: 77, decision: 8 },
  branch: 2,
};

async function forge(json: unknown, rest = '&e=1'): Promise<string> {
  const text = typeof json === 'string' ? json : JSON.stringify(json);
  const body = `s=${toBase64Url(await deflate(text))}${rest}`;
  return `#${body}&c=${checksum(body)}`;
}

const reason = async (link: string) => {
  const decoded = await decodeLink(link);
  return decoded.ok ? 'ok' : decoded.reason;
};

describe('links', () => {
  test('carry scenario, live commands, event, branch and selection', async () => {
    expect(await decodeLink(await encodeLink(saved, 'm3'))).toEqual({
      ok: true,
      scenario: saved.scenario,
      live,
      event: 77,
      branch: 2,
      selection: 'm3',
      exact: true,
      hash: '',
      play: false,
      extras: {},
    });
  });

  test('name the instant only where it is between two events', async () => {
    const cursor = { ...saved.cursor, at: 8_000_000 };
    const between = await encodeLink({ ...saved, cursor, between: true });
    expect(await decodeLink(between)).toMatchObject({ ok: true, event: saved.cursor.event, at: 8_000_000 });
    expect(await decodeLink(await encodeLink({ ...saved, cursor }))).not.toHaveProperty('at');
    const start = { ...saved, cursor: { ...saved.cursor, at: 0 }, between: true } as const;
    expect(await decodeLink(await encodeLink(start))).not.toHaveProperty('at');
  });

  test('carry bookmarks, note, layout, log hash and whether to play, when asked', async () => {
    const extras = {
      bookmarks: [
        { step: 4, at: 2_000_000, note: 'here' },
        { step: 6, at: 3_000_000, note: 'and there', branch: 2 },
      ],
      note: 'Why does 6 keep the slot?',
      answer: 'm6',
      layout: { world: false, explain: true, dock: 'wheel', order: 'time' },
    } as const;
    const link = await encodeLink(saved, '', {
      extras: { ...extras, bookmarks: [...extras.bookmarks] },
      hash: '0123456789abcdef',
      play: true,
    });
    expect(await decodeLink(link)).toMatchObject({ ok: true, extras, hash: '012345', play: true });
    expect(agrees('012345', '0123456789abcdef')).toBe(true);
    expect(agrees('012345', '0123466789abcdef')).toBe(false);
    expect(agrees('', '0123466789abcdef')).toBe(true);
    const none = await encodeLink(saved, '', { extras: { note: '', bookmarks: [] } });
    expect(none).toBe(await encodeLink(saved, ''));
  });

  test('with invalid extras are refused by field', async () => {
    expect(await decodeLink(await forge({ t: 'x', v: 1, n: 1, z: { m: [[1, 2]] } }))).toMatchObject({
      ok: false,
      reason: 'invalid',
    });
    expect(await reason(await forge({ t: 'x', v: 1, n: 1, z: { q: 'a\u202eb' } }))).toBe('invalid');
    expect(await reason(await forge({ t: 'x', v: 1, n: 1, z: { x: '<b>6</b>' } }))).toBe('invalid');
  });

  test('have the documented form', async () => {
    expect(await encodeLink(saved, 'm3')).toMatch(/^#s=[\w-]+&e=77&b=2&sel=m3&c=[0-9a-z]{7}$/);
    expect(await encodeLink({ ...saved, branch: 1 })).toMatch(/^#s=[\w-]+&e=77&c=[0-9a-z]{7}$/);
  });

  test.each(GALLERY.map((item) => [item.id, item] as const))(
    'of %s have at most 600 characters and come back equal',
    async (_, item) => {
      const link = await encodeLink(
        { scenario: item.scenario, live: [], cursor: saved.cursor, branch: 1 },
        'm12',
      );
      expect(link.length).toBeLessThanOrEqual(600);
      expect(await decodeLink(link)).toMatchObject({ ok: true, scenario: item.scenario });
    },
  );

  test('that lost their end are called truncated, wherever they were cut', async () => {
    const link = await encodeLink(saved, 'm3');
    for (let length = 3; length < link.length; length++) {
      const decoded = await decodeLink(link.slice(0, length));
      expect(decoded.ok ? 'ok' : decoded.reason, `${length} characters`).toBe(
        length === 3 ? 'foreign' : 'truncated',
      );
    }
  });

  test('that were changed are called damaged and still name their title', async () => {
    const link = await encodeLink({ ...saved, scenario: { ...saved.scenario, title: 'A first letter' } });
    const changed = `${link.slice(0, 200)}${link[200] === 'A' ? 'B' : 'A'}${link.slice(201)}`;
    expect(await decodeLink(changed)).toMatchObject({
      ok: false,
      reason: 'damaged',
      readable: { title: 'A first letter' },
    });
    expect(await reason(link.replace('e=77', 'e=78'))).toBe('damaged');
  });

  test('of others are called foreign', async () => {
    for (const link of ['', '#', '#top', '#/route', '#e=5', '#s=a b c', '#s=%%%', '#s=!'])
      expect(await reason(link), link).toBe('foreign');
  });

  test('of a newer program are called newer', async () => {
    expect(await reason(await forge({ t: 'x', v: 3, n: 1 }))).toBe('newer');
    expect(await reason(await forge({ t: 'x', v: 1, n: ENGINE_VERSION + 1 }))).toBe('newer');
  });

  test('with a wrong scenario name the field', async () => {
    expect(
      await decodeLink(await forge({ t: 'x', v: 1, n: 1, c: [[0, 'i', [['a.example', 0]]]] })),
    ).toMatchObject({
      ok: false,
      reason: 'invalid',
      detail: 'script[0].command.to[0].count: 0 is not accepted; it takes a whole number from 1 to 1 000 000',
    });
    expect(await reason(await forge({ t: 'x', v: 1, n: 1 }, '&e=-1'))).toBe('invalid');
    expect(await reason(await forge({ t: 'x', v: 1, n: 1 }, ''))).toBe('invalid');
    expect(await reason(await forge('not json'))).toBe('damaged');
    expect(await reason(await forge([1, 2]))).toBe('invalid');
  });

  test('that unpack to more than 64 MB are not unpacked', async () => {
    const bomb = await forge(`{"t":"${'a'.repeat(70_000_000)}"}`);
    expect(bomb.length).toBeLessThan(100_000);
    expect(await reason(bomb)).toBe('too-large');
  });
});

describe('bytes', () => {
  test('base64url is that of RFC 4648', () => {
    expect(toBase64Url(new Uint8Array([251, 255, 254]))).toBe('-__-');
    expect(fromBase64Url('-__-')).toEqual(new Uint8Array([251, 255, 254]));
    expect(fromBase64Url('Zm9v')).toEqual(new TextEncoder().encode('foo'));
    expect(fromBase64Url('A')).toBeNull();
    expect(fromBase64Url('A+A=')).toBeNull();
  });

  test('inflate returns what came before the error', async () => {
    const packed = await deflate(
      'hello '.repeat(1000) + Array.from({ length: 500 }, (_, i) => i * 7919).join(),
    );
    const cut = await inflate(new Uint8Array(packed.subarray(0, packed.length - 30)));
    expect(cut.state).toBe('broken');
    expect(cut.text.startsWith('hello hello')).toBe(true);
  });
});

describe('compact form', () => {
  test('leaves defaults out', () => {
    expect(compact(completeScenario({}), [], 1)).toEqual({ t: 'Untitled', v: 2, n: 1 });
  });

  test('expands to the original', () => {
    const { scenario, live: commands } = expand(JSON.parse(JSON.stringify(compact(saved.scenario, live, 1))));
    expect(completeScenario(scenario as object)).toEqual(saved.scenario);
    expect(commands).toEqual(live);
  });
});
