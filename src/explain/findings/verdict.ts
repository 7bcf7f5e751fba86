import type { Verdict } from '../../protocol/findings.ts';
import { wholeFigure, lasting, many, percent } from './figures.ts';
import { holder } from './sentences.ts';

/** The verdict of a class in one line. */
export function verdictSentence(verdict: Verdict, late: number): string {
  const { name, recipients, messages, waited, bMedian, b90, bMax, time } = verdict;
  const who = name === '' ? 'All mail' : name;
  if (recipients === 0) return `${who}: no message in this time.`;
  const all = time.before + time.queue + time.connect + time.deliver + time.pause;
  const head = `${who}: ${wholeFigure(waited)} of ${many(recipients, 'recipient')} (${many(messages, 'message')}) waited over ${lasting(late)} in the queue manager; b ${lasting(bMedian)} at the median, ${lasting(b90)} at 90 %, ${lasting(bMax)} at most.`;
  const parts = [
    `${percent(time.queue / Math.max(all, 1e-9))} of their time was b`,
    ...queueParts(verdict),
    ...pauseParts(verdict, all),
    ...(time.before > 0.05 * all
      ? [`${percent(time.before / all)} of their time before the queue manager`]
      : []),
    ...(verdict.waited === 0 && time.connect + time.deliver > 0.5 * all
      ? [`${percent((time.connect + time.deliver) / all)} with the servers`]
      : []),
  ];
  const rest = parts.join('; ');
  return `${head} ${rest.charAt(0).toUpperCase()}${rest.slice(1)} (${methodWords(verdict)}).`;
}

function methodWords({ method }: Verdict): string {
  return method === 'replay' ? 'b divided by the exact replay' : 'b divided by counting what was busy';
}

/** What b was spent on, largest first: `93 % process limit (97 % news@…)`. */
function queueParts({ queue, time, holders }: Verdict): string[] {
  if (time.queue < 1) return [];
  const rows: [share: number, words: string][] = [
    [
      queue.agents,
      holders[0] === undefined
        ? 'process limit'
        : `process limit, the agents were with ${holder(holders[0])}`,
    ],
    [queue.window, 'window'],
    [queue.rate, 'rate delay'],
    [queue.dead, 'destination dead'],
    [queue.scan, 'not read yet'],
    [queue.other, 'start of an agent, or not known'],
  ];
  const told = rows
    .filter(([share]) => share > 0.005 * time.queue)
    .sort(([one], [other]) => other - one)
    .map(([share, words]) => `${percent(share / time.queue)} ${words}`);
  return told.length === 0 ? [] : [`of b: ${told.join(', ')}`];
}

function pauseParts({ pauses, time }: Verdict, all: number): string[] {
  if (time.pause < 0.01 * all) return [];
  const rows: [share: number, words: string][] = [
    [pauses.dead, 'destination dead'],
    [pauses.refused, 'refused or not reached'],
    [pauses.greylisting, 'put off at the first try'],
    [pauses.other, 'put off otherwise'],
    [pauses.scan, 'waiting for the scan'],
  ];
  const told = rows
    .filter(([share]) => share > 0.01 * time.pause)
    .sort(([one], [other]) => other - one)
    .map(([share, words]) => `${percent(share / time.pause)} ${words}`);
  return [`${percent(time.pause / all)} between tries (${told.join(', ')})`];
}
