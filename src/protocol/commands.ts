import type { StepNumber } from './ids.ts';
import type { LabCommand } from './lab.ts';
import type { ModelCommand } from './modelled.ts';
import type { CmgroupCommand } from './cmgroup.ts';
import type { PhaseTable, ThreadCommand } from './threads-setup.ts';
import type { Micros, Millis } from './units.ts';

/** Commands in a run of mail. */
export type MailCommand =
  | InjectCommand
  | { kind: 'server.set'; server: string; behaviour: ServerBehaviour }
  | { kind: 'param.set'; name: string; value: string | number }
  | { kind: 'agents.set'; transport: string; limit: number; fault?: AgentFault }
  /** Which of the two feedback rules is in force from now on: Postfix's, or the document's pseudocode. */
  | { kind: 'feedback.set'; rule: 'shipped' | 'documented' }
  | { kind: 'queue.flush' }
  /** `postsuper -h`, `postsuper -H`, `postqueue -i`: hold back a file, release it, try it at once. By chip number. */
  | { kind: 'message.hold' | 'message.release' | 'message.flush'; number: number }
  /** `postfix reload`: the queue manager starts anew and forgets all it has learned. */
  | { kind: 'qmgr.reload' }
  /** Where the run follows a record, or is a model of one; other runs refuse them. */
  | ModelCommand
  /** About agents as threads; a run without threads refuses them. */
  | ThreadCommand;

/**
 * Everything that changes the world is a command: data, stamped and logged by the session. Play and seek are not. Those of the
 * timer laboratory and of groups alone are refused by runs of mail.
 */
export type Command = MailCommand | LabCommand | CmgroupCommand;

/**
 * Agents that fail; absent = they work. `unreachable`: no connection to them succeeds, which kills the transport for a
 * while (qmgr/README.md §16.4). `crash`: each one ends its delivery without a report (§12.1).
 */
export type AgentFault = 'unreachable' | 'crash';

/** A new message: so many recipients for each destination. Addresses are `u<n>@<destination>`. */
export interface InjectCommand {
  kind: 'message.inject';
  to: RecipientShare[];
  /** Number on the chip; default: the next free number. */
  number?: number;
  /** "" makes it a bounce message, with the lifetime of one. */
  sender?: string;
}

export interface RecipientShare {
  destination: string;
  count: number;
  /** Default `smtp`. */
  transport?: string;
}

/** How the server behind a destination behaves. Times are whole milliseconds. */
export interface ServerBehaviour {
  /** Time of one session that goes well: fixed, or drawn from the inclusive range with the scenario's seed. */
  latency: Millis | [Millis, Millis];
  fault?: ServerFault;
  /** Steps of a delivery, in a run whose agents are threads; what is absent is as the scenario says for all servers. */
  phases?: PhaseTable;
}

/** What a server says that has as many sessions as it takes. */
export const TOO_MANY_SESSIONS = 'host said: 421 Too many connections';

/**
 * Ways in which real servers fail; absent = healthy. The first seven fail the connection or the handshake, which is
 * negative feedback; the last two fail in session, which is not (qmgr/README.md §12.3).
 */
export type ServerFault =
  /** Refuses every connection at once. */
  | { kind: 'refuse' }
  /** Drops packets: the client gives up after its connect timeout of 30 s. */
  | { kind: 'unreachable' }
  /** Accepts and says nothing: the client gives up after its greeting timeout of 300 s. */
  | { kind: 'silent' }
  /** Says 421 and hangs up when it has `sessions` open already. */
  | { kind: 'limit'; sessions: number }
  /**
   * Serves `workers` at once; `queue` more are accepted and wait for a greeting. The rest gets no answer at all, or with
   * `overflow: 'hang'` a connection that the server will never accept, as from a Linux kernel: no greeting comes.
   */
  | { kind: 'backlog'; workers: number; queue: number; overflow?: 'hang' }
  /** A load balancer: one of `machines` refuses, met in turn or by chance. */
  | { kind: 'one-of'; machines: number; pick: 'turn' | 'chance' }
  /** Refuses from `from` to `until`, in milliseconds of the run. */
  | { kind: 'down'; from: Millis; until: Millis }
  /** 4xx in session until the message is `wait` milliseconds old. */
  | { kind: 'greylist'; wait: Millis }
  /** 5xx in session for so many per cent of the recipients. */
  | { kind: 'bounce'; percent: number };

/** A command of the scenario's script: applied when the simulation reaches `at`, before anything else at that instant. */
export interface ScriptedCommand {
  at: Micros;
  command: Command;
}

/** A command given live: applied right after step `step` of its branch. */
export interface LiveCommand {
  step: StepNumber;
  at: Micros;
  seq: number;
  command: Command;
}
