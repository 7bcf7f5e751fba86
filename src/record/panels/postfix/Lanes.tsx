import { boxesPath, levelsOf, stepArea, strokesPath } from '../../../plot/paths.ts';
import { valueScale } from '../../../plot/scales.ts';
import type { Plot } from '../../../plot/Frame.tsx';
import { formatWhole } from '../../../explain/figures.ts';
import { formatLasting } from '../../explain/record-format.ts';
import type { OverviewLane } from '../../protocol/record-questions.ts';
import { partOf, type Picture } from './axis.ts';
import css from './postfix.module.css';

const LANE = 28;
/** Height of a name above its lane, in units. */
const NAME = 13;

/** Returns the distance between lanes, in units. */
export function laneStep(narrow: boolean): number {
  return LANE + (narrow ? NAME : 0);
}

export function laneOf({ lanes, narrow }: Picture, i: number): Plot {
  return partOf(lanes, lanes.top + i * laneStep(narrow) + (narrow ? NAME : 0) + 1, LANE - 7);
}

interface LanesProps {
  picture: Picture;
  selected: string;
  onSelect: (lane: string) => void;
}

/** Draws concurrent deliveries in a row for each lane. Pressing a row selects or deselects its lane. */
export function Lanes({ picture, selected, onSelect }: LanesProps) {
  const { narrow, letters } = picture;
  return picture.overview.lanes.map((lane, i) => {
    const plot = laneOf(picture, i);
    const top = plot.top - 1 - (narrow ? NAME : 0);
    const peak = Math.max(0, ...lane.inFlight.most);
    const on = selected === lane.name;
    const toggle = (): void => onSelect(on ? '' : lane.name);
    return (
      <g
        key={lane.name}
        className={css.lane}
        role="button"
        tabIndex={0}
        aria-pressed={on}
        aria-label={`${lane.label}: ${formatWhole(lane.tries)} attempts, at most ${peak} concurrent deliveries, ${formatLasting(lane.cost)} of waiting`}
        data-on={on}
        onClick={toggle}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== ' ') return;
          event.preventDefault();
          toggle();
        }}
      >
        <rect className="plot-ground" x={0} y={top} width={plot.frame.width} height={laneStep(narrow)} />
        <text
          className="plot-label"
          x={narrow ? 4 : plot.left - 8}
          y={narrow ? plot.top - 4 : plot.top + 14}
          textAnchor={narrow ? 'start' : 'end'}
        >
          {shortened(lane.label, letters)}
        </text>
        <LaneMarks picture={picture} lane={lane} peak={peak} plot={plot} />
        {!narrow && (
          <text className="plot-label" x={plot.right + 6} y={plot.top + 9}>
            {formatLasting(lane.cost)}
            {peak > 0 && (
              <tspan x={plot.right + 6} dy={12}>
                {lane.limit > 0 ? `${peak} of ${lane.limit}` : peak}
              </tspan>
            )}
          </text>
        )}
      </g>
    );
  });
}

interface LaneMarksProps {
  picture: Picture;
  lane: OverviewLane;
  peak: number;
  plot: Plot;
}

function LaneMarks({ picture: { overview, x }, lane, peak, plot }: LaneMarksProps) {
  const { limit, inFlight, refused, dead } = lane;
  // A limit far above the peak would flatten the lane.
  const withLimit = limit > 0 && limit <= peak * 4;
  const { y } = valueScale(plot, Math.max(withLimit ? limit : 0, peak, 1), { whole: true });
  const each = plot.width / overview.bins;
  const binsOf = (counts: ArrayLike<number>): [bin: number, count: number][] =>
    Array.from(counts, (count, bin): [number, number] => [bin, count]).filter(([, count]) => count > 0);
  return (
    <>
      <path
        className={css.dead}
        d={boxesPath(
          binsOf(dead).map(([bin]) => ({ x: x(bin), y: plot.top, width: each, height: plot.height })),
        )}
      />
      <path className="plot-area" d={stepArea(levelsOf(inFlight.most, x, y), plot.bottom)} />
      {withLimit && <path className={css.dotted} d={`M${plot.left} ${y(limit)}H${plot.right}`} />}
      <path
        className={css.refused}
        d={strokesPath(
          binsOf(refused).map(([bin, count]) => ({
            x: x(bin + 0.5),
            y: plot.bottom,
            length: Math.min(4.5, 1 + Math.log2(1 + count)),
          })),
        )}
      />
    </>
  );
}

/** Keeps the end of a name that is too long, because names of one provider begin alike. */
const shortened = (name: string, length: number): string =>
  name.length <= length ? name : `…${name.slice(name.length - length + 1)}`;
