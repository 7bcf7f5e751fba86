import type { MessageId, StepNumber, TransportId, PoolId } from './ids.ts';
import type { LabDesign } from './lab.ts';
import type { Micros, Seconds } from './units.ts';

/**
 * What changes the whole picture, with its figures. A figure is null where the log that was read does not say it.
 *
 * `dead`, `alive`: a destination, or a transport whose agents cannot be reached (`destination` false). `deferred`: a message
 * leaves the active queue. `herd`: one item wakes all threads that wait. `purge`: watch lists are walked. `full`: mail
 * arrives, and the active queue has no room for it, which it had for the one before.
 */
export type DramaFacts =
  | {
      kind: 'dead';
      destination: boolean;
      name: string;
      transport: TransportId;
      /** 0 = it lives again in the same step. */
      until: Seconds;
      /** Recipients of the failures in a row before, and those put off at this instant without a try. */
      refused: number | null;
      putOff: number;
    }
  | {
      kind: 'alive';
      destination: boolean;
      name: string;
      transport: TransportId;
      /** A delivery that was under way succeeded, its time was over, or the reader's flush. */
      cause: 'success' | 'time' | 'flush';
    }
  | {
      kind: 'deferred';
      msg: MessageId;
      /** Recipients that wait, and those that have it. */
      waiting: number | null;
      delivered: number | null;
      retryAt: Seconds | null;
    }
  | { kind: 'herd'; transport: PoolId; woken: number; name: string }
  | {
      kind: 'purge';
      /** '' = the queue manager's own, else a design of the laboratory. */
      design: '' | LabDesign;
      visited: number;
      removed: number;
    }
  | {
      kind: 'full';
      /** The message that stays in incoming, and those in the active queue. */
      msg: MessageId;
      active: number | null;
    };

export type DramaKind = DramaFacts['kind'];

/** One of them, at its place in the run. */
export interface Drama {
  at: Micros;
  step: StepNumber;
  facts: DramaFacts;
  /** How many of the kind came within a second of each other, this one the last. */
  count: number;
}

/** The latest dramas up to the cursor, newest first, and how many there were before them. */
export interface DramaPage {
  rows: Drama[];
  before: number;
}
