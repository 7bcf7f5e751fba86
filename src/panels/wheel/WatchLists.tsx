import { Chip } from '../../charts/Chip.tsx';
import type { WheelDetail, WatchListRow } from '../../protocol/wheel.ts';
import { formatCount } from '../../explain/format.ts';
import { Termed } from '../kit/Termed.tsx';
import './wheel.css';

const ROWS = 6;
const CHIPS = 11;

/** Who waits for which destination; hollow = over, and still listed until a check of the key or a purge. */
export function WatchLists({ detail }: { detail: WheelDetail }) {
  const { watched, estimate } = detail;
  if (estimate === null) return null;
  const shown = watched.slice(0, ROWS);
  const completed = Math.max(0, estimate.total - estimate.pending);
  const over = completed > estimate.interval;
  const full = Math.max(estimate.interval * 1.5, 1);
  return (
    <section className="wheel-fact" id="wheel-lists" aria-labelledby="wheel-lists-title">
      <h2 id="wheel-lists-title">
        <Termed text="Watch lists" /> <span className="dim">by destination</span>
        <span className="dim lists-head">completed of listed</span>
      </h2>
      {shown.length === 0 ? (
        <p className="side-note">No operation waits for an answer.</p>
      ) : (
        <ul className="watch-rows">
          {shown.map((list) => (
            <Row key={list.key} list={list} />
          ))}
        </ul>
      )}
      {watched.length > ROWS && <p className="wheel-note">{watched.length - ROWS} more destinations</p>}
      <div className="estimate">
        <p>
          <b>{formatCount(estimate.dead)}</b> of {formatCount(estimate.nodes)} nodes are completed but still
          listed. Estimate {formatCount(estimate.total)} − {formatCount(estimate.pending)} ={' '}
          <b>{formatCount(completed)}</b>,{' '}
          {over
            ? `over ${formatCount(estimate.interval)}: the next answer purges`
            : `purge above ${formatCount(estimate.interval)}`}
          .
        </p>
        <svg className="estimate-bar" viewBox="0 0 300 10" preserveAspectRatio="none" aria-hidden="true">
          <rect className="estimate-track" y="2" width="300" height="6" rx="3" />
          <rect className="share" y="2" width={Math.min(300, (completed / full) * 300)} height="6" rx="3" />
          <path d={`M${300 / 1.5} 0V10`} />
        </svg>
      </div>
    </section>
  );
}

function Row({ list }: { list: WatchListRow }) {
  const shown = list.nodes.slice(0, list.nodes.length > CHIPS ? CHIPS - 1 : CHIPS);
  const rest = list.total - shown.length;
  return (
    <li>
      <span className="watch-key mono" title={list.key}>
        {list.key}
      </span>
      <span className="watch-nodes">
        {shown.map((node, i) => (
          // One message can wait several times under one key.
          // oxlint-disable-next-line react/no-array-index-key
          <Chip
            key={`${node.number}-${i}`}
            number={node.number}
            size="small"
            className={node.done ? 'hollow' : ''}
          />
        ))}
        {rest > 0 && <span className="token-chip more">+{formatCount(rest)}</span>}
      </span>
      <span className="watch-count mono">
        {formatCount(list.done)} of {formatCount(list.total)}
      </span>
    </li>
  );
}
