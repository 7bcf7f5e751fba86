import { Sentence } from '../kit/Sentence.tsx';
import { formatCount, formatCounted } from '../../explain/format.ts';
import type { OpenedBucket, TimerToken } from '../../protocol/wheel.ts';
import { TokenChip } from './TokenMark.tsx';
import type { ShownWheel } from './useWheelView.ts';
import { emptySentence, type Scale, written } from './wheel-words.ts';
import { Term } from '../kit/Term.tsx';
import css from './wheel.module.css';
import { useEffect, useState } from 'react';
import { beginAnimation } from '../../store/idle.ts';
import { useApp, useView } from '../../store/hooks.ts';
import { selectMotion } from '../../store/selectors.ts';

interface BucketListProps {
  view: ShownWheel;
  scale: Scale;
}

/** Largest number of nodes drawn with text, and of nodes drawn at all. Further nodes are only counted. */
const WITH_WORDS = 3;
const MOST_NODES = 24;

/** Shows the opened bucket: a circular doubly linked list of timers, in order of arrival. */
export function BucketList({ view, scale }: BucketListProps) {
  const { opened } = view.detail;
  const shown = useUnlinked(opened, MOST_NODES);
  if (opened === null) return null;
  const { level, bucket, due, count } = opened;
  const present = Math.min(count, MOST_NODES);
  return (
    <section className={css.wheelFact} id="wheel-bucket" aria-label={`Level ${level + 1}, bucket ${bucket}`}>
      <h2>
        <span>
          <Term name="overflow wheel">Level {level + 1}</Term>, <Term name="bucket">bucket {bucket}</Term>
        </span>{' '}
        <span className="dim">
          {due < 0
            ? 'not armed'
            : `opens at ${written(due, scale)}, ${
                count === 0 ? 'empty but armed' : `${formatCounted(count, 'timer')} in order of arrival`
              }`}
        </span>
      </h2>
      <div className={`text-1 sub ${shown.length === 0 ? 'row' : css.bucketList}`}>
        <span className={css.listRoot}>root</span>
        {shown.length === 0 && <span className="dim">points to itself, so the bucket is empty</span>}
        {shown.map(({ timer, leaving }) => (
          <Node
            key={timer.id}
            timer={timer}
            leaving={leaving}
            scale={scale}
            words={shown.length <= WITH_WORDS}
            view={view}
          />
        ))}
        {count > present && <span className="dim">+{formatCount(count - present)}</span>}
      </div>
      {due >= 0 && count === 0 && (
        <p className="side-note">
          <Sentence tokens={emptySentence(opened, scale)} size="small" />
        </p>
      )}
    </section>
  );
}

interface NodeProps extends BucketListProps {
  timer: TimerToken;
  words: boolean;
  leaving: boolean;
}

function Node({ timer, view, scale, words, leaving }: NodeProps) {
  return (
    <span className={`row gap-2 ${leaving ? css.leaving : ''}`}>
      <svg className={css.listLinks} viewBox="0 0 20 10" preserveAspectRatio="none" aria-hidden="true">
        <path d="M2 3h15M14.5 .8 17.5 3 14.5 5.2M18 7H3M5.5 4.8 2.5 7 5.5 9.2" />
      </svg>
      <button
        type="button"
        className={`${css.listNode} text-1 dim nowrap`}
        aria-pressed={timer.id === view.follow}
        aria-label={`${timer.label}, due at ${written(timer.due, scale)}`}
        onClick={() => view.setFollow(timer.id)}
        onPointerEnter={() => view.setHovered(timer.id)}
        onPointerLeave={() => view.setHovered(0)}
      >
        <TokenChip token={timer} />
        {words && (
          <span className="cut">
            <b className="strong">{timer.label}</b>
            <br />
            <span className="mono">{written(timer.due, scale)}</span>
          </span>
        )}
      </button>
    </span>
  );
}

const UNLINK_MS = 240;

/** A node of the list. A timer that leaves is no longer in the bucket, and its node fades out. */
interface ListItem {
  timer: TimerToken;
  leaving: boolean;
}

/**
 * Nodes of the opened bucket, together with nodes that a cancel has just unlinked, while their neighbours close up.
 * Unlinked nodes are shown only when the run goes forward, in the same bucket before it opens, and without reduced
 * motion.
 */
function useUnlinked(opened: OpenedBucket | null, most: number): ListItem[] {
  const reduced = useView((view) => view.reducedMotion);
  const forward = useApp(selectMotion) === 'travel';
  const [seen, setSeen] = useState<{ opened: OpenedBucket | null; leaving: ListItem[] }>({
    opened,
    leaving: [],
  });
  if (seen.opened !== opened) {
    const moving = forward && !reduced && sameBucket(seen.opened, opened);
    const leaving = moving ? leftOf(seen.opened, opened, most) : [];
    setSeen({ opened, leaving });
  }
  const { leaving } = seen;
  useEffect(() => {
    if (leaving.length === 0) return undefined;
    const end = beginAnimation();
    const timer = setTimeout(() => setSeen((old) => ({ ...old, leaving: [] })), UNLINK_MS);
    return () => {
      clearTimeout(timer);
      end();
    };
  }, [leaving]);
  const present = (opened?.timers ?? []).slice(0, most).map((timer) => ({ timer, leaving: false }));
  return leaving.length > 0 ? leaving : present;
}

function sameBucket(a: OpenedBucket | null, b: OpenedBucket | null): boolean {
  return a !== null && b !== null && a.level === b.level && a.bucket === b.bucket && a.due === b.due;
}

/** The list before the change, with the nodes that left marked; empty when none has. */
function leftOf(before: OpenedBucket | null, now: OpenedBucket | null, most: number): ListItem[] {
  const here = new Set((now?.timers ?? []).map(({ id }) => id));
  const items = (before?.timers ?? [])
    .slice(0, most)
    .map((timer) => ({ timer, leaving: !here.has(timer.id) }));
  return items.some(({ leaving }) => leaving) ? items : [];
}
