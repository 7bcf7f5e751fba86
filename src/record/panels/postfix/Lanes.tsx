import { type Box, boxesPath, levelsOf, stepArea } from '../../../plot/paths.ts';
import { valueScale } from '../../../plot/scales.ts';
import type { Plot } from '../../../plot/Frame.tsx';
import { formatWhole } from '../../../explain/figures.ts';
import { formatLasting } from '../../explain/record-format.ts';
import type { OverviewLane } from '../../protocol/record-questions.ts';
import { partOf, type Picture } from './axis.ts';
import css from './postfix.module.css';

/** Distance between lanes in units; few lanes are taller. */
const TALL = 50;
const LOW = 38;
const FEW = 6;
/** Height of a name above its lane, in units. */
const NAME = 13;
/** Share of a lane above its base line. Deferred attempts are drawn below it. */
const ABOVE = 0.66;
/** Radius of the number of a finding. */
const NUMBER = 9;

/** Returns the distance between lanes, in units. */
export function laneStep(narrow: boolean, count: number): number {
  return (count <= FEW ? TALL : LOW) + (narrow ? NAME : 0);
}

export function laneOf({ lanes, narrow, overview }: Picture, i: number): Plot {
  const step = laneStep(narrow, overview.lanes.length);
  const name = narrow ? NAME : 0;
  return partOf(lanes, lanes.top + i * step + name + 2, step - name - 5);
}

interface LanesProps {
  picture: Picture;
  selected: string;
  /** The lane of the open card; '' = none. */
  framed: string;
  onSelect: (lane: string) => void;
}

/** Draws concurrent deliveries in a row for each lane. Pressing a row selects or deselects its lane. */
export function Lanes({ picture, selected, framed, onSelect }: LanesProps) {
  const { narrow, letters } = picture;
  const step = laneStep(narrow, picture.overview.lanes.length);
  return picture.overview.lanes.map((lane, i) => {
    const plot = laneOf(picture, i);
    const top = plot.top - 2 - (narrow ? NAME : 0);
    const middle = plot.top + plot.height * ABOVE;
    const peak = Math.max(0, ...lane.inFlight.most);
    const on = selected === lane.name;
    const toggle = (): void => onSelect(on ? '' : lane.name);
    const left = narrow ? (lane.subject > 0 ? 2 * NUMBER + 10 : 4) : plot.left - 9;
    return (
      <g
        key={lane.name}
        className={css.lane}
        role="button"
        tabIndex={0}
        aria-pressed={on}
        aria-label={`${lane.label}: ${formatWhole(lane.tries)} attempts, at most ${peak} concurrent deliveries, ${formatLasting(lane.cost)} of waiting`}
        data-on={on}
        data-framed={framed === lane.name}
        onClick={toggle}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== ' ') return;
          event.preventDefault();
          toggle();
        }}
      >
        <rect className="plot-ground" x={1} y={top} width={plot.frame.width - 2} height={step - 2} rx={6} />
        {lane.subject > 0 && (
          <g className={css.laneNumber}>
            <circle cx={NUMBER + 5} cy={narrow ? top + NAME - 3 : middle - 4} r={narrow ? 7.5 : NUMBER} />
            <text x={NUMBER + 5} y={narrow ? top + NAME + 1 : middle} textAnchor="middle">
              {lane.subject}
            </text>
          </g>
        )}
        <text
          className="plot-label"
          x={left}
          y={narrow ? plot.top - 4 : middle}
          textAnchor={narrow ? 'start' : 'end'}
        >
          {shortened(lane.label, letters)}
        </text>
        <LaneMarks picture={picture} lane={lane} peak={peak} plot={plot} />
        <text
          className={css.laneWords}
          x={narrow ? plot.right : plot.right + 10}
          y={narrow ? plot.top - 4 : middle}
          textAnchor={narrow ? 'end' : 'start'}
        >
          {laneWords(lane, peak)}
        </text>
      </g>
    );
  });
}

const sum = (counts: ArrayLike<number>): number => Array.from(counts).reduce((all, count) => all + count, 0);

/** What happened in the lane, in a few words. */
function laneWords({ refused, dead, limit, limitName }: OverviewLane, peak: number): string {
  const [deferred, skipped] = [sum(refused), sum(dead)];
  if (limitName === 'process limit' && limit > 0 && peak >= limit)
    return `limit ${formatWhole(limit)} reached`;
  if (deferred + skipped === 0) return 'none deferred';
  return [
    ...(deferred > 0 ? [`${formatWhole(deferred)} deferred`] : []),
    ...(skipped > 0 ? [`${formatWhole(skipped)} skipped`] : []),
  ].join(', ');
}

interface LaneMarksProps {
  picture: Picture;
  lane: OverviewLane;
  peak: number;
  plot: Plot;
}

/** Dead zones that are at most this many bins apart are drawn as one. */
const JOINED = 2;
/** Width that the word "dead" needs, in units. */
const WORD = 34;

function LaneMarks({ picture: { overview, x }, lane, peak, plot }: LaneMarksProps) {
  const { limit, inFlight, refused, dead } = lane;
  // A limit far above the peak would flatten the lane.
  const withLimit = limit > 0 && limit <= peak * 4;
  const base = plot.top + plot.height * ABOVE;
  const upper = partOf(plot, plot.top, base - plot.top);
  const { y } = valueScale(upper, Math.max(withLimit ? limit : 0, peak, 1), { whole: true });
  const zones = zonesOf(dead).map(
    ([from, to]): Box => ({
      x: x(from),
      y: plot.top,
      width: x(to) - x(from),
      height: plot.height,
    }),
  );
  const worst = Math.max(1, ...refused);
  const each = Math.max(1.5, plot.width / overview.bins - 0.75);
  const widest = zones.reduce<Box | null>(
    (one, zone) => (one === null || zone.width > one.width ? zone : one),
    null,
  );
  return (
    <>
      <path className={css.dead} d={boxesPath(zones)} />
      <path className={css.flight} d={stepArea(levelsOf(inFlight.most, x, y), base)} />
      <path className={css.laneBase} d={`M${plot.left} ${base}H${plot.right}`} />
      {withLimit && <path className={css.dotted} d={`M${plot.left} ${y(limit)}H${plot.right}`} />}
      <path
        className={css.refused}
        d={boxesPath(
          Array.from(refused).flatMap((count, bin): Box[] => {
            const height = 2 + (count / worst) * (plot.bottom - base - 3);
            return count === 0 ? [] : [{ x: x(bin + 0.5) - each / 2, y: base + 1, width: each, height }];
          }),
        )}
      />
      {widest !== null && widest.width > WORD && (
        <text className={css.deadWord} x={widest.x + 5} y={plot.top + 10}>
          dead
        </text>
      )}
    </>
  );
}

/** Ranges of bins with a count, joined across short gaps. */
function zonesOf(counts: ArrayLike<number>): [from: number, to: number][] {
  const zones: [from: number, to: number][] = [];
  for (let bin = 0; bin < counts.length; bin++) {
    if ((counts[bin] ?? 0) === 0) continue;
    const last = zones.at(-1);
    if (last !== undefined && bin - last[1] <= JOINED) last[1] = bin + 1;
    else zones.push([bin, bin + 1]);
  }
  return zones;
}

/** Keeps the end of a name that is too long, because names of one provider begin alike. */
const shortened = (name: string, length: number): string =>
  name.length <= length ? name : `…${name.slice(name.length - length + 1)}`;
