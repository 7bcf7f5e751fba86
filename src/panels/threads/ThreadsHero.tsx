import type { LedgerRow } from '../../explain/ledger.ts';
import type { ThreadsRow } from '../../protocol/threads-view.ts';
import { useActions, useSession, useView } from '../../store/hooks.ts';
import { BackToStage } from '../hero/BackToStage.tsx';
import { useGroup } from '../kinds/groups.ts';
import { Segmented } from '../kit/Segmented.tsx';
import { useMedia } from '../kit/useMedia.ts';
import { Flow, FlowLine } from './Flow.tsx';
import { Gauges } from './Gauges.tsx';
import { ThreadsTable } from './ThreadsTable.tsx';
import { TimePicture } from './TimePicture.tsx';
import './threads.css';

interface ThreadsHeroProps {
  row: ThreadsRow;
  ledger: readonly LedgerRow[];
  latest: LedgerRow | undefined;
  phone: boolean;
}

/** The flow of a group: three limits, the way of an event through the gate, and what each thread did over time. */
export function ThreadsHero({ row, ledger, latest, phone }: ThreadsHeroProps) {
  const table = useView((view) => view.table);
  // Seven columns need room; without it the same stations stand on one vertical line.
  const narrow = useMedia('(max-width: 56.25rem)');
  return (
    <>
      <Head row={row} />
      <div className="threads-scroll">
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

/** Groups that one can look at, how time is told, and the table. In a run of mail also the way back. */
function Head({ row }: { row: ThreadsRow }) {
  const actions = useActions();
  const table = useView((view) => view.table);
  const { threads: called, back } = useGroup();
  const title = useSession((session) => session.scenario?.title ?? '');
  const { names, name, story, blockedCount, ready, source } = row;
  const threads =
    row.cpus.filter(({ thread }) => thread !== 0).length + ready + blockedCount + source.waiting;
  return (
    <header className="threads-head">
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
          onChange={(next) => actions.setTransport(next)}
        />
      ) : (
        <span className="threads-name mono">{name}</span>
      )}
      <span className="dim threads-count">
        {threads} {called}
      </span>
      <span className="grow" />
      {story > 1 && <span className="dim threads-story">waits {story} times shorter than real</span>}
      <span className="threads-model">model</span>
      <button
        type="button"
        className="btn"
        aria-pressed={table}
        data-tip="the threads as a table, Shift T"
        data-tip-at="below"
        onClick={() => actions.setTable(!table)}
      >
        {table ? 'Picture' : 'Table'}
      </button>
      {back && <BackToStage />}
    </header>
  );
}
