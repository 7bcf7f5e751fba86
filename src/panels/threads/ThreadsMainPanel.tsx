import { durationLabel } from '../../plot/values.ts';
import { Table } from '../../ui/Table.tsx';
import type { LedgerRow } from '../../explain/ledger.ts';
import type { ThreadsRow, ThreadToken } from '../../protocol/threads-view.ts';
import { useActions, useSession, useView } from '../../store/hooks.ts';
import { BackToStage } from '../main-panel/BackToStage.tsx';
import { useGroup } from '../kinds/groups.ts';
import { Segmented } from '../../ui/Segmented.tsx';
import { useMedia } from '../../ui/useMedia.ts';
import { Flow, FlowLine } from './Flow.tsx';
import { Gauges } from './Gauges.tsx';
import { busyCpus } from './gauges.ts';
import { TimePicture } from './TimePicture.tsx';
import css from './threads.module.css';
import { signWords } from './lane-signs.ts';
import { ItemChip, ThreadTag } from './ThreadTag.tsx';
import { useLanes } from './useThreads.ts';
import { useWindow } from './useWindow.ts';
import { THREAD_STATES } from '../../explain/thread-states.ts';
import { formatSpan } from '../../explain/figures.ts';
import { Button } from '../../ui/Button.tsx';

interface ThreadsMainPanelProps {
  row: ThreadsRow;
  ledger: readonly LedgerRow[];
  latest: LedgerRow | undefined;
  phone: boolean;
}

/** Shows a concurrency group: three limits, the path of an event, and what each thread did over time. */
export function ThreadsMainPanel({ row, ledger, latest, phone }: ThreadsMainPanelProps) {
  const table = useView((view) => view.table);
  // A narrow panel puts the stations on one vertical line, because seven columns need more room.
  const narrow = useMedia('(max-width: 56.25rem)');
  return (
    <>
      <Head row={row} />
      <div className={css.scroll}>
        <Gauges row={row} />
        {table ? (
          <ThreadsTable row={row} />
        ) : (
          <>
            {narrow ? <FlowLine row={row} latest={latest} /> : <Flow row={row} latest={latest} />}
            <TimePicture row={row} ledger={ledger} phone={phone} />
          </>
        )}
      </div>
    </>
  );
}

function Head({ row }: { row: ThreadsRow }) {
  const actions = useActions();
  const table = useView((view) => view.table);
  const { threads: called, back } = useGroup();
  const title = useSession((session) => session.scenario?.title ?? '');
  const { names, name, story, blockedCount, ready, source } = row;
  const threads = busyCpus(row) + ready + blockedCount + source.waiting;
  return (
    <header className={`row ${css.head}`}>
      <h1 className="sr-only">
        Concurrency group {name}: {title}
      </h1>
      {names.length > 1 ? (
        <Segmented
          label="Group"
          value={name}
          options={names
            .slice(0, 6)
            .map((text) => ({ value: text, text: <span className="mono">{text}</span> }))}
          onChange={(next) => actions.look({ transport: next })}
        />
      ) : (
        <span className="mono strong">{name}</span>
      )}
      <span className="dim text-1 nowrap">
        {threads} {called}
      </span>
      <span className="grow" />
      {story > 1 && <span className="dim text-1 cut">waits {story} times shorter than real</span>}
      <span className={`text-1 sub ${css.box}`}>model</span>
      <Button
        aria-pressed={table}
        data-tip="the threads as a table, Shift T"
        data-tip-at="below"
        onClick={() => actions.look({ table: !table })}
      >
        {table ? 'Picture' : 'Table'}
      </Button>
      {back && <BackToStage />}
    </header>
  );
}

/** Largest number of signs that the table lists. */
const SIGNS_MAX = 60;

/** The threads of the panel as a table, one row each. */
function ThreadsTable({ row }: { row: ThreadsRow }) {
  const now = useSession((session) => session.cursor.at);
  const { group, source } = row;
  const ordered = row.threads.toSorted((a, b) => STATE_ORDER[a.state] - STATE_ORDER[b.state] || a.id - b.id);
  const known = row.threads.length;
  return (
    <div className="stack nowrap">
      <p>
        {group === null
          ? `No group: every thread passes. ${source.pending} pending.`
          : `${group.runnable} runnable, CV ${group.limit}, ${group.runnable > group.limit ? `over by ${group.runnable - group.limit}` : `room for ${group.available}`}; ${source.pending} pending, ${source.waiting} waiting.`}
      </p>
      <Table
        scrolls
        label={`Threads of ${row.name} at this instant`}
        columns={[
          { name: 'thread', cell: (thread) => <ThreadTag thread={thread} /> },
          { name: 'state', cell: ({ state }) => THREAD_STATES[state] },
          { name: 'counted', cell: ({ counted }) => (counted ? 'yes' : 'no') },
          { name: 'for', className: 'mono', cell: ({ since }) => formatSpan(now - since) },
          {
            name: 'works on',
            cell: ({ item, number }) =>
              item === '' && number === 0 ? (
                <span className="dim">nothing</span>
              ) : (
                <ItemChip item={item} number={number} />
              ),
          },
          { name: 'place', cell: (thread) => placeOf(thread, row) },
        ]}
        rows={ordered}
        rowKey={({ id }) => id}
      />
      <SignsTable row={row} />
      {source.waiting + row.blockedCount + row.ready > known && (
        <p className="dim">Lists are cut at 60 threads.</p>
      )}
    </div>
  );
}

/** Number of columns that divide the run. Signs of one kind within one column are merged. */
const SIGN_COLUMNS = 800;

/** Lists the signs on the lanes as text, as far as the run is known. */
function SignsTable({ row }: { row: ThreadsRow }) {
  const actions = useActions();
  const { whole } = useWindow();
  const lanes = useLanes(row.name, whole, SIGN_COLUMNS);
  if (lanes === null || lanes.signs.length === 0) return null;
  return (
    <Table
      label="Signals, timeouts, page faults, stops and ends"
      captioned
      columns={[
        {
          name: 'at',
          className: 'mono',
          cell: ({ at, event }) => (
            <button type="button" className="link" onClick={() => void actions.seek({ event })}>
              {durationLabel(at, 10)}
            </button>
          ),
        },
        { name: 'what happens', cell: signWords },
      ]}
      rows={lanes.signs.slice(0, SIGNS_MAX)}
      rowKey={({ event }) => event}
    />
  );
}

const STATE_ORDER: Record<ThreadToken['state'], number> = {
  running: 0,
  ready: 1,
  'blocked-in-handler': 2,
  stopped: 3,
  'blocked-in-fetch': 4,
  exited: 5,
};

function beforeIt(count: number, first: string, others: string): string {
  return count === 0 ? first : `${count} ${others}`;
}

function placeOf(thread: ThreadToken, { source, runQueue }: ThreadsRow): string {
  switch (thread.state) {
    case 'running':
      return `CPU ${thread.cpu - 1}`;
    case 'ready':
      return beforeIt(runQueue.indexOf(thread.id), 'next for a CPU', 'before it in the run queue');
    case 'blocked-in-handler':
      return thread.phase === '' ? thread.waitsFor : `${thread.phase} ${thread.destination}`;
    case 'blocked-in-fetch': {
      const place = source.waiters.indexOf(thread.id) + 1;
      if (place === 0) return thread.onItsWay ? 'woken, on its way' : 'exit gate';
      const held = thread.reason === 'gate' ? ', held at the gate' : '';
      return `${beforeIt(place - 1, 'top of the stack', 'above it on the stack')}${held}`;
    }
    default:
      return '';
  }
}
