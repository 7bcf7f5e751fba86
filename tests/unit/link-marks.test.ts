import { describe, expect, test } from 'vitest';
import { firstLetter } from '../../src/scenes/first-letter.ts';
import { stopOfMark } from '../../src/panels/debugger/mark-stops.ts';
import { WAKES_FOR_NOTHING } from '../../src/explain/stops.ts';
import { messageStop } from '../../src/store/debug-actions.ts';
import type { DebugMarks } from '../../src/protocol/debug.ts';
import type { CoreEvent } from '../../src/protocol/events.ts';
import { readMarks } from '../../src/scenario/link-marks.ts';
import { decodeLink, encodeLink } from '../../src/scenario/link.ts';
import { markOf } from '../../src/worker/kinds/marks.ts';

const saved = {
  scenario: firstLetter.scenario,
  live: [],
  cursor: { at: 1, step: 3, event: 7, decision: 1 },
  branch: 1,
};

const marks: DebugMarks = {
  breakpoints: [
    { ...messageStop(3), enabled: true },
    { text: 'nothing', test: WAKES_FOR_NOTHING.test, enabled: true },
    { text: 'jobs > 3 ü & <b>', test: { expression: 'jobs > 3', hit: 4 }, enabled: false },
  ],
  watches: ['level', 'window(a.example) * 2'],
};

describe('breakpoints and watches in a link', () => {
  test('return unchanged, and cost nothing when there are none', async () => {
    const plain = await encodeLink(saved, 'm1');
    const link = await encodeLink(saved, 'm1', { extras: { marks } });
    expect(link.length - plain.length).toBeLessThan(250);
    const decoded = await decodeLink(link);
    expect(decoded).toMatchObject({ ok: true, selection: 'm1', event: 7 });
    expect(decoded.ok && decoded.extras.marks).toEqual({
      ...marks,
      breakpoints: marks.breakpoints.map((point) => ({ ...point, test: { hit: 1, ...point.test } })),
    });
    const none = { breakpoints: [], watches: null };
    expect(await encodeLink(saved, 'm1', { extras: { marks: none } })).toBe(plain);
  });

  test.each([
    ['not a list', { a: 1 }],
    ['a breakpoint on nothing', [[['x', 0, '', 1, 1]], 0]],
    ['no expression', [[['x', 0, 'jobs >', 1, 1]], 0]],
    ['a message that is a text', [[['x', [['a'], 'b', ''], '', 1, 1]], 0]],
    ['a negative hit', [[['x', 0, 'jobs', -1, 1]], 0]],
    ['too many watches', [[], Array.from({ length: 200 }, () => 'jobs')]],
  ])('%s is refused', (_name, json) => expect(readMarks(json)).toBeNull());
});

test('marks of the page name what they stop at', () => {
  expect(stopOfMark('destination:a:b.example')?.test.event?.destination).toBe('a:b.example');
  expect(stopOfMark('timeline:dead')?.test.event?.kinds).toContain('queue.dead');
  expect(stopOfMark('timeline:constructor')).toBeNull();
  expect(stopOfMark('')).toBeNull();
});

const MARKED: CoreEvent[] = [
  { kind: 'message.injected', msg: 1, name: 'M1', recipients: 1 },
  { kind: 'server.changed', server: '*', text: '' },
  { kind: 'param.changed', name: '', from: '', to: '' },
  { kind: 'agents.changed', transport: 1, from: 1, to: 2 },
  { kind: 'qmgr.reloaded', messages: 0 },
  { kind: 'message.requeued', msg: 1, from: 'active', to: 'hold' },
  { kind: 'command.skipped', command: 'qmgr.reload', value: '', accepted: '' },
  { kind: 'group.limit', transport: 0, group: 1, name: 'mx', from: 2, to: 3, runnable: 0 },
];

test.each(MARKED)('a mark above the timeline stops at its own kind of event: $kind', (event) => {
  const mark = markOf(event, 0, 1);
  expect(stopOfMark(`timeline:${mark?.kind}`)?.test.event?.kinds).toContain(event.kind);
});
