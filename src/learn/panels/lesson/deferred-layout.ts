import type { MessageRow } from '../../../protocol/rows.ts';
import { MICROS_PER_SECOND } from '../../../protocol/units.ts';

export interface DeferredRow {
  number: number;
  from: number;
  age: number;
  /** End of the backoff, and the first scan at or after it, in seconds; 0 = not deferred. */
  until: number;
  triedAt: number;
}

/** Times in whole seconds of the run, as the queue manager counts them. */
export interface DeferredPicture {
  now: number;
  /** Right end of the axis. */
  end: number;
  every: number;
  least: number;
  most: number;
  scans: number[];
  rows: DeferredRow[];
}

const SCANS_MAX = 12;

/**
 * Age, backoff and scans of a few messages on one axis. The axis ends beyond any backoff that is still possible, so
 * that its length does not reveal the answer.
 */
export function deferredPicture(
  messages: readonly MessageRow[],
  at: number,
  params: Readonly<Record<string, unknown>>,
): DeferredPicture {
  const setting = (name: string, initial: number): number => {
    const value = Number(params[name] ?? initial);
    return Number.isFinite(value) && value > 0 ? value : initial;
  };
  const every = setting('queue_run_delay', 300);
  const least = setting('minimal_backoff_time', 300);
  const most = setting('maximal_backoff_time', 4000);
  const now = Math.floor(at / MICROS_PER_SECOND);
  const rows = messages.map(({ number, injected, place, retryAt }) => {
    const from = Math.floor(injected / MICROS_PER_SECOND);
    const until = place === 'deferred' && retryAt > 0 ? Math.ceil(retryAt / MICROS_PER_SECOND) : 0;
    return { number, from, age: now - from, until, triedAt: Math.ceil(until / every) * every };
  });
  const oldest = Math.max(least, ...rows.map(({ age }) => age));
  const furthest = Math.max(now + 2 * oldest, ...rows.map(({ triedAt }) => triedAt));
  const end = (Math.floor(furthest / every) + 1) * every;
  const count = Math.floor(end / every);
  const step = Math.ceil(count / SCANS_MAX) * every;
  const scans = Array.from({ length: Math.floor(end / step) }, (_, i) => (i + 1) * step).filter(
    (time) => time < end,
  );
  return { now, end, every, least, most, scans, rows };
}
