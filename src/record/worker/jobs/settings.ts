import { lint } from '../../importers/lint/lint.ts';
import { readSettings } from '../../importers/settings/read.ts';
import type { LintReport } from '../../protocol/lint.ts';
import type { Work } from '../../../protocol/serve-jobs.ts';
import { sceneAddress } from '../record/lint.ts';

/** Kept so that scenes are created only on request. */
let last: LintReport | null = null;

/** Reads and checks settings, and keeps the report for scenes of its findings. */
export const checkSettings: Work<'check-settings'> = (texts) => {
  last = lint(readSettings(texts));
  return last;
};

/** Address of a scene that shows a finding of the last report, or null. */
export const settingsScene: Work<'settings-scene'> = async (finding) =>
  last === null ? null : sceneAddress(last, finding);
