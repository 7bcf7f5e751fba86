import { beginAnimation } from '../../store/idle.ts';
import { EASE } from '../../ui/ease.ts';

/** Animations of one picture, all ended when the next picture arrives. */
export interface Animator {
  /** Animates the element, if present; `after` runs when the animation ends or is finished early. */
  animate(
    element: Element | undefined,
    frames: Keyframe[],
    timing: KeyframeAnimationOptions,
    after?: () => void,
  ): void;
  /** Jumps to the end of all running animations. */
  finish(): void;
}

/** Creates an animator; the page counts as busy while an animation runs. */
export function createAnimator(): Animator {
  const running = new Set<() => void>();
  return {
    animate(element, frames, timing, after) {
      if (element === undefined) return;
      const end = beginAnimation();
      const animation = element.animate(frames, { easing: EASE, fill: 'backwards', ...timing });
      const stop = (): void => {
        if (!running.delete(stop)) return;
        animation.cancel();
        after?.();
        end();
      };
      running.add(stop);
      animation.onfinish = stop;
      animation.oncancel = stop;
    },
    finish() {
      for (const stop of running) stop();
    },
  };
}
