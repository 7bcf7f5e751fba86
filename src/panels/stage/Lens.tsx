import { type CSSProperties, type PointerEvent, useCallback, useMemo } from 'react';
import { Canvas, useTheme } from '../../charts/Canvas.tsx';
import { Cells } from '../../charts/Cells.tsx';
import { CROWD, paintOf, useIdentity } from '../../charts/colours.ts';
import type { JobRow } from '../../protocol/rows.ts';
import { formatCount, formatCounted } from '../../explain/format.ts';
import { denseHeight, LENS_HEIGHT } from './dense.ts';
import type { StageInput } from './input.ts';
import { barMark, cardMark, entriesLeft } from './job-marks.ts';
import { CardBody } from './JobView.tsx';
import { lensLayout, type LensLayout, type LensPlace, lensPlaceAt } from './lens-layout.ts';
import { isBlocker, rowAt } from './listed-jobs.ts';
import type { BarMark, CardMark, DenseBand } from './stage-marks.ts';
import type { Metrics } from './metrics.ts';
import css from './other-forms.module.css';

/** Width of a bar: its number with a frame. */
const barWidth = (number: number): number => Math.max(30, String(number).length * 6.5 + 12);
const COLUMN_MOST = 9;
/** Height of columns, bars and card above the text line. */
const INNER = LENS_HEIGHT - 30;

interface LensProps {
  band: DenseBand;
  input: StageInput;
  metrics: Metrics;
  index: number;
  /** Number of list positions shown on each side. */
  side: number;
  onHover: (number: number) => void;
  onSelect: (number: number) => void;
}

/** Enlarges the neighbourhood of a list position: one card, bars on both sides, thin columns beyond. */
export function Lens({ band, input, metrics, index, side, onHover, onSelect }: LensProps) {
  const { unit } = metrics;
  const { jobs } = band;
  const card = cardMark(rowAt(jobs, index, input.jobs), input, metrics);
  const count = jobs.ids.length;
  const layout = useMemo(
    () =>
      lensLayout(count, index, side, {
        width: band.width - 16 * unit,
        bar: barWidth(jobs.numbers[index] ?? 0) * unit,
        card: card.width + 16 * unit,
        columnMost: COLUMN_MOST * unit,
      }),
    [count, index, side, band.width, unit, card.width, jobs],
  );
  const height = LENS_HEIGHT * unit;
  // In a low stage the lens covers the columns; otherwise the stage would cut the lens off.
  const top =
    band.lensTop ?? Math.max(0, Math.min(band.height + 12 * unit, input.height - band.y - height - 4 * unit));
  const numberAt = (event: { clientX: number; currentTarget: Element }): number => {
    const { left } = event.currentTarget.getBoundingClientRect();
    return jobs.numbers[lensPlaceAt(layout, event.clientX - left - 8 * unit)] ?? 0;
  };
  return (
    <div className={css.lensPlace} style={{ transform: `translateY(${top}px)` }} aria-hidden="true">
      <Wedge band={band} layout={layout} top={top} />
      <div
        className={css.lens}
        style={{ width: band.width, height }}
        onPointerMove={(event: PointerEvent<HTMLElement>) => {
          event.stopPropagation();
          onHover(numberAt(event));
        }}
        onClick={(event) => {
          event.stopPropagation();
          onSelect(numberAt(event));
        }}
      >
        <div className={css.lensJobs} style={{ height: INNER * unit }}>
          <LensColumns band={band} layout={layout} width={band.width - 16 * unit} height={INNER * unit} />
          {layout.bars.map((place) => (
            <LensBar
              key={jobs.ids[place.index]}
              place={place}
              mark={barMark(rowAt(jobs, place.index, input.jobs), input, metrics, false)}
            />
          ))}
          <LensCard place={layout.card} mark={card} />
        </div>
        <LensWords layout={layout} job={card.job} index={index} count={count} />
      </div>
    </div>
  );
}

/** Longest connecting lines, in pixels; longer ones would cross cards. */
const WEDGE_MAX = 60;

/** Connects the visible part of the list with the lens. */
function Wedge({ band, layout, top }: { band: DenseBand; layout: LensLayout; top: number }) {
  const left = layout.from * band.pitch;
  const right = Math.max(left + 3, layout.to * band.pitch);
  const gap = top - band.height;
  return (
    <>
      <i className={css.lensWindow} style={{ left, width: right - left, top: -top, height: band.height }} />
      {gap > 0 && gap < WEDGE_MAX && (
        <svg className={css.lensWedge} width={band.width} height={gap} style={{ top: -gap }}>
          <path
            d={`M${left} 0C${left} ${gap} 4 0 4 ${gap}M${right} 0C${right} ${gap} ${band.width - 4} 0 ${band.width - 4} ${gap}`}
          />
        </svg>
      )}
    </>
  );
}

interface LensColumnsProps {
  band: DenseBand;
  layout: LensLayout;
  width: number;
  height: number;
}

/** Thin columns on both sides with the list's heights; blockers are dashed. */
function LensColumns({ band, layout, width, height }: LensColumnsProps) {
  const theme = useTheme();
  const draw = useCallback(
    (context: CanvasRenderingContext2D) => {
      const crowd = paintOf(CROWD, theme);
      const scale = (height - 4) / band.height;
      context.fillStyle = crowd.edge;
      context.strokeStyle = crowd.edge;
      context.globalAlpha = 0.6;
      for (const { index, x, width: wide } of layout.columns) {
        const tall = denseHeight(band, band.jobs.left[index] ?? 0) * scale;
        if (isBlocker(band.jobs, index)) {
          context.setLineDash([1.5, 1.5]);
          context.strokeRect(x + 0.5, 0.5, Math.max(1, wide - 2), tall);
          context.setLineDash([]);
        } else context.fillRect(x, 0, Math.max(1, wide - 1), tall);
      }
      context.globalAlpha = 1;
    },
    [band, layout, height, theme],
  );
  return <Canvas width={width} height={height} draw={draw} />;
}

const at = ({ x, width }: LensPlace): CSSProperties => ({ transform: `translateX(${x}px)`, width });

function LensBar({ place, mark }: { place: LensPlace; mark: BarMark }) {
  const identity = useIdentity(mark.job.number);
  return (
    <span className={css.lensJob} data-blocker={mark.blocker || undefined} style={at(place)} {...identity}>
      <span className={css.lensNumber}>{mark.job.number}</span>
      <Cells block={mark.block} />
      <span>{mark.left}</span>
    </span>
  );
}

function LensCard({ place, mark }: { place: LensPlace; mark: CardMark }) {
  const identity = useIdentity(mark.job.number);
  return (
    <span className={css.lensJob} style={at(place)} {...identity}>
      <span
        className={css.job}
        data-form="card"
        style={{ width: mark.width, height: mark.height }}
        data-current={mark.current || undefined}
        data-candidate={mark.candidate || undefined}
        data-blocker={mark.blocker || undefined}
      >
        <CardBody mark={mark} />
      </span>
      {mark.candidate && <span className="sub">best candidate</span>}
      {mark.current && <span className="sub">current</span>}
    </span>
  );
}

interface LensWordsProps {
  layout: LensLayout;
  job: JobRow;
  index: number;
  count: number;
}

function LensWords({ layout: { from, to }, job, index, count }: LensWordsProps) {
  return (
    <p className="row between gap-16 text-1 sub nowrap">
      <span className="mono">
        {index > from ? `places ${formatCount(from + 1)} to ${formatCount(index)}` : ''}
      </span>
      <span>{placeWords(job, index, count)}; the wheel moves it, Ctrl and the wheel widen it</span>
      <span className="mono">{to > index + 1 ? `${formatCount(index + 2)} to ${formatCount(to)}` : ''}</span>
    </p>
  );
}

export function placeWords(job: JobRow, index: number, count: number): string {
  const left = entriesLeft(job);
  const state = job.blocker ? ', a blocker' : '';
  return `job ${job.number}, place ${formatCount(index + 1)} of ${formatCount(count)}, ${formatCounted(left, 'entry', 'entries')} left${state}`;
}
