import { Suspense } from 'react';
import { fetched } from '../panels/kit/fetched.tsx';
import { Opening } from '../panels/kit/Opening.tsx';
import { Icon } from '../panels/kit/Icon.tsx';
import { saveRunFile, SAVE_RUN } from '../panels/kit/files.ts';
import { useActions, useRuntime, useSession } from '../store/hooks.ts';

const ExerciseCard = fetched(() => import('../learn/panels/exercise/ExerciseCard.tsx'));

/** What the reader must know that is not part of the simulation. A row of the page: nothing covers the stage. */
export function NoticeBar() {
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
    <div className={`notice ${broken ? 'bad' : ''}`} role={broken ? 'alert' : 'status'}>
      <span>{notice.text}</span>
      {broken && (
        <button type="button" className="btn outlined" onClick={() => void saveRunFile(runtime)}>
          {SAVE_RUN}
        </button>
      )}
      <button type="button" className="icon-btn" aria-label="Dismiss" onClick={() => actions.dismissNotice()}>
        <Icon name="close" />
      </button>
    </div>
  );
}
