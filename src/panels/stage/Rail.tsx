import { memo, useContext } from 'react';
import { ColouredNumbers, identityAttributes } from '../../charts/colours.ts';
import type { StationMark } from './marks.ts';
import './stage.css';

interface RailProps {
  stations: readonly StationMark[];
  /** Its line, when it is one: above a dense rail the pills stand on their own. */
  line: { from: number; to: number } | null;
  height: number;
  hits: ReadonlySet<number>;
}

/**
 * The scheduler's list, `7--8--1--2--6--3--5--`. Hidden from screen readers: the tree below has the same jobs in the
 * same order.
 */
export const Rail = memo(function Rail({ stations, line, height, hits }: RailProps) {
  const coloured = useContext(ColouredNumbers);
  return (
    <div className="rail" data-dense={line === null || undefined} style={{ height }} aria-hidden="true">
      {line !== null && (
        <i
          className="rail-line"
          style={{ transform: `translateX(${line.from}px)`, width: line.to - line.from }}
        />
      )}
      {stations.map((station) => (
        <span
          key={station.id}
          className="station"
          data-key={`station:${station.id}`}
          data-job={station.id}
          data-current={station.current || undefined}
          data-blocker={station.blocker || undefined}
          data-hit={hits.has(station.number) || undefined}
          style={{
            transform: `translate(${station.x - station.width / 2}px,${station.y}px)`,
            width: station.width,
          }}
          {...identityAttributes(station.number, coloured)}
        >
          <span>{station.number}</span>
        </span>
      ))}
    </div>
  );
});
