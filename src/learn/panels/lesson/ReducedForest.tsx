import { type CSSProperties, useMemo, useRef } from 'react';
import { useSize } from '../../../charts/useSize.ts';
import { EmptyStage } from '../../../panels/stage/EmptyStage.tsx';
import { Forest } from '../../../panels/stage/Forest.tsx';
import type { StageInput } from '../../../panels/stage/input.ts';
import { labelBox } from '../../../panels/stage/labels.ts';
import { stageLayout } from '../../../panels/stage/layout.ts';
import type { StageLayout } from '../../../panels/stage/stage-marks.ts';
import stageCss from '../../../panels/stage/stage.module.css';
import { useStageInput } from '../../../panels/stage/useStageInput.ts';
import css from './lesson.module.css';

interface ReducedForestProps {
  /** Numbers of the messages whose jobs the question is about; an empty list = all. */
  jobs: readonly number[];
  /**
   * Accessible name while the run is still on its way to the instant. An empty picture then stays empty, without the stage's
   * hints, which use terms that the reader has not met.
   */
  awaited?: string;
}

/** Draws the job forest with only the given jobs. */
export function ReducedForest({ jobs, awaited = '' }: ReducedForestProps) {
  const box = useRef<HTMLDivElement>(null);
  const whole = useStageInput(useSize(box));
  const picture = useMemo(() => {
    if (whole === null) return null;
    const shown = jobs.length === 0 ? whole.jobs : whole.jobs.filter(({ number }) => jobs.includes(number));
    return enlarged({ ...whole, jobs: shown, list: null, key: null, annotations: awaited === '' });
  }, [whole, jobs, awaited]);
  return (
    <section
      className={`${stageCss.stagePanel} ${css.lessonForest}`}
      aria-label={awaited === '' ? 'Jobs in question' : awaited}
    >
      <div className={stageCss.stageBox} ref={box}>
        {picture !== null && picture.input.jobs.length > 0 && (
          <div className={css.lessonZoom} style={enlarging(picture)}>
            <Forest input={picture.input} layout={picture.layout} />
          </div>
        )}
        {awaited === '' && picture !== null && picture.input.jobs.length === 0 && <EmptyStage />}
      </div>
    </section>
  );
}

/**
 * Centres a picture that fits; a larger one starts at the edge and scrolls. Uses `scale`, because in WebKit `zoom` leaves
 * lengths in rem unchanged and the marks would overflow their card.
 */
function enlarging({ zoom, input, layout }: Enlarged): CSSProperties {
  const { width, height } = input;
  const whole = layout.orientation === 'rail' && layout.dense === null;
  if (!whole || layout.width > width || layout.height > height) return {};
  const { left, right, bottom } = extentOf(layout);
  const x = (width - left - right) / 2;
  const y = Math.max(0, (height - bottom) * ABOVE);
  return {
    scale: zoom,
    left: x * zoom,
    top: y * zoom,
    width,
    height,
    // Keeps the text below the picture in the corner of the box, at its normal size.
    '--told-left': `${-x}px`,
    '--told-right': `${x}px`,
    '--told-bottom': `${y}px`,
    '--told-scale': 1 / zoom,
  } as CSSProperties;
}

/** Share of the spare height that goes above the picture. At 0.5 the picture would seem too low. */
const ABOVE = 0.4;

/** Returns the extent of the marks, because the layout itself is always as large as its box. */
function extentOf({ jobs, ghosts, labels, rail, stations, metrics }: StageLayout): {
  left: number;
  right: number;
  bottom: number;
} {
  const boxes = [...jobs, ...ghosts, ...labels.map((label) => labelBox(label, metrics.unit))];
  return {
    left: Math.min(...boxes.map(({ x }) => x), ...stations.map(({ x, width }) => x - width / 2)),
    right: Math.max(rail?.to ?? 0, ...boxes.map(({ x, width }) => x + width)),
    bottom: Math.max(...boxes.map(({ y, height }) => y + height)),
  };
}

interface Enlarged {
  zoom: number;
  input: StageInput;
  layout: StageLayout;
}

/** Zoom factors for a picture of a few jobs, largest first. The first one that fits is used. */
const ZOOMS = [3.6, 3.2, 2.8, 2.6, 2.4, 2.2, 2, 1.8, 1.6, 1.45, 1.3, 1.15];
/** Maximum number of jobs in an enlarged picture. */
const ENLARGED_MAX = 8;

/** Columns of cells per band that are tried. Narrower bands make long jobs narrower, so that all jobs can be larger. */
const COLUMNS = [99, 12, 8];

/** Returns the layout with the largest cells that fits the box. */
function enlarged(input: StageInput): Enlarged {
  const plain = stageLayout(input);
  if (input.jobs.length > ENLARGED_MAX) return { zoom: 1, input, layout: plain };
  let best = { zoom: 1, input, layout: plain };
  for (const zoom of ZOOMS) {
    // A cell is at most one rem before zooming, so smaller zooms cannot win.
    if (input.rem * zoom <= best.layout.metrics.cell * best.zoom) break;
    for (const columnsMax of COLUMNS) {
      const { width, height } = input;
      const smaller = { ...input, width: width / zoom, height: height / zoom, upright: true, columnsMax };
      const layout = stageLayout(smaller);
      const fits = layout.width <= smaller.width && layout.height <= smaller.height;
      const larger = layout.metrics.cell * zoom > best.layout.metrics.cell * best.zoom;
      if (fits && larger && layout.orientation === 'rail') best = { zoom, input: smaller, layout };
    }
  }
  return best;
}
