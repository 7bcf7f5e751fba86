import { useActions, useSession } from '../../store/hooks.ts';
import { Icon } from '../../ui/Icon.tsx';
import css from './timeline.module.css';
import { IconButton } from '../../ui/Button.tsx';

interface StepButtonsProps {
  /** Name of a step, such as "decision". */
  unit: string;
  /** Show keys in tooltips; false on a page without shortcuts. */
  tips?: boolean;
  /** Animates Play once. */
  pulse?: boolean;
}

export function StepButtons({ unit, tips = false, pulse = false }: StepButtonsProps) {
  const actions = useActions();
  const playing = useSession((session) => session.playing);
  const ended = useSession((session) => session.idle && !session.playing);
  const atStart = useSession((session) => session.cursor.step === 0);
  return (
    <>
      <IconButton
        name={`Back one ${unit}`}
        icon="step-back"
        tip={tips ? `back one ${unit}, ←` : undefined}
        aria-disabled={atStart}
        onClick={() => void actions.step(-1)}
      />
      <button
        type="button"
        id="play"
        className={`icon-btn ${css.play}${pulse && !playing ? ` ${css.pulse}` : ''}`}
        aria-label={playing ? 'Pause' : 'Play'}
        data-ended={ended || undefined}
        onClick={() => void actions.toggle()}
      >
        <Icon name={playing ? 'pause' : 'play'} />
      </button>
      <IconButton
        name={`Forward one ${unit}`}
        icon="step-forward"
        tip={tips ? `forward one ${unit}, →` : undefined}
        onClick={() => void actions.step(1)}
      />
    </>
  );
}
