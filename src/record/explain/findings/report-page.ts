import type { LateReport } from '../../protocol/findings.ts';
import { unbroken, formatTimeOfDay } from '../record-format.ts';
import { findingWords } from './sentences.ts';
import { verdictSentence } from './verdict.ts';

const escape = (text: string): string =>
  text.replace(
    /[&<>"]/g,
    (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign,
  );

/**
 * Writes the report as an HTML page to print or send. The page contains the names of the report. To hide names, pass a
 * report about the record that `share` writes. Everything from the log is escaped.
 */
export function reportPage(report: LateReport, zone: string): string {
  const say = (text: string): string => escape(unbroken(text));
  const { host, instance, verdicts, findings, thresholds, from, to } = report;
  const verdict = verdicts.map((one) => `<p>${say(verdictSentence(one, thresholds.late))}</p>`).join('\n');
  const list = findings
    .map((finding) => {
      const { title, sentence, detail } = findingWords(finding, zone);
      return `<li><h2>${say(sentence)}</h2><p>${say(detail)}</p><p class="dim">${escape(title)}</p></li>`;
    })
    .join('\n');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Why was this mail late?</title>
<style>body{font:13px/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem}h1{font-size:20px}h2{font-size:14px;margin:0}.dim{color:#656a74}li{margin-block:.75rem;break-inside:avoid}p{margin:.25rem 0}@page{margin:1.5cm}</style></head>
<body><h1>Why was this mail late?</h1><p class="dim">${escape(host)} ${escape(instance)}, ${escape(formatTimeOfDay(from, zone, true))} to ${escape(formatTimeOfDay(to, zone, true))} (${escape(zone)})</p>
${verdict}
<ol>${list === '' ? '<p>Nothing found.</p>' : list}</ol></body></html>
`;
}
