import { moreWords, unbroken, formatLasting, formatTimeOfDay } from '../../explain/record-format.ts';
import { answerOf } from '../../explain/findings/answer.ts';
import { findingWords } from '../../explain/findings/sentences.ts';
import { verdictSentence } from '../../explain/findings/verdict.ts';
import type { Finding, LateReport } from '../../protocol/findings.ts';
import type { Row } from '../../../cli/terminal.ts';
import { wrap } from '../../../cli/wrap.ts';

const LINES_SHOWN = 3;
const IDS_SHOWN = 5;

/** The report as rows of at most `width` characters. */
export function lateText(report: LateReport, zone: string, width: number): Row[] {
  const { host, instance, from, to, verdicts, findings, more, thresholds, whyCounts } = report;
  const sentence = (text: string): string[] => wrapped(text, width, '  ');
  return [
    ...wrap(
      `${host} ${instance}, ${formatTimeOfDay(from, zone, true)} to ${formatTimeOfDay(to, zone, true)} (${zone})`,
      width,
    ).map((text): Row => ({ style: 'title', text })),
    ...sentence(`${answerOf(report).headline}.`),
    ...verdicts.flatMap((verdict) => sentence(verdictSentence(verdict, thresholds.late))),
    ...(whyCounts === '' ? [] : sentence(`These figures are estimates from counts, because ${whyCounts}.`)),
    '',
    ...sentence(
      findings.length === 0
        ? `No findings: no recipient waited ${formatLasting(thresholds.late)} or longer at one stage.`
        : `${findings.length === 1 ? 'One finding' : `${findings.length + more} findings`}, costliest first (cost = waiting summed over recipients):`,
    ),
    ...findings.flatMap((finding, i) => findingText(finding, i + 1, zone, width)),
    ...(more === 0 ? [] : ['', ...sentence(moreWords(more))]),
    '',
  ];
}

function findingText(finding: Finding, rank: number, zone: string, width: number): Row[] {
  const { title, sentence, detail } = findingWords(finding, zone);
  const { count, ids, lines } = finding.rests;
  const where = lines.slice(0, LINES_SHOWN).map(({ file, line }) => `${file}:${line}`);
  const quiet = (text: string): Row[] =>
    wrap(text, width, '     ').map((row): Row => ({ style: 'quiet', text: row }));
  return [
    '',
    ...wrap(
      `${rank}. ${title} [${finding.rule}], ${finding.cost > 0 ? formatLasting(finding.cost) : 'cost unknown'}`,
      width,
      '  ',
      '     ',
    ).map((text): Row => ({ style: 'title', text })),
    ...wrapped(sentence, width, '     '),
    ...wrapped(detail, width, '     '),
    ...(ids.length === 0
      ? []
      : quiet(`messages: ${ids.slice(0, IDS_SHOWN).join(' ')}${ids.length > IDS_SHOWN ? ' …' : ''}`)),
    ...quiet(`lines (${count}): ${where.join(' ')}${count > LINES_SHOWN ? ' …' : ''}`),
  ];
}

/** Wraps a sentence. A figure stays with its unit, and no-break spaces become plain ones so that a search finds the words. */
const wrapped = (text: string, width: number, indent: string): string[] =>
  wrap(unbroken(text), width, indent).map((row) => row.replaceAll('\u00a0', ' '));
