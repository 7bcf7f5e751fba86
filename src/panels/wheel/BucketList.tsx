import { Sentence } from '../kit/Sentence.tsx';
import { formatCount } from '../../explain/format.ts';
import type { TimerToken, WheelDetail } from '../../protocol/wheel.ts';
import { TokenChip } from './TokenMark.tsx';
import { useUnlinked } from './useUnlinked.ts';
import { emptySentence, type Scale, written } from './words.ts';
import { Term } from '../kit/Term.tsx';
import './wheel.css';

interface BucketListProps {
  detail: WheelDetail;
  scale: Scale;
  follow: number;
  onFollow: (timer: number) => void;
  onHover: (timer: number) => void;
}

/** Nodes with their words, and nodes at all; longer lists end in a number. */
const WITH_WORDS = 3;
const MOST_NODES = 24;

/** The opened bucket as what it is: a circular doubly linked list, in the order of arrival. */
export function BucketList({ detail, scale, follow, onFollow, onHover }: BucketListProps) {
  const { opened } = detail;
  const shown = useUnlinked(opened, MOST_NODES);
  if (opened === null) return null;
  const { level, bucket, due, count } = opened;
  const present = Math.min(count, MOST_NODES);
  return (
    <section className="wheel-fact" id="wheel-bucket" aria-label={`Level ${level + 1}, bucket ${bucket}`}>
      <h2>
        <span>
          <Term name="overflow wheel">Level {level + 1}</Term>, <Term name="bucket">bucket {bucket}</Term>
        </span>{' '}
        <span className="dim">
          {due < 0
            ? 'not armed'
            : `opens at ${written(due, scale)}, ${
                count === 0
                  ? 'empty but armed'
                  : `${formatCount(count)} ${count === 1 ? 'timer' : 'timers'} in order of arrival`
              }`}
        </span>
      </h2>
      <div
        className={`bucket-list${shown.length === 0 ? ' alone' : ''}${shown.length > WITH_WORDS ? ' close' : ''}`}
      >
        <span className="list-root">root</span>
        {shown.length === 0 && <span className="list-note">points at itself: the bucket is empty</span>}
        {shown.map(({ timer, leaving }) => (
          <Node
            key={timer.id}
            timer={timer}
            leaving={leaving}
            scale={scale}
            words={shown.length <= WITH_WORDS}
            followed={timer.id === follow}
            onFollow={onFollow}
            onHover={onHover}
          />
        ))}
        {count > present && <span className="list-note">+{formatCount(count - present)}</span>}
      </div>
      {due >= 0 && count === 0 && (
        <p className="side-note">
          <Sentence tokens={emptySentence(opened, scale)} size="small" />
        </p>
      )}
    </section>
  );
}

interface NodeProps extends Pick<BucketListProps, 'scale' | 'onFollow' | 'onHover'> {
  timer: TimerToken;
  words: boolean;
  followed: boolean;
  leaving: boolean;
}

function Node({ timer, scale, words, followed, leaving, onFollow, onHover }: NodeProps) {
  return (
    <span className={`list-place${leaving ? ' leaving' : ''}`}>
      <svg className="list-links" viewBox="0 0 20 10" preserveAspectRatio="none" aria-hidden="true">
        <path d="M2 3h15M14.5 .8 17.5 3 14.5 5.2M18 7H3M5.5 4.8 2.5 7 5.5 9.2" />
      </svg>
      <button
        type="button"
        className={`list-node${followed ? ' followed' : ''}`}
        aria-pressed={followed}
        aria-label={`${timer.label}, due at ${written(timer.due, scale)}`}
        onClick={() => onFollow(timer.id)}
        onPointerEnter={() => onHover(timer.id)}
        onPointerLeave={() => onHover(0)}
      >
        <TokenChip token={timer} />
        {words && (
          <>
            <b>{timer.label}</b>
            <span className="mono">{written(timer.due, scale)}</span>
          </>
        )}
      </button>
    </span>
  );
}
