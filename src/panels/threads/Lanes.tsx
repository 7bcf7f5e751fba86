import type { ThreadId } from '../../protocol/threads.ts';
import { type CSSProperties, memo, useContext } from 'react';
import { ColouredNumbers, identityAttributes } from '../../charts/colours.ts';
import type { ThreadLanes } from '../../protocol/thread-lanes.ts';
import type { LaneSignKind } from '../../protocol/thread-lanes.ts';
import { type PlacedSign, SIGN_PATHS } from './lane-signs.ts';
import { BAND_ORDER, stackedBands } from './count-layout.ts';
import { batchedPaths, laneSizes, type LaneMark, MARKS_MAX } from './lanes-layout.ts';
import { useFocus } from './useThreads.ts';
import css from './threads.module.css';

/** Total height of `count` lanes, in units of 1/16 rem. */
export function lanesHeight(count: number): number {
  return Math.max(1, count) * laneSizes(count).row;
}

interface LanesProps {
  lanes: ThreadLanes;
  marks: readonly LaneMark[];
  width: number;
  gutter: number;
  bandsHeight: number;
  /** Number of the agent by thread; empty outside of mail. */
  owners: ReadonlyMap<number, number>;
}

/** Draws a lane for each thread. More than 40 threads are drawn as areas of states instead. */
export const Lanes = memo(function Lanes({ lanes, marks, width, gutter, bandsHeight, owners }: LanesProps) {
  if (lanes.lanes === null) return <Bands lanes={lanes} width={width} height={bandsHeight} />;
  const { row: rowHeight, bar, names } = laneSizes(lanes.lanes.length);
  const many = marks.length > MARKS_MAX;
  return (
    <>
      {lanes.lanes.map(({ thread, name }, lane) => (
        <LaneName
          key={thread}
          thread={thread}
          name={name}
          owner={owners.get(thread) ?? 0}
          shown={names}
          y={lane * rowHeight}
          height={rowHeight}
          width={width}
          gutter={gutter}
        />
      ))}
      {many
        ? batchedPaths(marks, rowHeight, bar).map(({ form, d }) => (
            <path key={form} className={css.mark} data-look={form} d={d} />
          ))
        : marks.map((mark) => <Mark key={mark.key} mark={mark} row={rowHeight} bar={bar} />)}
    </>
  );
});

interface LaneNameProps {
  thread: ThreadId;
  name: string;
  owner: number;
  shown: boolean;
  y: number;
  height: number;
  width: number;
  gutter: number;
}

function LaneName({ thread, name, owner, shown, y, height, width, gutter }: LaneNameProps) {
  const focus = useFocus();
  const lit = focus.selected === thread || focus.hovered === thread;
  return (
    <g>
      <rect
        style={{ fill: lit ? 'var(--sunk)' : 'none' }}
        x={-gutter}
        y={y}
        width={width + gutter}
        height={height}
      />
      {shown && (
        <text className="mono" x={-gutter} y={y + height / 2 + 4}>
          {name}
        </text>
      )}
      {shown && owner > 0 && gutter > 60 && (
        <text className="dim" x={-gutter + 28} y={y + height / 2 + 4}>
          agent {owner}
        </text>
      )}
      {!shown && lit && (
        <text className="mono" x={-6} y={y + height / 2 + 4} textAnchor="end">
          {name}
        </text>
      )}
    </g>
  );
}

export function Mark({ mark, row, bar }: { mark: LaneMark; row: number; bar: number }) {
  const coloured = useContext(ColouredNumbers);
  const { form, x, lane, number, indent } = mark;
  const top = lane * row + (row - bar) / 2;
  const middle = top + bar / 2;
  const w = Math.max(0.75, mark.width - (mark.width > 4 ? 1 : 0));
  const identity = number > 0 ? identityAttributes(number, coloured) : {};
  if (form === 'wait' || form === 'held' || form === 'stop')
    return <path className={css.mark} data-look={form} d={`M${x} ${middle}h${mark.width}`} />;
  const room = mark.text === '' ? 0 : mark.text.length * 6 + 9 + indent;
  return (
    <g {...identity}>
      {form === 'block' ? (
        <>
          {room > 0 && (
            <path className={css.mark} data-look="block" d={`M${x + 0.6} ${top + 2}v${bar - 4}`} />
          )}
          <rect
            className={css.mark}
            data-look="block"
            x={x + room + 0.5}
            y={top + bar * 0.28}
            width={Math.max(0.5, w - room - 1)}
            height={bar * 0.44}
            rx={bar * 0.2}
          />
        </>
      ) : (
        <rect
          className={css.mark}
          data-look={form}
          x={x + 0.25}
          y={top}
          width={w}
          height={bar}
          rx={Math.min(3, bar / 4)}
        />
      )}
      {mark.text !== '' && (
        <text
          className={`${css.laneText} ${form === 'block' ? 'sub' : ''}`}
          data-look={form}
          x={x + 5 + indent}
          y={middle + 3.6}
        >
          {mark.text}
        </text>
      )}
      {mark.tail !== '' && (
        <text
          className={`mono ${css.laneText}`}
          style={{ fontWeight: 400 }}
          data-look="run"
          x={x + w - 5}
          y={middle + 3.4}
          textAnchor="end"
        >
          {mark.tail}
        </text>
      )}
    </g>
  );
}

/** Percent of ink in the area of each state. */
const BAND_INK = { running: 100, ready: 60, blocked: 24, held: 13, waiting: 5 } as const;

function Bands({ lanes, width, height }: { lanes: ThreadLanes; width: number; height: number }) {
  const areas = stackedBands(lanes.bands, lanes.alive, width, height);
  return (
    <>
      {areas.map(({ state, d }) => (
        <path
          key={state}
          className={css.count}
          style={{ '--part': `${BAND_INK[state]}%` } as CSSProperties}
          data-band={state}
          d={d}
        />
      ))}
      <text className="plot-label" x={-6} y={8} textAnchor="end">
        {lanes.alive}
      </text>
      <text className="plot-label" x={-6} y={height} textAnchor="end">
        0
      </text>
      <text className="strong" x={-72} y={height / 2}>
        threads
      </text>
      <BandNames lanes={lanes} width={width} height={height} />
    </>
  );
}

/** Names the areas. Each name is near the left edge, if the area is high enough at that place. */
function BandNames({ lanes, width, height }: { lanes: ThreadLanes; width: number; height: number }) {
  const { bands, alive } = lanes;
  const column = Math.floor(bands.high.length * 0.06);
  let below = 0;
  return BAND_ORDER.map((state) => {
    const value = bands[state][column] ?? 0;
    const middle = below + value / 2;
    below += value;
    const thick = (value / Math.max(1, alive)) * height;
    if (thick < 14) return null;
    return (
      <text
        key={state}
        className={state === 'running' || state === 'ready' ? css.inverse : 'strong'}
        x={width * 0.06}
        y={height - (middle / alive) * height + 4}
      >
        {state}
      </text>
    );
  });
}

interface LaneSignsProps {
  signs: readonly PlacedSign[];
  row: number;
  /** True for thin lanes, which have no names: their signs are small. */
  small: boolean;
}

/** Draws signals, timeouts, page faults, stops and ends, each just after its instant. */
export const LaneSigns = memo(function LaneSigns({ signs, row, small }: LaneSignsProps) {
  return signs.map(({ key, sign, lane, x }) => (
    <g
      key={key}
      transform={`translate(${x + (small ? 4 : 7)} ${lane * row + row / 2})${small ? ' scale(0.62)' : ''}`}
    >
      <LaneSign kind={sign.kind} />
      {sign.count > 1 && (
        <text className={`mono strong ${css.halo}`} x={9} y={3.5}>
          {sign.count}
        </text>
      )}
    </g>
  ));
});

/** Draws one sign on a disc that separates the sign from the bars and lines below. */
export function LaneSign({ kind }: { kind: LaneSignKind }) {
  const { d, fill } = SIGN_PATHS[kind];
  return (
    <g className={css.sign}>
      <circle r="6.75" />
      <path d={d} fill="none" data-fill={fill || undefined} />
    </g>
  );
}
