/** Jobs: what a thread of its own works out for the page. One table says what each takes, answers and says meanwhile. */
import type { FirstPassFigures, SweepFigures } from './experiments.ts';
import type { LintReport } from '../record/protocol/lint.ts';
import type { ModelledSetup } from './modelled.ts';
import type { PolicyFigures, PolicyRun } from './policies.ts';
import type {
  Change,
  ChangedRun,
  PredictProgress,
  PredictView,
  StudyOptions,
  Tried,
} from '../record/protocol/predict.ts';
import type { RecordFile, RecordOptions, RecordProgress, RecordView } from '../record/protocol/record.ts';
import type { ReadingKind, ReadingSaid } from './reading.ts';
import type { FollowProgress, ReplayResult } from '../record/protocol/replay.ts';
import type { Result } from './result.ts';
import type { MailScenario } from './scenario.ts';
import type { CostJob, CostPoint } from './timer-cost.ts';

interface Job<Input, Answer, Said = never> {
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

/** Jobs about something that the thread keeps from one to the next: it is held by the desk that asks. */
interface HeldJobs {
  /**
   * Reads a record, makes its model and calibrates it, then tries likely changes. Says views as they grow. Fails with a
   * sentence when there is nothing to be asked.
   */
  study: Job<
    { files: readonly RecordFile[]; options: StudyOptions },
    PredictView,
    { view: PredictView | null; progress: PredictProgress }
  >;
  /** Tries one more change of what was studied: lines as the options of `npm run predict`, without `--set` and so on (`smtp_x=5`, `maxproc smtp=20`). */
  attempt: Job<string, Tried, PredictProgress>;
  /** What was studied, with changes, as a run. */
  'changed-run': Job<readonly Change[], ChangedRun>;
  /** Reads all texts as one configuration, and checks it. */
  'check-settings': Job<readonly { name: string; text: string }[], LintReport>;
  /** Address (`#s=…`) of the run that shows a finding of the last check; null when it has none. */
  'settings-scene': Job<number, string | null>;
  /** Reads files as one record, in the place of the one before. Told to stop, it answers with what was read. */
  'read-record': Job<{ files: readonly RecordFile[]; options: RecordOptions }, RecordView, RecordProgress>;
  /**
   * Follows the replay that is open to its end and holds it against the record. Told to stop, it answers with what it has; null
   * when another replay was opened meanwhile.
   */
  'follow-record': Job<null, ReplayResult | null, FollowProgress>;
}

/** Jobs of the thread that reads what comes from outside; it ends when one has taken longer than its kind may. */
type ReadingJobs = Record<ReadingKind, Job<unknown, unknown, ReadingSaid>>;

interface JobTable extends PoolJobs, HeldJobs, ReadingJobs {}

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
