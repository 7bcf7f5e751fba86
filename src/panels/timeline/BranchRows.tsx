import { useRef } from 'react';
import { useSize } from '../../charts/useSize.ts';
import { boxesPath } from '../../plot/paths.ts';
import type { TimelineSlice } from '../../protocol/answers.ts';
import { useActions, useSession } from '../../store/hooks.ts';
import { type PlacedBranch, placeBranches, ROW_BAR, type TimeWindow } from './layout.ts';
import { useKind } from '../kinds/views.ts';
import css from './timeline.module.css';
import { IconButton } from '../../ui/Button.tsx';

/** Height of a row, in design pixels. */
const ROW = 24;
const LINE = 17;
/** Width of the bend where a branch leaves the main line, in design pixels. */
const BEND = 22;

interface BranchRowsProps {
  slice: TimelineSlice;
  window: TimeWindow;
}

/** Draws hidden branches, each in a row that begins below its fork, with its activity. */
export function BranchRows({ slice, window }: BranchRowsProps) {
  const ref = useRef<HTMLUListElement>(null);
  const size = useSize(ref);
  const rem = size?.rem ?? 16;
  const width = Math.max(1, ((size?.width ?? 0) * 16) / rem);
  const rows = size === null ? [] : placeBranches(slice, { ...window, width });
  return (
    <ul ref={ref} className={css.branchRows} aria-label="Other branches">
      {rows.map((row) => (
        <BranchLine key={row.id} row={row} width={width} rem={rem} />
      ))}
    </ul>
  );
}

function BranchLine({ row, width, rem }: { row: PlacedBranch; width: number; rem: number }) {
  const actions = useActions();
  const { comparable } = useKind();
  const current = useSession((session) => session.branch);
  const bars = boxesPath(row.bars.map(({ x, width, height }) => ({ x, y: LINE - height, width, height })));
  // Near the right end, the name is before the bend, because after the bend it would be cut off.
  const late = row.x > width - 220;
  return (
    <li className={css.branchRow}>
      <svg
        viewBox={`0 0 ${width} ${ROW}`}
        width={width * (rem / 16)}
        height={ROW * (rem / 16)}
        aria-hidden="true"
      >
        <path
          className="plot-grid"
          data-base
          strokeDasharray="4 3"
          d={`M${row.x} 0C${row.x + 9} 0 ${row.x + 7} ${LINE} ${row.x + BEND} ${LINE}H${Math.max(row.endX, row.x + BEND + 2)}`}
        />
        <path className={css.trackBars} d={bars} data-height={ROW_BAR} />
      </svg>
      <span
        className={`row gap-2 ${css.branchLabel}`}
        style={late ? { right: `${(width - row.x + 6) / 16}rem` } : { left: `${(row.x + BEND + 4) / 16}rem` }}
      >
        <button
          type="button"
          className={`link cut ${css.branchName}`}
          data-tip="show this branch"
          onClick={() => void actions.switchBranch(row.id)}
        >
          {row.name}
        </button>
        {comparable && (
          <IconButton
            name={`Compare with ${row.name}`}
            icon="compare"
            tip="compare with the one shown"
            className={css.branchDo}
            onClick={() => actions.look({ mainPanel: { kind: 'compare', a: current, b: row.id } })}
          />
        )}
        <IconButton
          name={`Delete ${row.name}`}
          icon="close"
          tip="delete this branch"
          className={css.branchDo}
          onClick={() => void actions.deleteBranch(row.id)}
        />
      </span>
    </li>
  );
}
