import { lintEvidenceOf } from '../../importers/lint/evidence.ts';
import { lint } from '../../importers/lint/lint.ts';
import { sceneOf } from '../../importers/lint/scenes.ts';
import { readSettings } from '../../importers/settings/read.ts';
import type { Member } from '../../importers/store/record.ts';
import type { LintReport } from '../../protocol/lint.ts';
import type { RecordQuestions } from '../../protocol/record-questions.ts';
import { encodeLink } from '../../../scenario/link.ts';
import { type HeldRecord, memberOf } from './held.ts';

/** Answers questions about settings. A question for a scene is about a finding of the last report. */
export function lintAnswers(held: () => HeldRecord | null): Pick<RecordQuestions, 'lint' | 'lintScene'> {
  let checked: LintReport | null = null;
  return {
    async lint(question) {
      const record = held();
      checked = record === null ? null : lintOf(record, memberOf(record, question));
      return checked;
    },
    lintScene: async (finding) => (checked === null ? null : sceneAddress(checked, finding)),
  };
}

/** Checks the settings among a record's files, with one of its queue managers as evidence. Null without settings. */
function lintOf({ result, texts }: HeldRecord, member: Member | null): LintReport | null {
  const named = [...texts].map(([place, text]) => ({ name: result.files[place]?.name ?? '', text }));
  const settingTexts = named.filter(({ name, text }) => {
    const [source] = readSettings([{ name, text }]).sources;
    return source !== undefined && source.kind !== 'other';
  });
  if (settingTexts.length === 0) return null;
  const version = member === null ? '' : member.instance.pools.strings.text(member.instance.version);
  const settings = readSettings(settingTexts, { version: version === '' ? null : version });
  const busy = member !== null && member.instance.tables.activations.length > 1;
  return lint(settings, busy ? lintEvidenceOf(member.instance, settings, 'the record') : null);
}

/** Address of the run that shows a finding, or null if it has no scene. */
export async function sceneAddress(
  { findings, settings }: LintReport,
  number: number,
): Promise<string | null> {
  const finding = findings[number];
  const scenario = finding === undefined ? null : sceneOf(finding, settings);
  if (scenario === null) return null;
  const cursor = { step: 0, event: 0, decision: 0, at: 0 };
  return encodeLink({ scenario, live: [], cursor, branch: 1 }, '', { play: true });
}
