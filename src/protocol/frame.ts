import type { DecisionRecord } from './decisions.ts';
import type { EventRecord } from './events.ts';
import type { DecisionNumber, EventNumber, MessageId, StepNumber, BranchId } from './ids.ts';
import type { ListRow, MailRow, RowKind, RowTypes, ServerRow, WheelRow } from './rows.ts';
import type { ThreadsRow } from './threads-view.ts';
import type { Micros } from './units.ts';

/** What the page wants to see. Rows outside the view are not sent. */
export interface View {
  transport: string;
  /** Number of the selected message, 0 = none. Its rows are always sent. */
  selected: number;
  /** Number of the message under the lens of a long list; its job is sent as a row. Absent or 0 = none. */
  lens?: number;
  /** Number of latest deliveries to send, counted back from the cursor. */
  deliveries: number;
  /** Length of the longest job list that is sent as rows; longer lists are sent as columns. Absent = always rows. */
  rows?: number;
  /** Order of the jobs in columns; absent = the scheduler's order. */
  order?: 'scheduler' | 'time';
  /** Job lists to send: of the shown transport (the default), or of all. */
  lists?: 'shown' | 'all';
}

/**
 * A message to the reader from outside the simulation. `invariant`: a step would have broken a rule of the core, so the
 * run stopped before it. `clamped`: the requested place does not exist; the nearest one is shown. `crashed`: the worker
 * crashed and was restarted at the same place. `refused`: a live command of a saved run no longer applies; this command
 * and later commands were dropped. `differs`: this engine decides differently from the engine that made the link.
 * `full`: the run used up its memory and stopped. `note`: a note from the sender of a link. `exercise`: the link asks
 * who gets the next turn.
 */
export interface Notice {
  kind: 'invariant' | 'clamped' | 'crashed' | 'refused' | 'differs' | 'full' | 'note' | 'exercise';
  /** Plain text; parts may come from outside. */
  text: string;
  /**
   * The event after which the exercise asks who gets the next turn, and the right answer, such as `m6`, computed when
   * the link was made.
   */
  exercise?: { event: EventNumber; expected: string };
}

/** A place on the timeline: the state after step `step`. */
export interface Cursor {
  /** The instant shown: that of the last step, or a later instant before the next step. */
  at: Micros;
  step: StepNumber;
  event: EventNumber;
  decision: DecisionNumber;
}

/**
 * One picture of the simulation. `base: null` is a full frame; otherwise rows and removals are relative to the frame with that
 * `seq`. Only one frame is in flight; while the page is busy, changes coalesce.
 */
export interface Frame {
  seq: number;
  base: number | null;
  /** Number of the opened run; each `open` gives a new one. */
  run: number;
  cursor: Cursor;
  /** Furthest point simulated on this branch. */
  head: Cursor;
  branch: BranchId;
  playing: boolean;
  speed: number;
  /** True when nothing happens after the cursor without a command. */
  idle: boolean;
  /** How the cursor moved since the previous frame. The page animates accordingly. */
  motion: 'none' | 'forward' | 'back' | 'jump';
  rows: { [K in RowKind]: RowTypes[K][] };
  removed: { [K in RowKind]: number[] };
  /** Present when changed. */
  lists?: ListRow[];
  servers?: ServerRow[];
  wheel?: WheelRow;
  mail?: MailRow;
  /** Agents of the shown transport as threads; null where agents are not threads. Present when changed. */
  threads?: ThreadsRow | null;
  /** Messages whose number differs from their id. Present when changed. */
  numbers?: [MessageId, number][];
  /** What led to this state: the decision and events of the last step with a decision, and the events of the last step. */
  decision: DecisionRecord | null;
  events: EventRecord[];
  /** Number of decisions and events skipped since the previous frame. */
  skipped: { decisions: number; events: number };
  /** Sent once, in the first frame to which it applies. */
  notice?: Notice;
}
