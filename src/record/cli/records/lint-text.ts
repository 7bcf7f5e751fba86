import { formatCounted } from '../../../explain/format.ts';
import type { LintFinding, LintReport, LintSeverity } from '../../protocol/lint.ts';
import { NOTHING_WRONG } from '../../explain/records.ts';

const WIDTH = 100;
const WORDS: Readonly<Record<LintSeverity, string>> = {
  wrong: 'WRONG',
  dead: 'NO EFFECT',
  risky: 'RISKY',
  hint: 'hint',
};

export function reportText({ settings, findings, notChecked }: LintReport): string {
  const read = `${settings.main.length} settings, ${settings.services.length} services, ${settings.transports.length} transports`;
  const head = findings.length === 0 ? NOTHING_WRONG : `${formatCounted(findings.length, 'finding')}.`;
  return [
    `${head} Checked: ${read}${settings.version === null ? '' : `, Postfix ${settings.version}`}.`,
    ...findings.map(findingText),
    ...(notChecked.length > 0 ? ['', ...notChecked.map((note) => wrapped(note, '- ', '  '))] : []),
  ].join('\n');
}

function findingText(f: LintFinding): string {
  const place = f.lines.map((line) => `      ${line.file}:${line.line}: ${line.text.slice(0, 160)}`);
  return [
    '',
    wrapped(`[${WORDS[f.severity]}] ${f.title}`, `${String(f.rule).padStart(3)} `, '    '),
    ...(place.length > 0
      ? place
      : f.setting.includes('_')
        ? [`      ${f.setting} = ${f.value}   (default)`]
        : []),
    wrapped(f.sentence, '    ', '    '),
    ...(f.evidence === null ? [] : [wrapped(f.evidence, '    ', '    ')]),
    wrapped(`Source: ${f.source}`, '    ', '    '),
    ...f.repair.map((command) => `    # ${command}`),
    ...(f.repairNote === '' ? [] : [wrapped(f.repairNote, '    ', '    ')]),
  ].join('\n');
}

function wrapped(text: string, first: string, next: string): string {
  const rows: string[] = [];
  let row = first;
  for (const word of text.split(' ')) {
    if (row.trim() !== '' && row.length + word.length >= WIDTH && row.length > first.length) {
      rows.push(row.trimEnd());
      row = next;
    }
    row += `${word} `;
  }
  return [...rows, row.trimEnd()].join('\n');
}
