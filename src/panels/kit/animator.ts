import { beginAnimation } from '../../store/idle.ts';
import { EASE } from '../../ui/ease.ts';

/** Animations of one picture, which are all ended together when the next picture comes. */
export interface Animator {
  /** Plays the frames on the element, if there is one; `after` once they have ended, by themselves or by `finish`. */
  animate(
    element: Element | undefined,
    frames: Keyframe[],
    timing: KeyframeAnimationOptions,
    after?: () => void,
  ): void;
  /** Jumps to the end of everything that runs. */
  finish(): void;
}

/** An animator that keeps the page from being idle while anything of it runs. */
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
