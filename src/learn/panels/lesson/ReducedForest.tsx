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
  /** Numbers of the messages whose jobs are in question; none = all. */
  jobs: readonly number[];
  /**
   * What the picture is called that waits for a run on its way to it: without jobs it stays empty, and nothing is offered. Its
   * readers have not met the words of the stage.
   */
  awaited?: string;
}

/** The forest with the jobs in question only; all of them when none is named. */
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
 * A few jobs stand in the middle of their place; many begin at its edge, and scroll. Scaled and not with `zoom`, which
 * leaves lengths in rem as they are in WebKit: the marks of a card would not fit into it.
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
    // What is told below the picture stays in the corner of the place, in its own size.
    '--told-left': `${-x}px`,
    '--told-right': `${x}px`,
    '--told-bottom': `${y}px`,
    '--told-scale': 1 / zoom,
  } as CSSProperties;
}

/** Of the room that is left, the share above the picture: in the middle it would seem to hang low. */
const ABOVE = 0.4;

/** Where the marks of a picture begin and end: the layout itself is as wide and as high as its box. */
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

/** The marks of a few jobs may be larger than the instrument draws them: the first of these that fits. */
const ZOOMS = [3.6, 3.2, 2.8, 2.6, 2.4, 2.2, 2, 1.8, 1.6, 1.45, 1.3, 1.15];
/** More jobs than this are drawn as the instrument draws them. */
const ENLARGED_MAX = 8;

/** Cells of a card side by side: broken into bands a long job is less wide, and a row of jobs can be larger. */
const COLUMNS = [99, 12, 8];

/** The picture with the largest marks that its box has room for. */
function enlarged(input: StageInput): Enlarged {
  const plain = stageLayout(input);
  if (input.jobs.length > ENLARGED_MAX) return { zoom: 1, input, layout: plain };
  let best = { zoom: 1, input, layout: plain };
  for (const zoom of ZOOMS) {
    // No step has cells of more than one rem.
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
