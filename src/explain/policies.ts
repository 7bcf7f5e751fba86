import type { PolicyRun } from '../protocol/policies.ts';
import { formatWholeShare } from './figures.ts';

/** Writes one or two sentences about the result of a policy run. */
export function policySentence({ kind, workers, limit, figures }: PolicyRun): string {
  const { meanRunnable, maxRunnable, maxOvershoot, useful, busy } = figures;
  const idle = formatWholeShare(Math.max(0, 1 - busy));
  const mean = meanRunnable.toFixed(1);
  if (kind === 'fixed') {
    return `Never over the limit, ${busy < 0.9 ? `but ${idle} of the CPU time is idle` : 'and its CPUs are busy'}.`;
  }
  if (kind === 'cmgroup') {
    const over = maxOvershoot === 0 ? 'never over the limit' : `at most ${maxOvershoot} over the limit`;
    return `A blocked worker makes room for another. ${mean} runnable on average, ${over}.`;
  }
  if (maxRunnable <= limit)
    return `Every woken thread is admitted; here never more than ${maxRunnable} concurrently.`;
  const lost = busy - useful;
  const cost =
    lost > 0.2 ? `, and ${formatWholeShare(Math.max(0, lost))} of the CPU time does no useful work` : '';
  return `No worker is held back: up to ${maxRunnable} of ${workers} workers are runnable, ${mean} on average${cost}.`;
}

/** Limits of the idea of concurrency groups, according to the document and its author. The page shows them beside the figures. */
export const VERDICT: readonly { title: string; text: string }[] = [
  {
    title: 'Who can benefit',
    text: 'Programs whose handlers block for unpredictable times. They must also compete for a shared resource (memory, cache, a lock), however long they run, or finish in less than a millisecond.',
  },
  {
    title: 'How much',
    text: 'Little for short handlers: the document estimates the gain at a fraction of a percent of the handler’s run time. From 2 ms per request on, the cost of switches is negligible. If there is a gain, it comes from less contention.',
  },
  {
    title: 'Who cannot',
    text: 'Handlers that never block, or block for a known time. A fixed number of workers does just as well.',
  },
  {
    title: 'Measured by the author',
    text: 'On 24 CPUs with sleeps in the handlers the count still went 10 to 13 over the limit. With short handlers, a run queue for each CPU left 20 to 30 % of the CPUs idle. The author’s verdict: a minor benefit for few programs.',
  },
  {
    title: 'Side effect',
    text: 'CPU time is shared by the number of threads: 10 threads of one program beside 100 of another get 10 of 110, about 9 %.',
  },
];
