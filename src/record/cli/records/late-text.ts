import { moreWords, unbroken, formatLasting, formatTimeOfDay } from '../../explain/record-format.ts';
import { findingWords } from '../../explain/findings/sentences.ts';
import { verdictSentence } from '../../explain/findings/verdict.ts';
import type { Finding, LateReport } from '../../protocol/findings.ts';

const WIDTH = 100;
const LINES_SHOWN = 3;
const IDS_SHOWN = 5;

export function lateText(report: LateReport, zone: string): string {
  const { host, instance, from, to, verdicts, findings, more, thresholds, whyCounts } = report;
  return [
    `${host} ${instance}, ${formatTimeOfDay(from, zone, true)} to ${formatTimeOfDay(to, zone, true)} (${zone})`,
    ...verdicts.map((verdict) => wrapped(verdictSentence(verdict, thresholds.late), '  ')),
    ...(whyCounts === ''
      ? []
      : [wrapped(`These figures are estimates from counts, because ${whyCounts}.`, '  ')]),
    '',
    findings.length === 0
      ? `  No findings: no recipient waited ${formatLasting(thresholds.late)} or longer at one stage.`
      : `  ${findings.length === 1 ? 'One finding' : `${findings.length + more} findings`}, costliest first (cost = waiting summed over recipients):`,
    ...findings.map((finding, i) => findingText(finding, i + 1, zone)),
    ...(more === 0 ? [] : ['', `  ${moreWords(more)}`]),
    '',
  ].join('\n');
}

function findingText(finding: Finding, rank: number, zone: string): string {
  const { title, sentence, detail } = findingWords(finding, zone);
  const { count, ids, lines } = finding.rests;
  const where = lines.slice(0, LINES_SHOWN).map(({ file, line }) => `${file}:${line}`);
  return [
    '',
    `  ${rank}. ${title} [${finding.rule}], ${finding.cost > 0 ? formatLasting(finding.cost) : 'cost unknown'}`,
    wrapped(sentence, '     '),
    wrapped(detail, '     '),
    ...(ids.length === 0
      ? []
      : [`     messages: ${ids.slice(0, IDS_SHOWN).join(' ')}${ids.length > IDS_SHOWN ? ' …' : ''}`]),
    `     lines (${count}): ${where.join(' ')}${count > LINES_SHOWN ? ' …' : ''}`,
  ].join('\n');
}

/** Wraps text for a terminal. A figure stays with its unit, and no-break spaces become plain ones so that a search finds the words. */
function wrapped(text: string, indent: string): string {
  const rows: string[] = [];
  let row = '';
  for (const word of unbroken(text).split(' ')) {
    if (row !== '' && indent.length + row.length + word.length >= WIDTH) {
      rows.push(indent + row);
      row = word;
    } else row = row === '' ? word : `${row} ${word}`;
  }
  return [...rows, indent + row].join('\n').replaceAll('\u00a0', ' ');
}
