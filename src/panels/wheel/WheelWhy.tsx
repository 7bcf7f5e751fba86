import { formatCounted } from '../../explain/format.ts';
import { useState } from 'react';
import type { TimerPath, WakeUp, WheelDetail, WokenTimer } from '../../protocol/wheel.ts';
import { Sentence } from '../kit/Sentence.tsx';
import { tickOf } from './timer-path.ts';
import { bare, bucketName, nothingSentence, type Scale, wakeSentence, written } from './wheel-words.ts';
import { Termed } from '../kit/Termed.tsx';
import { Select } from '../../ui/Select.tsx';
import explainCss from '../explain/explain.module.css';
import css from './wheel.module.css';

interface WheelWhyProps {
  detail: WheelDetail;
  scale: Scale;
  follow: number;
  onFollow: (timer: number) => void;
  onOpen: (level: number, bucket: number) => void;
}

/** What the last wake-up did, the inequalities of the timer that is followed, and the buckets that will wake for nothing. */
export function WheelWhy({ detail, scale, follow, onFollow, onOpen }: WheelWhyProps) {
  const { wakeUp } = detail;
  const nothing = nothingSentence(wakeUp, scale);
  return (
    <>
      <section className={explainCss.sayBlock}>
        <h2>
          <Termed of="timers" text={openedSoFar(detail.counters.polls)} />{' '}
          {wakeUp !== null && <span className="dim mono">{written(wakeUp.at, scale)}</span>}
        </h2>
        <p className={explainCss.say}>
          <Sentence tokens={wakeSentence(wakeUp)} size="large" />
        </p>
        {nothing.length > 0 && (
          <p className="side-note">
            <Sentence tokens={nothing} size="small" />
          </p>
        )}
      </section>
      {detail.followed !== null && <Placing path={detail.followed} detail={detail} scale={scale} />}
      {wakeUp !== null && wakeUp.timers.length > 0 && (
        <WokenTable wakeUp={wakeUp} scale={scale} follow={follow} onFollow={onFollow} />
      )}
      {wakeUp?.purge !== null && wakeUp?.purge !== undefined && (
        <p className="side-note">
          Then a purge: about {wakeUp.purge.estimate} operations were completed and still watched, more than{' '}
          {wakeUp.purge.interval}. {wakeUp.purge.visited} nodes visited, {wakeUp.purge.removed} unlinked.
        </p>
      )}
      <Stale detail={detail} onOpen={onOpen} />
      <footer className={explainCss.source}>
        <a
          className="link"
          href="https://cwiki.apache.org/confluence/display/KAFKA/Purgatory+Redesign+Proposal"
          target="_blank"
          rel="noreferrer"
        >
          Purgatory Redesign Proposal, Hierarchical Timing Wheel
        </a>
      </footer>
    </>
  );
}

function openedSoFar(polls: number): string {
  if (polls === 0) return 'No wake-up yet';
  return formatCounted(polls, 'bucket opened so far', 'buckets opened so far');
}

/** Why the timer is in its bucket: the questions in the order in which the code asks them. */
function Placing({ path, detail, scale }: { path: TimerPath; detail: WheelDetail; scale: Scale }) {
  const last = path.placings.at(-1);
  if (last === undefined || path.end !== null || last.bucket < 0) return null;
  const before = path.placings.at(-2);
  const tick = tickOf(detail, last.level);
  const reach = tickOf(detail, last.level + 1);
  const E = bare(path.due, scale);
  // After a fall every level below stood at the instant of the opening; after an insert only its own level is recorded.
  const stood = before === undefined ? Math.floor(last.at / tick) * tick : before.opens;
  const levels = before === undefined ? [] : Array.from({ length: last.level }, (_, k) => k);
  return (
    <div className={explainCss.math} role="group" aria-label={`Why ${path.label} is in its bucket`}>
      <div className={explainCss.mathLine}>
        <span>{path.label} is due at</span>
        <span className="mono">E = {E}</span>
      </div>
      {levels.map((k) => (
        <div className={explainCss.mathLine} key={k}>
          <span>fits level {k + 1}?</span>
          <span className="mono">
            {E} &lt; {bare(stood, scale)} + {bare(tickOf(detail, k + 1), scale)} no
          </span>
        </div>
      ))}
      {before !== undefined && (
        <div className={explainCss.mathLine}>
          <span>fits level {last.level + 1}?</span>
          <span className="mono">
            {E} &lt; {bare(stood, scale)} + {bare(reach, scale)} yes
          </span>
        </div>
      )}
      {before === undefined && (
        <div className={explainCss.mathLine}>
          <span>level {last.level + 1} reaches</span>
          <span className="mono">
            {detail.size} × {written(tick, scale)}
          </span>
        </div>
      )}
      <p className={explainCss.mathVerdict}>
        <span className="mono">
          ⌊{E} ÷ {bare(tick, scale)}⌋ mod {detail.size} = {last.bucket}
        </span>
      </p>
    </div>
  );
}

const MOST_ROWS = 12;

interface WokenTableProps {
  wakeUp: WakeUp;
  scale: Scale;
  follow: number;
  onFollow: (timer: number) => void;
}

function WokenTable({ wakeUp, scale, follow, onFollow }: WokenTableProps) {
  const [all, setAll] = useState(false);
  const fell = wakeUp.timers.some(({ toLevel }) => toLevel >= 0);
  const rows = all ? wakeUp.timers : wakeUp.timers.slice(0, MOST_ROWS);
  return (
    <section className={css.woken} aria-label="What the wake-up did, in order">
      <table>
        <thead>
          <tr>
            <th>{fell ? 'fell, in order' : 'ran, in order'}</th>
            <th>due</th>
            <th>from</th>
            <th>to</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((timer) => (
            <tr key={`${timer.id} ${timer.toLevel}`} className={timer.id === follow ? css.followed : ''}>
              <th scope="row">
                <button type="button" title={timer.label} onClick={() => onFollow(timer.id)}>
                  {timer.label}
                </button>
              </th>
              <td>{bare(timer.due, scale)}</td>
              <td>{bucketName(timer.fromLevel, timer.fromBucket)}</td>
              <td>{target(timer)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {wakeUp.timers.length > MOST_ROWS && (
        <button type="button" className={css.wheelMore} aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'fewer' : `${wakeUp.timers.length - MOST_ROWS} more`}
        </button>
      )}
    </section>
  );
}

function target({ toLevel, toBucket }: WokenTimer): string {
  return toLevel < 0 ? 'ran' : bucketName(toLevel, toBucket);
}

/** "Why is it empty but armed": choosing one opens that bucket, which says who emptied it. */
function Stale({ detail, onOpen }: Pick<WheelWhyProps, 'detail' | 'onOpen'>) {
  const stale = detail.queue.filter(({ count }) => count === 0).slice(0, 40);
  if (stale.length === 0) return null;
  const open = detail.opened;
  const chosen = stale.some((row) => row.level === open?.level && row.bucket === open.bucket)
    ? `${open?.level} ${open?.bucket}`
    : '';
  return (
    <Select
      text={<Termed of="timers" text="Why is it empty but armed?" />}
      line={css.staleAsk}
      value={chosen}
      options={[
        { value: '', text: formatCounted(stale.length, 'bucket'), disabled: true },
        ...stale.map(({ level, bucket }) => ({
          value: `${level} ${bucket}`,
          text: bucketName(level, bucket),
        })),
      ]}
      onChange={(value) => {
        const [level, bucket] = value.split(' ').map(Number);
        if (level !== undefined && bucket !== undefined) onOpen(level, bucket);
      }}
    />
  );
}
