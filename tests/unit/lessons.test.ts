import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { completionCode } from '../../src/learn/lessons/completion.ts';
import { LESSON_TEXTS, LESSONS, readLesson } from '../../src/learn/lessons/catalogue.ts';
import { describeFault } from '../../src/learn/lessons/lesson-file.ts';
import {
  lessonHash,
  packLesson,
  parseLessonHash,
  unpackLesson,
} from '../../src/learn/lessons/lesson-link.ts';
import { parseMarkup, unknownMark } from '../../src/learn/lessons/markup.ts';
import { ASKS, asksSomething } from '../../src/learn/lessons/lesson.ts';
import { prepareStop } from '../../src/learn/questions/ask.ts';
import { askFaults } from '../../src/learn/questions/check-asks.ts';
import { encodeLink } from '../../src/scenario/link.ts';
import { createProbe } from '../fixtures/probe.ts';
import { checkAgainstRun, checkQuestion } from '../fixtures/questions.ts';

describe.each(LESSONS.map((lesson) => [lesson.id, lesson] as const))('lesson %s', (_, lesson) => {
  test('has 5 to 9 stops, short text, and questions', () => {
    expect(lesson.stops.length).toBeGreaterThanOrEqual(5);
    expect(lesson.stops.length).toBeLessThanOrEqual(9);
    expect(lesson.stops.filter(({ ask }) => ask !== null).length).toBeGreaterThanOrEqual(2);
    for (const stop of lesson.stops) {
      const words = stop.text.join(' ').split(' ').length;
      expect(words, stop.title).toBeGreaterThan(4);
      expect(words, stop.title).toBeLessThan(110);
      for (const text of [...stop.text, ...stop.notes]) expect(unknownMark(text)).toBe('');
      // Speaker notes begin with the time that the stop takes in a class.
      expect(stop.notes.join(' '), stop.title).toMatch(/\*\*(½|1|1½|2) minutes?\.\*\* /);
      expect(stop.text.join(' ')).not.toMatch(/!|optimal/);
    }
    expect(new Set(lesson.stops.map(({ title }) => title)).size).toBe(lesson.stops.length);
  });

  test('stops where it says, and the engine answers every question', async () => {
    const probe = await createProbe();
    for (const [i, stop] of lesson.stops.entries()) {
      const scenario = lesson.scenes[stop.scene];
      if (scenario === undefined) throw new Error(`no scene ${stop.scene}`);
      const ready = await prepareStop(probe, stop, scenario, `${lesson.id} ${i}`);
      if (!ready.ok) throw new Error(JSON.stringify(ready.errors));
      const { cursor, question } = ready.value;
      const at = 'at' in stop.place && question === null ? stop.place.at : cursor.at;
      expect(cursor.at, stop.title).toBe(at);
      expect(question === null, stop.title).toBe(!asksSomething(stop));
      if (question !== null && stop.own === null) {
        checkQuestion(question);
        await checkAgainstRun(probe, question);
      }
      await probe.api.seek({ step: cursor.step });
      const numbers = new Set([...probe.sight().messages.values()].map((row) => row.number));
      for (const number of stop.jobs) expect(numbers, `${stop.title}: ${number}`).toContain(number);
      // From here a reader shares an ordinary link, which must be short.
      const link = await encodeLink({ scenario, live: [], cursor, branch: 1 }, 'm12__destinations');
      expect(link.length, stop.title).toBeLessThanOrEqual(1500);
    }
  });

  test('shows rules that run where it stops', async () => {
    const faults = await askFaults(await createProbe(), lesson);
    expect(faults.map(describeFault)).toEqual([]);
  });

  test('says how long it takes, what it assumes and what it teaches', () => {
    const file = LESSON_TEXTS.get(lesson.id) ?? '';
    for (const field of ['minutes:', 'assumes:', 'able:']) expect(file).toContain(`\n${field} `);
    expect(lesson.able.length).toBeGreaterThanOrEqual(2);
    for (const clause of lesson.able) expect(clause).toMatch(/^[a-z].*[a-zA-Z)]$/);
  });

  test('survives its own link', async () => {
    const file = LESSON_TEXTS.get(lesson.id);
    if (file === undefined) throw new Error('the name of the file is not that of the lesson');
    const hash = lessonHash({ id: '', packed: await packLesson(file), stop: 3 });
    const address = parseLessonHash(hash);
    expect(address?.stop).toBe(3);
    expect(await unpackLesson(address?.packed ?? '')).toEqual({ ok: true, file });
    expect(lessonHash({ id: lesson.id, packed: '', stop: 9 }).length).toBeLessThan(100);
  });
});

test('ids are unique, and every document has its lessons', () => {
  expect(new Set(LESSONS.map(({ id }) => id)).size).toBe(LESSONS.length);
  const count = (document: string) => LESSONS.filter((lesson) => lesson.document === document).length;
  expect(count('scheduler')).toBeGreaterThanOrEqual(4);
  expect(count('timers')).toBeGreaterThanOrEqual(4);
  expect(count('threads')).toBeGreaterThanOrEqual(4);
  expect(LESSONS.length).toBeGreaterThanOrEqual(14);
});

describe('a lesson file', () => {
  const good = [
    '# A title',
    'id: mine',
    'about: One sentence.',
    '',
    '```scene s',
    '{',
    '  "title": "S",',
    '  "params": { "default_delivery_slot_cost": 2 },',
    '  "script": [',
    '    { "at": 0, "command": { "kind": "message.inject", "to": [{ "destination": "a.example", "count": 4 }] } }',
    '  ]',
    '}',
    '```',
    '',
    '## First',
    'at: 1.5 s',
    'ask: next-job',
    '',
    'Job [1] has a [coin].',
    '',
    '> Say hello.',
  ];
  const faults = (change: (lines: string[]) => string[]): string[] => {
    const parsed = readLesson(change(good.slice()).join('\n'));
    return parsed.ok ? [] : parsed.faults.map(describeFault);
  };
  const replaced = (line: number, text: string) => faults((lines) => lines.with(line - 1, text));

  test('is read with its scenes, places, notes and the scene of the stop before', () => {
    const parsed = readLesson([...good, '## Second', 'scene: fifo', 'show: wheel', '', 'Text.'].join('\r\n'));
    expect(parsed).toMatchObject({
      ok: true,
      lesson: {
        id: 'mine',
        document: 'own',
        stops: [
          {
            scene: 's',
            place: { at: 1_500_000 },
            ask: { kind: 'next-job', about: '' },
            notes: ['Say hello.'],
          },
          { scene: 'fifo', place: { at: 0 }, view: 'wheel', ask: null },
        ],
      },
    });
  });

  test.each([
    [
      2,
      'id: Mine',
      'Line 2, id: Mine is not accepted; it takes at most 60 lower-case letters, digits and hyphens.',
    ],
    [3, '', 'Line 1, about: nothing is not accepted; it takes a value: this member is required.'],
    [3, 'abuot: x', 'Line 3, abuot: x is not accepted; it takes no such member; check its spelling.'],
    [7, '  "title": "S"', /^Line 8, scene s: \{.* is not accepted; it takes JSON\.$/s],
    [
      8,
      '  "params": { "cost": 2 },',
      /^Line 8, scene s, params.cost: cost is not accepted; it takes a queue manager/,
    ],
    [
      10,
      '{ "at": -1, "command": { "kind": "queue.flush" } }',
      /^Line 10, scene s, script\[0\]\.at: -1 is not accepted/,
    ],
    [16, 'at: noon', /^Line 16, at: noon is not accepted; it takes start, an instant such as 3\.5 s/],
    [17, 'ask: why', /^Line 17, ask: why is not accepted; it takes one of next-job/],
    [17, 'rule: why', /^Line 17, rule: why is not accepted; it takes one of selection, success/],
    [
      17,
      'rule: selection 9-2',
      /^Line 17, rule: .* is not accepted; it takes .* optionally followed by lines such as 9-10/,
    ],
    [17, 'rule: selection 100', /^Line 17, rule: selection 100 is not accepted/],
    [17, 'show: everything', /^Line 17, show: everything is not accepted/],
    [17, 'jobs: 1, 2', /^Line 17, jobs: 1, 2 is not accepted/],
    [17, 'scene: nowhere', /^Line 17, scene: nowhere is not accepted; it takes the name of a scene/],
    [17, 'text: hello', 'Line 17, text: hello is not accepted; it takes no such member; check its spelling.'],
    [13, '', /^Line 5, scene s: ``` is not accepted; it takes a line ``` at its end\.$/],
  ])('names line %i of %j', (line, text, message) => {
    const found = replaced(line, text);
    expect(
      found.some((fault) => (typeof message === 'string' ? fault === message : message.test(fault))),
      found.join('\n'),
    ).toBe(true);
  });

  test('names the stop of an unknown mark or of an error in a paragraph', () => {
    expect(replaced(19, 'A [banana].')[0]).toMatch(
      /^Line 15, text: A \[banana\]\. is not accepted; it takes marks that exist/,
    );
  });

  test('is never HTML', () => {
    expect(parseMarkup('<b onclick="x">[1] **two** `three`')).toEqual([
      { text: '<b onclick="x">' },
      { chip: 1 },
      { text: ' ' },
      { strong: 'two' },
      { text: ' ' },
      { mono: 'three' },
    ]);
  });
});

test('the example of the authoring page works when copied, and explains its questions', async () => {
  const page = readFileSync('public/lessons.html', 'utf8');
  const example = /<pre>(# My first lesson[^]*?)<\/pre>/.exec(page)?.[1]?.replaceAll('&gt;', '>') ?? '';
  const parsed = readLesson(example);
  if (!parsed.ok) throw new Error(parsed.faults.map(describeFault).join('\n'));
  expect(parsed.lesson.stops.some(({ ask }) => ask !== null)).toBe(true);
  expect(await askFaults(await createProbe(), parsed.lesson)).toEqual([]);
  for (const kind of ASKS) expect(page).toContain(`<code>${kind}`);
});

test('a question without an answer is an error with its line', async () => {
  const text = LESSON_TEXTS.get('what-is-a-job') ?? '';
  const parsed = readLesson(text.replace('at: 1.25 s\nask: next-job', 'at: 1.25 s\nask: refill'));
  if (!parsed.ok) throw new Error('it reads');
  const faults = await askFaults(await createProbe(), parsed.lesson);
  expect(faults.map(describeFault)).toEqual([
    expect.stringMatching(
      /^Line \d+, ask: refill is not accepted; it takes a question that this run can answer/,
    ),
  ]);
  expect(text.split('\n')[(faults[0]?.line ?? 0) - 1]).toBe('ask: next-job');
});

test('a rule that does not run there, or lacks that line, is an error with its line', async () => {
  const text = LESSON_TEXTS.get('earning') ?? '';
  const faultsOf = async (rule: string): Promise<string[]> => {
    const parsed = readLesson(text.replace('rule: selection 14-16', rule));
    if (!parsed.ok) throw new Error('it reads');
    return (await askFaults(await createProbe(), parsed.lesson)).map(describeFault);
  };
  expect(await faultsOf('rule: gate')).toEqual([
    'Line 77, rule: gate is not accepted; it takes a rule that runs at this stop (“The candidate pays in full”: selection, purgatory, wheel).',
  ]);
  expect(await faultsOf('rule: selection 14-19')).toEqual([
    'Line 77, rule: line 19 is not accepted; it takes lines from 1 to 18.',
  ]);
  expect(await faultsOf('rule: selection')).toEqual([]);
});

describe('links of lessons', () => {
  test('that were cut or changed say so', async () => {
    const packed = await packLesson('# A\nid: a\n');
    expect(await unpackLesson(packed.slice(1))).toMatchObject({ ok: false });
    expect(await unpackLesson(`${packed.split('&')[0]}&c=0000000`)).toMatchObject({ ok: false });
    expect(parseLessonHash('#lesson&t=abc')).toBeNull();
    expect(parseLessonHash('#lesson=Up')).toBeNull();
  });

  test.each([
    [285, 'has 195\u2009001 lines; the page reads at most 10\u2009000'],
    [2914, 'has 100\u2009000 characters in line 90; the page reads at most 20\u2009000'],
  ])('of %i characters with a text that is too large are refused', async (length, why) => {
    const hash = readFileSync(`tests/fixtures/hostile/write-link-${length}.txt`, 'utf8').trim();
    expect(await unpackLesson(hash.replace('#write&t=', ''))).toEqual({
      ok: false,
      detail: `The lesson in this link ${why}. Ask its author for a shorter one.`,
    });
  });
});

test('a completion code states its contents, and ends with a checksum', () => {
  const completion = { lesson: 'wheel', right: 3, questions: 5, seconds: 412 };
  const code = completionCode(completion);
  expect(code).toMatch(/^wheel-3of5-412s-[0-9a-z]{7}$/);
  expect(completionCode({ ...completion, right: 5 })).not.toContain(code.slice(-7));
});
