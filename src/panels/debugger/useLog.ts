import { useCallback, useEffect, useRef, useState } from 'react';
import type { Names } from '../../explain/tokens.ts';
import type { LogFilter, LogPage } from '../../protocol/debug.ts';
import type { EventRecord } from '../../protocol/events.ts';
import { useActions, useSession } from '../../store/hooks.ts';
import { waitThen } from '../../store/idle.ts';
import { createNames } from '../kit/log-names.ts';

const PAGE = 100;
const AGAIN_MS = 40;

export interface LogView {
  page: LogPage | null;
  /** The record at a place of the filtered log, with what it is about by name; undefined while it is under way. */
  row: (place: number) => LogRow | undefined;
  /** Fetches what these places show. */
  show: (from: number, to: number) => void;
}

/** A line of the log. */
export interface LogRow {
  record: EventRecord;
  names: Names;
}

/** Pages of the filtered log, as they are looked at. Never all of it: the worker keeps the log. */
export function useLog(filter: LogFilter): LogView {
  const actions = useActions();
  const run = useSession((session) => session.run);
  const branch = useSession((session) => session.branch);
  const event = useSession((session) => session.cursor.event);
  const head = useSession((session) => session.head.event);
  const [page, setPage] = useState<LogPage | null>(null);
  const [, setVersion] = useState(0);
  const rows = useRef(new Map<number, LogRow>());
  const [filler] = useState(createFiller);
  const key = JSON.stringify([run, branch, filter]);
  const latest = useRef(key);

  const fetchPage = useCallback(
    async (mine: string, from: number): Promise<LogPage | null> => {
      const answer = await actions.ask('log', filter, from, PAGE);
      if (mine !== latest.current) return null;
      const names = createNames();
      names.add(answer.names);
      answer.rows.forEach((record, i) => rows.current.set(answer.from + i, { record, names }));
      setPage(answer);
      setVersion((version) => version + 1);
      return answer;
    },
    [actions, filter],
  );

  useEffect(() => {
    latest.current = key;
    rows.current = new Map();
  }, [key]);

  useEffect(() => {
    let over = false;
    let cancel = (): void => {};
    const ask = async (): Promise<void> => {
      const answer = await fetchPage(key, filler.wanted[0]);
      if (!over && answer !== null && answer.looked < answer.all)
        cancel = waitThen(() => void ask(), AGAIN_MS);
    };
    cancel = waitThen(() => void ask(), AGAIN_MS);
    return () => {
      over = true;
      cancel();
    };
  }, [key, event, head, fetchPage, filler]);

  const show = useCallback(
    (from: number, to: number) =>
      filler.show([from, to], {
        has: (place) => rows.current.has(place),
        fetch: (place) => fetchPage(latest.current, place),
      }),
    [fetchPage, filler],
  );
  const row = useCallback((place: number) => rows.current.get(place), []);
  return { page, row, show };
}

/** Where the rows of a log are kept, and where they come from. */
interface Source {
  has: (place: number) => boolean;
  fetch: (place: number) => Promise<unknown>;
}

interface Filler {
  /** The places shown last. */
  readonly wanted: readonly [number, number];
  show: (places: readonly [number, number], source: Source) => void;
}

/** Fetches what places show, one page at a time: who scrolls through a million events has gone on before a page comes. */
function createFiller(): Filler {
  let wanted: readonly [number, number] = [0, PAGE];
  let from: Source | null = null;
  let busy = false;
  const fill = async (): Promise<void> => {
    busy = true;
    for (let place = missing(wanted, from); place !== null; ) {
      const asked = from;
      // oxlint-disable-next-line no-await-in-loop
      await asked?.fetch(place).catch(() => null);
      const next = missing(wanted, from);
      // Nothing came: there is no such place, or another log is looked at by now.
      if (next === place && asked === from) break;
      place = next;
    }
    busy = false;
  };
  return {
    get wanted() {
      return wanted;
    },
    show(places, source) {
      wanted = places;
      from = source;
      if (!busy) void fill();
    },
  };
}

/** Start of the first page of these places that is not there yet; null = all are. */
function missing([from, to]: readonly [number, number], source: Source | null): number | null {
  for (let place = from - (from % PAGE); place <= to; place += PAGE) {
    if (source?.has(Math.max(from, place)) === false) return place;
  }
  return null;
}
