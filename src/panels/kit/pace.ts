import type { RealMillis } from '../../protocol/units.ts';

/** The session spends at most 1/REST of the time on answering a panel's questions. */
const REST = 4;

/** Limits how often a panel asks the session while the state changes. */
export interface Pace {
  /**
   * Milliseconds until the next question. Questions are `everyMs` apart while the run plays, otherwise REST times the
   * last answer's duration: a single step is answered immediately, and a held key does not pile up questions.
   */
  wait(playing: boolean): number;
  /** Call when a question is asked; call the result when its answer arrives. */
  asked(): () => void;
}

/** A pace of at most one question in `everyMs` while the run plays. */
export function createPace(everyMs: RealMillis, now: () => number = () => performance.now()): Pace {
  let last = Number.NEGATIVE_INFINITY;
  let took = 0;
  return {
    wait: (playing) => Math.max(0, last + (playing ? everyMs : Math.min(everyMs, REST * took)) - now()),
    asked() {
      const at = now();
      last = at;
      return () => {
        took = now() - at;
      };
    },
  };
}
