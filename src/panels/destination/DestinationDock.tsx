import { formatShare } from '../../explain/figures.ts';
import { formatCount, formatTick } from '../../explain/format.ts';
import { explainWhy } from '../../explain/why.ts';
import type { FeedbackEvent, FeedbackHistory } from '../../protocol/inspect.ts';
import type { QueueRow } from '../../protocol/rows.ts';
import { useSession } from '../../store/hooks.ts';
import { Sentence } from '../kit/Sentence.tsx';
import { Termed } from '../kit/Termed.tsx';
import { useAnswer } from '../kit/useAnswer.ts';
import { StageDock } from '../stage/StageDock.tsx';
import dockCss from '../dock/dock.module.css';
import { EmptyState } from '../../ui/EmptyState.tsx';
import css from './destination.module.css';
import heroCss from '../main-panel/hero.module.css';

interface DestinationDockProps {
  transport: string;
  name: string;
  queue: QueueRow | undefined;
  history: FeedbackHistory | null;
}

/** Shows, below the chart, a small stage, busy and waiting entries, and the destination's timers. */
export function DestinationDock({ transport, name, queue, history }: DestinationDockProps) {
  return (
    <div className={`${dockCss.dockWide} ${css.heroDock}`}>
      <StageDock />
      <section className={dockCss.dockPanel} data-clips>
        <h2 className="cut">
          <Termed text="Busy" /> on {name}
        </h2>
        <Busy transport={transport} name={name} queue={queue} history={history} />
      </section>
      <section className={dockCss.dockPanel} data-clips>
        <h2 className="cut">
          <Termed text="Timing wheel" /> <span className="dim">of this destination</span>
        </h2>
        <Timers name={name} />
      </section>
    </div>
  );
}

function Busy({ transport, name, queue, history }: DestinationDockProps) {
  const why = useAnswer(`why ${transport} ${name}`, (actions) =>
    actions.ask('why', { about: 'destination', transport, name }),
  );
  const muted = history?.events.filter((event) => event.muted).length ?? 0;
  const guarded =
    history?.events.filter(
      (event) => event.sign === 'positive' && !event.muted && !event[history.rule].applied,
    ).length ?? 0;
  return (
    <div className="stack">
      {why !== null &&
        queue !== undefined &&
        explainWhy(why).map((tokens, i) => (
          // oxlint-disable-next-line react/no-array-index-key
          <p key={i} className="side-note">
            <Sentence tokens={tokens} size="small" />
          </p>
        ))}
      <dl className={heroCss.fails}>
        {queue !== undefined && queue.busy > 0 && (
          <>
            <dt>
              busy now, {queue.busy} of {queue.window}
            </dt>
            <dd className="mono">{queue.busyBy.join(' ')}</dd>
          </>
        )}
        {history !== null && (
          <>
            <dt>connections that failed, of {formatCount(history.events.filter(isReport).length)}</dt>
            <dd className="mono">{failedShare(history)}</dd>
          </>
        )}
        <dt>reports ignored because the destination was not ready</dt>
        <dd className="mono">{muted}</dd>
        <dt>successes not counted: the window was not full, or at its limit</dt>
        <dd className="mono">{guarded}</dd>
      </dl>
    </div>
  );
}

function isReport(event: FeedbackEvent): boolean {
  return event.sign !== 'revival';
}

/** Failed connections and handshakes: `29, 39.2 %`. */
function failedShare({ events }: FeedbackHistory): string {
  const reports = events.filter(isReport);
  const failed = reports.filter((event) => event.sign === 'negative').length;
  return `${formatCount(failed)}, ${formatShare(failed / Math.max(1, reports.length))}`;
}

/** Resolution of the displayed timers, in microseconds. */
const TENTH = 100_000;

function Timers({ name }: { name: string }) {
  const wheel = useSession((session) => session.wheel);
  const tasks = wheel?.tasks.filter((task) => task.label.split(' ').includes(name)).slice(0, 6) ?? [];
  if (tasks.length === 0)
    return <EmptyState size="line">No timer of this destination among the next ones.</EmptyState>;
  return (
    <ul className={dockCss.due}>
      {tasks.map((task) => (
        <li key={task.id}>
          <span>{formatTick(Math.round(task.due / TENTH) * TENTH, TENTH)}</span>
          <span className="dim">{task.bucket < 0 ? 'this tick' : `L${task.level + 1}·${task.bucket}`}</span>
          <span className={`cut ${dockCss.dueWhat}`}>{task.label}</span>
        </li>
      ))}
    </ul>
  );
}
