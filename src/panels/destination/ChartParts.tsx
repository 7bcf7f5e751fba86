import { memo } from 'react';
import type { FeedbackEvent, FeedbackHistory, FeedbackRuleName } from '../../protocol/inspect.ts';
import { formatWait } from '../../explain/figures.ts';
import { formatSeconds } from '../../explain/format.ts';
import { PlaceAxis, ValueAxis } from '../../plot/Axis.tsx';
import type { ChartProps } from './ChartFrame.tsx';
import {
  breakWordsY,
  type Chart,
  LEFT,
  nextReached,
  outageSpans,
  type Place,
  RIGHT,
  type Row,
} from './chart-layout.ts';
import { reportText } from './event-words.ts';
import { chartNotes } from './chart-notes.ts';
import type { Outage } from './outages.ts';
import css from './destination.module.css';

type PartProps = ChartProps & { chart: Chart };

/** Background of the chart: the server's session limit and its outages. */
export function Ground({ chart, serverTakes, outages }: PartProps) {
  const y = serverTakes > 0 ? chart.yOf(serverTakes) : 0;
  // Height at which the label does not overlap a value of the axis.
  const labelY = [17, 4, 30].find((down) =>
    chart.ticks.every((tick) => Math.abs(tick.y - chart.top - down + 4) > 11),
  );
  return (
    <g>
      <text className={css.chartLabel} x={0} y={chart.top - 10}>
        Window
      </text>
      <ValueAxis ticks={chart.ticks} left={LEFT} right={chart.right} />
      <Outages spans={outageSpans(chart, outages)} top={chart.top} bottom={chart.bottom} />
      {y > chart.top && (
        <>
          <path className={css.chartMark} strokeDasharray="1 3" d={`M${LEFT} ${y}H${chart.right}`} />
          <text x={0} y={chart.top + (labelY ?? 17)}>
            server takes {serverTakes}
          </text>
        </>
      )}
    </g>
  );
}

/** Width of the widest text of a break, in pixels. */
const BREAK_WORDS = 76;

/** Breaks in the axis, labelled with their reason: dead, dropped while idle, or a pause. */
export function ChartBreaks({ chart }: { chart: Chart }) {
  const breaks = chart.places.filter((place) => place.gap !== '');
  // Draw all backgrounds first, so that a break does not cover the text of the one before it.
  return (
    <>
      {breaks.map((place) => (
        <BreakGround key={place.number} place={place} chart={chart} />
      ))}
      <BreakWords breaks={breaks} chart={chart} />
    </>
  );
}

function BreakGround({ place, chart }: { place: Place; chart: Chart }) {
  const middle = (place.gapX + place.x) / 2;
  return (
    <>
      <rect
        className={css.chartBreak}
        x={place.gapX + 1}
        y={chart.top}
        width={place.x - place.gapX - 2}
        height={chart.rowsEnd - chart.top}
      />
      <path className="plot-line" d={`M${middle - 8} ${chart.yOf(0) - 7}l5 -5l5 10l5 -5`} />
    </>
  );
}

function BreakWords({ breaks, chart }: { breaks: readonly Place[]; chart: Chart }) {
  /** Right end of the text at each of the two heights; a break without room gets no text. */
  const taken = new Map<number, number>();
  return breaks.map((place) => {
    const middle = (place.gapX + place.x) / 2;
    const base = breakWordsY(chart, place);
    // The first text must not touch the figures of the axis.
    const before = taken.get(base) ?? chart.left - 8 - BREAK_WORDS / 2;
    if (middle - before <= BREAK_WORDS || middle + BREAK_WORDS / 2 >= chart.right + 16) return null;
    taken.set(base, middle);
    const text = place.gap === 'dead' ? 'dead' : place.gap === 'new' ? 'new' : '';
    return (
      <g key={place.number}>
        <text className={css.halo} textAnchor="middle" x={middle} y={base - 34}>
          {text}
        </text>
        <text className={`mono ${css.halo}`} textAnchor="middle" x={middle} y={base - 21}>
          {formatWait(place.gapSeconds)}
        </text>
      </g>
    );
  });
}

/** CSS class of a bar, by the effect that the event had on the sum. */
const KIND = { kept: css.kept, base: css.base, added: '', step: '', eaten: css.eaten } as const;

const ROW_TEXT = {
  success: ['Success', '+1 at 1'],
  failure: ['Failure', '−1 below 0'],
  cohorts: ['Cohorts', ''],
} as const;

export const Accumulator = memo(function Accumulator({
  row,
  chart,
  history,
}: {
  row: Row;
  chart: Chart;
  history: FeedbackHistory;
}) {
  const floor = row.top + row.height;
  const gap = chart.cell > 6 ? 1.2 : 0.3;
  const [name, rule] = ROW_TEXT[row.name];
  const limit = history.cohortLimit === 0 ? 'never dead' : `dead at ${history.cohortLimit}`;
  return (
    <g className={css.chartRow} data-look={row.name}>
      <text className={css.chartLabel} x={0} y={row.top + row.height / 2}>
        {name}
      </text>
      <text x={0} y={row.top + row.height / 2 + 13}>
        {row.name === 'cohorts' ? limit : rule}
      </text>
      <path className="plot-grid" data-base d={`M${LEFT} ${floor}H${chart.right}`} />
      {row.stop !== '' && <path className={css.chartMark} d={`M${LEFT} ${row.stopY}H${chart.right}`} />}
      <text className="plot-label" textAnchor="end" x={LEFT - 8} y={row.stopY + 3.5}>
        {row.stop}
      </text>
      {row.bars.map((bar) => (
        <rect
          key={`${bar.place}-${bar.kind}`}
          className={`${css.reportBar} ${KIND[bar.kind]}`}
          x={bar.x + gap}
          y={bar.y}
          width={Math.max(0.5, chart.cell - 2 * gap)}
          height={bar.height}
          rx={chart.cell > 6 ? 1.5 : 0}
        />
      ))}
      {chart.cell >= 5 &&
        row.signs.map((sign) => (
          <text
            key={sign.x}
            className={`mono ${css.chartLabel} ${css.chartSign}`}
            textAnchor="middle"
            x={sign.x}
            y={row.stopY - 4}
          >
            {sign.text}
          </text>
        ))}
    </g>
  );
});

/** A click on a stop line selects the next event that reaches it. The keyboard equivalent is Shift+arrow. */
export function StopLine({ chart, history, selected, onSelect, row }: PartProps & { row: Row }) {
  const next = nextReached(history, selected, row.name);
  if (next === 0) return null;
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <rect
      className={css.chartHit}
      x={LEFT}
      y={row.stopY - 4}
      width={chart.right - LEFT}
      height={8}
      onClick={() => onSelect(next)}
    >
      <title>next time it is reached: event {next}</title>
    </rect>
  );
}

/** Reports as marks. Each is an option of the list box, with its full description as name. */
export function Reports({
  chart,
  history,
  selected,
  onSelect,
}: { chart: Chart } & Pick<ChartProps, 'history' | 'selected' | 'onSelect'>) {
  return (
    <g>
      <text className={css.chartLabel} x={0} y={chart.reportY + 4}>
        Report
      </text>
      {chart.places.map((place) => (
        // The list box handles the keys.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
        <g
          key={place.number}
          id={`feedback-${place.number}`}
          role="option"
          aria-selected={place.number === selected}
          aria-label={`event ${place.number}, ${formatSeconds(place.event.at)}: ${reportText(place.event, history.rule)}`}
          onClick={() => onSelect(place.number)}
        >
          <rect
            className={css.chartHit}
            x={place.x}
            y={chart.top}
            width={chart.cell}
            height={chart.axisY - chart.top}
          />
          <Mark
            place={place}
            x={place.x + chart.cell / 2}
            y={chart.reportY}
            r={Math.min(3.4, chart.cell / 2.4)}
          />
        </g>
      ))}
    </g>
  );
}

/** Draws the mark of a report. */
function Mark({ place, x, y, r }: { place: Place; x: number; y: number; r: number }) {
  const { sign } = place.event;
  const look = markLook(place.event);
  if (sign === 'positive') return <circle className={css.reportMark} data-look={look} cx={x} cy={y} r={r} />;
  const d =
    sign === 'revival'
      ? `M${x} ${y + 5}V${y - 5}M${x - 3} ${y - 2}l3 -4l3 4`
      : `M${x - r} ${y - r}l${2 * r} ${2 * r}m0 ${-2 * r}l${-2 * r} ${2 * r}`;
  return <path className={css.reportMark} data-look={look} d={d} />;
}

/** Look of a mark: the report's sign, or muted when it came while the destination was not ready. */
export function markLook({ sign, muted }: FeedbackEvent): FeedbackEvent['sign'] | 'muted' {
  return muted ? 'muted' : sign;
}

interface NotesProps {
  chart: Chart;
  history: FeedbackHistory;
  lines: readonly FeedbackRuleName[];
  outages: readonly Outage[];
}

/** Text at the events that explain the curve. */
export function Notes({ chart, history, lines, outages }: NotesProps) {
  return chartNotes(chart, history, lines, outages).map((note) => {
    const below = note.y > note.tipY;
    return (
      <g key={`${note.x}-${note.y}`}>
        <path
          className={css.chartMark}
          d={`M${note.x} ${note.tipY + (below ? 4 : -4)}V${note.y + (below ? -11 : 16)}`}
        />
        <rect className={css.chartBreak} {...note.ground} rx={3} />
        <text className={`${css.chartLabel} ${css.halo}`} textAnchor={note.anchor} x={note.textX} y={note.y}>
          {note.lines[0]}
        </text>
        <text className={css.halo} textAnchor={note.anchor} x={note.textX} y={note.y + 12}>
          {note.lines[1]}
        </text>
      </g>
    );
  });
}

/** Event numbers and their instants, below the chart. */
export function Axis({ chart }: { chart: Chart }) {
  const ends = { left: LEFT, right: chart.right + RIGHT };
  return (
    <g>
      <text x={0} y={chart.axisY}>
        event no.
      </text>
      <text x={0} y={chart.axisY + 14}>
        at
      </text>
      <PlaceAxis ticks={chart.numbers} {...ends} y={chart.axisY} />
      <PlaceAxis ticks={chart.instants} {...ends} y={chart.axisY + 14} />
    </g>
  );
}

interface OutagesProps {
  spans: readonly { x: number; width: number; words: string }[];
  top: number;
  bottom: number;
}

/** Server outages, labelled where there is room. */
export function Outages({ spans, top, bottom }: OutagesProps) {
  return spans.map((span) => (
    <g key={span.x}>
      <rect className={css.chartDead} x={span.x} y={top} width={span.width} height={bottom - top} />
      {span.width > span.words.length * 5.2 && (
        <text className={css.chartOut} x={span.x + 5} y={top + 12}>
          {span.words}
        </text>
      )}
    </g>
  ));
}
