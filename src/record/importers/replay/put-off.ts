import type { Instance } from '../store/instance.ts';
import { OUTCOMES } from '../store/tables.ts';
import type { MessagesMade } from './messages.ts';
import type { FactRow } from './order.ts';

const SUSPENDED = OUTCOMES.indexOf('suspended');

/**
 * Activations whose recipients were put off without a try: their destination was dead then. `destinationOf`: nexthop
 * (texts) of an attempt, −1 = none. A plain log tells nothing else of when a dead destination lived again.
 */
export function putOff(
  instance: Instance,
  { ofLife }: MessagesMade,
  destinationOf: (attempt: number) => number,
): FactRow[] {
  const { activations, attempts, windows } = instance.tables;
  // Where a log tells of windows it tells of revivals, too. Row 0 is none.
  if (windows.length > 1) return [];
  const facts: FactRow[] = [];
  const seen = new Set<string>();
  const active = new Int32Array(ofLife.length);
  let activation = 1;
  for (let row = 1; row < attempts.length; row++) {
    const time = attempts.time[row] ?? 0;
    for (; activation < activations.length && (activations.time[activation] ?? 0) <= time; activation++)
      active[activations.life[activation] ?? 0] = activation;
    const at = active[attempts.life[row] ?? 0] ?? 0;
    const ref = destinationOf(row);
    if (attempts.outcome[row] !== SUSPENDED || at === 0 || ref < 0 || seen.has(`${at} ${ref}`)) continue;
    seen.add(`${at} ${ref}`);
    const { time: times, file, line } = activations;
    facts.push({ at: times[at] ?? 0, file: file[at] ?? 0, line: line[at] ?? 0, kind: 'dead', ref });
  }
  return facts;
}
