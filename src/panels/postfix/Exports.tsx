import { clock, unbroken } from '../../explain/findings/figures.ts';
import { findingWords } from '../../explain/findings/sentences.ts';
import { verdictSentence } from '../../explain/findings/verdict.ts';
import type { LateReport } from '../../protocol/findings.ts';
import type { FoundMessage, MemberName, Selection } from '../../protocol/record-questions.ts';
import { useRecords } from '../../store/record.ts';
import { csvLine } from '../../explain/csv.ts';
import { PictureButtons } from '../export/PictureButtons.tsx';
import { saveText } from '../kit/files.ts';
import { Anonyms } from './anonyms.ts';
import './postfix.css';
import { useState } from 'react';
import { ONE_PAGE } from '../../explain/labels.ts';

/** Every message of the selection goes into a table. */
const ALL = 10_000_000;

interface ExportsProps {
  report: LateReport | null;
  zone: string;
  selection: Selection;
  name: MemberName;
}

/** What can be taken away: the selected messages, the picture, a report of one page. */
export function Exports({ report, zone, selection, name }: ExportsProps) {
  const { records, state } = useRecords();
  const [plain, setPlain] = useState(false);
  const messages = async (): Promise<FoundMessage[]> => {
    const answer = await records.ask((questions) =>
      questions.differ({ ...name, selection, classes: state.classes, most: ALL }),
    );
    if (answer === null || !answer.ok) return [];
    const anonyms = new Anonyms(plain);
    return answer.value.messages.map((one) => ({
      ...one,
      id: anonyms.id(one.id),
      sender: anonyms.address(one.sender),
      to: anonyms.address(one.to),
    }));
  };
  const saveReport = (): void => {
    if (report === null) return;
    saveText('qmgrscope-report.html', reportPage(report, zone, new Anonyms(plain)), 'text/html');
  };
  return (
    <section className="postfix-exports" aria-label="Take away">
      <h2>Take away</h2>
      <div className="row">
        <button type="button" className="btn outlined" onClick={() => void messages().then(saveCsv)}>
          Messages, CSV
        </button>
        <button type="button" className="btn outlined" onClick={() => void messages().then(saveJson)}>
          JSON Lines
        </button>
        <PictureButtons of={() => document.querySelector('#postfix-picture')} file="qmgrscope-record" />
        <button type="button" className="btn outlined" disabled={report === null} onClick={saveReport}>
          {ONE_PAGE}
        </button>
      </div>
      <label className="postfix-plain">
        <input type="checkbox" checked={plain} onChange={(event) => setPlain(event.target.checked)} />
        with real names: without it addresses, hosts and ids are replaced in tables and report (the picture
        shows what is seen)
      </label>
    </section>
  );
}

function saveCsv(rows: readonly FoundMessage[]): void {
  const columns = ['id', 'time', 'sender', 'to', 'recipients', 'b', 'delay', 'state'] as const;
  const lines = rows.map((row) =>
    columns.map((column) => (column === 'time' ? new Date(row.time / 1000).toISOString() : row[column])),
  );
  saveText('qmgrscope-messages.csv', [columns, ...lines].map(csvLine).join(''), 'text/csv');
}

function saveJson(rows: readonly FoundMessage[]): void {
  const lines = rows.map((row) =>
    JSON.stringify({ kind: 'message', ...row, time: new Date(row.time / 1000).toISOString() }),
  );
  saveText('qmgrscope-messages.jsonl', `${lines.join('\n')}\n`, 'application/x-ndjson');
}

const escape = (text: string): string =>
  text.replace(
    /[&<>"]/g,
    (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign,
  );

/** Verdicts and findings as a page to print or to send. Everything from the log is escaped. */
export function reportPage(report: LateReport, zone: string, anonyms: Anonyms): string {
  const say = (text: string): string => escape(unbroken(anonyms.text(text)));
  const { verdicts, findings, thresholds, from, to } = report;
  const verdict = verdicts.map((one) => `<p>${say(verdictSentence(one, thresholds.late))}</p>`).join('\n');
  const list = findings
    .map((finding) => {
      const { title, sentence, detail } = findingWords(finding, zone);
      return `<li><h2>${say(sentence)}</h2><p>${say(detail)}</p><p class="dim">${escape(title)}</p></li>`;
    })
    .join('\n');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Why was this mail late?</title>
<style>body{font:13px/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem}h1{font-size:20px}h2{font-size:14px;margin:0}.dim{color:#656a74}li{margin-block:.75rem;break-inside:avoid}p{margin:.25rem 0}@page{margin:1.5cm}</style></head>
<body><h1>Why was this mail late?</h1><p class="dim">${escape(anonyms.host(report.host))} ${escape(anonyms.host(report.instance))}, ${escape(clock(from, zone, true))} to ${escape(clock(to, zone, true))} (${escape(zone)})</p>
${verdict}
<ol>${list === '' ? '<p>Nothing found.</p>' : list}</ol></body></html>
`;
}
