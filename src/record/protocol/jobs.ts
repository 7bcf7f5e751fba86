import type { LintReport } from './lint.ts';
import type {
  Change,
  ChangedRun,
  PredictProgress,
  PredictView,
  StudyOptions,
  PredictedChange,
} from './predict.ts';
import type { RecordFile, RecordOptions, RecordProgress, RecordView } from './record.ts';
import type { FollowProgress, ReplayResult } from './replay.ts';

declare module '../../protocol/jobs.ts' {
  /** Jobs about something that the thread keeps from one to the next: it is held by the desk that asks. */
  interface JobTable {
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
    attempt: Job<string, PredictedChange, PredictProgress>;
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
}
