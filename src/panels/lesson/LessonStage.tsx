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
import { stageLayout } from '../stage/layout.ts';
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
  const input = useMemo(() => {
    if (whole === null) return null;
    const shown = jobs.length === 0 ? whole.jobs : whole.jobs.filter(({ number }) => jobs.includes(number));
    // The marks of a few jobs may be larger than the instrument draws them.
    const zoom = shown.length <= 4 && whole.width > 620 * (whole.rem / 16) ? ZOOM : 1;
    const size = { width: whole.width / zoom, height: whole.height / zoom };
    return { zoom, stage: { ...whole, ...size, jobs: shown, list: null, key: null, annotations: true } };
  }, [whole, jobs]);
  const layout = useMemo(() => (input === null ? null : stageLayout(input.stage)), [input]);
  return (
    <section className="stage-panel lesson-forest" aria-label="Jobs in question">
      <div className="stage-box" ref={box}>
        {input !== null && layout !== null && input.stage.jobs.length > 0 && (
          <div className="lesson-zoom" style={{ zoom: input.zoom }}>
            <Forest input={input.stage} layout={layout} />
          </div>
        )}
        {input !== null && input.stage.jobs.length === 0 && <EmptyStage />}
      </div>
    </section>
  );
}

const ZOOM = 1.3;

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
