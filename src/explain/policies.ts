/** Sentences of the policy laboratory, each from the figures of a run of the model. */
import type { PolicyRun } from '../protocol/policies.ts';
import { formatWholeShare } from './figures.ts';

/** What a run shows, in one or two sentences. */
export function policySentence({ kind, workers, limit, figures }: PolicyRun): string {
  const { meanRunnable, maxRunnable, maxOvershoot, useful, busy } = figures;
  const idle = formatWholeShare(Math.max(0, 1 - busy));
  const mean = meanRunnable.toFixed(1);
  if (kind === 'fixed') {
    return `Never over the limit${busy < 0.9 ? `, and idle for ${idle} of the CPU time` : ', and its CPUs are busy'}.`;
  }
  if (kind === 'cmgroup') {
    const over = maxOvershoot === 0 ? 'never over the limit' : `${maxOvershoot} over at most`;
    return `A blocked worker makes room for another. ${mean} runnable on average, ${over}.`;
  }
  if (maxRunnable <= limit)
    return `Each thread that is woken gets in; here never more than ${maxRunnable} at once.`;
  const lost = busy - useful;
  const cost =
    lost > 0.2 ? `, and ${formatWholeShare(Math.max(0, lost))} of the CPU time is lost on the way` : '';
  return `No worker is held back: of ${workers} workers ${maxRunnable} are runnable at worst, ${mean} on average${cost}.`;
}

/** What the document and its author say against it: shown beside the figures, not under them. */
export const VERDICT: readonly { title: string; text: string }[] = [
  {
    title: 'Who can benefit',
    text: 'Programs whose handlers block for times that cannot be foreseen, and either fight for something shared (memory, cache, a lock), at any length, or finish in less than a millisecond.',
  },
  {
    title: 'How much',
    text: 'Little for short handlers: the document puts what can be won back at a fraction of a percent of the handler’s run time. From 2 ms a request on, the switches are not worth counting. Contention is where it shows, if there is any.',
  },
  {
    title: 'Who cannot',
    text: 'Handlers that never block, or block for a known time: a fixed number of workers does as well.',
  },
  {
    title: 'Measured by the author',
    text: 'On 24 CPUs with sleeps in the handlers the count still went 10 to 13 over the limit. With short handlers, a run queue for each CPU left 20 to 30 % of the CPUs idle. The author’s verdict: a minor benefit for few programs.',
  },
  {
    title: 'Side effect',
    text: 'CPU time goes by the number of threads: 10 threads of one program beside 100 of another get 10 of 110, about 9 %.',
  },
];
