import { lint } from '../../importers/lint/lint.ts';
import { readSettings } from '../../importers/settings/read.ts';
import type { LintReport } from '../../protocol/lint.ts';
import type { Work } from '../../../protocol/serve-jobs.ts';
import { sceneAddress } from '../record/lint.ts';

/** Kept, so that scenes are made of it only when asked for. */
let last: LintReport | null = null;

/** Reads settings and checks them; they are kept for the scenes of their findings. */
export const checkSettings: Work<'check-settings'> = (texts) => {
  last = lint(readSettings(texts));
  return last;
};

/** Address of a scene that shows a finding of the settings that were checked last; null = there is none. */
export const settingsScene: Work<'settings-scene'> = async (finding) =>
  last === null ? null : sceneAddress(last, finding);
