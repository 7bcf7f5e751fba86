import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DecisionRecord } from '../../src/protocol/decisions.ts';
import type { EventRecord } from '../../src/protocol/events.ts';
import { completeScenario } from '../../src/scenario/defaults.ts';
import { createSimulation, stepOnce } from '../../src/core/simulation.ts';
import { headOf } from '../../src/worker/track/branches.ts';
import { coreEngine } from '../../src/worker/kinds/any-engine.ts';
import { KEYFRAME_LIMITS } from '../../src/worker/track/keyframes.ts';
import { createSegment } from '../../src/worker/log/log.ts';
import { pagesBytes } from '../../src/worker/log/log-pages.ts';
import {
  eventReader,
  eventsBetween,
  recordsOfSteps,
  selectionRecord,
} from '../../src/worker/log/log-reading.ts';
import {
  createTrack,
  type Track,
  trackAdvance,
  trackCommand,
  trackMove,
} from '../../src/worker/track/track.ts';

const SCENARIO = completeScenario({
  title: 'some mail',
  seed: 3,
  agents: { smtp: 4 },
  params: { default_destination_recipient_limit: 1 },
  servers: { '*': { latency: [2, 60] } },
  script: Array.from({ length: 12 }, (_, i) => ({
    at: i * 90_000,
    command: {
      kind: 'message.inject',
      to: [
        { destination: `d${i % 3}.example`, count: 3 + ((i * 5) % 7) },
        { destination: 'e.example', count: 1 },
      ],
    },
  })),
});

/** Returns all events and decisions of the simulation, without storing log pages. */
function said(): { events: EventRecord[]; decisions: DecisionRecord[] } {
  const events: EventRecord[] = [];
  const decisions: DecisionRecord[] = [];
  let n = 0;
  const sim = createSimulation(SCENARIO, {
    event: (at, step, event) => void (step > 0 && events.push({ n: events.length + 1, at, step, event })),
    decision: (at, step, decision) =>
      void decisions.push({ n: decision.rule === 'selection' ? ++n : 0, at, step, decision }),
  });
  while (stepOnce(sim));
  return { events, decisions };
}

/** Makes a track with keyframes, and so log pages, close together. `limit`: bytes of log that it keeps in memory. */
function startTrack(limit: number, stepsMax = 32): Track<never, never> {
  const track = createTrack(coreEngine, SCENARIO, [], () => 0, { ...KEYFRAME_LIMITS, stepsMin: 8, stepsMax });
  track.branch.log = createSegment({ at: 0, step: 0, event: 0, decision: 0 }, 0, limit);
  return track as unknown as Track<never, never>;
}

const run = (track: Track<never, never>): void => {
  while (trackAdvance(track).kind === 'stepped');
};

const truth = said();
const LAST = truth.events.length;
const HEAD = truth.events.at(-1)!.step;

describe('the log is written on demand', () => {
  test('writes nothing for a run that is not read', () => {
    const track = startTrack(1_000_000);
    run(track);
    expect(headOf(track.branch)).toMatchObject({ step: HEAD, event: LAST });
    expect(track.branch.log.pages.list.length).toBeGreaterThan(5);
    expect(pagesBytes(track.branch.log.pages)).toBe(0);
    // The index for filters by kind still covers the whole log.
    const { kinds, kindNames } = track.branch.log;
    const noted = Array.from(kinds.data.subarray(0, kinds.length), (kind) => kindNames[kind]);
    expect(noted).toEqual(truth.events.map(({ event }) => event.kind));
  });

  test('gives the same rows in any order, early or late, even when little is kept', () => {
    const read = fc.record({
      advance: fc.integer({ min: 0, max: 90 }),
      from: fc.double({ min: 0, max: 1, noNaN: true }),
      length: fc.integer({ min: 0, max: 400 }),
      seek: fc.boolean(),
      what: fc.constantFrom('events', 'records', 'selection', 'one'),
    });
    fc.assert(
      fc.property(
        fc.constantFrom(3_000, 20_000, 1_000_000),
        fc.array(read, { maxLength: 25 }),
        (limit, reads) => {
          const track = startTrack(limit);
          for (const { advance, from, length, seek, what } of reads) {
            if (track.step === headOf(track.branch).step || !seek)
              for (let i = 0; i < advance && trackAdvance(track).kind === 'stepped'; i++);
            const { step, event, decision } = headOf(track.branch);
            if (seek) trackMove(track, track.branch, Math.floor(from * step));
            const { step: here, tree, branch } = track;
            const readings: Record<typeof what, () => [read: unknown, said: unknown]> = {
              events() {
                const first = 1 + Math.floor(from * event);
                const last = Math.min(event, first + length);
                return [eventsBetween(tree, branch, first, last), truth.events.slice(first - 1, last)];
              },
              records() {
                const first = Math.floor(from * step);
                const last = Math.min(step, first + length);
                const made = truth.decisions.filter((one) => one.step > first && one.step <= last);
                return [recordsOfSteps(tree, branch, first, last), made];
              },
              selection() {
                const n = 1 + Math.floor(from * decision);
                const made = n > decision ? null : truth.decisions.find((one) => one.n === n);
                return [selectionRecord(tree, branch, n), made];
              },
              one() {
                const n = 1 + Math.floor(from * (event - 1));
                const reader = eventReader(tree, branch);
                return event > 0 ? [reader(n), truth.events[n - 1]!.event] : [0, 0];
              },
            };
            const [got, said] = readings[what]();
            expect(got).toEqual(said);
            expect(track.step).toBe(here);
          }
        },
      ),
      { numRuns: 60, seed: 11 },
    );
  });

  test('keeps writing at the head with each step once it was read', () => {
    const track = startTrack(1_000_000, 100_000);
    for (let i = 0; i < 50; i++) trackAdvance(track);
    const { tree, branch } = track;
    expect(eventsBetween(tree, branch, 1, LAST)).toHaveLength(headOf(branch).event);
    tree.remake = () => {
      throw new Error('the steps are repeated once more');
    };
    for (let i = 0; i < 50; i++) trackAdvance(track);
    const { event } = headOf(branch);
    expect(eventsBetween(tree, branch, 1, event)).toEqual(truth.events.slice(0, event));
  });

  test('drops what was read long ago at the limit, and brings it back', () => {
    const track = startTrack(30_000);
    run(track);
    const { tree, branch } = track;
    expect(eventsBetween(tree, branch, 1, LAST)).toEqual(truth.events);
    const { pages } = branch.log;
    expect(pagesBytes(pages)).toBeLessThan(45_000);
    expect(pages.list[0]!.written).toBeNull();
    expect(pages.list.at(-1)!.written).not.toBeNull();
    expect(eventsBetween(tree, branch, 1, 40)).toEqual(truth.events.slice(0, 40));
  });

  test('a branch reads shared rows from where they were written', () => {
    const track = startTrack(1_000_000);
    run(track);
    const main = track.branch;
    trackMove(track, main, HEAD >> 1);
    trackCommand(
      track,
      { kind: 'agents.set', transport: 'smtp', limit: 1 },
      track.engine.position(track.sim).at,
    );
    run(track);
    const { branch, tree } = track;
    expect(branch).not.toBe(main);
    const shared = truth.events.filter(({ step }) => step <= HEAD >> 1);
    const { event } = headOf(branch);
    const all = eventsBetween(tree, branch, 1, event);
    expect(all.slice(0, shared.length)).toEqual(shared);
    expect(all.map(({ n }) => n)).toEqual(all.map((_, i) => i + 1));
    expect(eventsBetween(tree, main, 1, LAST)).toEqual(truth.events);
  });
});
