import { Suspense, useEffect } from 'react';
import { lazyWithRetry } from '../../../panels/kit/lazy.tsx';
import { Chip } from '../../../charts/Chip.tsx';
import type { LessonStop } from '../../lessons/lesson.ts';
import { useApp, useSession } from '../../../store/hooks.ts';
import { selectDeliveries } from '../../../store/selectors.ts';
import { Headline } from '../../../panels/announce/Headline.tsx';
import { DestinationsPanel } from '../../../panels/dock/DestinationsPanel.tsx';
import { Memory } from '../../../panels/mail/Memory.tsx';
import { useWords } from '../kit/useWords.ts';
import { pageIdle } from '../../../store/idle.ts';
import { Annotations } from './Annotations.tsx';
import LessonAimd from './LessonAimd.tsx';
import LessonDeferred from './LessonDeferred.tsx';
import LessonDestination from './LessonDestination.tsx';
import LessonOrders from './LessonOrders.tsx';
import { LessonHeap, LessonWheel } from './LessonWheel.tsx';
import type { MotionPart } from './SlowMotion.tsx';
import { ReducedForest } from './ReducedForest.tsx';
import css from './lesson.module.css';

const LessonDesigns = lazyWithRetry(() => import('./LessonDesigns.tsx'));
const LessonThreads = lazyWithRetry(() => import('./LessonThreads.tsx'));

/** Shows the picture of a stop with its announcement above. Null = no stop is ready yet. */
export function StagePlace({
  stop,
  phone,
  part = null,
}: {
  stop: LessonStop | null;
  phone: boolean;
  part?: MotionPart | null;
}) {
  const kept = stop !== null && KEPT.has(stop.view);
  return (
    <div className={css.lessonStage}>
      <div className={kept ? css.lessonNews : undefined}>
        <Headline leads={false} over={!kept} />
      </div>
      {stop !== null && <LessonStage stop={stop} phone={phone} part={part} />}
    </div>
  );
}

/** Pictures that reserve room for an announcement's headline, so that they do not move when a headline appears. */
const KEPT: ReadonlySet<LessonStop['view']> = new Set([
  'destination',
  'destinations',
  'deferred',
  'designs',
  'threads',
]);

interface LessonStageProps {
  stop: LessonStop;
  phone: boolean;
  /** Number of the author's marks that are shown; absent = all of them. */
  marks?: number;
  /** The shown part of a slow motion, whose marks replace the author's; null = none. */
  part?: MotionPart | null;
}

/** Draws the part of the run that a stop is about, with the author's marks. */
export function LessonStage({ stop, phone, marks = stop.marks.length, part = null }: LessonStageProps) {
  if (stop.marks.length === 0 && stop.slow === null) return <Picture stop={stop} phone={phone} />;
  return (
    <div className={css.annotated}>
      <Picture stop={stop} phone={phone} />
      {part === null ? (
        <Annotations marks={stop.marks} shown={marks} />
      ) : (
        <Annotations marks={part.marks} shown={part.marks.length} number={part.number} />
      )}
    </div>
  );
}

function Picture({ stop, phone }: LessonStageProps) {
  const { lesson: words } = useWords();
  switch (stop.view) {
    case 'wheel':
      return <LessonWheel phone={phone} />;
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
    case 'aimd':
      return <LessonAimd name={stop.destination} />;
    case 'heap':
      return <LessonHeap phone={phone} />;
    case 'orders':
      return <LessonOrders orders={stop.orders} />;
    case 'deferred':
      return <LessonDeferred numbers={stop.jobs} />;
    case 'destination':
      return <LessonDestination name={stop.destination} />;
    case 'destinations':
      return (
        <section className={css.lessonList} aria-label={words.destinations}>
          <DestinationsPanel />
        </section>
      );
    case 'memory':
      return (
        <div className={phone ? undefined : css.lessonMemoryBox}>
          <section
            className={phone ? css.lessonList : `${css.lessonList} ${css.lessonMemory}`}
            aria-label={words.recipients}
          >
            <Memory brief />
          </section>
        </div>
      );
    default:
      return <ReducedForest jobs={stop.jobs} />;
  }
}

/** Maximum number of delivery slots shown before the question mark. */
const TILES = 16;

export function AskStrip({ asked }: { asked: boolean }) {
  const { lesson } = useWords();
  const deliveries = useApp(selectDeliveries);
  const latest = deliveries.slice(-TILES);
  if (latest.length === 0 && !asked) return null;
  const words = latest.map(({ number }) => number).join(' ');
  return (
    <div className="row gap-2" role="img" aria-label={lesson.slotsSoFar(words)}>
      {latest.map((row) => (
        <Chip key={row.id} number={row.number} className={css.askTile} />
      ))}
      {asked && <span className={`${css.askTile} ${css.askNext}`}>?</span>}
    </div>
  );
}

/** Lists the waiting threads, top of the stack first. A phone needs the list because the question hides the picture. */
export function WaitersStrip() {
  const { lesson: words } = useWords();
  const row = useSession((session) => session.threads);
  if (row === null || row.source.waiters.length === 0) return null;
  const names = new Map(row.threads.map(({ id, name }) => [id, name]));
  const shown = row.source.waiters.slice(0, TOP_WAITERS).flatMap((id) => names.get(id) ?? []);
  const below = row.source.waiting - shown.length;
  return (
    <p className="sub">
      {words.waitersTop} <span className="mono">{shown.join(' ')}</span>
      {below > 0 && words.below(below)}
    </p>
  );
}

/** Maximum number of waiting threads that are named. Only the top of a long stack can be woken. */
const TOP_WAITERS = 6;

/** Shown while a picture is loading. The page counts as busy until then. */
export function Loading() {
  useEffect(() => {
    const end = pageIdle.begin();
    return () => {
      pageIdle.frameIngested();
      end();
    };
  }, []);
  return <div />;
}
