import type { CoreEvent } from '../../protocol/events.ts';
import type { SweepFigures } from '../../protocol/experiments.ts';
import type { MailScenario } from '../../protocol/scenario.ts';
import { MICROS_PER_SECOND, type Micros } from '../../protocol/units.ts';
import { createSimulation, position, type Simulation, stepOnce } from '../simulation.ts';
import { NO_INJECTION } from './first-pass.ts';

/**
 * Measures one run of a sweep: how long each message waited for its last delivery slot, the throughput of first attempts, and
 * how much was deferred. Keeps no log and no keyframes, because only the figures at the end are shown.
 */
export interface SweepRun {
  readonly sim: Simulation;
  readonly counts: Counts;
}

interface MessageCount {
  recipients: number;
  injected: Micros;
  lastSlot: Micros;
  tried: boolean;
}

interface Counts {
  readonly messages: MessageCount[];
  readonly expected: number;
  readonly horizon: Micros;
  now: Micros;
  events: number;
  tried: number;
  deferred: number;
  delivered: number;
  lastSlot: Micros;
}

/**
 * A run ends at the latest this long after the last arrival (µs). Without a limit, a run that keeps deferring mail
 * would not end.
 */
const HORIZON: Micros = 3_600 * MICROS_PER_SECOND;

/**
 * Starts a measurement at instant 0. The scenario must have passed `scenario/schema.ts`. Throws when its script injects no
 * message.
 */
export function sweepBegin(scenario: MailScenario): SweepRun {
  const injections = scenario.script.filter(({ command }) => command.kind === 'message.inject');
  if (injections.length === 0) throw new Error(NO_INJECTION);
  const last = injections.reduce((latest, { at }) => Math.max(latest, at), 0);
  const counts: Counts = {
    messages: [],
    expected: injections.length,
    horizon: last + HORIZON,
    now: 0,
    events: 0,
    tried: 0,
    deferred: 0,
    delivered: 0,
    lastSlot: 0,
  };
  const entries = new Map<number, { message: MessageCount; recipients: number }>();
  const sim = createSimulation(scenario, {
    event: (at, _step, event) => note(counts, entries, at, event),
    decision: () => {},
  });
  return { sim, counts };
}

function note(
  counts: Counts,
  entries: Map<number, { message: MessageCount; recipients: number }>,
  at: Micros,
  event: CoreEvent,
): void {
  counts.events++;
  counts.now = at;
  switch (event.kind) {
    case 'message.injected':
      counts.messages[event.msg] = { recipients: event.recipients, injected: at, lastSlot: -1, tried: false };
      return;
    case 'entry.selected': {
      const message = counts.messages[event.msg];
      if (message === undefined || message.tried) return;
      message.lastSlot = at;
      counts.lastSlot = at;
      entries.set(event.entry, { message, recipients: event.recipients });
      return;
    }
    case 'entry.done': {
      const entry = entries.get(event.entry);
      entries.delete(event.entry);
      if (entry !== undefined && event.result === 'ok') counts.delivered += entry.recipients;
      else if (entry !== undefined) counts.deferred += entry.recipients;
      return;
    }
    case 'recipients.deferred': {
      const message = counts.messages[event.msg];
      if (message !== undefined && !message.tried) counts.deferred += event.count;
      return;
    }
    case 'message.done': {
      const message = counts.messages[event.msg];
      if (message === undefined || message.tried) return;
      message.tried = true;
      counts.tried++;
      return;
    }
    default:
  }
}

/** Runs at most `steps` steps. Returns true if every message has been tried, no more steps exist, or the horizon has passed. */
export function sweepAdvance({ sim, counts }: SweepRun, steps: number): boolean {
  for (let i = 0; i < steps; i++) {
    if (counts.tried >= counts.expected) return true;
    // `now` is the instant of the latest event. Computing the next instant would add 10% to the cost of each step.
    if (counts.now > counts.horizon || !stepOnce(sim)) return true;
  }
  return false;
}

export function sweepProgress({ counts }: SweepRun): number {
  return Math.min(1, counts.tried / Math.max(1, counts.expected));
}

/** Returns the figures so far. Waits are in order of arrival. */
export function sweepFigures({ sim, counts }: SweepRun): SweepFigures {
  const messages = counts.messages.filter(({ lastSlot }) => lastSlot >= 0);
  const [first] = messages;
  const span = counts.lastSlot - (first?.injected ?? 0);
  const { events, delivered, deferred } = counts;
  return {
    events,
    ended: position(sim).at,
    recipients: messages.map(({ recipients }) => recipients),
    waits: messages.map(({ injected, lastSlot }) => lastSlot - injected),
    unserved: counts.expected - messages.length,
    delivered,
    deferred,
    throughput: span <= 0 ? 0 : (delivered * MICROS_PER_SECOND) / span,
  };
}

export function sweepRun(scenario: MailScenario): SweepFigures {
  const run = sweepBegin(scenario);
  while (!sweepAdvance(run, 10_000));
  return sweepFigures(run);
}
