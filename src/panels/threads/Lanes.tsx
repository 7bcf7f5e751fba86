import type { ThreadId } from '../../protocol/threads.ts';
import { memo, useContext } from 'react';
import { ColouredNumbers, identityAttributes } from '../../charts/colours.ts';
import type { ThreadLanes } from '../../protocol/thread-lanes.ts';
import { stackedBands } from './count-layout.ts';
import { batchedPaths, laneSizes, type LaneMark, MARKS_MAX } from './lanes-layout.ts';
import { useFocus } from './useThreads.ts';
import css from './threads.module.css';

/** Height of so many lanes. */
export function lanesHeight(count: number): number {
  return Math.max(1, count) * laneSizes(count).row;
}

interface LanesProps {
  lanes: ThreadLanes;
  marks: readonly LaneMark[];
  width: number;
  gutter: number;
  bandsHeight: number;
  /** Agent's number by thread; empty outside of mail. */
  owners: ReadonlyMap<number, number>;
}

/** A line for each thread; more than forty as areas of states. */
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
            <path key={form} className={`${css.laneMany} ${css.laneMark}`} data-look={form} d={d} />
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
    <g className={css.threadLane} data-lit={lit || undefined}>
      <rect className={css.laneGround} x={-gutter} y={y} width={width + gutter} height={height} />
      {shown && (
        <text className={css.threadLaneName} x={-gutter} y={y + height / 2 + 4}>
          {name}
        </text>
      )}
      {shown && owner > 0 && gutter > 60 && (
        <text className={css.laneOwner} x={-gutter + 28} y={y + height / 2 + 4}>
          agent {owner}
        </text>
      )}
      {!shown && lit && (
        <text className={css.threadLaneName} x={-6} y={y + height / 2 + 4} textAnchor="end">
          {name}
        </text>
      )}
    </g>
  );
}

/** One bar or line. */
export function Mark({ mark, row, bar }: { mark: LaneMark; row: number; bar: number }) {
  const coloured = useContext(ColouredNumbers);
  const { form, x, lane, number, indent } = mark;
  const top = lane * row + (row - bar) / 2;
  const middle = top + bar / 2;
  const w = Math.max(0.75, mark.width - (mark.width > 4 ? 1 : 0));
  const identity = identityAttributes(number, coloured);
  if (form === 'wait' || form === 'held' || form === 'stop')
    return <path className={css.laneMark} data-look={form} d={`M${x} ${middle}h${mark.width}`} />;
  const room = mark.text === '' ? 0 : mark.text.length * 5 + 9 + indent;
  return (
    <g {...identity}>
      {form === 'block' ? (
        <>
          {room > 0 && <path className={css.laneBlockStart} d={`M${x + 0.6} ${top + 2}v${bar - 4}`} />}
          <rect
            className={css.laneMark}
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
          className={css.laneMark}
          data-look={form}
          x={x + 0.25}
          y={top}
          width={w}
          height={bar}
          rx={Math.min(3, bar / 4)}
        />
      )}
      {mark.text !== '' && (
        <text className={css.laneText} data-look={form} x={x + 5 + indent} y={middle + 3.6}>
          {mark.text}
        </text>
      )}
      {mark.tail !== '' && (
        <text
          className={`${css.laneText} ${css.tail}`}
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

const BAND_WORDS = {
  running: 'running',
  ready: 'ready',
  blocked: 'blocked',
  held: 'held',
  waiting: 'waiting',
} as const;

function Bands({ lanes, width, height }: { lanes: ThreadLanes; width: number; height: number }) {
  const areas = stackedBands(lanes.bands, lanes.alive, width, height);
  return (
    <>
      {areas.map(({ state, d }) => (
        <path key={state} className={css.band} data-look={state} d={d} />
      ))}
      <text className={css.axisText} x={-6} y={8} textAnchor="end">
        {lanes.alive}
      </text>
      <text className={css.axisText} x={-6} y={height} textAnchor="end">
        0
      </text>
      <text className={css.axisName} x={-72} y={height / 2}>
        threads
      </text>
      <BandNames lanes={lanes} width={width} height={height} />
    </>
  );
}

/** Each name in the middle of its area, where it is thick enough at the left edge of the known part. */
function BandNames({ lanes, width, height }: { lanes: ThreadLanes; width: number; height: number }) {
  const { bands, alive } = lanes;
  const column = Math.floor(bands.high.length * 0.06);
  let below = 0;
  return (['running', 'ready', 'blocked', 'held', 'waiting'] as const).map((state) => {
    const value = bands[state][column] ?? 0;
    const middle = below + value / 2;
    below += value;
    const thick = (value / Math.max(1, alive)) * height;
    if (thick < 14) return null;
    return (
      <text
        key={state}
        className={css.bandName}
        data-look={state}
        x={width * 0.06}
        y={height - (middle / alive) * height + 4}
      >
        {BAND_WORDS[state]}
      </text>
    );
  });
}
