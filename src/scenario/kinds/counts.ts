import type { InjectCommand } from '../../protocol/commands.ts';
import type { MailScenario, Scenario, ThreadScenario, TimerScenario } from '../../protocol/scenario.ts';
import type { RealMillis } from '../../protocol/units.ts';
import { type ByKind, ofKind } from './by-kind.ts';

/** About how much happens in a run. */
interface Counts {
  events: number;
  /** Milliseconds and bytes beyond what so many events of mail take. */
  ms?: RealMillis;
  bytes?: number;
}

const COUNTS: ByKind<Counts> = {
  mail: mailCounts,
  'timer-lab': timerCounts,
  'threads-alone': threadCounts,
};

/** About how much happens in the run of a scenario, counted without simulating it. */
export function countsOf(scenario: Scenario): Counts {
  return ofKind(COUNTS, scenario);
}

/** Events of a message, of a destination of it, and of a delivery: those that nearly each has. */
const PER_MESSAGE = 7;
const PER_DESTINATION = 4;
const PER_DELIVERY = 8;
/** Recipients of a delivery request where no parameter says otherwise. */
const RECIPIENTS = 50;

/** A run of mail: each message is read, and delivered once to each destination. A record is on the reader's machine already. */
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
      // A limit of exactly 1 makes each mailbox a destination of its own.
      sum + Math.max(1, Math.ceil(count / size)) * PER_DELIVERY + (size === 1 ? count : 1) * PER_DESTINATION,
    PER_MESSAGE,
  );
}

/** Events of a request besides those of its handler, and of a phase of the handler. */
const PER_REQUEST = 5;
const PER_PHASE = 4;
/** An operation of a story with what it wakes. */
const PER_LINE = 6;

/** A run of threads alone. */
function threadCounts({ cmgroup, script }: ThreadScenario): Counts {
  if (cmgroup.kind === 'story') return { events: script.length * PER_LINE };
  const { arrivals, handler } = cmgroup;
  return { events: arrivals.count * (PER_REQUEST + PER_PHASE * handler.length) + script.length * PER_LINE };
}

/** A timer that is added, falls a level or two, and runs or is cancelled. */
const PER_TIMER = 3;
/** A request in three designs, for each of its keys. */
const REQUEST_MS = 0.02;
const REQUEST_BYTES = 500;
const DESIGNS = { requests: 16_000, keys: 3 };

/** A run of the timer laboratory. */
function timerCounts({ lab, script }: TimerScenario): Counts {
  let added = 0;
  for (const { command } of script) if (command.kind === 'lab.add') added += command.count;
  if (lab.kind !== 'designs') return { events: added * PER_TIMER };
  const { requests, keys } = { ...DESIGNS, ...lab.stream };
  const all = requests + added;
  return { events: script.length * 2, ms: all * keys * REQUEST_MS, bytes: all * keys * REQUEST_BYTES };
}
