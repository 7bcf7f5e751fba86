import { expose } from 'comlink';
import { lint } from '../../importers/lint/lint.ts';
import { readSettings } from '../../importers/settings/read.ts';
import type { LintApi, LintReport } from '../../protocol/lint.ts';
import { sceneAddress } from '../record/lint.ts';
import { claimThread } from './sole.ts';

claimThread('the check of settings');

let last: LintReport | null = null;

const api: LintApi = {
  check(texts) {
    last = lint(readSettings(texts));
    return last;
  },
  scene: async (number) => (last === null ? null : sceneAddress(last, number)),
};

expose(api);
