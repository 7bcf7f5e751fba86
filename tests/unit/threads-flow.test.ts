import { describe, expect, test } from 'vitest';
import { threadsRow } from '../../src/core/world/threads/project.ts';
import type { ThreadsRow } from '../../src/protocol/threads-view.ts';
import { galleryItem } from '../../src/scenes/gallery.ts';
import { flowMoves, flowTokens, transportOf, wayOf } from '../../src/panels/threads/flow-tokens.ts';
import { threadEngine } from '../../src/worker/kinds/thread-engine.ts';
import { DEFAULT_THREADS } from '../../src/scenario/threads-defaults.ts';
import { asThreads } from '../fixtures/of-kind.ts';
import { injectAtStart, runWorld, startWorld } from '../fixtures/run-world.ts';

/** Returns the state of the scene `one-over-the-limit` after each instant with an event, by millisecond. */
function pictures(): Map<number, ThreadsRow> {
  const scenario = asThreads(galleryItem('one-over-the-limit')?.scenario);
  const sim = threadEngine.create(scenario, { event: () => {}, decision: () => {} });
  const rows = new Map<number, ThreadsRow>();
  const note = (): void => {
    const row = threadEngine.look(sim, 'threads', 'G') ?? null;
    if (row !== null) rows.set(threadEngine.position(sim).at / 1000, row);
  };
  note();
  while (threadEngine.nextInstant(sim) !== null) {
    threadEngine.stepOnce(sim);
    note();
  }
  return rows;
}

const rows = pictures();
const at = (ms: number) => flowTokens(rows.get(ms) ?? raise());
const nameOf = (key: string): string =>
  key.startsWith('t')
    ? ([...rows.values()].flatMap(({ threads }) => threads).find(({ id }) => `t${id}` === key)?.name ?? key)
    : key.slice(2);
const told = (before: number, after: number): string[] =>
  flowMoves(at(before), at(after), after < before).map(
    ({ key, from, to }) => `${nameOf(key)}: ${from ?? 'nowhere'} to ${to ?? 'nowhere'}`,
  );

describe('what moves in the flow', () => {
  test('an event arrives, a waiting thread is released, and the event goes with it', () => {
    expect(told(0, 1)).toEqual(['e1: nowhere to events']);
    expect(told(1, 2).toSorted()).toEqual([
      'TA: waiters to counted',
      'TB: counted to blocked',
      'e1: events to counted',
    ]);
  });

  test('a wait that ends goes back, and a held thread goes to the stack', () => {
    expect(told(2, 3)).toEqual(['TB: blocked to counted']);
    expect(told(4, 5).toSorted()).toEqual(['TA: counted to waiters', 'e1: counted to nowhere']);
  });

  test('a thread that fetches the next event itself stays, and only the event moves', () => {
    expect(told(5, 6)).toEqual(['e2: events to counted']);
  });

  test('a step back takes the same paths, and finished work returns in place', () => {
    expect(told(2, 1).toSorted()).toEqual([
      'TA: counted to waiters',
      'TB: blocked to counted',
      'e1: counted to events',
    ]);
    expect(told(5, 4)).toContain('e1: nowhere to counted');
    expect(wayOf('waiters', 'counted', false)).toEqual(['[data-edge="gate"]', '[data-edge="W3"]']);
    expect(wayOf('counted', 'waiters', true)).toEqual(['[data-edge="W3"]', '[data-edge="gate"]']);
    expect(wayOf('counted', 'waiters', false)).toEqual(['[data-edge="fetch"]', '[data-edge="held"]']);
  });

  test('tokens of mail are nameless in the queue, and an agent’s work comes from there', () => {
    const row = rows.get(2) ?? raise();
    const mail = { ...row, source: { ...row.source, transport: 1 } };
    const before = { ...mail, pending: [{ name: 'smtp', number: 0 }] };
    const after = {
      ...mail,
      pending: [],
      threads: row.threads.map((thread) =>
        thread.name === 'TC' ? { ...thread, number: 12, item: 'm12' } : thread,
      ),
    };
    const moves = flowMoves(flowTokens(before), flowTokens(after));
    expect(moves.map(({ from, to }) => [from, to])).toEqual([
      ['events', 'counted'],
      ['events', null],
    ]);
  });
});

function raise(): never {
  throw new Error('no such picture');
}

test('asks about a thread as an agent of its own transport, whichever had mail first', () => {
  const { sim } = startWorld({
    threads: DEFAULT_THREADS,
    agents: { relay: 2, smtp: 2 },
    script: injectAtStart('a.example', 2),
  });
  runWorld(sim, 100);
  const row = threadsRow(sim.world, 'smtp');
  const agents = row?.threads.filter(({ owner }) => owner > 0) ?? [];
  expect(agents.length).toBeGreaterThan(0);
  expect(new Set(agents.map((thread) => transportOf(row, thread)))).toEqual(new Set(['smtp']));
});
