import { formatCounted } from '../../explain/format.ts';
import { useState } from 'react';
import type { TimerPath, WakeUp, WheelDetail, WokenTimer } from '../../protocol/wheel.ts';
import { Sentence } from '../kit/Sentence.tsx';
import { tickOf } from './timer-path.ts';
import { bare, bucketName, nothingSentence, type Scale, wakeSentence, written } from './wheel-words.ts';
import { Termed } from '../kit/Termed.tsx';
import { Select } from '../../ui/Select.tsx';
import { Table } from '../../ui/Table.tsx';
import type { ShownWheel } from './useWheelView.ts';
import explainCss from '../explain/explain.module.css';
import css from './wheel.module.css';

interface WheelWhyProps {
  view: ShownWheel;
  scale: Scale;
}

/** Says what the last wake-up did, why the followed timer is in its bucket, and which buckets will wake for nothing. */
export function WheelWhy({ view, scale }: WheelWhyProps) {
  const { detail } = view;
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
        <WokenTable wakeUp={wakeUp} view={view} scale={scale} />
      )}
      {wakeUp?.purge !== null && wakeUp?.purge !== undefined && (
        <p className="side-note">
          Then a purge ran. About {wakeUp.purge.estimate} operations were completed and still watched, above
          the limit of {wakeUp.purge.interval}. It visited {wakeUp.purge.visited} nodes and unlinked{' '}
          {wakeUp.purge.removed}.
        </p>
      )}
      <Stale view={view} />
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

/** Says why the timer is in its bucket, by the tests in the order in which the code makes them. */
function Placing({ path, detail, scale }: { path: TimerPath; detail: WheelDetail; scale: Scale }) {
  const last = path.placings.at(-1);
  if (last === undefined || path.end !== null || last.bucket < 0) return null;
  const before = path.placings.at(-2);
  const tick = tickOf(detail, last.level);
  const reach = tickOf(detail, last.level + 1);
  const E = bare(path.due, scale);
  // If the timer fell, all lower levels were at the opening of its last bucket. For an insert, only the timer's level
  // is recorded.
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

function WokenTable({ wakeUp, view, scale }: WheelWhyProps & { wakeUp: WakeUp }) {
  const [all, setAll] = useState(false);
  const fell = wakeUp.timers.some(({ toLevel }) => toLevel >= 0);
  const rows = all ? wakeUp.timers : wakeUp.timers.slice(0, MOST_ROWS);
  return (
    <section aria-label="What the wake-up did, in order">
      <Table
        label="Timers of the wake-up, in order"
        className={css.woken}
        columns={[
          {
            name: fell ? 'fell, in order' : 'ran, in order',
            cell: ({ id, label }) => (
              <button type="button" className="cut" title={label} onClick={() => view.setFollow(id)}>
                {label}
              </button>
            ),
          },
          { name: 'due', numeric: true, className: 'mono', cell: ({ due }) => bare(due, scale) },
          {
            name: 'from',
            numeric: true,
            className: 'mono',
            cell: ({ fromLevel, fromBucket }) => bucketName(fromLevel, fromBucket),
          },
          { name: 'to', numeric: true, className: 'mono', cell: target },
        ]}
        rows={rows}
        rowKey={({ id, toLevel }) => `${id} ${toLevel}`}
        rowProps={({ id }) => ({ 'data-selected': id === view.follow || undefined })}
      />
      {wakeUp.timers.length > MOST_ROWS && (
        <button type="button" className={`link ${css.more}`} aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Show fewer' : `Show ${wakeUp.timers.length - MOST_ROWS} more`}
        </button>
      )}
    </section>
  );
}

function target({ toLevel, toBucket }: WokenTimer): string {
  return toLevel < 0 ? 'ran' : bucketName(toLevel, toBucket);
}

/** Lists buckets that are armed and empty. A click opens a bucket; its list then says which cancel emptied it. */
function Stale({ view: { detail, setOpen } }: Pick<WheelWhyProps, 'view'>) {
  const stale = detail.queue.filter(({ count }) => count === 0).slice(0, 40);
  if (stale.length === 0) return null;
  const open = detail.opened;
  const chosen = stale.some((row) => row.level === open?.level && row.bucket === open.bucket)
    ? `${open?.level} ${open?.bucket}`
    : '';
  return (
    <Select
      text={<Termed of="timers" text="Why is it empty but armed?" />}
      line="row between nowrap text-2 sub"
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
        if (level !== undefined && bucket !== undefined) setOpen(level, bucket);
      }}
    />
  );
}
