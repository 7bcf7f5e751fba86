/** Jobs: what a thread of its own works out for the page. One table says what each takes, answers and says meanwhile. */
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
  /** Word of how far it is, or a part of the answer. A share goes from 0 to 1 and never back. */
  said: Said;
}

/** Jobs that any thread of the pool can do: it keeps nothing between them. */
export interface PoolJobs {
  /** One run, in the terms of the document's result tables. */
  'first-pass': Job<MailScenario, FirstPassFigures, number>;
  /** One run of a sweep. */
  'sweep-run': Job<MailScenario, SweepFigures, number>;
  /** All three policies of a `cmgroup-workload/1` file, with recordings. Bad input is an answer. */
  policies: Job<unknown, Result<PolicyRun[]>>;
  /** One policy of such a file, by its place in the list: its figures only. */
  'policy-figures': Job<{ workload: unknown; policy: number }, Result<PolicyFigures>>;
  /** The model of a record that came as a run, without its log; null when the run follows none. */
  'model-of-run': Job<Pick<MailScenario, 'recorded' | 'params'>, ModelledSetup | null>;
  /** What a timer costs on this machine: points as they are there. */
  'timer-cost': Job<CostJob, number, { share: number } | { point: CostPoint }>;
}

/** Jobs of the thread that reads what comes from outside; it ends when one has taken longer than its kind may. */
type ReadingJobs = Record<ReadingKind, Job<unknown, unknown, ReadingSaid>>;

/** All jobs. A wing adds its own by declaration merging (`record/protocol/jobs.ts`). @public */
export interface JobTable extends PoolJobs, ReadingJobs {}

export type JobName = keyof JobTable;
export type JobInput<Name extends JobName> = JobTable[Name]['input'];
export type JobAnswer<Name extends JobName> = JobTable[Name]['answer'];
export type JobSaid<Name extends JobName> = JobTable[Name]['said'];

/** What came of a job. Nothing rejects: a job that fails, and a thread that ends, are answers with a sentence. */
export type JobOutcome<Name extends JobName> =
  | { ok: true; value: JobAnswer<Name> }
  | { ok: false; why: 'failed' | 'crashed' | 'ended'; reason: string };

/** To the thread: do this, or come to an end with what there is. */
export type JobOrder =
  | { kind: 'job'; job: number; name: JobName; input: unknown }
  | { kind: 'stop'; job: number };

/** From the thread; `done` and `failed` are the last of a job. */
export type JobMessage =
  | { kind: 'said'; job: number; said: unknown }
  | { kind: 'done'; job: number; answer: unknown }
  | { kind: 'failed'; job: number; reason: string };
