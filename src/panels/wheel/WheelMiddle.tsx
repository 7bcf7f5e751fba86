import { useEffect, useState } from 'react';
import { RuleInstead } from '../rules/RuleInstead.tsx';
import { useActions } from '../../store/hooks.ts';
import { BackToStage } from '../main-panel/BackToStage.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { BucketList } from './BucketList.tsx';
import { QueueList } from './QueueList.tsx';
import { Staircase } from './Staircase.tsx';
import { useWheelView, type WheelView } from './useWheelView.ts';
import { WheelHeading, WheelSay } from './WheelHeading.tsx';
import { WheelStage } from './WheelStage.tsx';
import { WheelWhy } from './WheelWhy.tsx';
import { SECONDS } from './wheel-words.ts';
import { NO_WHEEL } from '../../explain/timer-words.ts';
import css from './wheel.module.css';
import { Chip } from '../../charts/Chip.tsx';
import type { WatchListRow, WheelDetail } from '../../protocol/wheel.ts';
import { formatCount } from '../../explain/format.ts';
import { Termed } from '../kit/Termed.tsx';
import { useMedia } from '../../ui/useMedia.ts';

/** Shows the timing wheel of the run, in place of the stage. */
export default function WheelMiddle({ phone }: { phone: boolean }) {
  const view = useWheelView();
  // In a window with room for one column, the reasons go below the facts. The stylesheet has the same width.
  const inline = useMedia('(max-width: 73.75rem)');
  const { detail } = view;
  return (
    <>
      {phone && <WheelSay view={view} scale={SECONDS} />}
      <main className={css.wheelHero} id="stage" tabIndex={-1}>
        <WheelHeading name="Timing wheel" view={view}>
          <BackToStage small={phone} />
        </WheelHeading>
        {detail === null ? (
          <p className={css.wheelWait}>{NO_WHEEL}</p>
        ) : (
          <WheelStage view={{ ...view, detail }} scale={SECONDS} phone={phone} />
        )}
        {detail !== null && (
          <div className={css.wheelFacts}>
            <QueueList view={{ ...view, detail }} scale={SECONDS} />
            <BucketList view={{ ...view, detail }} scale={SECONDS} />
            <Staircase detail={detail} now={view.now} scale={SECONDS} />
            <WatchLists detail={detail} />
            {inline && (
              <section className={css.wheelFact} aria-label="Explain">
                <Why view={view} />
              </section>
            )}
          </div>
        )}
      </main>
      {!inline && (
        <aside className={`${css.wheelWhy} side`} aria-label="Explain">
          <RuleInstead>
            <Why view={view} />
          </RuleInstead>
        </aside>
      )}
      {phone && <PhoneJumps />}
      <WakeStepping />
    </>
  );
}

function Why({ view }: { view: WheelView }) {
  const { detail } = view;
  if (detail === null) return null;
  return (
    <>
      <WheelWhy view={{ ...view, detail }} scale={SECONDS} />
      <p className="side-note">
        Here the mail adds and cancels its own timers. Do it by hand in the{' '}
        <a className="link" href="#scene=wheel-lab">
          timer laboratory
        </a>
        .
      </p>
    </>
  );
}

const JUMPS = [
  ['stage', 'Wheel', 'wheel'],
  ['wheel-queue', 'Queue', 'queue'],
  ['wheel-bucket', 'Bucket', 'list'],
  ['wheel-timer', 'Timer', 'stairs'],
  ['wheel-lists', 'Lists', 'strip'],
] as const;

/** On the phone the parts are below each other; tabs jump to them. */
function PhoneJumps() {
  const [at, setAt] = useState<string>('stage');
  return (
    <nav className="tabs-area" aria-label="Parts of the wheel">
      <div className={`tabbar ${css.wheelJumps}`}>
        {JUMPS.map(([id, text, icon]) => (
          <button
            key={id}
            type="button"
            aria-current={id === at ? 'true' : undefined}
            onClick={() => {
              setAt(id);
              const target = document.getElementById(id);
              if (id === 'stage') target?.scrollTo({ top: 0 });
              else target?.scrollIntoView({ block: 'start' });
            }}
          >
            <Icon name={icon} />
            {text}
          </button>
        ))}
      </div>
    </nav>
  );
}

/** While the wheel is shown, the step unit is a wake-up; afterwards it is a decision again. */
function WakeStepping() {
  const actions = useActions();
  useEffect(() => {
    actions.look({ stepUnit: 'wakeup' });
    return () => actions.look({ stepUnit: 'decision' });
  }, [actions]);
  return null;
}

/** Largest number of destinations shown as rows, and of chips per row. Further ones are only counted. */
const LISTS_MAX = 6;
const CHIPS_MAX = 11;

/** Lists messages by awaited destination. Hollow chip: completed, but listed until a check of its key or a purge. */
function WatchLists({ detail }: { detail: WheelDetail }) {
  const { watched, estimate } = detail;
  if (estimate === null) return null;
  const shown = watched.slice(0, LISTS_MAX);
  const completed = Math.max(0, estimate.total - estimate.pending);
  const over = completed > estimate.interval;
  const full = Math.max(estimate.interval * 1.5, 1);
  return (
    <section className={css.wheelFact} id="wheel-lists" aria-labelledby="wheel-lists-title">
      <h2 id="wheel-lists-title" className="row wrap baseline">
        <Termed text="Watch lists" /> <span className="dim">by destination</span>
        <span className="grow" />
        <span className="dim text-1">completed of listed</span>
      </h2>
      {shown.length === 0 ? (
        <p className="side-note">No operation waits for an answer.</p>
      ) : (
        <ul className="stack gap-4">
          {shown.map((list) => (
            <WatchRow key={list.key} list={list} />
          ))}
        </ul>
      )}
      {watched.length > LISTS_MAX && (
        <p className="dim text-1">{watched.length - LISTS_MAX} more destinations</p>
      )}
      <div className="stack gap-6 text-1 sub">
        <p>
          <b className="strong">{formatCount(estimate.dead)}</b> of {formatCount(estimate.nodes)} nodes are
          completed but still listed. Estimate {formatCount(estimate.total)} − {formatCount(estimate.pending)}{' '}
          = <b className="strong">{formatCount(completed)}</b>,{' '}
          {over
            ? `over ${formatCount(estimate.interval)}: the next answer purges`
            : `purge above ${formatCount(estimate.interval)}`}
          .
        </p>
        <svg
          viewBox="0 0 300 10"
          width="100%"
          height="0.625rem"
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <rect className={css.track} y="2" width="300" height="6" rx="3" />
          <rect
            className={css.share}
            y="2"
            width={Math.min(300, (completed / full) * 300)}
            height="6"
            rx="3"
          />
          <path className={css.line} d={`M${300 / 1.5} 0V10`} />
        </svg>
      </div>
    </section>
  );
}

function WatchRow({ list }: { list: WatchListRow }) {
  const shown = list.nodes.slice(0, list.nodes.length > CHIPS_MAX ? CHIPS_MAX - 1 : CHIPS_MAX);
  const rest = list.total - shown.length;
  return (
    <li className="row gap-6 text-1">
      <span className={`${css.watchKey} cut mono`} title={list.key}>
        {list.key}
      </span>
      <span className="row gap-2 grow cut">
        {shown.map((node, i) => (
          // One message can wait several times under one key.
          // oxlint-disable-next-line react/no-array-index-key
          <Chip
            key={`${node.number}-${i}`}
            number={node.number}
            size="small"
            className={node.done ? css.hollow : ''}
          />
        ))}
        {rest > 0 && <span className="dim mono">+{formatCount(rest)}</span>}
      </span>
      <span className="dim mono nowrap">
        {formatCount(list.done)} of {formatCount(list.total)}
      </span>
    </li>
  );
}
