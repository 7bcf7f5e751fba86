import { memo } from 'react';
import type { LedgerRow } from '../../explain/ledger.ts';
import type { ThreadLanes } from '../../protocol/thread-lanes.ts';
import { ValueAxis } from '../../plot/Axis.tsx';
import { wholeTicks } from '../../plot/values.ts';
import { bandPicture, countPicture, overPath } from './count-layout.ts';
import { type TimeWindow, xOf } from './time-scale.ts';
import css from './threads.module.css';

const TOP = 20;
const HEIGHT = 62;
/** Words of two moments do not touch. */
const CHARACTER = 5.6;

interface CountAreaProps {
  lanes: ThreadLanes;
  ledger: readonly LedgerRow[];
  window: TimeWindow;
  width: number;
  narrow: boolean;
}

/**
 * The count as a stepped area against CV, what is above it in red, and over it why each step was. It does not depend on the
 * cursor, so that playing does not draw it again.
 */
export const CountArea = memo(function CountArea({ lanes, ledger, window, width, narrow }: CountAreaProps) {
  const plot = { window, width, height: HEIGHT };
  const picture =
    lanes.counts === null
      ? bandPicture(lanes.bands, lanes.head, plot)
      : countPicture(lanes.counts, lanes.head, plot);
  const limit = lanes.counts?.at(-1)?.limit ?? lanes.bands.limit[0] ?? -1;
  return (
    <>
      <g transform={`translate(0 ${TOP})`}>
        <CountAxis top={picture.top} limit={limit} narrow={narrow} width={width} />
        <path className={css.countArea} d={picture.area} />
        <path className={css.countOver} d={overPath(picture.over)} />
        {picture.over.map(
          (part) =>
            part.width > 64 && (
              <text
                key={part.x}
                className={css.countOverText}
                x={part.x + part.width / 2}
                y={part.y + part.height / 2 + 3.5}
              >
                over by {part.by}
              </text>
            ),
        )}
        <path className={lanes.counts === null ? css.countBand : css.countLine} d={picture.line} />
        <path className={css.countLimit} d={picture.limit} />
        <path className={css.countFloor} d={`M0 ${HEIGHT}H${width}`} />
      </g>
      {!narrow && <Moments ledger={ledger} window={window} width={width} />}
    </>
  );
});

function CountAxis({
  top,
  limit,
  narrow,
  width,
}: {
  top: number;
  limit: number;
  narrow: boolean;
  width: number;
}) {
  const y = (value: number): number => HEIGHT - (value / top) * HEIGHT;
  return (
    <>
      <ValueAxis
        ticks={wholeTicks(top, 4).map((value) => ({
          y: y(value),
          text: Math.abs(y(value) - y(limit)) > 9 ? value : '',
        }))}
        left={0}
        right={width}
      />
      {limit >= 0 && limit <= top && (
        <text className={`${css.axisText} ${css.strong}`} x={-6} y={y(limit) + 3.5} textAnchor="end">
          CV {limit}
        </text>
      )}
      {!narrow && (
        <text className={css.axisName} x={-72} y={-6}>
          runnable
        </text>
      )}
    </>
  );
}

/** Rules and names over the instants, as many as fit; those where something acted go first. */
function Moments({
  ledger,
  window,
  width,
}: {
  ledger: readonly LedgerRow[];
  window: TimeWindow;
  width: number;
}) {
  const shown = momentsShown(ledger, window, width);
  return shown.map(({ row, x, end }) => {
    const strong = row.acted && row.pill !== 'gate';
    return (
      <g key={row.first} className="moment">
        <path
          className={strong ? `${css.momentLine} ${css.strong}` : css.momentLine}
          d={`M${x} 4V${TOP + HEIGHT}`}
        />
        <text
          className={strong ? `${css.momentText} ${css.strong}` : css.momentText}
          x={end ? x - 4 : x + 4}
          y={11}
          textAnchor={end ? 'end' : 'start'}
        >
          {row.pill !== '' && <tspan className={css.momentPill}>{row.pill} </tspan>}
          {row.short}
        </text>
      </g>
    );
  });
}

interface Moment {
  row: LedgerRow;
  x: number;
  /** The words stand before the line. */
  end: boolean;
}

/** Rows whose words find room, in order of time. */
export function momentsShown(ledger: readonly LedgerRow[], window: TimeWindow, width: number): Moment[] {
  const inside = ledger.filter((row) => row.at >= window.from && row.at <= window.to && row.short !== '');
  // Where there are far more than fit, none is: half of the reasons would be worse than none.
  if (inside.length > width / 24) return [];
  const taken: [number, number][] = [];
  const moments: Moment[] = [];
  for (const row of inside.toSorted((a, b) => Number(b.acted) - Number(a.acted) || a.at - b.at)) {
    const x = xOf(window, width, row.at);
    const wide = (row.pill.length + row.short.length + 1) * CHARACTER + 12;
    const end = x + wide > width + 8;
    const [from, to] = end ? [x - wide, x] : [x, x + wide];
    if (taken.some(([left, right]) => from < right && to > left)) continue;
    taken.push([from, to]);
    moments.push({ row, x, end });
  }
  return moments.toSorted((a, b) => a.x - b.x);
}
