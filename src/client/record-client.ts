import type { RecordQuestions } from '../protocol/record-questions.ts';
import type { ModelledSetup } from '../protocol/modelled.ts';
import { proxy, type Remote, wrap } from 'comlink';
import type { FollowProgress, LogLine, ReplayOf, ReplayResult, ReplayView } from '../protocol/replay.ts';
import type {
  KeptRecord,
  RecordApi,
  RecordFile,
  RecordOptions,
  RecordProgress,
  RecordView,
} from '../protocol/record.ts';
import { whileAsked } from './while-asked.ts';
import { takeRecordThread } from './record-thread.ts';
import type { WorkerEnds } from './worker-ends.ts';

/** The reader of records in a thread of its own. Its calls never settle once it has crashed. */
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
  /** What can be asked about what was read. */
  readonly questions: RecordQuestions;
  keep(name: string): Promise<KeptRecord>;
  kept(): Promise<KeptRecord[]>;
  openKept(id: string): Promise<RecordView>;
  forget(id: string): Promise<void>;
}

/** Starts it. */
export function startRecordReader(): RecordReader {
  const { worker, ends } = takeRecordThread();
  const api: Remote<RecordApi> = wrap<RecordApi>(worker);
  return {
    open: (files, options, heard) => whileAsked(heard, (told) => api.open(files, options, proxy(told))),
    cancel: () => void api.cancel(),
    replay: (which) => api.replay(which),
    model: (which) => api.model(which),
    follow: (heard) => whileAsked(heard, (told) => api.follow(proxy(told))),
    endFollow: () => void api.endFollow(),
    lines: (file, from, to) => api.lines(file, from, to),
    questions: api,
    keep: (name) => api.keep(name),
    kept: () => api.kept(),
    openKept: (id) => api.openKept(id),
    forget: (id) => api.forget(id),
    ...ends,
  };
}
