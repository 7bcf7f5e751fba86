import type { ReactNode } from 'react';
import { formatCount } from '../../explain/format.ts';
import { useActions, useApp, useSession } from '../../store/hooks.ts';
import { selectQueues } from '../../store/selectors.ts';
import type { DockTab, MainPanel } from '../../store/view.ts';
import { DetailButton } from '../kit/DetailButton.tsx';
import { useKind } from '../kinds/views.ts';
import { threadsHeading } from '../threads/ThreadsPanel.tsx';
import { MemoryBar } from './MemoryBar.tsx';
import { MiniWindows } from './MiniWindows.tsx';
import { WheelPicture } from './WheelPanel.tsx';
import css from './dock.module.css';

/** The dock of the quiet cockpit: four figures with pictures. A click on one replaces the stage with its panel. */
export function DockTiles() {
  const threads = useSession((session) => session.threads !== null);
  return (
    <div className={css.tileRow} data-threads={threads || undefined}>
      <DestinationsTile />
      <WheelTile />
      <MemoryTile />
      <div className={css.slimTiles}>
        <ThreadsTile />
        <DetailButton className={css.slim} />
      </div>
    </div>
  );
}

function DestinationsTile() {
  const queues = useApp(selectQueues);
  const busy = queues.reduce((sum, queue) => sum + queue.busy, 0);
  const waiting = queues.reduce((sum, queue) => sum + queue.todo, 0);
  const dead = queues.filter((queue) => queue.status === 'throttled').length;
  const line = `${formatCount(waiting)} wait`;
  return (
    <DockTile
      tab="destinations"
      opens={{ kind: 'destinations' }}
      name="Destinations"
      figure={
        queues.length === 0
          ? 'none open'
          : dead > 0
            ? `${formatCount(dead)} dead`
            : `${formatCount(busy)} running`
      }
      bad={dead > 0}
      line={dead > 0 ? `${formatCount(busy)} running, ${line}` : line}
    >
      <MiniWindows queues={queues} />
    </DockTile>
  );
}

function WheelTile() {
  const wheel = useSession((session) => session.wheel);
  const { instant } = useKind();
  const pending = wheel?.pending ?? 0;
  return (
    <DockTile
      tab="wheel"
      opens={{ kind: 'wheel' }}
      name="Timing wheel"
      figure={`${formatCount(pending)} ${pending === 1 ? 'timer' : 'timers'}`}
      line={wheel === null || pending === 0 ? 'the clock sleeps' : `next at ${instant(wheel.nextWakeUp)}`}
    >
      {wheel !== null && wheel.levels.length > 0 && <WheelPicture wheel={wheel} small />}
    </DockTile>
  );
}

function MemoryTile() {
  const mail = useSession((session) => session.mail);
  const count = mail?.recipientsInCore ?? 0;
  const limit = mail?.messageRecipientLimit ?? 0;
  return (
    <DockTile
      tab="recipients"
      opens={{ kind: 'mail' }}
      name="Memory"
      figure={`${formatCount(count)} ${count === 1 ? 'recipient' : 'recipients'}`}
      line={limit === 0 ? '' : `limit ${formatCount(limit)}`}
    >
      <MemoryBar total={count} limit={limit} />
    </DockTile>
  );
}

/** A tile of one line, because most runs have no threads. */
function ThreadsTile() {
  const actions = useActions();
  const words = useSession((session) => threadsHeading(session.threads));
  return (
    <button
      id="dock-threads"
      type="button"
      className={css.slim}
      onClick={() => actions.look({ mainPanel: { kind: 'threads' } })}
    >
      Threads <span className="dim">{words === '' ? 'not in this run' : words}</span>
    </button>
  );
}

interface DockTileProps {
  tab: DockTab;
  opens: MainPanel;
  name: string;
  figure: string;
  /** True if the figure reports a fault. */
  bad?: boolean;
  line: string;
  children: ReactNode;
}

function DockTile({ tab, opens, name, figure, bad = false, line, children }: DockTileProps) {
  const actions = useActions();
  return (
    <button
      id={`dock-${tab}`}
      type="button"
      className={css.tile}
      onClick={() => actions.look({ mainPanel: opens })}
    >
      <span className={css.tileWords}>
        <span className={css.tileName}>{name}</span> <b data-bad={bad || undefined}>{figure}</b>{' '}
        <span className={css.tileLine}>{line}</span>
      </span>
      <span className={css.tilePicture} aria-hidden="true">
        {children}
      </span>
    </button>
  );
}
