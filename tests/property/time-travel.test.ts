import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  applyCommand,
  captureSimulation,
  createSimulation,
  type Simulation,
  stepOnce,
} from '../../src/core/simulation.ts';
import { completeScenario } from '../../src/scenario/defaults.ts';
import { headOf, liveOfPath } from '../../src/worker/track/branches.ts';
import { coreEngine } from '../../src/worker/kinds/any-engine.ts';
import { createTrack, trackAdvance, trackCommand, trackMove } from '../../src/worker/track/track.ts';
import { inject } from '../fixtures/session-harness.ts';
import { runCount } from '../fixtures/all.ts';

/** The whole state as text: all records and the clock, without `rev`, which may differ between two paths to a state. */
function dump(sim: Simulation): string {
  const { store, clock } = captureSimulation(sim);
  const plain = (key: string, value: unknown): unknown => {
    if (key === 'rev') return 0;
    return ArrayBuffer.isView(value) ? [...(value as Uint8Array)] : value;
  };
  const rows = store.tables.map(({ pages, length, live }) => [length, live, pages.map((page) => page.rows)]);
  // The clock keeps memory pages for timers that have ended. Only their number, order and due times are state.
  const { wheel, open, requests } = clock;
  return JSON.stringify([rows, wheel.count, wheel.now, [...wheel.levelTime], open, requests], plain);
}

const scenario = completeScenario({
  title: 'Travel',
  seed: 3,
  agents: { smtp: 4 },
  params: { default_destination_recipient_limit: 1 },
  servers: { '*': { latency: [200, 3_000] }, 'c.example': { latency: 100, fault: { kind: 'refuse' } } },
  script: [
    { at: 0, command: inject(30) },
    { at: 900_000, command: inject(5, 'b.example') },
    { at: 1_500_000, command: inject(4, 'c.example') },
    { at: 2_000_000, command: inject(2, 'b.example') },
  ],
});
/** Few keyframes close together, so that the walk also thins them. */
const LIMITS = { stepsMin: 5, stepsMax: 9, costMs: 1e9, count: 9, bytes: 1e9 };

function straight(): { track: ReturnType<typeof open>; states: string[] } {
  const track = open();
  const states = [dump(track.sim)];
  while (track.step < 260 && trackAdvance(track).kind === 'stepped') states.push(dump(track.sim));
  return { track, states };
}

/** Simulates to the walker's position in a simulation that only goes forward, without log and keyframes. */
function onlyForward({ tree, branch, step: here }: ReturnType<typeof open>): Simulation {
  const sim = createSimulation(scenario, { event: () => undefined, decision: () => undefined });
  const edits = new Map(liveOfPath(tree, branch).map((given) => [given.step, given]));
  for (let step = 0; step < here; step++) {
    const edit = edits.get(step);
    if (edit === undefined) stepOnce(sim);
    else applyCommand(sim, edit.command, edit.at);
  }
  return sim;
}

function open() {
  return createTrack(coreEngine, scenario, [], () => 0, LIMITS);
}

describe('after any seek', () => {
  const { track, states } = straight();

  test('the state is that of a straight run, byte for byte', () => {
    const step = fc.integer({ min: 0, max: states.length - 1 });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), (steps) => {
        for (const to of steps) {
          trackMove(track, track.branch, to);
          expect(dump(track.sim)).toBe(states[to]);
        }
      }),
      { numRuns: runCount(60), seed: 21 },
    );
  });

  test('steps, seeks and edits in any order agree with a run of only the edits', () => {
    const move = fc.record({ to: fc.double({ min: 0, max: 1, noNaN: true }), edit: fc.boolean() });
    fc.assert(
      fc.property(fc.array(move, { minLength: 1, maxLength: 8 }), (moves) => {
        const walker = open();
        for (let i = 0; i < 120; i++) trackAdvance(walker);
        for (const { to, edit } of moves) {
          trackMove(walker, walker.branch, Math.floor(to * headOf(walker.branch).step));
          if (edit) trackCommand(walker, inject(1, 'd.example'), coreEngine.position(walker.sim).at);
          for (let i = 0; i < 3; i++) trackAdvance(walker);
        }
        expect(dump(walker.sim)).toBe(dump(onlyForward(walker)));
      }),
      { numRuns: runCount(40), seed: 22 },
    );
  });
});
