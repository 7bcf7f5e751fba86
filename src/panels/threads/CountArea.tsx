import { memo } from 'react';
import type { LedgerRow } from '../../explain/ledger.ts';
import type { ThreadLanes } from '../../protocol/thread-lanes.ts';
import { ValueAxis } from '../../plot/Axis.tsx';
import { wholeTicks } from '../../plot/values.ts';
import { bandPicture, countPicture, overPath } from './count-layout.ts';
import type { TimeWindow } from '../../plot/time-window.ts';
import { xOf } from './time-scale.ts';
import css from './threads.module.css';

const TOP = 20;
const HEIGHT = 62;
/** Mean width of a character of the labels above the count, in units of 1/16 rem. */
const CHARACTER = 5.6;

interface CountAreaProps {
  lanes: ThreadLanes;
  ledger: readonly LedgerRow[];
  window: TimeWindow;
  width: number;
  narrow: boolean;
}

/** Draws the count as steps against CV, its excess in red, and the reason of each step. Playing does not redraw it. */
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
        <path className={css.count} d={picture.area} />
        <path className={css.excess} d={overPath(picture.over)} />
        <path className={css.countLine} d={picture.line} />
        <path className={css.countLimit} d={picture.limit} />
      </g>
      {!narrow && <Moments ledger={ledger} window={window} width={width} />}
      {/* Above its bar, and over the lines of the moments. */}
      {picture.over.map(
        (part) =>
          part.width > 64 && (
            <text
              key={part.x}
              className={css.overBy}
              textAnchor="middle"
              x={part.x + part.width / 2}
              y={TOP + part.y - 4}
            >
              over by {part.by}
            </text>
          ),
      )}
    </>
  );
});

interface CountAxisProps {
  top: number;
  limit: number;
  narrow: boolean;
  width: number;
}

function CountAxis({ top, limit, narrow, width }: CountAxisProps) {
  const y = (value: number): number => HEIGHT - (value / top) * HEIGHT;
  return (
    <>
      <ValueAxis
        ticks={wholeTicks(top, 4).map((value) => ({
          y: y(value),
          text: Math.abs(y(value) - y(limit)) > 9 ? value : '',
          base: value === 0,
        }))}
        left={0}
        right={width}
      />
      {limit >= 0 && limit <= top && (
        <text className="mono strong" x={-6} y={y(limit) + 3.5} textAnchor="end">
          CV {limit}
        </text>
      )}
      {!narrow && (
        <text className="strong" x={-72} y={-6}>
          runnable
        </text>
      )}
    </>
  );
}

type MomentsProps = Pick<CountAreaProps, 'ledger' | 'window' | 'width'>;

/** Draws a line and words for each change that has room. Changes by a rule come first. */
function Moments({ ledger, window, width }: MomentsProps) {
  const shown = momentsShown(ledger, window, width);
  return shown.map(({ row, x, end }) => {
    const strong = row.acted && row.pill !== 'gate';
    return (
      <g key={row.first}>
        <path className={strong ? css.now : 'plot-grid'} data-base d={`M${x} 4V${TOP + HEIGHT}`} />
        <text
          className={strong ? undefined : 'sub'}
          x={end ? x - 4 : x + 4}
          y={11}
          textAnchor={end ? 'end' : 'start'}
        >
          {row.pill !== '' && <tspan fontWeight="700">{row.pill} </tspan>}
          {row.short}
        </text>
      </g>
    );
  });
}

interface Moment {
  row: LedgerRow;
  x: number;
  /** True if the words end at the line; otherwise they begin at the line. */
  end: boolean;
}

/** Rows whose words have room, in order of time. */
export function momentsShown(ledger: readonly LedgerRow[], window: TimeWindow, width: number): Moment[] {
  const inside = ledger.filter((row) => row.at >= window.from && row.at <= window.to && row.short !== '');
  // Far more changes than fit. No change is labelled, because the reasons of a few would mislead.
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
