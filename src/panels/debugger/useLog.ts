import { useCallback, useEffect, useRef, useState } from 'react';
import type { Names } from '../../explain/tokens.ts';
import type { LogFilter, LogPage } from '../../protocol/debug.ts';
import type { EventRecord } from '../../protocol/events.ts';
import { useActions, useSession } from '../../store/hooks.ts';
import { waitThen } from '../../store/idle.ts';
import { createNames } from '../kit/log-names.ts';

const AGAIN_MS = 40;

export interface LogView {
  page: LogPage | null;
  /** The record at a place of the filtered log, with its names; undefined until it is fetched. */
  row: (place: number) => LogRow | undefined;
  /** Fetches the rows at these places. */
  show: (from: number, to: number) => void;
}

export interface LogRow {
  record: EventRecord;
  names: Names;
}

/** Fetches pages of the filtered log around the visible rows. The worker keeps the whole log. */
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

  const asking = useRef<{ key: string; again: boolean } | null>(null);
  useEffect(() => {
    // While the run plays, the log changes with every frame. Let the pending request end, then ask once more.
    if (asking.current?.key === key) {
      asking.current.again = true;
      return;
    }
    const mine = { key, again: false };
    asking.current = mine;
    const ask = async (): Promise<void> => {
      if (asking.current !== mine) return;
      mine.again = false;
      const answer = await fetchPage(key, filler.wanted[0]).catch(() => null);
      if (asking.current !== mine) return;
      if (mine.again || (answer !== null && answer.looked < answer.all)) waitThen(() => void ask(), AGAIN_MS);
      else asking.current = null;
    };
    waitThen(() => void ask(), AGAIN_MS);
  }, [key, event, head, fetchPage, filler]);
  useEffect(
    () => () => {
      asking.current = null;
    },
    [],
  );

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

/** Number of rows in a page of the log. */
const PAGE = 100;

interface Source {
  has: (place: number) => boolean;
  /** Fetches the page that begins at a place. */
  fetch: (place: number) => Promise<unknown>;
}

interface Filler {
  /** First and last place of the rows that were requested most recently. */
  readonly wanted: readonly [number, number];
  show: (places: readonly [number, number], source: Source) => void;
}

/** Fetches the visible pages one at a time: by the time a page arrives, the reader has often scrolled on. */
export function createFiller(): Filler {
  let wanted: readonly [number, number] = [0, PAGE];
  let from: Source | null = null;
  let busy = false;
  const fill = async (): Promise<void> => {
    busy = true;
    for (let place = missing(wanted, from); place !== null; ) {
      const asked = from;
      // oxlint-disable-next-line no-await-in-loop
      await asked?.fetch(place - (place % PAGE)).catch(() => null);
      const next = missing(wanted, from);
      // The answer brought no new row: the place does not exist, or the log has changed.
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

/** The first missing row; null = none. Checks each row, because a page of a growing log may be incomplete. */
function missing([from, to]: readonly [number, number], source: Source | null): number | null {
  for (let place = from; place <= to; place++) if (source?.has(place) === false) return place;
  return null;
}
