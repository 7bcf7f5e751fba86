import { memo } from 'react';
import type { LabDesignRow } from '../../protocol/lab.ts';
import { formatCount, formatCounted } from '../../explain/format.ts';
import { heapRows } from './chart-layout.ts';
import css from './lab.module.css';

const HEAP = { width: 150, row: 9.5, gap: 2 } as const;

/** Draws the heap of the old design, row by row: dark = pending, pale = completed and still held. */
export const HeapPicture = memo(function HeapPicture({
  letters,
  length,
}: {
  letters: string;
  length: number;
}) {
  const rows = heapRows(letters);
  const height = Math.max(6, rows.length) * (HEAP.row + HEAP.gap);
  const done = letters.replaceAll('p', '').length;
  return (
    <svg
      className={css.structure}
      viewBox={`0 0 ${HEAP.width} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`heap of ${length} requests, ${done} of the ${letters.length} drawn are completed`}
    >
      {rows.length === 0 && (
        <rect className={css.faint} x="0.5" y="0.5" width={HEAP.width - 1} height={HEAP.row - 1} rx="2" />
      )}
      {rows.map(({ row, cells, pieces }) => {
        const wide = HEAP.width / cells;
        const gap = cells > 64 ? 0 : Math.min(1.5, wide * 0.2);
        const path = (state: 'p' | 'r'): string =>
          pieces
            .filter((piece) => piece.state === state)
            .map(
              ({ from, count }) =>
                `M${(from * wide).toFixed(2)} ${row * (HEAP.row + HEAP.gap)}h${(count * wide - gap).toFixed(2)}v${HEAP.row}h${(gap - count * wide).toFixed(2)}z`,
            )
            .join('');
        return (
          <g key={row}>
            <path className={css.heapDone} d={path('r')} />
            <path className={css.filled} d={path('p')} />
          </g>
        );
      })}
    </svg>
  );
});

const WHEEL = { size: 150, inner: 17, outer: 70 } as const;
const TAU = 2 * Math.PI;

/** Draws the wheel of a design, small, with its armed buckets. */
export const SmallWheel = memo(function SmallWheel({ row }: { row: LabDesignRow }) {
  const { levels } = row;
  const rings = Math.max(3, levels.length);
  const pitch = (WHEEL.outer - WHEEL.inner) / rings;
  const buckets = Math.max(2, Math.round((levels[1]?.tick ?? 0) / (levels[0]?.tick ?? 1)) || 20);
  return (
    <svg
      className={css.structure}
      viewBox={`${-WHEEL.size / 2} ${-WHEEL.size / 2} ${WHEEL.size} ${WHEEL.size}`}
      role="img"
      aria-label={`wheel with ${levels.length} levels, ${row.timers} timers in ${row.armed} armed buckets`}
    >
      <circle className={css.faint} strokeDasharray="2 2.5" r={WHEEL.outer + 3} />
      {levels.map((level, k) => {
        const inner = WHEEL.inner + k * pitch + 1.5;
        const outer = WHEEL.inner + (k + 1) * pitch - 1.5;
        const stands = Math.floor(level.currentTime / level.tick) % buckets;
        return (
          <g key={level.tick}>
            <path className={css.smallTrack} d={trackPath(inner, outer, buckets)} />
            <path
              className={css.filled}
              d={level.buckets
                .filter(({ count }) => count > 0)
                .map(({ index }) => piece(inner, outer, index, buckets))
                .join('')}
            />
            <path
              className={css.hollow}
              strokeWidth={0.75}
              strokeDasharray="1.8 1.5"
              d={level.buckets
                .filter(({ count }) => count === 0)
                .map(({ index }) => piece(inner, outer, index, buckets))
                .join('')}
            />
            <path className={css.dark} d={piece(inner, outer, stands, buckets)} />
          </g>
        );
      })}
    </svg>
  );
});

function trackPath(inner: number, outer: number, buckets: number): string {
  // With more than 60 buckets the gaps between them would cover the ring, so draw it whole.
  if (buckets > 60) return `${circle(outer, 1)}${circle(inner, 0)}`;
  return Array.from({ length: buckets }, (_, bucket) => piece(inner, outer, bucket, buckets)).join('');
}

function circle(radius: number, sweep: 0 | 1): string {
  return `M0 ${-radius}A${radius} ${radius} 0 1 ${sweep} 0.01 ${-radius}Z`;
}

function piece(inner: number, outer: number, bucket: number, buckets: number): string {
  const gap = buckets > 60 ? 0 : 0.7 / ((inner + outer) / 2);
  const from = (bucket / buckets) * TAU + gap;
  const to = ((bucket + 1) / buckets) * TAU - gap;
  const at = (radius: number, angle: number): string =>
    `${(radius * Math.sin(angle)).toFixed(2)} ${(-radius * Math.cos(angle)).toFixed(2)}`;
  return `M${at(inner, from)}A${inner} ${inner} 0 0 1 ${at(inner, to)}L${at(outer, to)}A${outer} ${outer} 0 0 0 ${at(outer, from)}Z`;
}

/** States of the nodes of watch lists. */
export const STATES = {
  p: 'pending',
  r: 'completed, still held',
  c: 'reference cleared, node left',
} as const;
const MOST_NODES = 7;

/** Draws watch lists from the head: ● pending, ○ completed and still held, × node without its reference. */
export function Chains({ row, most }: { row: LabDesignRow; most: number }) {
  const lists = row.lists.slice(0, most);
  return (
    <ul className={`stack gap-2 text-1 ${css.chains}`} aria-label="Longest watch lists">
      {lists.map(({ key, nodes, total }) => (
        <li key={key} className="row gap-2">
          <span className="sr-only">
            key {key}, {formatCounted(total, 'node')}: {wordsOf(nodes)}
          </span>
          <svg viewBox={`0 0 ${8 + MOST_NODES * 11} 12`} className={css.chain} aria-hidden="true">
            <title>{`key ${key}`}</title>
            <path className={css.dark} d="M2 1v10" />
            <path
              className={css.faint}
              strokeDasharray={row.design === 'proposed' ? '1 2.5' : undefined}
              d={`M2 6H${2 + Math.min(nodes.length, MOST_NODES) * 11}`}
            />
            {Array.from(nodes.slice(0, MOST_NODES), (state, i) => (
              <Node key={`${key} ${nodes.length - i}`} state={state} x={10 + i * 11} />
            ))}
          </svg>
          {total > MOST_NODES && <span className="mono dim">+{formatCount(total - MOST_NODES)}</span>}
        </li>
      ))}
      {lists.length === 0 && <li className="dim">no list has a node</li>}
    </ul>
  );
}

export function Node({ state, x }: { state: string; x: number }) {
  if (state === 'c') return <path className={css.dark} d={`M${x - 2.6} 3.4l5.2 5.2m0 -5.2l-5.2 5.2`} />;
  return <circle className={state === 'p' ? css.filled : css.hollow} cx={x} cy="6" r="3.2" />;
}

function wordsOf(nodes: string): string {
  return (Object.keys(STATES) as (keyof typeof STATES)[])
    .map((state) => [[...nodes].filter((node) => node === state).length, STATES[state]] as const)
    .filter(([count]) => count > 0)
    .map(([count, text]) => `${count} ${text}`)
    .join(', ');
}
