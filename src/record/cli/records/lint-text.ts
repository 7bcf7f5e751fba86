import { formatCounted } from '../../../explain/format.ts';
import type { LintFinding, LintReport, LintSeverity } from '../../protocol/lint.ts';
import { NOTHING_WRONG } from '../../explain/records.ts';
import type { Row } from '../../../cli/terminal.ts';
import { wrap } from '../../../cli/wrap.ts';

const WORDS: Readonly<Record<LintSeverity, string>> = {
  wrong: 'WRONG',
  dead: 'NO EFFECT',
  risky: 'RISKY',
  hint: 'hint',
};

const STYLES = { wrong: 'wrong', dead: 'risky', risky: 'risky', hint: 'title' } as const;

/** The report as rows of at most `width` characters, except lines of the settings and commands, which stay whole. */
export function reportText({ settings, findings, notChecked }: LintReport, width: number): Row[] {
  const read = `${settings.main.length} settings, ${settings.services.length} services, ${settings.transports.length} transports`;
  const head = findings.length === 0 ? NOTHING_WRONG : `${formatCounted(findings.length, 'finding')}.`;
  const version = settings.version === null ? '' : `, Postfix ${settings.version}`;
  return [
    ...wrap(`${head} Checked: ${read}${version}.`, width),
    ...findings.flatMap((finding) => findingText(finding, width)),
    ...(notChecked.length > 0 ? ['', ...notChecked.flatMap((note) => wrap(note, width, '- ', '  '))] : []),
  ];
}

function findingText(f: LintFinding, width: number): Row[] {
  const place = f.lines.map((line) => `      ${line.file}:${line.line}: ${line.text.slice(0, 160)}`);
  const sentence = (text: string): string[] => wrap(text, width, '    ');
  return [
    '',
    ...wrap(`[${WORDS[f.severity]}] ${f.title}`, width, `${String(f.rule).padStart(3)} `, '    ').map(
      (text): Row => ({ style: STYLES[f.severity], text }),
    ),
    ...(place.length > 0
      ? place
      : f.setting.includes('_')
        ? [`      ${f.setting} = ${f.value}   (default)`]
        : []),
    ...sentence(f.sentence),
    ...(f.evidence === null ? [] : sentence(f.evidence)),
    ...sentence(`Source: ${f.source}`),
    ...f.repair.map((command) => `    # ${command}`),
    ...(f.repairNote === '' ? [] : sentence(f.repairNote)),
  ];
}
