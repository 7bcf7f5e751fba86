import type { CoreEvent } from '../../protocol/events.ts';
import type { FirstPassFigures } from '../../protocol/experiments.ts';
import type { MailScenario } from '../../protocol/scenario.ts';
import { createSimulation, nextInstant, position, type Simulation, stepOnce } from '../simulation.ts';
import { get } from '../tables.ts';

/**
 * Measures a run as for the result tables of SCHEDULER_README: the results of all first attempts, and the window at each
 * feedback event. The run goes in slices, so that the driving job can report progress and stop it between two slices.
 */
export interface FirstPass {
  readonly sim: Simulation;
  readonly counts: Counts;
}

interface Counts {
  readonly messages: number;
  readonly recipients: number;
  /** Messages whose first attempt is over; their later deliveries are retries. */
  readonly over: Set<number>;
  readonly windows: number[];
  tried: number;
  deferred: number;
  connect: number;
  greeting: number;
}

/**
 * Number of feedback events that the figures leave out at the start, before the window settles, and at the end, when
 * deliveries are fewer than the window allows. With five successes at window 5 and one failure at window 6, the windows
 * of the remaining events have a mean of 5.167 and a standard deviation of 0.373, as printed in the document.
 */
const FIRST_LEFT_OUT = 20;
const LAST_LEFT_OUT = 8;

export const NO_INJECTION = 'an experiment without a message measures nothing';

/**
 * Starts a measurement at instant 0. The scenario must have passed `scenario/schema.ts`. Throws when its script injects no
 * message.
 */
export function firstPassBegin(scenario: MailScenario): FirstPass {
  const injections = scenario.script.flatMap(({ command }) =>
    command.kind === 'message.inject' ? [command] : [],
  );
  if (injections.length === 0) throw new Error(NO_INJECTION);
  const shares = injections.flatMap(({ to }) => to);
  const counts: Counts = {
    messages: injections.length,
    recipients: shares.reduce((sum, { count }) => sum + count, 0),
    over: new Set(),
    windows: [],
    tried: 0,
    deferred: 0,
    connect: 0,
    greeting: 0,
  };
  const sim: Simulation = createSimulation(scenario, {
    event: (_at, _step, event) => count(sim, counts, event),
    decision(_at, _step, decision) {
      // Postfix logs no feedback line when a guard suppresses the change, so the document does not count such events.
      if (decision.rule === 'feedback' && decision.applied) counts.windows.push(decision.windowBefore);
    },
  });
  return { sim, counts };
}

function count({ world }: Simulation, counts: Counts, event: CoreEvent): void {
  if (event.kind === 'message.done') counts.over.add(event.msg);
  if (event.kind === 'recipients.deferred' && !counts.over.has(event.msg)) {
    counts.tried += event.count;
    counts.deferred += event.count;
  }
  if (event.kind !== 'delivery.ended') return;
  const { msg, recipients, phase, arrived } = get(world.deliveries, event.delivery);
  if (counts.over.has(msg)) return;
  counts.tried += recipients;
  if (event.result === 'ok') return;
  counts.deferred += recipients;
  // A refusal is a reply, not a timeout. A timeout within a session says nothing about connections.
  if (arrived || (phase !== 'connect' && phase !== 'greeting')) return;
  counts[phase] += recipients;
}

/** Runs at most `steps` steps. Returns true if every message has been tried or no more steps exist. */
export function firstPassAdvance({ sim, counts }: FirstPass, steps: number): boolean {
  for (let i = 0; i < steps; i++) {
    if (counts.over.size === counts.messages || nextInstant(sim) === null) return true;
    stepOnce(sim);
  }
  return false;
}

export function firstPassProgress({ counts }: FirstPass): number {
  return counts.recipients === 0 ? 1 : Math.min(1, counts.tried / counts.recipients);
}

/** Returns the figures so far; final once `firstPassAdvance` has returned true. */
export function firstPassFigures({ sim, counts }: FirstPass): FirstPassFigures {
  const windows = counts.windows.slice(FIRST_LEFT_OUT, -LAST_LEFT_OUT);
  const { mean, deviation } = meanAndDeviation(windows);
  return {
    recipients: counts.recipients,
    deferred: counts.deferred,
    timedOut: { connect: counts.connect, greeting: counts.greeting },
    ended: position(sim).at,
    windows,
    meanWindow: mean,
    sdWindow: deviation,
  };
}

function meanAndDeviation(values: readonly number[]): { mean: number; deviation: number } {
  const { length } = values;
  if (length === 0) return { mean: 0, deviation: 0 };
  const mean = values.reduce((sum, value) => sum + value, 0) / length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, deviation: Math.sqrt(squares / length) };
}

export function firstPassRun(scenario: MailScenario): FirstPassFigures {
  const pass = firstPassBegin(scenario);
  while (!firstPassAdvance(pass, 10_000));
  return firstPassFigures(pass);
}
