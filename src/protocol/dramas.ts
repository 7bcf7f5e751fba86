import type { MessageId, StepNumber, TransportId, PoolId } from './ids.ts';
import type { LabDesign } from './lab.ts';
import type { Micros, Seconds } from './units.ts';

/**
 * Events that change the whole picture, with their figures. A figure is null if the part of the log that was read does not
 * contain it.
 *
 * `dead`, `alive`: a destination, or a transport whose agents are unreachable (`destination` false). `deferred`: a message
 * leaves the active queue. `herd`: one item wakes all waiting threads. `purge`: watch lists are purged. `full`: the active
 * queue has no room for an arriving message, although it had room for the previous one.
 */
export type DramaFacts =
  | {
      kind: 'dead';
      destination: boolean;
      name: string;
      transport: TransportId;
      /** Time of the queue manager, in seconds, at which the destination revives; 0 = in the same step. */
      until: Seconds;
      /** Recipients of the preceding failures in a row, and recipients deferred now without an attempt. */
      refused: number | null;
      putOff: number;
    }
  | {
      kind: 'alive';
      destination: boolean;
      name: string;
      transport: TransportId;
      /**
       * `success`: a delivery in progress succeeded. `time`: the time was over. `flush`: the reader flushed the queue.
       */
      cause: 'success' | 'time' | 'flush';
    }
  | {
      kind: 'deferred';
      msg: MessageId;
      /** Recipients still waiting, and recipients delivered. */
      waiting: number | null;
      delivered: number | null;
      retryAt: Seconds | null;
    }
  | { kind: 'herd'; transport: PoolId; woken: number; name: string }
  | {
      kind: 'purge';
      /** '' = the queue manager's purgatory, otherwise a design of the laboratory. */
      design: '' | LabDesign;
      visited: number;
      removed: number;
    }
  | {
      kind: 'full';
      /** The message that stays in the incoming queue, and the number of messages in the active queue. */
      msg: MessageId;
      active: number | null;
    };

export type DramaKind = DramaFacts['kind'];

export interface Drama {
  at: Micros;
  step: StepNumber;
  facts: DramaFacts;
  /**
   * Number of dramas of this kind in the row. They were merged because each came within a second of the next drama. The
   * row shows the last drama.
   */
  count: number;
}

/** The latest dramas up to the cursor, newest first. `before`: number of earlier dramas. */
export interface DramaPage {
  rows: Drama[];
  before: number;
}
