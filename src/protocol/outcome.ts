import type { MessageNumber } from './ids.ts';
import type { Micros } from './units.ts';

/** What became of the mail of a run up to an instant. The sums cover all messages; `messages` has the first 5,000. */
export interface RunOutcome {
  at: Micros;
  messages: MessageOutcome[];
  /** Number of messages that have arrived. */
  count: number;
  recipients: number;
  delivered: number;
  bounced: number;
  /** Number of deferrals: a recipient that is deferred twice counts twice. */
  deferred: number;
  /** Recipients on hold. */
  held: number;
  /** Turns given, without those of `retry` and `error`. */
  turns: number;
  preemptions: number;
  /** Names of the transports that had a preemption. */
  preempting: string[];
  /** Largest number of agents of one transport that delivered at the same time. */
  agents: number;
}

export interface MessageOutcome {
  number: MessageNumber;
  injected: Micros;
  recipients: number;
  delivered: number;
  bounced: number;
  deferred: number;
  /** When the last recipient got the message; −1 = no recipient got it. */
  doneAt: Micros;
  /** Number of its last turn among the turns of that transport; 0 = it had no turn. */
  lastTurn: number;
  /** Its deliveries, for pictures: agent, start and end of each. Empty in runs with more than 1,000 deliveries. */
  deliveries: { agent: number; from: Micros; to: Micros }[];
}
