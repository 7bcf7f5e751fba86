import { memo } from 'react';
import type { LaneSignKind } from '../../protocol/thread-lanes.ts';
import { type PlacedSign, SIGN_PATHS } from './lane-signs.ts';
import css from './threads.module.css';

interface LaneSignsProps {
  signs: readonly PlacedSign[];
  row: number;
  /** Lanes without names are thin: their signs are small. */
  small: boolean;
}

/** What happened to threads at one instant, just behind it: signals, timeouts, page faults, stops, ends. */
export const LaneSigns = memo(function LaneSigns({ signs, row, small }: LaneSignsProps) {
  return signs.map(({ key, sign, lane, x }) => (
    <g
      key={key}
      transform={`translate(${x + (small ? 4 : 7)} ${lane * row + row / 2})${small ? ' scale(0.62)' : ''}`}
    >
      <LaneSign kind={sign.kind} />
      {sign.count > 1 && (
        <text className={css.signCount} x={9} y={3.5}>
          {sign.count}
        </text>
      )}
    </g>
  ));
});

/** One sign, on a ground of its own: it stands on bars and on lines. */
export function LaneSign({ kind }: { kind: LaneSignKind }) {
  const { d, fill } = SIGN_PATHS[kind];
  return (
    <g className={css.laneSign}>
      <circle r="6.75" />
      <path d={d} data-fill={fill || undefined} />
    </g>
  );
}
