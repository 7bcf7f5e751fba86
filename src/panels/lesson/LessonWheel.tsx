import { useWheelView } from '../wheel/useWheelView.ts';
import { WheelStage } from '../wheel/WheelStage.tsx';
import { SECONDS } from '../wheel/words.ts';
import { NO_WHEEL } from '../../explain/timer-words.ts';
import '../wheel/wheel.css';
import './lesson.css';

/** The timing wheel alone, without the lists beside it. */
export default function LessonWheel({ phone }: { phone: boolean }) {
  const view = useWheelView();
  const { detail } = view;
  return (
    <section className="lesson-wheel" aria-label="Timing wheel">
      {detail === null ? (
        <p className="wheel-wait">{NO_WHEEL}</p>
      ) : (
        <WheelStage view={{ ...view, detail }} scale={SECONDS} phone={phone} snug />
      )}
    </section>
  );
}
