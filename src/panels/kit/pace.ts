import type { RealMillis } from '../../protocol/units.ts';

/** Of the time between two questions, the answer may take one part in so many: the session has other things to do. */
const REST = 4;

/** How often a panel asks the session about a state that moves. */
export interface Pace {
  /**
   * Milliseconds until the next question. While the run plays, `everyMs` lie between two; else as much as the last answer
   * leaves the session, so that a single step is answered at once and a held key does not pile up questions.
   */
  wait(playing: boolean): number;
  /** A question is asked; the result is called when its answer is there. */
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
