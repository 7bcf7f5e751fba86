import type { ServerPlace } from '../../../protocol/ids.ts';
import type { Beyond } from '../../protocol/predict.ts';
import { type EpochMicros, MICROS_PER_MINUTE, type Micros } from '../../../protocol/units.ts';

/** Load of a server: most concurrent sessions, and most new sessions in a minute. */
export interface Load {
  most: number;
  minute: number;
}

/** A session of a server, in microseconds of a run or since 1970. */
export interface ServedSession {
  server: ServerPlace;
  start: Micros | EpochMicros;
  end: Micros | EpochMicros;
  /** A new connection; false = kept from an earlier delivery. */
  fresh: boolean;
}

/**
 * A load counts as higher than any seen if it exceeds the highest by this factor, and by at least this many sessions
 * (concurrent, new in a minute).
 */
const MORE = 1.5;
const LEAST = { most: 2, minute: 10 };

export function loadsOf(sessions: readonly ServedSession[], count: number): Load[] {
  const own: ServedSession[][] = Array.from({ length: count }, () => []);
  for (const session of sessions) own[session.server]?.push(session);
  return own.map((of) => {
    const turns = of.flatMap(({ start, end }) => [
      { at: start, by: 1 },
      { at: end, by: -1 },
    ]);
    turns.sort((a, b) => a.at - b.at || a.by - b.by);
    let [now, most] = [0, 0];
    for (const { by } of turns) most = Math.max(most, (now += by));
    const starts = of
      .filter(({ fresh }) => fresh)
      .map(({ start }) => start)
      .sort((a, b) => a - b);
    let [minute, from] = [0, 0];
    for (const [i, start] of starts.entries()) {
      while ((starts[from] ?? start) <= start - MICROS_PER_MINUTE) from++;
      minute = Math.max(minute, i - from + 1);
    }
    return { most, minute };
  });
}

/** Servers whose load would be clearly higher than any in the record, so it is unknown whether they accept it. Largest increase first. */
export function beyondOf(names: readonly string[], seen: readonly Load[], asked: readonly Load[]): Beyond[] {
  return names
    .map((server, i): Beyond => {
      const [was, is] = [seen[i] ?? NOTHING, asked[i] ?? NOTHING];
      return { server, atOnce: [was.most, is.most], inMinute: [was.minute, is.minute] };
    })
    .filter(({ atOnce, inMinute }) => isMore(atOnce, LEAST.most) || isMore(inMinute, LEAST.minute))
    .sort((a, b) => stepOf(b) - stepOf(a));
}

const NOTHING: Load = { most: 0, minute: 0 };

function isMore([was, is]: readonly [number, number], least: number): boolean {
  return was > 0 && is > MORE * was && is >= was + least;
}

function stepOf({ atOnce, inMinute }: Beyond): number {
  return Math.max(atOnce[1] / atOnce[0], inMinute[1] / Math.max(1, inMinute[0]));
}
