import { expose } from 'comlink';
import { lint } from '../../importers/lint/lint.ts';
import { sceneOf } from '../../importers/lint/scenes.ts';
import { readSettings } from '../../importers/settings/read.ts';
import type { LintApi, LintReport } from '../../protocol/lint.ts';
import { encodeLink } from '../../scenario/link.ts';
import { claimThread } from './sole.ts';

claimThread('the check of settings');

let last: LintReport | null = null;

const api: LintApi = {
  check(texts) {
    last = lint(readSettings(texts));
    return last;
  },
  async scene(number) {
    const finding = last?.findings[number];
    const scenario = finding === undefined || last === null ? null : sceneOf(finding, last.settings);
    if (scenario === null) return null;
    const cursor = { step: 0, event: 0, decision: 0, at: 0 };
    return encodeLink({ scenario, live: [], cursor, branch: 1 }, '', { play: true });
  },
};

expose(api);
