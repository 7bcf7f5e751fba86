import { formatLasting, formatMany, formatPercent } from '../record-format.ts';
import { formatWhole } from '../../../explain/figures.ts';
import type { Verdict } from '../../protocol/findings.ts';
import { holder as holderWords } from './sentences.ts';

/** Smaller shares of the total time are left out of the sentence. */
const MIN_TOLD_SHARE = 0.01;

/** The verdict of a class in one line. */
export function verdictSentence(verdict: Verdict, late: number): string {
  const { name, recipients, messages, waited, bMedian, b90, bMax, time } = verdict;
  const who = name === '' ? 'All mail' : name;
  if (recipients === 0) return `${who}: no message in this time.`;
  const head = `${who}: ${formatWhole(waited)} of ${formatMany(recipients, 'recipient')} (${formatMany(messages, 'message')}) waited over ${formatLasting(late)} in the queue manager (b): ${formatLasting(bMedian)} at the median, ${formatLasting(b90)} at 90 %, ${formatLasting(bMax)} at most.`;
  const all = time.before + time.queue + time.connect + time.deliver + time.pause;
  const told = largestFirst(all, [
    [time.before, 'before the queue manager'],
    // Told however little it is: the question was how much of it the queue manager had.
    [time.queue, 'b', 0],
    [time.connect + time.deliver, 'with the servers'],
    [time.pause, 'between tries'],
  ]);
  return [
    head,
    ...(told.length === 0 ? [] : [`Of all their time until the last try, ${listed(told)}.`]),
    ...(time.pause < MIN_TOLD_SHARE * all || all === 0 ? [] : [pauseWords(verdict)]),
    ...(time.queue < 1 ? [] : [queueWords(verdict)]),
  ].join(' ');
}

/** Shares of a whole, with what each is; small ones are not told, where nothing else is said of them. */
function largestFirst(
  whole: number,
  rows: readonly (readonly [share: number, words: string, least?: number])[],
): string[] {
  return rows
    .filter(([share, , least = MIN_TOLD_SHARE]) => share > 0 && share >= least * whole)
    .sort(([one], [other]) => other - one)
    .map(([share, words]) => `${formatPercent(share / whole)} ${words}`);
}

function listed(words: readonly string[]): string {
  const [last = ''] = words.slice(-1);
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`;
}

/** What b was spent on, and who had the agents meanwhile. */
function queueWords({ queue, time, holders, method }: Verdict): string {
  const told = largestFirst(time.queue, [
    [queue.agents, 'process limit'],
    [queue.window, 'window'],
    [queue.rate, 'rate delay'],
    [queue.dead, 'destination dead'],
    [queue.scan, 'not read yet'],
    [queue.other, 'start of a delivery process, or not known'],
  ]);
  const [holder] = holders;
  const whose =
    holder === undefined || queue.agents < MIN_TOLD_SHARE * time.queue
      ? ''
      : ` Who had the delivery processes (agents): ${holderWords(holder)}.`;
  return `Of b, ${listed(told)} (by ${method === 'replay' ? 'the exact replay' : 'counting what was busy'}).${whose}`;
}

function pauseWords({ pauses, time }: Verdict): string {
  const told = largestFirst(time.pause, [
    [pauses.dead, 'destination dead'],
    [pauses.refused, 'refused or not reached'],
    [pauses.greylisting, 'put off at the first try'],
    [pauses.other, 'put off otherwise'],
    [pauses.scan, 'waiting for the scan'],
  ]);
  return `Of that between tries, ${listed(told)}.`;
}
