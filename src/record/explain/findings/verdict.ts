import { formatLasting, formatMany, formatPercent } from '../record-format.ts';
import { formatWhole } from '../../../explain/figures.ts';
import type { Verdict } from '../../protocol/findings.ts';
import { capital } from './sentence-parts.ts';
import { holder as holderWords } from './sentences.ts';

/** The sentence leaves out parts with less than this share of the total time. */
const MIN_TOLD_SHARE = 0.01;

export function verdictSentence(verdict: Verdict, late: number): string {
  const { name, recipients, messages, waited, bMedian, b90, bMax, time } = verdict;
  const who = name === '' ? 'All mail' : name;
  const untried = untriedWords(verdict);
  if (recipients === 0) return `${who}: ${untried || 'no message in this time.'}`;
  const head = `${who}: ${formatWhole(waited)} of ${formatMany(recipients, 'recipient')} (${formatMany(messages, 'message')}) waited over ${formatLasting(late)} in the queue manager (b). Median of b ${formatLasting(bMedian)}, 90th percentile ${formatLasting(b90)}, maximum ${formatLasting(bMax)}.`;
  const all = time.before + time.queue + time.connect + time.deliver + time.pause + time.untried;
  const told = largestFirst(all, [
    [time.before, 'before the queue manager'],
    // This share has no threshold: the sentence answers how much time the queue manager took, even if it is none.
    [time.queue, 'in the queue manager (b)', 0],
    [time.connect + time.deliver, 'with the remote servers'],
    [time.pause, 'between attempts'],
    [time.untried, 'active without an attempt'],
  ]);
  return [
    head,
    ...(untried === '' ? [] : [untried]),
    ...(told.length === 0 ? [] : [`${listed(ofTheDelay(told))}.`]),
    ...(time.pause < MIN_TOLD_SHARE * all || all === 0 ? [] : [pauseWords(verdict)]),
    ...(time.queue < 1 ? [] : [queueWords(verdict)]),
  ].join(' ');
}

function untriedWords({ untried: { messages, longest } }: Verdict): string {
  if (messages === 0) return '';
  return `${formatMany(messages, 'message was', 'messages were')} active without a delivery attempt, for up to ${formatLasting(longest)}.`;
}

/** Adds "of the delay" to the first share: `95 % of the delay was between attempts`. */
const ofTheDelay = ([first = '', ...others]: readonly string[]): string[] => [
  capital(first.replace(' %', ' % of the delay was')),
  ...others,
];

/** Lists shares of a whole with their labels, largest first. Leaves out shares below their threshold. */
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

/** Names the causes of b, and the mail that held the agents during b. */
function queueWords({ queue, time, holders, method }: Verdict): string {
  const told = largestFirst(time.queue, [
    [queue.agents, 'process limit'],
    [queue.window, 'window'],
    [queue.rate, 'rate delay'],
    [queue.dead, 'destination dead'],
    [queue.scan, 'not read into memory yet'],
    [queue.other, 'process start or unknown cause'],
  ]);
  const [holder] = holders;
  const whose =
    holder === undefined || queue.agents < MIN_TOLD_SHARE * time.queue
      ? ''
      : ` Most delivery processes (agents) were held by ${holderWords(holder)}.`;
  return `Causes of b: ${listed(told)} (${method === 'replay' ? 'from the exact replay' : 'estimated from what was busy'}).${whose}`;
}

function pauseWords({ pauses, time }: Verdict): string {
  const told = largestFirst(time.pause, [
    [pauses.dead, 'destination dead'],
    [pauses.refused, 'refused or unreachable'],
    [pauses.own, 'a failure of this machine or its network'],
    [pauses.greylisting, 'deferred at the first attempt'],
    [pauses.other, 'deferred otherwise'],
    [pauses.scan, 'waiting for a queue scan'],
  ]);
  return `Causes of the time between attempts: ${listed(told)}.`;
}
