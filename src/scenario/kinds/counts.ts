import type { InjectCommand } from '../../protocol/commands.ts';
import type { MailScenario, Scenario, ThreadScenario, TimerScenario } from '../../protocol/scenario.ts';
import type { RealMillis } from '../../protocol/units.ts';
import { type ByKind, ofKind } from './by-kind.ts';

interface Counts {
  events: number;
  /** Milliseconds and bytes that the run takes in addition to the usual cost of its events. */
  ms?: RealMillis;
  bytes?: number;
}

const COUNTS: ByKind<Counts> = {
  mail: mailCounts,
  'timer-lab': timerCounts,
  'threads-alone': threadCounts,
};

export function countsOf(scenario: Scenario): Counts {
  return ofKind(COUNTS, scenario);
}

/** Typical number of events: of a message, of each of its destinations, and of each delivery. */
const PER_MESSAGE = 7;
const PER_DESTINATION = 4;
const PER_DELIVERY = 8;
/** Maximum recipients in one delivery request: Postfix's default. */
const RECIPIENTS = 50;

/**
 * Assumes that each message is read once and delivered once to each destination. The mail of a record is not counted:
 * the record is already on this machine.
 */
function mailCounts({ script, params }: MailScenario): Counts {
  const limit = Number(params['default_destination_recipient_limit'] ?? RECIPIENTS);
  let events = 0;
  for (const { command } of script)
    if (command.kind === 'message.inject') events += ofMessage(command, limit);
  return { events };
}

function ofMessage({ to }: InjectCommand, limit: number): number {
  const size = limit > 0 ? limit : Number.POSITIVE_INFINITY;
  return to.reduce(
    (sum, { count }) =>
      // With a limit of exactly 1, each mailbox is a separate destination.
      sum + Math.max(1, Math.ceil(count / size)) * PER_DELIVERY + (size === 1 ? count : 1) * PER_DESTINATION,
    PER_MESSAGE,
  );
}

/** Number of events of a request outside its handler, and of each phase of the handler. */
const PER_REQUEST = 5;
const PER_PHASE = 4;
/** Number of events of one operation of a story, including the wake-ups that it causes. */
const PER_LINE = 6;

function threadCounts({ cmgroup, script }: ThreadScenario): Counts {
  if (cmgroup.kind === 'story') return { events: script.length * PER_LINE };
  const { arrivals, handler } = cmgroup;
  return { events: arrivals.count * (PER_REQUEST + PER_PHASE * handler.length) + script.length * PER_LINE };
}

/** Typical number of events of a timer: it is added, moved down a level or two, and expires or is cancelled. */
const PER_TIMER = 3;
/** Milliseconds and bytes for each key of a request, in the three designs together. */
const REQUEST_MS = 0.02;
const REQUEST_BYTES = 500;
const DESIGNS = { requests: 16_000, keys: 3 };

function timerCounts({ lab, script }: TimerScenario): Counts {
  let added = 0;
  for (const { command } of script) if (command.kind === 'lab.add') added += command.count;
  if (lab.kind !== 'designs') return { events: added * PER_TIMER };
  const { requests, keys } = { ...DESIGNS, ...lab.stream };
  const all = requests + added;
  return { events: script.length * 2, ms: all * keys * REQUEST_MS, bytes: all * keys * REQUEST_BYTES };
}
