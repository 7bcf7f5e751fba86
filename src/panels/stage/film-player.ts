import type { RealMillis } from '../../protocol/units.ts';
import { beginAnimation } from '../../store/idle.ts';
import { beginFilm } from '../kit/running-film.ts';
import { CELL_MS, type Drawn, type FilmFrame, filmFrame, filmLength, filmOf, filmTime } from './film.ts';

/** Plays one film at a time. */
export interface FilmPlayer {
  readonly running: boolean;
  /** Plays a preemption, in reverse if `back`. Returns its duration in milliseconds; 0 = there is no film. */
  begin(before: Drawn, after: Drawn, back: boolean, speed: number): RealMillis;
  /** Jumps to the end. */
  end(): void;
}

/** `show` gets each frame, and null at the end. */
export function createFilmPlayer(show: (frame: FilmFrame | null) => void): FilmPlayer {
  let stop: (() => void) | null = null;
  return {
    get running() {
      return stop !== null;
    },
    begin(before, after, back, speed) {
      const film = filmOf(before, after);
      // A hidden page draws no frames.
      if (film === null || document.hidden) return 0;
      const length = filmLength(film, back);
      const idle = beginAnimation();
      const over = beginFilm(back ? 0 : performance.now() + (film.lead + CELL_MS) / speed);
      let frame = 0;
      let started = Number.NaN;
      stop = () => {
        cancelAnimationFrame(frame);
        stop = null;
        show(null);
        over();
        idle();
      };
      const draw = (now: number): void => {
        if (Number.isNaN(started)) started = now;
        const elapsed = (now - started) * speed;
        if (elapsed >= length) return stop?.();
        show(filmFrame(film, filmTime(film, elapsed, back)));
        frame = requestAnimationFrame(draw);
      };
      show(filmFrame(film, filmTime(film, 0, back)));
      frame = requestAnimationFrame(draw);
      return length / speed;
    },
    end: () => stop?.(),
  };
}
