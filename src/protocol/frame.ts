import type { DecisionRecord } from './decisions.ts';
import type { EventRecord } from './events.ts';
import type { DecisionNumber, EventNumber, MessageId, StepNumber, BranchId } from './ids.ts';
import type { ListRow, MailRow, RowKind, RowTypes, ServerRow, WheelRow } from './rows.ts';
import type { ThreadsRow } from './threads-view.ts';
import type { Micros } from './units.ts';

/** What the page wants to see. Rows outside the view are not sent. */
export interface View {
  transport: string;
  /** Selected message number, 0 = none: its rows are always sent. */
  selected: number;
  /** Number of the message under the lens of a long list: its job comes as a row. Absent or 0 = none. */
  lens?: number;
  /** How many of the latest deliveries to send, counted back from the cursor. */
  deliveries: number;
  /** Jobs of a list that may come as rows; longer lists come as columns. Absent = always rows. */
  rows?: number;
  /** Order of the columns; absent = the scheduler's. */
  order?: 'scheduler' | 'time';
  /** Lists of jobs wanted: of the transport looked at (the default), or of all of them. */
  lists?: 'shown' | 'all';
}

/**
 * Something the reader must know that is not part of the simulation. `invariant`: a step broke a rule of the core and
 * the run stopped before it. `clamped`: a place that was asked for does not exist, the nearest one is shown.
 * `crashed`: the worker ended and was started again at the same place. `refused`: a live command of a saved run no
 * longer applies and was left out, with those after it. `differs`: this engine decides otherwise than the one that made
 * the link. `full`: the run has used up its memory and stops where it is. `note`: what the sender of a link wants to say. `exercise`: the link asks who gets the next turn.
 */
export interface Notice {
  kind: 'invariant' | 'clamped' | 'crashed' | 'refused' | 'differs' | 'full' | 'note' | 'exercise';
  /** Plain text; parts of it may come from outside. */
  text: string;
  /** Of an exercise: the event after which it is asked, and the answer where the link was made, such as `m6`. */
  exercise?: { event: EventNumber; expected: string };
}

/** Where on the timeline. The state shown is the one after step `step`. */
export interface Cursor {
  /** The instant shown: that of the last step or, between two steps, the later one that time has reached. */
  at: Micros;
  step: StepNumber;
  event: EventNumber;
  decision: DecisionNumber;
}

/**
 * One picture of the simulation. `base: null` is a full frame; otherwise rows and removals are relative to the frame
 * with that `seq`. Exactly one frame is in flight; rows conflate while the page is busy.
 */
export interface Frame {
  seq: number;
  base: number | null;
  /** Id of the opened run: a new number after each `open`. */
  run: number;
  cursor: Cursor;
  /** Furthest point simulated so far on this branch. */
  head: Cursor;
  branch: BranchId;
  playing: boolean;
  speed: number;
  /** Nothing is left to happen after the cursor unless a command comes. */
  idle: boolean;
  /** How the cursor moved since the frame before: decides whether and how the page animates. */
  motion: 'none' | 'forward' | 'back' | 'jump';
  rows: { [K in RowKind]: RowTypes[K][] };
  removed: { [K in RowKind]: number[] };
  /** Present when changed. */
  lists?: ListRow[];
  servers?: ServerRow[];
  wheel?: WheelRow;
  mail?: MailRow;
  /** Agents of the transport looked at as threads; null where agents are not threads. Present when changed. */
  threads?: ThreadsRow | null;
  /** Message ids whose number is not their id. Present when changed. */
  numbers?: [MessageId, number][];
  /** Decision and events that led to the state shown: those of the last step that had a decision, and of the last step. */
  decision: DecisionRecord | null;
  events: EventRecord[];
  /** Numbers of decisions and events skipped since the last frame, so that nothing is dropped silently. */
  skipped: { decisions: number; events: number };
  /** Said once, in the frame where it became true. */
  notice?: Notice;
}
