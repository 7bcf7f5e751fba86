import { formatSpan } from '../../explain/figures.ts';
import { formatCount } from '../../explain/format.ts';
import type { ThreadsRow } from '../../protocol/threads-view.ts';
import { MICROS_PER_SECOND, type Micros } from '../../protocol/units.ts';
import { Term } from '../kit/Term.tsx';
import { Termed } from '../kit/Termed.tsx';
import { SIGN_WORDS } from './lane-signs.ts';
import { ThreadTag } from './ThreadTag.tsx';
import { durationLabel } from '../../plot/values.ts';
import heroCss from '../main-panel/hero.module.css';
import css from './threads.module.css';

/** Figures below the picture: how many threads a pool needs, how far the count was over the limit, what ends waits. */
export function ThreadsSums({ row, now }: { row: ThreadsRow; now: Micros }) {
  return (
    <div className={css.sums}>
      <Estimate row={row} />
      <SoFar row={row} now={now} />
      <Waits row={row} />
    </div>
  );
}

function Estimate({ row: { estimate, group, pool, online, source } }: { row: ThreadsRow }) {
  const limit = group?.limit ?? online;
  return (
    <section className="stack gap-6" aria-label="How many threads">
      <h2>How many threads</h2>
      {estimate === null ? (
        <p className="side-note">
          CV × (T-all ÷ T-cpu), then one or two more. No thread has finished a request yet.
        </p>
      ) : (
        <dl className={heroCss.fails}>
          <dt>T-all ÷ T-cpu, so far</dt>
          <dd className="mono">
            {formatSpan(estimate.all)} ÷ {formatSpan(estimate.cpu)}
          </dd>
          <dt>
            <Termed text="CV × ratio, then one or two more" />
          </dt>
          <dd className="mono">
            {limit} × {(estimate.all / Math.max(1, estimate.cpu)).toFixed(1)} = {Math.ceil(estimate.threads)}
          </dd>
        </dl>
      )}
      {pool !== null && (
        <dl className={heroCss.fails}>
          <dt>threads that exist, limit</dt>
          <dd className="mono">
            {pool.live}, {pool.max}
          </dd>
          <dt>
            {pool.standby === 0 ? 'none on standby, can be created' : 'on standby, by the program’s counter'}
          </dt>
          <dd className="mono">{pool.standby === 0 ? Math.max(0, pool.max - pool.live) : pool.standby}</dd>
        </dl>
      )}
      {pool === null && source.waiting === 0 && <p className="side-note">No thread is on standby.</p>}
    </section>
  );
}

function SoFar({ row: { group, peak, overshoot }, now }: { row: ThreadsRow; now: Micros }) {
  if (group === null)
    return (
      <section className="stack gap-6" aria-label="Over the limit">
        <h2>Over the limit</h2>
        <p className="side-note">There is no limit.</p>
      </section>
    );
  return (
    <section className="stack gap-6" aria-label="Over the limit">
      <h2>Over the limit, so far</h2>
      <dl className={heroCss.fails}>
        <dt>
          <Termed text="most runnable threads" />
        </dt>
        <dd className="mono">
          {formatCount(peak)} of {formatCount(group.limit)}
        </dd>
        <dt>
          <Term name="overshoot">threads × time above CV</Term>
        </dt>
        <dd className="mono">{formatSpan(overshoot)}</dd>
        <dt>on average</dt>
        <dd className="mono">{now > 0 ? (overshoot / now).toFixed(2) : '0'}</dd>
      </dl>
      <p className="side-note">No thread is ever stopped. The excess is held at its next fetch.</p>
    </section>
  );
}

const WAITS = 4;

function Waits({ row }: { row: ThreadsRow }) {
  const waits = row.threads
    .filter(
      ({ state, until, deadline }) =>
        (state === 'blocked-in-handler' && until >= 0) || (state === 'blocked-in-fetch' && deadline >= 0),
    )
    .map((thread) => ({ thread, at: thread.state === 'blocked-in-handler' ? thread.until : thread.deadline }))
    .toSorted((a, b) => a.at - b.at);
  return (
    <section className="stack gap-6" aria-label="What ends the waits">
      <h2>What ends the waits</h2>
      {waits.length === 0 && <p className="side-note">No wait ends by itself. An event has to come.</p>}
      <ol className="stack gap-4 text-1">
        {waits.slice(0, WAITS).map(({ thread, at }) => (
          <li key={thread.id} className="row">
            <span className="mono">{durationLabel(at, at >= MICROS_PER_SECOND ? 100_000 : 100)}</span>
            <ThreadTag thread={thread} />
            <span>
              {thread.state === 'blocked-in-handler'
                ? thread.phase || thread.waitsFor
                : SIGN_WORDS.timeout.key}
            </span>
          </li>
        ))}
      </ol>
      {waits.length > WAITS && <p className="text-2 dim">and {waits.length - WAITS} more</p>}
    </section>
  );
}
