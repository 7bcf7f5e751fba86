import { formatWhole } from '../../../explain/figures.ts';
import type { Finding } from '../../protocol/findings.ts';
import { formatLasting, formatMany, formatTimeOfDay } from '../record-format.ts';

/** Parts of the sentences about findings. A sentence has at most 20 words, because findings are read aloud. */

/** Writes a finding in one to three sentences, together with its evidence and with what would help. */
export type WriteFinding = (
  finding: Finding,
  zone: string,
) => [sentence: string, evidence: string, help: string];

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Joins the sentences that are not empty. */
export const joined = (...sentences: readonly string[]): string =>
  sentences
    .map((one) => one.trim())
    .filter((one) => one !== '')
    .join(' ');

/** Returns the figure of a finding with this name. */
export const f = ({ figures }: Finding, name: string): number => figures[name] ?? 0;
/** Returns the quoted word of a finding with this name. */
export const w = ({ words }: Finding, name: string): string => words[name] ?? '';

/** Writes the times of a finding, with days if the record (`dated`) or the finding has more than one. */
export function when({ from, to, figures }: Pick<Finding, 'from' | 'to' | 'figures'>, zone: string): string {
  const dayOf = (at: number): string => formatTimeOfDay(at, zone, true).slice(0, 10);
  const isDated = figures['dated'] === 1 || dayOf(from) !== dayOf(to);
  const start = formatTimeOfDay(from, zone, isDated);
  const end = formatTimeOfDay(to, zone, dayOf(from) !== dayOf(to));
  return start === end ? `at ${start}` : `from ${start} to ${end}`;
}

export const waits = ({ recipients, median, longest }: Finding, what = 'waited', forWhat = ''): string =>
  recipients === 1
    ? `one recipient ${what} ${formatLasting(longest)}${forWhat}`
    : `${formatMany(recipients, 'recipient')} ${what} a median of ${formatLasting(median)}${forWhat} (at most ${formatLasting(longest)})`;

export const ANOTHER = ' for another attempt';

/** Says what finally happened to deferred recipients: whether their mail was returned or only late. */
export function fates(one: Finding): string {
  const [delivered, returned, open] = [f(one, 'delivered'), f(one, 'returned'), f(one, 'open')];
  const taken = f(one, 'taken');
  const all = delivered + returned + open + taken;
  if (all === 1) {
    if (delivered === 1) return 'Its mail was delivered later, not returned.';
    if (taken === 1) return 'Its message was deleted or requeued (postsuper).';
    return returned === 1
      ? 'Its mail was returned to the sender.'
      : 'Its mail was still queued at the end of the log.';
  }
  if (delivered === all) return `All ${formatWhole(all)} recipients got their mail later; none was returned.`;
  const none = (n: number): string => (n === 0 ? 'none' : formatWhole(n));
  return joined(
    `${capital(none(delivered))} of these ${formatWhole(all)} recipients got their mail in the end; ${none(returned)} ${returned < 2 ? 'was' : 'were'} returned to the sender.`,
    taken === 0 ? '' : `${formatMany(taken, 'was', 'were')} deleted or requeued (postsuper).`,
    open === 0 ? '' : `${formatMany(open, 'was', 'were')} still queued at the end of the log.`,
  );
}
