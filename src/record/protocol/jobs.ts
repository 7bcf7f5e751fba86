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
  /** Jobs of a thread that keeps a study, a check or a record between calls. The caller owns this thread. */
  interface JobTable {
    /**
     * Reads a record, builds and calibrates its model, then tries likely changes. Reports the view as it grows. Fails
     * with a sentence if there is nothing to study.
     */
    study: Job<
      { files: readonly RecordFile[]; options: StudyOptions },
      PredictView,
      { view: PredictView | null; progress: PredictProgress }
    >;
    /**
     * Tries one more change on the studied record. The text has the options of `npm run predict` without the dashes
     * and `--set` (`smtp_x=5`, `maxproc smtp=20`).
     */
    attempt: Job<string, PredictedChange, PredictProgress>;
    /** Makes a run of the studied record with these changes. */
    'changed-run': Job<readonly Change[], ChangedRun>;
    /** Reads all texts as one configuration and checks it. */
    'check-settings': Job<readonly { name: string; text: string }[], LintReport>;
    /** Returns the address (`#s=…`) of the run that shows a finding of the last check. Null if no run shows it. */
    'settings-scene': Job<number, string | null>;
    /** Reads files as one record, which replaces the previous one. When cancelled, answers with what has been read. */
    'read-record': Job<{ files: readonly RecordFile[]; options: RecordOptions }, RecordView, RecordProgress>;
    /**
     * Follows the open replay to its end and compares it with the record. When cancelled, answers with the part that
     * was compared. Null if another replay was opened meanwhile.
     */
    'follow-record': Job<null, ReplayResult | null, FollowProgress>;
  }
}
