/** Settings, and a record when there is one → findings. */
import type { LintEvidence, LintFinding, LintReport, LintSeverity } from '../../protocol/lint.ts';
import type { Settings } from '../../protocol/settings.ts';
import { forInstance } from '../settings/shell-commands.ts';
import { lintContext } from './context.ts';
import { RULES } from './rules.ts';

const ORDER: readonly LintSeverity[] = ['wrong', 'dead', 'risky', 'hint'];

/** All rules over a configuration. The same settings and evidence give the same report, on every machine. */
export function lint(settings: Settings, evidence: LintEvidence | null = null): LintReport {
  const context = lintContext(settings, evidence);
  const named = forInstance(settings);
  const findings = [...RULES.values()]
    .flatMap((rule) => rule(context))
    .map((found) => ({
      ...found,
      repair: found.repair.map(named),
      repairNote: named(found.repairNote),
    }));
  return { settings, findings: findings.sort(byImportance), notChecked: notChecked(settings, evidence) };
}

/** Within a severity what the record shows comes first; then the order of the rules. */
function byImportance(a: LintFinding, b: LintFinding): number {
  return (
    ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity) ||
    Number(a.evidence === null) - Number(b.evidence === null) ||
    a.rule - b.rule
  );
}

function notChecked(settings: Settings, evidence: LintEvidence | null): string[] {
  const notes: string[] = [];
  if (!settings.hasMain)
    notes.push('No main.cf and no postconf -n was given: the defaults of Postfix are taken.');
  if (!settings.hasMaster) {
    notes.push(
      'No master.cf and no postconf -M was given: a stock one is taken, and it is not checked whether transports exist.',
    );
  }
  const mapped = settings.globals.transport_maps?.value ?? '';
  if (mapped !== '' && settings.routes.length === 0) {
    notes.push(`The transport map (${mapped}) is not here: postmap -s of it says where mail really goes.`);
  }
  if (settings.version === null) {
    notes.push(
      'The version is not known: defaults and rules are those of 3.x. postconf mail_version tells it.',
    );
  }
  for (const { file, startsWithMark, defaults = 0 } of settings.sources) {
    if (startsWithMark !== undefined && !/(?:^|\/)(?:main|master)\.cf$/.test(file))
      notes.push(
        `${file} begins with a byte order mark, which is not looked at: in main.cf itself it would be an error.`,
      );
    if (defaults > 0)
      notes.push(
        `${file} holds all parameters (postconf without -n). The ${defaults} that have their default are taken as not set: postconf -n prints only those of main.cf.`,
      );
  }
  if (evidence === null) {
    notes.push(
      'No record was given: what arrives, how long a delivery takes and how many run at once is not known.',
    );
  }
  return notes;
}
