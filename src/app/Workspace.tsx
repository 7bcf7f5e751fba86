import { Notice } from '../ui/Notice.tsx';
import { Suspense } from 'react';
import { lazyWithRetry } from '../panels/kit/lazy.tsx';
import { useKind } from '../panels/kinds/views.ts';
import { PlayBar } from '../panels/timeline/PlayBar.tsx';
import { DetailButton } from '../panels/kit/DetailButton.tsx';
import { useCanBeQuiet, useQuiet } from './quiet.ts';
import { useView, useActions, useRuntime, useSession } from '../store/hooks.ts';
import { showsDetail } from '../store/view.ts';
import { useDebug } from '../store/debug.ts';
import { usePauseOnTouch } from './FirstRun.tsx';
import { KindMiddle } from './kinds/middles.tsx';
import { FocusBack, Headline, LiveRegion, Repeat, SayBar } from './late-panels.ts';
import { Calm } from '../panels/kit/Calm.tsx';
import { Opening } from '../panels/kit/Opening.tsx';
import { TabBar } from './TabBar.tsx';
import type { Viewport } from './viewport.ts';
import { saveRunFile, SAVE_RUN } from '../panels/kit/files.ts';
import { Button, IconButton } from '../ui/Button.tsx';

interface WorkspaceProps {
  viewport: Viewport;
  /** True when the run was opened from a link; then the Play button is animated once. */
  fromLink: boolean;
  worldOpen: boolean;
  onWorldOpen: (open: boolean) => void;
}

/**
 * The main screen. Children are in focus order, which differs from screen order: Play and timeline, then stage,
 * Explain, and the world panel.
 */
export function Workspace({ viewport, fromLink, worldOpen, onWorldOpen }: WorkspaceProps) {
  const { touched } = usePauseOnTouch();
  const debugging = useDebug((debug) => debug.open);
  const mainPanel = useView((view) => view.mainPanel);
  const { explains } = useKind();
  const quiet = useQuiet() && !debugging;
  // The headline row is above the stage only when the stage is shown.
  const overStage = !debugging && explains && mainPanel === null && viewport !== 'phone';
  return (
    <>
      <section
        className="time-area"
        aria-label="Timeline"
        data-area="timeline"
        data-quiet={quiet || undefined}
      >
        {quiet ? (
          <PlayBar pulse={fromLink} />
        ) : (
          <Suspense fallback={<Opening part />}>
            <TimelinePanel pulse={fromLink} end={<LessDetail />} />
          </Suspense>
        )}
      </section>
      <div className="notices">
        <NoticeBar />
        {!overStage && !debugging && <Headline over={false} />}
      </div>
      {debugging ? (
        <DebuggerMiddle phone={viewport === 'phone'} />
      ) : (
        <KindMiddle viewport={viewport} touched={touched} worldOpen={worldOpen} onWorldOpen={onWorldOpen} />
      )}
      <Calm>
        <LiveRegion />
      </Calm>
      <Repeat />
      <FocusBack />
    </>
  );
}

const TimelinePanel = lazyWithRetry(async () => ({
  default: (await import('../panels/timeline/TimelinePanel.tsx')).TimelinePanel,
}));

/** The way back to the quiet cockpit, in runs that have one. */
function LessDetail() {
  const detail = useView(showsDetail);
  const canBe = useCanBeQuiet();
  return detail && canBe ? <DetailButton className="btn less-detail" /> : null;
}

const DebuggerPanel = lazyWithRetry(() => import('../panels/debugger/DebuggerPanel.tsx'));

function DebuggerMiddle({ phone }: { phone: boolean }) {
  return (
    <>
      {phone && (
        <aside className="say-area" aria-label="Explain">
          <SayBar />
        </aside>
      )}
      <Suspense fallback={<Opening main />}>
        <DebuggerPanel />
      </Suspense>
      {phone && <TabBar />}
    </>
  );
}

const ExerciseCard = lazyWithRetry(() => import('../learn/panels/exercise/ExerciseCard.tsx'));

/** A notice about the page itself, such as a crash. The notice has its own row, so that it does not cover the stage. */
function NoticeBar() {
  const runtime = useRuntime();
  const actions = useActions();
  const notice = useSession((session) => session.notice);
  if (notice === null) return null;
  if (notice.exercise !== undefined) {
    return (
      <Suspense fallback={<Opening />}>
        <ExerciseCard text={notice.text} exercise={notice.exercise} onClose={() => actions.dismissNotice()} />
      </Suspense>
    );
  }
  const broken = notice.kind === 'invariant' || notice.kind === 'crashed';
  return (
    <Notice
      tone={broken ? 'bad' : 'warn'}
      role={broken ? 'alert' : 'status'}
      actions={
        <>
          {broken && (
            <Button look="outlined" onClick={() => void saveRunFile(runtime)}>
              {SAVE_RUN}
            </Button>
          )}
          <IconButton name="Dismiss" icon="close" onClick={() => actions.dismissNotice()} />
        </>
      }
    >
      {notice.text}
    </Notice>
  );
}
