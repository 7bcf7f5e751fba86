import type { MessageId, StepNumber, MessageNumber } from './ids.ts';
import type { BranchRow } from './branches.ts';
import type { Micros, Seconds } from './units.ts';

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
    /** Wake-ups of the timing wheel: a timer moved down a level, a timer expired, or all buckets were empty. */
    | 'woke-cascade'
    | 'woke-ran'
    | 'woke-empty';
  at: Micros;
  step: StepNumber;
  number: MessageNumber;
  text: string;
}

/**
 * One interval of the timeline: the number of decisions (in a run without decisions: events) in each of its equal
 * parts, and the marks. If there are more than 400 marks, only some are included.
 */
export interface TimelineSlice {
  from: Micros;
  to: Micros;
  counts: number[];
  marks: TimelineMark[];
  /** Branches that are not deleted, in order of creation. */
  branches: BranchRow[];
}

/** One candidate of the preemption test behind a decision, recomputed from the state just before it. */
export interface CandidateRow {
  msg: MessageId;
  number: MessageNumber;
  age: Seconds;
  entries: number;
  need: number;
  /** Entries of the current job that are still in memory and can still earn delivery slots; absent for other jobs. */
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
