import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, memo, useEffect, useMemo, useRef, useState } from 'react';
import { explainEvent } from '../../explain/event.ts';
import { formatExactSeconds } from '../../explain/figures.ts';
import { formatCount } from '../../explain/format.ts';
import { toText } from '../../explain/tokens.ts';
import type { LogFilter, LogPage } from '../../protocol/debug.ts';
import type { EventRecord } from '../../protocol/events.ts';
import type { Actions } from '../../store/actions.ts';
import { useActions, useSession } from '../../store/hooks.ts';
import { MICROS_PER_SECOND } from '../../protocol/units.ts';
import type { MessageNumber } from '../../protocol/ids.ts';
import { copyLater } from '../../ui/copy-text.ts';
import { Field } from '../../ui/Field.tsx';
import { createNames } from '../kit/log-names.ts';
import { Sentence } from '../kit/Sentence.tsx';
import { useStops, type KindStops } from '../kinds/stops.ts';
import { type LogRow, type LogView, useLog } from './useLog.ts';
import css from './debugger.module.css';
import { Button } from '../../ui/Button.tsx';

const ROW = 26;

/** Lists the events of the run, with filter and search; a click on an event goes to it. */
export function EventLog() {
  const [query, setQuery] = useState<LogQuery>(NO_QUERY);
  const stops = useStops();
  const filter = useMemo(() => filterOf(query, stops), [query, stops]);
  const log = useLog(filter);
  return (
    <section className={css.dbgLog} aria-label="Events">
      <LogHead query={query} setQuery={setQuery} log={log} filter={filter} />
      <LogRows log={log} filter={filter} />
    </section>
  );
}

interface LogQuery {
  text: string;
  /** Groups of events that the filter shows; none = all groups. */
  groups: readonly string[];
  message: MessageNumber;
  destination: string;
}

export const NO_QUERY: LogQuery = { text: '', groups: [], message: 0, destination: '' };

/** Converts a query into the filter for the worker, with the event groups of this kind of run. */
export function filterOf(
  query: LogQuery,
  { groups, words: lines }: Pick<KindStops, 'groups' | 'words'>,
): LogFilter {
  const words = query.text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return {
    kinds: groups.filter(({ word }) => query.groups.includes(word)).flatMap(({ kinds }) => [...kinds]),
    message: query.message,
    destination: query.destination,
    words: words.slice(0, 8).map((text) => ({
      text,
      kinds: lines.filter(([, line]) => line.includes(text)).map(([kind]) => kind),
    })),
  };
}

interface HeadProps {
  query: LogQuery;
  setQuery: (query: LogQuery) => void;
  log: LogView;
  filter: LogFilter;
}

function LogHead({ query, setQuery, log, filter }: HeadProps) {
  const { page } = log;
  const { groups, ofMail } = useStops();
  const counts = new Map(page?.kinds);
  const toggle = (word: string): void => {
    const on = query.groups.includes(word);
    setQuery({ ...query, groups: on ? query.groups.filter((w) => w !== word) : [...query.groups, word] });
  };
  return (
    <header className={`stack ${css.dbgLogHead}`}>
      <div className="row">
        <h2>
          Events <span className="dim mono">{page === null ? '' : formatCount(page.all)}</span>
        </h2>
        <span className="grow" />
        <CopyLog key={JSON.stringify(filter)} filter={filter} />
      </div>
      <div className="row text-1">
        <Field
          id="log-search"
          className="grow"
          type="search"
          label="Search events"
          unit={page === null ? '' : foundText(page)}
          placeholder={ofMail ? 'words, a message number, a destination' : 'words'}
          value={query.text}
          onChange={(text) => setQuery({ ...query, text })}
        />
      </div>
      <div className="row wrap gap-4" role="group" aria-label="Kinds of events">
        {groups.map(({ word, kinds }) => (
          <Button
            key={word}
            look="outlined"
            className="text-1"
            aria-pressed={query.groups.includes(word)}
            onClick={() => toggle(word)}
          >
            {word}{' '}
            <span className="mono">
              {formatCount(kinds.reduce((n, kind) => n + (counts.get(kind) ?? 0), 0))}
            </span>
          </Button>
        ))}
      </div>
      {page !== null && page.total === 0 && page.looked === page.all && (
        <p className="side-note">
          0 of {formatCount(page.all)} events match.{' '}
          <button type="button" className="link" onClick={() => setQuery(NO_QUERY)}>
            Show all
          </button>
        </p>
      )}
    </header>
  );
}

function foundText(page: LogPage): string {
  if (page.looked < page.all) return `${Math.floor((100 * page.looked) / Math.max(1, page.all))} %`;
  return `${formatCount(page.current + 1)} of ${formatCount(page.total)}`;
}

/** Largest number of lines that are copied. */
const COPY_MAX = 5_000;
const COPY_REFUSED = 'The browser refused to copy. Save the run as a file instead.';

function CopyLog({ filter }: { filter: LogFilter }) {
  const actions = useActions();
  const [said, setSaid] = useState('');
  const copy = async (): Promise<void> => {
    const log = readLog(actions, filter);
    const done = await copyLater(log.then(({ lines }) => lines.join('\n')));
    if (!done) return setSaid(COPY_REFUSED);
    const { lines, total } = await log;
    const of = total > lines.length ? ` of ${formatCount(total)}` : '';
    setSaid(`${formatCount(lines.length)}${of} copied`);
  };
  return (
    <>
      <span role="status" className="dim">
        {said}
      </span>
      <Button onClick={() => void copy()}>Copy as text</Button>
    </>
  );
}

/** The first lines that match the filter, and how many match. */
async function readLog(actions: Actions, filter: LogFilter): Promise<{ lines: string[]; total: number }> {
  const lines: string[] = [];
  const names = createNames();
  let total = 0;
  do {
    // While the log is being searched, a page may be short, so ask for the next one.
    // oxlint-disable-next-line no-await-in-loop -- each page begins where the one before it ends
    const page = await actions.ask('log', filter, lines.length, 500);
    names.add(page.names);
    for (const record of page.rows) lines.push(lineText(record, toText(explainEvent(record, names))));
    if (page.rows.length === 0 && page.looked === page.all) break;
    total = page.total;
  } while (lines.length < COPY_MAX);
  return { lines, total };
}

function lineText({ n, at }: EventRecord, text: string): string {
  return `${n}\t${formatExactSeconds(at)}\t${text}`;
}

function LogRows({ log, filter }: { log: LogView; filter: LogFilter }) {
  const { page, row, show } = log;
  const actions = useActions();
  const scroller = useRef<HTMLDivElement>(null);
  const rem = useRem();
  // The virtualizer changes in place; nothing below this component is memoized on it.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count: page?.total ?? 0,
    getScrollElement: () => scroller.current,
    estimateSize: () => (ROW * rem) / 16,
    overscan: 12,
  });
  const items = virtual.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => show(first, last), [show, first, last, page?.total]);
  const current = page?.current ?? -1;
  const some = (page?.total ?? 0) > 0;
  useEffect(() => {
    if (some) virtual.scrollToIndex(Math.max(0, current), { align: 'auto' });
  }, [current, some, virtual]);
  const goTo = async (place: number): Promise<void> => {
    const record = row(place)?.record ?? (await actions.ask('log', filter, place, 1)).rows[0];
    if (record !== undefined) await actions.seek({ event: record.n });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    const target = row(event.key === 'ArrowDown' ? current + 1 : placeBefore(current, row));
    if (target === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    void actions.seek({ event: target.record.n });
  };
  return (
    <div className={css.dbgLogBody}>
      <div
        ref={scroller}
        className={css.dbgRows}
        role="listbox"
        aria-label="Events of the run"
        tabIndex={0}
        aria-activedescendant={current >= 0 ? `event-${row(current)?.record.n ?? 0}` : undefined}
        onKeyDown={onKeyDown}
      >
        <div style={{ position: 'relative', height: virtual.getTotalSize() }}>
          {items.map((item) => (
            <div
              key={item.key}
              style={{ position: 'absolute', insetInline: 0, top: item.start, height: item.size }}
            >
              <Line
                row={row(item.index)}
                state={item.index === current ? 'now' : item.index > current ? 'future' : ''}
              />
            </div>
          ))}
        </div>
      </div>
      <MiniMap page={page} goTo={goTo} />
    </div>
  );
}

const Line = memo(function Line({ row, state }: { row: LogRow | undefined; state: string }) {
  const actions = useActions();
  if (row === undefined) return <span className={`row text-2 dim ${css.dbgRow}`}>…</span>;
  const { record, names } = row;
  return (
    <button
      type="button"
      className={`row text-2 nowrap ${css.dbgRow}`}
      data-state={state}
      role="option"
      id={`event-${record.n}`}
      aria-selected={state === 'now'}
      tabIndex={-1}
      onClick={() => void actions.seek({ event: record.n })}
    >
      <span className={`mono text-1 ${css.dbgAt}`}>{(record.at / MICROS_PER_SECOND).toFixed(2)}</span>
      <span className="cut">
        <Sentence tokens={explainEvent(record, names)} size="small" />
      </span>
    </button>
  );
});

/** Place of the last event of the previous step, because the cursor is after all events of a step. */
function placeBefore(current: number, row: LogView['row']): number {
  let place = current;
  while (place >= 0 && row(place)?.record.step === row(current)?.record.step) place--;
  return place;
}

/** Shows preemptions and the cursor along the log; a click goes to that place in the log. */
function MiniMap({ page, goTo }: { page: LogPage | null; goTo: (place: number) => Promise<void> }) {
  if (page === null || page.total === 0) return <div className={css.dbgMap} />;
  const at = (place: number): string => `${(100 * place) / page.total}%`;
  return (
    <div
      className={css.dbgMap}
      aria-hidden="true"
      onClick={(event) => {
        const box = event.currentTarget.getBoundingClientRect();
        const place = Math.floor(((event.clientY - box.top) / box.height) * page.total);
        void goTo(Math.max(0, Math.min(page.total - 1, place)));
      }}
    >
      {page.marks.map(([place]) => (
        <i key={place} style={{ top: at(place) }} />
      ))}
      <b style={{ top: at(Math.max(0, page.current)) }} />
    </div>
  );
}

/** Root font size in pixels, because the virtual list is laid out in pixels. */
function useRem(): number {
  const run = useSession((session) => session.run);
  return useMemo(
    () => (run < 0 ? 16 : Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16),
    [run],
  );
}
