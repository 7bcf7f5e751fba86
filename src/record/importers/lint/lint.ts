import type { LintEvidence, LintFinding, LintReport, LintSeverity } from '../../protocol/lint.ts';
import type { Settings } from '../../protocol/settings.ts';
import { forInstance } from '../settings/shell-commands.ts';
import { lintContext } from './context.ts';
import { RULES } from './rules.ts';

const ORDER: readonly LintSeverity[] = ['wrong', 'dead', 'risky', 'hint'];

/** Applies all rules to a configuration. The same settings and evidence always give the same report. */
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

/** Orders findings by severity. Within a severity those with evidence come first, then the order of rules counts. */
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
    notes.push('No main.cf or postconf -n was given. The defaults of Postfix are assumed.');
  if (!settings.hasMaster) {
    notes.push(
      'No master.cf or postconf -M was given. The stock one is assumed, and missing transports are not detected.',
    );
  }
  const mapped = settings.globals.transport_maps?.value ?? '';
  if (mapped !== '' && settings.routes.length === 0) {
    notes.push(
      `The transport map (${mapped}) was not given. Add its postmap -s output to see where mail really goes.`,
    );
  }
  if (settings.version === null) {
    notes.push(
      'The version is unknown, so defaults and rules are those of 3.x. Run postconf mail_version to find it.',
    );
  }
  for (const { file, startsWithMark, defaults = 0 } of settings.sources) {
    if (startsWithMark !== undefined && !/(?:^|\/)(?:main|master)\.cf$/.test(file))
      notes.push(
        `${file} begins with a byte order mark. It is ignored here, but in main.cf itself it would be an error.`,
      );
    if (defaults > 0)
      notes.push(
        `${file} lists all parameters (postconf without -n). The ${defaults} with their default value are treated as not set. postconf -n prints only those set in main.cf.`,
      );
  }
  if (evidence === null) {
    notes.push(
      'No record was given, so the amount of mail, the duration of deliveries and their concurrency are unknown.',
    );
  }
  return notes;
}
