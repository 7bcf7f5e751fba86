/** Jobs: work that separate threads do for the page. One table gives the input, answer and progress messages of each. */
import type { FirstPassFigures, SweepFigures } from './experiments.ts';
import type { ModelledSetup } from './modelled.ts';
import type { PolicyFigures, PolicyRun } from './policies.ts';
import type { ReadingKind, ReadingSaid } from './reading.ts';
import type { Result } from './result.ts';
import type { MailScenario } from './scenario.ts';
import type { CostJob, CostPoint } from './timer-cost.ts';

/** @public */
export interface Job<Input, Answer, Said = never> {
  input: Input;
  answer: Answer;
  /** Progress as a share that rises from 0 to 1, or a part of the answer. */
  said: Said;
}

/** Jobs that any thread of the pool can do: they keep no state. */
export interface PoolJobs {
  /** One run, with the figures of the document's result tables. */
  'first-pass': Job<MailScenario, FirstPassFigures, number>;
  'sweep-run': Job<MailScenario, SweepFigures, number>;
  /** Runs all three policies of a `cmgroup-workload/1` file, with recordings. Invalid input gives an error result. */
  policies: Job<unknown, Result<PolicyRun[]>>;
  /** Figures of one policy of a `cmgroup-workload/1` file, by the policy's index. */
  'policy-figures': Job<{ workload: unknown; policy: number }, Result<PolicyFigures>>;
  /**
   * Infers the model of a record from the data of a run that follows it, without the log; null when the run follows no
   * record.
   */
  'model-of-run': Job<Pick<MailScenario, 'recorded' | 'params'>, ModelledSetup | null>;
  /** The cost of timers on this machine. Points are sent as they are measured. */
  'timer-cost': Job<CostJob, number, { share: number } | { point: CostPoint }>;
}

/** Jobs of the thread that reads outside input. It is terminated when a job exceeds the time limit of its kind. */
type ReadingJobs = Record<ReadingKind, Job<unknown, unknown, ReadingSaid>>;

/** All jobs. `record/protocol/jobs.ts` adds the jobs of records by declaration merging. @public */
export interface JobTable extends PoolJobs, ReadingJobs {}

export type JobName = keyof JobTable;
export type JobInput<Name extends JobName> = JobTable[Name]['input'];
export type JobAnswer<Name extends JobName> = JobTable[Name]['answer'];
export type JobSaid<Name extends JobName> = JobTable[Name]['said'];

/** The result of a job. Nothing rejects: a failed job or a terminated thread gives a reason, as a sentence. */
export type JobOutcome<Name extends JobName> =
  | { ok: true; value: JobAnswer<Name> }
  | { ok: false; why: 'failed' | 'crashed' | 'ended'; reason: string };

/** Messages to the thread: start a job, or stop it and answer with the results so far. */
export type JobOrder =
  | { kind: 'job'; job: number; name: JobName; input: unknown }
  | { kind: 'stop'; job: number };

/** Messages from the thread. `done` or `failed` is the last one of a job. */
export type JobMessage =
  | { kind: 'said'; job: number; said: unknown }
  | { kind: 'done'; job: number; answer: unknown }
  | { kind: 'failed'; job: number; reason: string };
