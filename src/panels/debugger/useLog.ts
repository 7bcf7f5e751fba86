import { useCallback, useEffect, useRef, useState } from 'react';
import type { LogFilter, LogPage } from '../../protocol/debug.ts';
import type { EventRecord } from '../../protocol/events.ts';
import { useActions, useSession } from '../../store/hooks.ts';
import { waitThen } from '../../store/idle.ts';

const PAGE = 100;
const AGAIN_MS = 40;

export interface LogView {
  page: LogPage | null;
  /** The record at a place of the filtered log; undefined while it is under way. */
  row: (place: number) => EventRecord | undefined;
  /** Fetches what these places show. */
  show: (from: number, to: number) => void;
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
  const rows = useRef(new Map<number, EventRecord>());
  const wanted = useRef<[number, number]>([0, PAGE]);
  const key = JSON.stringify([run, branch, filter]);
  const latest = useRef(key);

  const fetchPage = useCallback(
    async (mine: string, from: number): Promise<LogPage | null> => {
      const answer = await actions.log(filter, from, PAGE);
      if (mine !== latest.current) return null;
      answer.rows.forEach((record, i) => rows.current.set(answer.from + i, record));
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
      const answer = await fetchPage(key, wanted.current[0]);
      if (!over && answer !== null && answer.looked < answer.all)
        cancel = waitThen(() => void ask(), AGAIN_MS);
    };
    cancel = waitThen(() => void ask(), AGAIN_MS);
    return () => {
      over = true;
      cancel();
    };
  }, [key, event, head, fetchPage]);

  const show = useCallback(
    (from: number, to: number) => {
      wanted.current = [from, to];
      for (let place = from - (from % PAGE); place <= to; place += PAGE) {
        if (!rows.current.has(Math.max(from, place))) void fetchPage(latest.current, place);
      }
    },
    [fetchPage],
  );
  const row = useCallback((place: number) => rows.current.get(place), []);
  return { page, row, show };
}
