import type { InflationReport, InflationRow, WaitReport, WaitShare } from '../protocol/waits.ts';
import { say, type Token } from './tokens.ts';
import { formatWholeShare, formatNumber } from './figures.ts';
import { formatCounted, formatSeconds } from './format.ts';

/** Describes one cause of waiting in a few words. */
export function causeWords({ cause, number, destination }: WaitShare): Token[] {
  const of = destination === '' ? [] : say` ${{ mono: destination }}`;
  switch (cause) {
    case 'job':
      return number === 0 ? say`other jobs had the turns` : say`job ${{ chip: number }} had the turns`;
    case 'full':
      return destination === '' ? say`destinations full` : [...of.slice(1), ...say` full`];
    case 'dead':
      return destination === '' ? say`nothing reachable` : [...of.slice(1), ...say` dead`];
    case 'rate':
      return destination === '' ? say`rate delay` : [...say`rate delay of`, ...of];
    case 'core':
      return say`not in core`;
    case 'deferred':
      return say`deferred or on hold`;
    case 'process':
      return say`process limit reached`;
    case 'threads':
      return say`limit on runnable threads`;
    case 'server':
      return destination === '' ? say`with servers` : [...say`with the server of`, ...of];
    default:
      return cause satisfies never;
  }
}

/** Says how long the message waited, and names the two largest causes. */
export function explainWaits(report: WaitReport): Token[] {
  const { total, messages, shares, size } = report;
  const [first, second] = shares;
  if (first === undefined || total === 0) return say`It has not waited yet.`;
  const who =
    size === null
      ? say`Waited ${formatSeconds(total)}.`
      : say`${formatCounted(messages, 'message')} of ${sizeWords(size)} waited ${formatSeconds(total)} in total.`;
  const share = ({ time }: WaitShare): Token => ({ text: ` (${formatWholeShare(time / total)})` });
  if (second === undefined) return [...who, ...say` Cause: `, ...causeWords(first), { text: '.' }];
  const causes = [...causeWords(first), share(first), { text: ', ' }, ...causeWords(second), share(second)];
  return [...who, ...say` Largest causes: `, ...causes, { text: '.' }];
}

export function sizeWords({ from, to }: { from: number; to: number }): string {
  if (to === 0) return `${from} or more recipients`;
  return from === to ? formatCounted(from, 'recipient') : `${from} to ${to} recipients`;
}

/** Says how many turns of other jobs one job paid for, and the upper bound that follows from the slot cost. */
export function explainInflation(
  { number, entries, lent, selected, own, delay, gone }: InflationRow,
  cost: number,
): Token[] {
  const left = gone ? '' : `, ${entries - selected} entries left`;
  const bound = cost < 2 ? '' : ` (at most ${formatNumber(round(cost / (cost - 1)))} at cost ${cost})`;
  return say`Job ${{ chip: number }} paid for ${formatCounted(lent, 'turn')} of other jobs besides its own ${formatCounted(entries, 'entry', 'entries')}: ${formatNumber(round((entries + lent) / Math.max(1, entries)))} times as long${bound}${left}. Those turns took ${formatSeconds(delay)}, its own ${formatSeconds(own)}.`;
}

/** Says which jobs had turns ahead of their place on the list. */
export function explainProfits({ profits }: InflationReport): Token[] {
  const shown = profits.slice(0, 5);
  if (shown.length === 0) return say`No job has had a turn ahead of its place on the list.`;
  const parts = shown.flatMap(({ number, count }, i): Token[] => [
    ...(i === 0 ? [] : [{ text: i === shown.length - 1 ? ' and ' : ', ' }]),
    { chip: number },
    { text: ` (${count})` },
  ]);
  const rest = profits.length - shown.length;
  return [
    ...say`Jobs that had turns ahead of their place on the list: `,
    ...parts,
    { text: rest > 0 ? ` and ${rest} more.` : '.' },
  ];
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
