import type { MessageId, StepNumber, MessageNumber } from './ids.ts';
import type { BranchRow } from './branches.ts';
import type { Micros, Seconds } from './units.ts';

/** Small answers to questions: rows of the timeline, and candidates. */

/** A mark above the timeline. */
export interface TimelineMark {
  kind:
    | 'injection'
    | 'preemption'
    | 'dead'
    | 'alive'
    | 'deferred'
    | 'herd'
    | 'change'
    | 'purge'
    | 'purge-old'
    | 'over'
    /** Wake-ups of the timing wheel: something fell, something ran, nothing was there. */
    | 'woke-cascade'
    | 'woke-ran'
    | 'woke-empty';
  at: Micros;
  step: StepNumber;
  number: MessageNumber;
  text: string;
}

/** What the timeline shows of an interval: decisions counted in equal parts, and marks (thinned above 400). */
export interface TimelineSlice {
  from: Micros;
  to: Micros;
  counts: number[];
  marks: TimelineMark[];
  /** Those that are not deleted, in the order in which they were made. */
  branches: BranchRow[];
}

/** One candidate of the test behind a decision, recomputed from the state just before it. */
export interface CandidateRow {
  msg: MessageId;
  number: MessageNumber;
  age: Seconds;
  entries: number;
  need: number;
  /** Of the current job alone: entries in core that it has not handed over, which it can still earn with. */
  left?: number;
  score: number;
  verdict:
    | 'best'
    | 'lower-score'
    | 'does-not-fit'
    | 'has-children'
    | 'blocker'
    | 'nothing-left'
    | 'not-reached'
    | 'current'
    | 'ahead';
}
