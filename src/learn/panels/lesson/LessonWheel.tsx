import { useWheelView } from '../../../panels/wheel/useWheelView.ts';
import { WheelStage } from '../../../panels/wheel/WheelStage.tsx';
import { SECONDS } from '../../../panels/wheel/wheel-words.ts';
import { NO_WHEEL } from '../../../explain/timer-words.ts';
import '../../../panels/wheel/wheel.css';
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
