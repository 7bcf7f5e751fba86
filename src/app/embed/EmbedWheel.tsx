import { useWheelView } from '../../panels/wheel/useWheelView.ts';
import { WheelStage } from '../../panels/wheel/WheelStage.tsx';
import { SECONDS } from '../../panels/wheel/wheel-words.ts';
import { useMedia } from '../../ui/useMedia.ts';
import { NO_WHEEL } from '../../explain/timer-words.ts';
import '../../panels/wheel/wheel.module.css';
import css from './embed.module.css';

/** The timing wheel; in a small frame, one ring at a time. */
export default function EmbedWheel() {
  const view = useWheelView();
  // Same breakpoint as in wheel.css.
  const small = useMedia('(max-width: 40rem)');
  const { detail } = view;
  if (detail === null) return <p className={`sub ${css.embedWrong}`}>{NO_WHEEL}</p>;
  return <WheelStage view={{ ...view, detail }} scale={SECONDS} phone={small} />;
}
