import {
  createSimulation,
  type SimKeyframe,
  type Simulation,
  stepOnce,
} from '../../../src/core/simulation.ts';
import type { Command } from '../../../src/protocol/commands.ts';
import type { MailScenario } from '../../../src/protocol/scenario.ts';
import type { RealMillis } from '../../../src/protocol/units.ts';
import { headOf } from '../../../src/worker/track/branches.ts';
import { coreEngine } from '../../../src/worker/kinds/any-engine.ts';
import { pagesBytes } from '../../../src/worker/log/log-pages.ts';
import { eventsBetween } from '../../../src/worker/log/log-reading.ts';
import { createTrack, type Track, trackAdvance, trackMove } from '../../../src/worker/track/track.ts';
import { completeScenario } from '../../../src/scenario/defaults.ts';
import { mapAndArrayNs } from '../parts/yardstick.ts';

/** Figures of one thread, in Node or in a browser. Times in milliseconds, memory in bytes. */
export interface TravelFigures {
  events: number;
  jobs: number;
  bareMs: RealMillis;
  recordedMs: RealMillis;
  keyframes: number;
  keyframeBytes: number;
  /** Size of the log after it has been read completely. */
  logBytes: number;
  /**
   * Times to read 500 events at a new place. The events are written first, by repeating steps from the keyframe before them.
   */
  read: number[];
  /** Time of the first reading of the whole log. A search in the texts of all events has to wait for it. */
  readAllMs: RealMillis;
  seek: number[];
  back: number[];
  yardstickNs: number;
}

const ROUNDS = 6;
const SEEKS = 400;
const BACK_STEPS = 200;
const READS = 60;
/** Events per page of the log panel. `SWEEP`: events per read when the whole log is read. */
const ROWS = 500;
const SWEEP = 5_000;

/**
 * 10,000 messages for 200 destinations in the first second: a million events in 220,000 steps, with nearly all jobs on the
 * list at the same time.
 */
export function travelScenario(): MailScenario {
  return completeScenario({
    title: 'Time travel at size',
    seed: 1,
    agents: { smtp: 100 },
    params: { default_destination_recipient_limit: 2, qmgr_message_recipient_limit: 1_000_000 },
    servers: { '*': { latency: [2, 60] } },
    script: Array.from({ length: 10_000 }, (_, i) => ({ at: i * 100, command: injection(i) })),
  });
}

function injection(i: number): Command {
  return {
    kind: 'message.inject',
    to: [
      { destination: `d${i % 200}.example`, count: 11 + ((i * 7) % 11) },
      { destination: `d${(i * 13 + 5) % 200}.example`, count: 1 + (i % 3) },
    ],
  };
}

/** Runs the scenario with and without recording. Then seeks to places all over the run, and steps back from its middle. */
export function measureTravel(now: () => number): TravelFigures {
  const scenario = travelScenario();
  const yardstickNs = mapAndArrayNs(2_000_000, now);
  let bareMs = Number.POSITIVE_INFINITY;
  let recordedMs = Number.POSITIVE_INFINITY;
  // Runs alternate and the fastest of each kind counts, because the first run includes compiling. Each recording is dropped
  // before the next run: a session has only one, and everything in memory costs time at every garbage collection.
  for (let i = 0; i < ROUNDS; i++) {
    bareMs = Math.min(bareMs, bareRun(scenario, now).ms);
    recordedMs = Math.min(recordedMs, recordedRun(scenario, now).ms);
  }
  const { track, jobs, ms } = recordedRun(scenario, now);
  recordedMs = Math.min(recordedMs, ms);
  const { branch } = track;
  const head = headOf(branch);
  const places = randomSteps(head.step, SEEKS);
  const seek = places.map((step) => timed(now, () => trackMove(track, branch, step)));
  trackMove(track, branch, head.step >> 1);
  const back = Array.from({ length: BACK_STEPS }, () =>
    timed(now, () => trackMove(track, branch, track.step - 1)),
  );
  const { tree } = track;
  const rows = randomSteps(head.event - ROWS, READS);
  const read = rows.map((from) => timed(now, () => eventsBetween(tree, branch, from + 1, from + ROWS)));
  const readAllMs = timed(now, () => {
    for (let from = 1; from <= head.event; from += SWEEP)
      eventsBetween(tree, branch, from, Math.min(head.event, from + SWEEP - 1));
  });
  return {
    events: head.event,
    jobs,
    bareMs,
    recordedMs,
    keyframes: track.keyframes.count,
    keyframeBytes: track.keyframes.bytes,
    logBytes: pagesBytes(branch.log.pages),
    read,
    readAllMs,
    seek,
    back,
    yardstickNs,
  };
}

function recordedRun(
  scenario: MailScenario,
  now: () => number,
): { ms: RealMillis; jobs: number; track: Track<Simulation, SimKeyframe> } {
  const started = now();
  const track = createTrack(coreEngine, scenario, [], now);
  let jobs = 0;
  while (trackAdvance(track).kind === 'stepped') {
    if (track.step % 1_000 === 0) jobs = Math.max(jobs, track.sim.world.qmgr.jobs.live);
  }
  return { ms: now() - started, jobs, track };
}

function bareRun(scenario: MailScenario, now: () => number): { ms: RealMillis } {
  let heard = 0;
  const sim = createSimulation(scenario, { event: () => void heard++, decision: () => void heard++ });
  const started = now();
  while (stepOnce(sim));
  if (heard === 0) throw new Error('the run said nothing');
  return { ms: now() - started };
}

function timed(now: () => number, work: () => void): number {
  const started = now();
  work();
  return now() - started;
}

/** A linear congruential generator, which gives the same places every time. */
function randomSteps(head: number, count: number): number[] {
  let state = 12_345;
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state % head;
  });
}
