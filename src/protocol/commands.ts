import type { StepNumber } from './ids.ts';
import type { LabCommand } from './lab.ts';
import type { ModelCommand } from './modelled.ts';
import type { CmgroupCommand } from './cmgroup.ts';
import type { PhaseTable, ThreadCommand } from './threads-setup.ts';
import type { Micros, Millis } from './units.ts';

export type MailCommand =
  | InjectCommand
  | { kind: 'server.set'; server: string; behaviour: ServerBehaviour }
  | { kind: 'param.set'; name: string; value: string | number }
  | { kind: 'agents.set'; transport: string; limit: number; fault?: AgentFault }
  /** Sets the feedback rule: Postfix's, or the document's pseudocode. */
  | { kind: 'feedback.set'; rule: 'shipped' | 'documented' }
  | { kind: 'queue.flush' }
  /** `postsuper -h`, `postsuper -H`, `postqueue -i`: holds, releases or immediately tries the message with this chip number. */
  | { kind: 'message.hold' | 'message.release' | 'message.flush'; number: number }
  /** `postfix reload`: the queue manager restarts and forgets what it has learned. */
  | { kind: 'qmgr.reload' }
  /** Commands for runs that follow a record or its model; other runs refuse them. */
  | ModelCommand
  /** Commands for agents as threads; runs without threads refuse them. */
  | ThreadCommand;

/**
 * A change of the simulated world, as data. The session gives it an instant and logs it. Playing and seeking are not
 * commands. Runs of mail refuse commands of the timer laboratory and of threads alone.
 */
export type Command = MailCommand | LabCommand | CmgroupCommand;

/**
 * How agents fail; absent = they work. `unreachable`: no connection succeeds, so the transport is dead for a while
 * (qmgr/README.md §16.4). `crash`: each agent ends its delivery without a report (§12.1).
 */
export type AgentFault = 'unreachable' | 'crash';

/** A new message with `count` recipients for each destination. Addresses are `u<n>@<destination>`. */
export interface InjectCommand {
  kind: 'message.inject';
  to: RecipientShare[];
  /** Number on the chip; default: the next free number. */
  number?: number;
  /** Sender address. "" makes the message a bounce message, which has a separate lifetime in the queue. */
  sender?: string;
}

export interface RecipientShare {
  destination: string;
  count: number;
  /** Default `smtp`. */
  transport?: string;
}

/** Behaviour of the server behind a destination. Times are whole milliseconds. */
export interface ServerBehaviour {
  /** Duration of a successful session: fixed, or drawn from the inclusive range with the scenario's seed. */
  latency: Millis | [Millis, Millis];
  fault?: ServerFault;
  /** Phases of a delivery when agents are threads. For an absent phase, the scenario's own figures apply. */
  phases?: PhaseTable;
}

/** Reply of a server that already has all the sessions it accepts. */
export const TOO_MANY_SESSIONS = 'host said: 421 Too many connections';

/**
 * Failures of real servers; absent = healthy. The first seven fail the connection or the handshake, which is negative
 * feedback; the last two fail in session, which is not (qmgr/README.md §12.3).
 */
export type ServerFault =
  | { kind: 'refuse' }
  /** Drops packets: the client gives up after its connect timeout of 30 s. */
  | { kind: 'unreachable' }
  /** Accepts and never sends a greeting: the client gives up after its greeting timeout of 300 s. */
  | { kind: 'silent' }
  /** Replies 421 and closes the connection when `sessions` sessions are already open. */
  | { kind: 'limit'; sessions: number }
  /**
   * Serves `workers` connections concurrently; `queue` more connect and wait for a greeting. Further connections get no
   * answer. With `overflow: 'hang'` they connect, as with a Linux kernel, but get no greeting.
   */
  | { kind: 'backlog'; workers: number; queue: number; overflow?: 'hang' }
  /**
   * A load balancer in front of `machines` machines. One machine refuses connections. Connections reach the machines in
   * turn or at random.
   */
  | { kind: 'one-of'; machines: number; pick: 'turn' | 'chance' }
  /** Refuses from `from` to `until`, in milliseconds of the run. */
  | { kind: 'down'; from: Millis; until: Millis }
  /** Defers (4xx in session) until the message is `wait` milliseconds old. */
  | { kind: 'greylist'; wait: Millis }
  /** Refuses (5xx in session) this percentage of the recipients. */
  | { kind: 'bounce'; percent: number };

/** A command of the scenario's script. Applied when the simulation reaches `at`, before anything else at that instant. */
export interface ScriptedCommand {
  at: Micros;
  command: Command;
}

/** A command given live. Applied right after step `step` of its branch. */
export interface LiveCommand {
  step: StepNumber;
  at: Micros;
  seq: number;
  command: Command;
}
