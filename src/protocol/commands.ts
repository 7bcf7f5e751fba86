import type { Micros } from './units.ts';

/** Everything that changes the world is a command: data, stamped and logged by the session. Play and seek are not. */
export type Command =
  | InjectCommand
  | { kind: 'server.set'; server: string; behaviour: ServerBehaviour }
  | { kind: 'param.set'; name: string; value: string | number }
  | { kind: 'agents.set'; transport: string; limit: number }
  | { kind: 'queue.flush' };

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
  /** Time of one delivery: fixed, or drawn from the inclusive range with the scenario's seed. */
  latency: number | [number, number];
  fault?: ServerFault;
}

/** Ways in which real servers fail. Absent = healthy. */
export type ServerFault = { kind: 'refuse' } | { kind: 'silent' };

/** A command of the scenario's script: applied when the simulation reaches `at`, before anything else at that instant. */
export interface ScriptedCommand {
  at: Micros;
  command: Command;
}

/** A command given live: applied right after step `step` of its branch. */
export interface LiveCommand {
  step: number;
  at: Micros;
  seq: number;
  command: Command;
}
