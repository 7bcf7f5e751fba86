import { lazyAfterFirstPaint } from '../kit/lazy.tsx';
import { useSession } from '../../store/hooks.ts';
import { useKind } from '../kinds/views.ts';
import { Scrubber } from './Scrubber.tsx';
import { StepButtons } from './StepButtons.tsx';
import { useUnitName } from './step-units.ts';
import css from './timeline.module.css';

const StepMenu = lazyAfterFirstPaint(
  () => import('./StepMenu.tsx'),
  (module) => module.StepMenu,
  true,
);

/** Time controls of the quiet cockpit: step, play, a menu for unit and speed, the clock, and a line to scrub. */
export function PlayBar({ pulse }: { pulse: boolean }) {
  const unit = useUnitName();
  return (
    <div className={`row gap-6 ${css.playBar}`} translate="no">
      <StepButtons unit={unit} tips pulse={pulse} />
      <span className={css.stepMenu}>
        <StepMenu />
      </span>
      <Clock />
      <Scrubber />
    </div>
  );
}

function Clock() {
  const cursor = useSession((session) => session.cursor);
  const { clock } = useKind();
  return (
    <span className={css.now}>
      <span className={`${css.clock} mono`}>{clock(cursor.at)}</span>
      <span className={`text-2 dim nowrap ${css.turnNow}`}>turn {cursor.decision}</span>
    </span>
  );
}
