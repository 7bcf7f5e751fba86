import { useIdentity } from '../../charts/colours.ts';
import { Frame, type Plot } from '../../plot/Frame.tsx';
import { timeScale } from '../../plot/scales.ts';
import { timeTicks } from '../../plot/ticks.ts';
import { type ResultRow, type ResultRows, ticksAcross } from './result-rows.ts';
import css from './result.module.css';

interface MessageTrailProps {
  row: ResultRow;
  view: ResultRows;
  /** Number of lanes of deliveries, one for each agent. */
  agents: number;
}

/** Heights in units of 1/16 rem: arrival mark above the lanes, line below the lanes, and text below the line. */
const [ARRIVAL, LINE, WORDS] = [14, 14, 22];
/** Largest and smallest height of a lane, in units of 1/16 rem. If lanes would be lower, all deliveries share one. */
const [LANE_MAX, LANE_MIN] = [15, 3];
/** Width of the words "preemption off: 6.2 s", in units of 1/16 rem. */
const WORDS_WIDTH = 132;

/** Draws a message from arrival to last recipient: its deliveries by agent, and its end with preemption off. */
export function MessageTrail({ row, view, agents }: MessageTrailProps) {
  const identity = useIdentity(row.message.number);
  return (
    <div className={css.trail} {...identity}>
      <Frame hidden margins={SIDES}>
        {(plot) => <Trail plot={plot} row={row} view={view} agents={agents} />}
      </Frame>
    </div>
  );
}

/** Room for half a mark at both ends. */
export const SIDES = { left: 7, right: 7, top: 0, bottom: 0 };

function Trail({ plot, row, view, agents }: MessageTrailProps & { plot: Plot }) {
  const { message, offDoneAt } = row;
  const x = timeScale(plot, view);
  const { lanes, lane, top, line } = heights(plot.height, message.deliveries.length === 0 ? 0 : agents);
  const arrival = x(message.injected);
  const done = message.doneAt < 0 ? null : x(message.doneAt);
  const grid = timeTicks(view, ticksAcross(plot.width)).at;
  return (
    <>
      {grid.map((at) => (
        <path key={at} className="plot-grid" d={`M${x(at)} 0V${plot.height}`} />
      ))}
      <path className={css.arrival} d={`M${arrival - 6} ${top - ARRIVAL + 3}h12l-6 9z`} />
      <path className={css.stem} d={`M${arrival} ${top - 2}V${line}`} />
      {message.deliveries.map(({ agent, from, to }) => {
        const width = Math.max(1, x(to) - x(from) - 1);
        return (
          <rect
            key={`${agent} ${from}`}
            className={css.delivery}
            x={x(from) + 0.5}
            y={top + (lanes === 1 ? 0 : agent - 1) * lane}
            width={width}
            height={Math.max(1, lane - Math.min(2.5, lane / 4))}
            rx={Math.min(3, lane / 4, width / 4)}
          />
        );
      })}
      {done !== null && <path className={css.span} d={`M${arrival} ${line}H${done}`} />}
      {offDoneAt >= 0 && done !== null && (
        <path
          className={css.gap}
          d={`M${Math.min(done, x(offDoneAt))} ${line}H${Math.max(done, x(offDoneAt))}`}
        />
      )}
      {done !== null && <circle className={css.done} cx={done} cy={line} r={5.5} />}
      {offDoneAt >= 0 && <Off x={x(offDoneAt)} y={line} took={row.offTook} plot={plot} />}
    </>
  );
}

/** Marks when the message is done with preemption off: a hollow dot, and the time since its arrival. */
function Off({ x, y, took, plot }: { x: number; y: number; took: string; plot: Plot }) {
  const left = x >= WORDS_WIDTH || x > plot.left + plot.width / 2;
  const below = plot.height - y >= WORDS;
  return (
    <>
      <circle className={css.off} cx={x} cy={y} r={5} />
      {below && (
        <text
          className={css.offWords}
          x={left ? x + 5 : x - 5}
          y={y + 18}
          textAnchor={left ? 'end' : 'start'}
        >
          preemption off: {took}
        </text>
      )}
    </>
  );
}

/** Divides the height of a row. In a low row the words below the line are omitted and the lanes are lower. */
function heights(height: number, agents: number): { lanes: number; lane: number; top: number; line: number } {
  const words = height >= 58 ? WORDS : 8;
  const room = Math.max(0, height - ARRIVAL - LINE - words - 8);
  const each = agents === 0 ? 0 : room / agents;
  const lanes = each >= LANE_MIN ? agents : Math.min(1, agents);
  const lane = lanes === 0 ? 0 : Math.min(LANE_MAX, room / lanes);
  const used = ARRIVAL + lanes * lane + LINE + words;
  const top = Math.max(0, (height - used) / 2) + ARRIVAL;
  return { lanes, lane, top, line: top + lanes * lane + LINE - 4 };
}
