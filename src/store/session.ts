import type { DecisionRecord } from '../protocol/decisions.ts';
import type { EventRecord } from '../protocol/events.ts';
import type { Cursor, Frame, Notice } from '../protocol/frame.ts';
import type { JobId, MessageId, QueueId, TransportId, BranchId, DeliveryId } from '../protocol/ids.ts';
import type { InputError } from '../protocol/result.ts';
import type {
  DeliveryRow,
  JobRow,
  ListRow,
  MailRow,
  MessageRow,
  QueueRow,
  ServerRow,
  TransportRow,
  WheelRow,
} from '../protocol/rows.ts';
import type { Scenario } from '../protocol/scenario.ts';
import type { ThreadsRow } from '../protocol/threads-view.ts';

/**
 * What the page knows of the simulation: all frames merged. Only `ingest.ts` writes it. A row keeps its object while its
 * `rev` is equal, and a map is replaced only when its content changed, so that selectors can compare references. Maps have no
 * particular order.
 */
export interface SessionState {
  /** `loading` until the first frame; `failed` when a scenario was refused (see `errors`). */
  status: 'loading' | 'ready' | 'failed';
  errors: readonly InputError[];
  seq: number;
  run: number;
  cursor: Cursor;
  head: Cursor;
  branch: BranchId;
  playing: boolean;
  speed: number;
  /** True if nothing is left to happen after the cursor. (`idle.ts` tells whether the page has work to do.) */
  idle: boolean;
  motion: Frame['motion'];
  transports: ReadonlyMap<TransportId, TransportRow>;
  jobs: ReadonlyMap<JobId, JobRow>;
  queues: ReadonlyMap<QueueId, QueueRow>;
  messages: ReadonlyMap<MessageId, MessageRow>;
  deliveries: ReadonlyMap<DeliveryId, DeliveryRow>;
  /** Job lists that are too long for rows, as columns, by transport. */
  lists: ReadonlyMap<TransportId, ListRow>;
  servers: readonly ServerRow[];
  wheel: WheelRow | null;
  mail: MailRow | null;
  /** Agents of the shown transport as threads; null in a run whose agents are not threads. */
  threads: ThreadsRow | null;
  /** Numbers of messages whose number differs from their id. Read it through `numberOf`. */
  numbers: ReadonlyMap<MessageId, number>;
  decision: DecisionRecord | null;
  events: readonly EventRecord[];
  skipped: Frame['skipped'];
  /** The notice on the page. It stays until the reader dismisses it or opens another run. */
  notice: Notice | null;
  scenario: Scenario | null;
  /** Scenario that is being opened. With its first frame it becomes `scenario`. */
  opening: { scenario: Scenario; id?: string } | null;
  /** Gallery or lesson entry that the scenario came from. */
  baseScenarioId?: string;
}

const START: Cursor = { at: 0, step: 0, event: 0, decision: 0 };

export function initialSession(): SessionState {
  return {
    status: 'loading',
    errors: [],
    seq: 0,
    run: 0,
    cursor: START,
    head: START,
    branch: 0,
    playing: false,
    speed: 1,
    idle: false,
    motion: 'none',
    transports: new Map(),
    jobs: new Map(),
    queues: new Map(),
    messages: new Map(),
    deliveries: new Map(),
    lists: new Map(),
    servers: [],
    wheel: null,
    mail: null,
    threads: null,
    numbers: new Map(),
    decision: null,
    events: [],
    skipped: { decisions: 0, events: 0 },
    notice: null,
    scenario: null,
    opening: null,
  };
}
