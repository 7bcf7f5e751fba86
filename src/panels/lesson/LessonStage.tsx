import { lazy, Suspense, useMemo, useRef } from 'react';
import { Chip } from '../../charts/Chip.tsx';
import { useSize } from '../../charts/useSize.ts';
import type { LessonStop } from '../../lessons/lesson.ts';
import { useApp } from '../../store/hooks.ts';
import { selectDeliveries } from '../../store/selectors.ts';
import { DestinationsPanel } from '../dock/DestinationsPanel.tsx';
import { RecipientsPanel } from '../dock/RecipientsPanel.tsx';
import { EmptyStage } from '../stage/EmptyStage.tsx';
import { Loading } from './Loading.tsx';
import { Forest } from '../stage/Forest.tsx';
import type { StageInput } from '../stage/input.ts';
import { stageLayout } from '../stage/layout.ts';
import type { StageLayout } from '../stage/marks.ts';
import '../stage/stage.css';
import { useStageInput } from '../stage/useStageInput.ts';

const LessonDestination = lazy(() => import('./LessonDestination.tsx'));
const LessonDesigns = lazy(() => import('./LessonDesigns.tsx'));
const LessonThreads = lazy(() => import('./LessonThreads.tsx'));
const LessonWheel = lazy(() => import('./LessonWheel.tsx'));

/** What a stop shows beside its text: only what is in question. */
export function LessonStage({ stop, phone }: { stop: LessonStop; phone: boolean }) {
  switch (stop.view) {
    case 'wheel':
      return (
        <Suspense fallback={<Loading />}>
          <LessonWheel phone={phone} />
        </Suspense>
      );
    case 'threads':
      return (
        <Suspense fallback={<Loading />}>
          <LessonThreads phone={phone} />
        </Suspense>
      );
    case 'designs':
      return (
        <Suspense fallback={<Loading />}>
          <LessonDesigns phone={phone} />
        </Suspense>
      );
    case 'destination':
      return (
        <Suspense fallback={<Loading />}>
          <LessonDestination name={stop.destination} />
        </Suspense>
      );
    case 'destinations':
      return (
        <section className="lesson-list" aria-label="Destinations">
          <DestinationsPanel />
        </section>
      );
    case 'memory':
      return (
        <section className="lesson-list" aria-label="Recipients in core">
          <RecipientsPanel />
        </section>
      );
    default:
      return <ReducedForest jobs={stop.jobs} />;
  }
}

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
          <div className="lesson-zoom" style={{ zoom: picture.zoom }}>
            <Forest input={picture.input} layout={picture.layout} />
          </div>
        )}
        {picture !== null && picture.input.jobs.length === 0 && <EmptyStage />}
      </div>
    </section>
  );
}

/** The marks of a few jobs may be larger than the instrument draws them: the first of these that fits. */
const ZOOMS = [1.6, 1.45, 1.3, 1.15];
/** More jobs than this are drawn as the instrument draws them. */
const ENLARGED_MAX = 8;

/** The picture with the largest marks that its box has room for. */
function enlarged(input: StageInput): { zoom: number; input: StageInput; layout: StageLayout } {
  const plain = stageLayout(input);
  if (plain.orientation !== 'rail' || input.jobs.length > ENLARGED_MAX)
    return { zoom: 1, input, layout: plain };
  let best = { zoom: 1, input, layout: plain };
  for (const zoom of ZOOMS) {
    const smaller = { ...input, width: input.width / zoom, height: input.height / zoom };
    const layout = stageLayout(smaller);
    const fits = layout.width <= smaller.width && layout.height <= smaller.height;
    const larger = layout.metrics.chip * zoom > best.layout.metrics.chip * best.zoom;
    if (fits && larger && layout.orientation === 'rail') best = { zoom, input: smaller, layout };
  }
  return best;
}

/** Slots shown before the question mark. */
const TILES = 16;

/** The latest delivery slots, and the one in question. */
export function AskStrip({ asked }: { asked: boolean }) {
  const deliveries = useApp(selectDeliveries);
  const latest = deliveries.slice(-TILES);
  if (latest.length === 0 && !asked) return null;
  const words = latest.map(({ number }) => number).join(' ');
  return (
    <div
      className="ask-strip"
      role="img"
      aria-label={`Delivery slots so far: ${words === '' ? 'none' : words}`}
    >
      {latest.map((row) => (
        <Chip key={row.id} number={row.number} className="ask-tile" />
      ))}
      {asked && <span className="ask-tile ask-next">?</span>}
    </div>
  );
}
