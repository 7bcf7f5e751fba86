import { type CSSProperties, useMemo, useRef } from 'react';
import { useSize } from '../../charts/useSize.ts';
import { EmptyStage } from '../stage/EmptyStage.tsx';
import { Forest } from '../stage/Forest.tsx';
import type { StageInput } from '../stage/input.ts';
import { stageLayout } from '../stage/layout.ts';
import type { StageLayout } from '../stage/marks.ts';
import '../stage/stage.css';
import { useStageInput } from '../stage/useStageInput.ts';
import './lesson.css';

/** The forest with the jobs in question only; all of them when none is named. */
export function ReducedForest({ jobs }: { jobs: readonly number[] }) {
  const box = useRef<HTMLDivElement>(null);
  const whole = useStageInput(useSize(box));
  const picture = useMemo(() => {
    if (whole === null) return null;
    const shown = jobs.length === 0 ? whole.jobs : whole.jobs.filter(({ number }) => jobs.includes(number));
    return enlarged({ ...whole, jobs: shown, list: null, key: null, annotations: true });
  }, [whole, jobs]);
  return (
    <section className="stage-panel lesson-forest" aria-label="Jobs in question">
      <div className="stage-box" ref={box}>
        {picture !== null && picture.input.jobs.length > 0 && (
          <div className="lesson-zoom" style={enlarging(picture)}>
            <Forest input={picture.input} layout={picture.layout} />
          </div>
        )}
        {picture !== null && picture.input.jobs.length === 0 && <EmptyStage />}
      </div>
    </section>
  );
}

/**
 * A few jobs stand in the middle of their place; many begin at its edge, and scroll. Scaled and not with `zoom`, which
 * leaves lengths in rem as they are in WebKit: the marks of a card would not fit into it.
 */
function enlarging({ zoom, input, layout }: Enlarged): CSSProperties {
  if (zoom === 1) return {};
  const left = Math.max(0, (input.width - layout.width) / 2) * zoom;
  return { scale: zoom, left, width: input.width, height: input.height };
}

interface Enlarged {
  zoom: number;
  input: StageInput;
  layout: StageLayout;
}

/** The marks of a few jobs may be larger than the instrument draws them: the first of these that fits. */
const ZOOMS = [2.4, 2.2, 2, 1.8, 1.6, 1.45, 1.3, 1.15];
/** More jobs than this are drawn as the instrument draws them. */
const ENLARGED_MAX = 8;

/** The picture with the largest marks that its box has room for. */
function enlarged(input: StageInput): Enlarged {
  const plain = stageLayout(input);
  if (plain.orientation !== 'rail' || input.jobs.length > ENLARGED_MAX)
    return { zoom: 1, input, layout: plain };
  let best = { zoom: 1, input, layout: plain };
  for (const zoom of ZOOMS) {
    const smaller = { ...input, width: input.width / zoom, height: input.height / zoom, upright: true };
    const layout = stageLayout(smaller);
    const fits = layout.width <= smaller.width && layout.height <= smaller.height;
    const larger = layout.metrics.chip * zoom > best.layout.metrics.chip * best.zoom;
    if (fits && larger && layout.orientation === 'rail') best = { zoom, input: smaller, layout };
  }
  return best;
}
