import type { RecordQuestions } from '../protocol/record-questions.ts';
import type { ModelledSetup } from '../../protocol/modelled.ts';
import { type Remote, releaseProxy, wrap } from 'comlink';
import type { FollowProgress, LogLine, ReplayOf, ReplayResult, ReplayView } from '../protocol/replay.ts';
import type {
  KeptRecord,
  RecordApi,
  RecordFile,
  RecordOptions,
  RecordProgress,
  RecordView,
} from '../protocol/record.ts';
import { holdThread } from '../../client/job-thread.ts';
import { threadOf } from '../../client/thread-of.ts';
import { takeRecordThread } from './record-thread.ts';
import type { JobName, JobOutcome } from '../../protocol/jobs.ts';
import type { WorkerEnds } from '../../client/worker-ends.ts';

/** Reads records in a separate worker. When the worker crashes, its jobs fail but its other calls never settle. */
export interface RecordReader extends WorkerEnds {
  open(
    files: readonly RecordFile[],
    options: RecordOptions,
    heard: (progress: RecordProgress) => void,
  ): Promise<RecordView>;
  cancel(): void;
  replay(which: ReplayOf | null): Promise<ReplayView | null>;
  model(which: ReplayOf | null): Promise<ModelledSetup | null>;
  follow(heard: (progress: FollowProgress) => void): Promise<ReplayResult | null>;
  endFollow(): void;
  lines(file: number, from: number, to: number): Promise<LogLine[]>;
  readonly questions: RecordQuestions;
  keep(name: string): Promise<KeptRecord>;
  kept(): Promise<KeptRecord[]>;
  openKept(id: string): Promise<RecordView>;
  forget(id: string): Promise<void>;
}

export function startRecordReader(): RecordReader {
  const { worker, ends } = takeRecordThread();
  const api: Remote<RecordApi> = wrap<RecordApi>(worker);
  const held = holdThread(threadOf(worker, ends));
  return {
    open: async (files, options, heard) => valueOf(await held.run('read-record', { files, options }, heard)),
    cancel: () => held.stop('read-record'),
    replay: (which) => api.replay(which),
    model: (which) => api.model(which),
    follow: async (heard) => valueOf(await held.run('follow-record', null, heard)),
    endFollow: () => held.stop('follow-record'),
    lines: (file, from, to) => api.lines(file, from, to),
    questions: api,
    keep: (name) => api.keep(name),
    kept: () => api.kept(),
    openKept: (id) => api.openKept(id),
    forget: (id) => api.forget(id),
    ...ends,
    terminate() {
      api[releaseProxy]();
      ends.terminate();
    },
  };
}

/** Returns the value of a job. Throws the reason when the job failed. */
function valueOf<Name extends JobName>(
  outcome: JobOutcome<Name>,
): (JobOutcome<Name> & { ok: true })['value'] {
  if (outcome.ok) return outcome.value;
  throw new Error(outcome.reason);
}
