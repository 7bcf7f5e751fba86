import type { ReadResult } from '../../importers/input/read.ts';
import type { RecordSummary } from '../../importers/summary.ts';
import { otherLines } from '../../explain/records.ts';

const DOMAINS_SHOWN = 10;
const SHAPES_SHOWN = 5;

export function summaryText(summaries: readonly RecordSummary[], { files }: ReadResult): string {
  const logs = files.filter(({ kind }) => kind === 'log');
  return [
    ...logs.map((file) => {
      const parts = [
        count(file.lines, 'line'),
        ...(file.postfix > 0 ? [`${figure(file.postfix)} from Postfix`] : ['none from Postfix']),
        ...otherLines(file, figure),
        ...(file.yearless > 0 ? [`stamps without a year: ${file.year} assumed`] : []),
      ];
      return `${file.name}: ${parts.join(', ')}`;
    }),
    ...summaries.map(instanceText),
  ].join('\n');
}

function instanceText(summary: RecordSummary): string {
  const { attempts } = summary;
  const rows: [name: string, value: string][] = [
    ['from', `${summary.from ?? ''} to ${summary.to ?? ''}`],
    ['lines', `${figure(summary.lines)}, ${figure(summary.understood)} understood`],
    ['messages', `${figure(summary.messages)}, active ${figure(summary.activations)} times`],
    [
      'attempts',
      `${figure(attempts.sent)} sent, ${figure(attempts.deferred)} deferred, ${figure(attempts.bounced)} bounced`,
    ],
    ['deliveries', `${figure(summary.deliveries)} by ${count(summary.agents, 'process', 'processes')}`],
    [
      'ends',
      `${figure(summary.removed)} removed, ${figure(attempts.expired)} returned as too old, ${figure(summary.deleted)} deleted by the operator`,
    ],
    ['chains', `${figure(summary.chains)} (filter, requeue, forwarding, notification)`],
    ...(summary.held + summary.requeued > 0
      ? [
          ['operator', `${figure(summary.held)} held, ${figure(summary.requeued)} requeued`] as [
            string,
            string,
          ],
        ]
      : []),
    ...(summary.selections > 0
      ? [
          [
            'qmgr -v',
            `${count(summary.selections, 'selection')}, ${count(summary.preemptions, 'preemption')}`,
          ] as [string, string],
        ]
      : []),
    ...(summary.windows > 0 ? [['feedback', count(summary.windows, 'window line')] as [string, string]] : []),
    [
      'restarts',
      `${figure(summary.restarts)}; gaps: ${figure(summary.gaps)}; clock set back: ${figure(summary.clockSteps)}`,
    ],
  ];
  const version = summary.version === null ? '' : `, Postfix ${summary.version}`;
  return [
    `\n${summary.host || '(no host)'} ${summary.instance}${version}`,
    ...rows.map(([name, value]) => `  ${name.padEnd(12)}${value}`),
    ...domainRows(summary),
    ...unknownRows(summary),
  ].join('\n');
}

function domainRows({ byDomain }: RecordSummary): string[] {
  const rows = Object.entries(byDomain)
    .map(([domain, { sent, deferred, bounced }]) => ({
      domain,
      sent,
      deferred,
      bounced,
      all: sent + deferred + bounced,
    }))
    .sort((one, other) => other.all - one.all);
  const rest = rows.length - DOMAINS_SHOWN;
  return [
    ...(rows.length > 0
      ? [`  ${'by domain'.padEnd(32)}${['sent', 'deferred', 'bounced'].map(right).join('')}`]
      : []),
    ...rows
      .slice(0, DOMAINS_SHOWN)
      .map(
        ({ domain, sent, deferred, bounced }) =>
          `    ${domain.slice(0, 60).padEnd(30)}${[sent, deferred, bounced].map((n) => right(figure(n))).join('')}`,
      ),
    ...(rest > 0 ? [`    and ${count(rest, 'further domain')}`] : []),
  ];
}

function unknownRows({ notUnderstood }: RecordSummary): string[] {
  if (notUnderstood.length === 0) return [];
  const rest = notUnderstood.length - SHAPES_SHOWN;
  return [
    '  not understood',
    ...notUnderstood
      .slice(0, SHAPES_SHOWN)
      .map(
        ({ program, count: times, sample }) =>
          `    ${right(figure(times))}  ${program === '' ? '' : `${program}: `}${sample.slice(0, 100)}`,
      ),
    ...(rest > 0 ? [`    and ${count(rest, 'further kind')}`] : []),
  ];
}

const right = (text: string): string => text.padStart(10);

function figure(value: number): string {
  return value.toLocaleString('en-US');
}

function count(value: number, one: string, many = `${one}s`): string {
  return `${figure(value)} ${value === 1 ? one : many}`;
}
