import type { Micros } from '../../protocol/units.ts';

/** Merges the seeks of a drag: keeps only the newest pending position, and seeks positions in the order of the drag. */
export interface SeekQueue {
  begin(): void;
  seek(at: Micros): void;
  /** Call when a frame arrives: the session can then work on the next position while the page draws this one. */
  frameArrived(): void;
  /** Call when the pointer is released. The pending position is still sought. */
  end(): void;
  readonly held: boolean;
}

/**
 * Largest number of unanswered requests: the page draws the answer of one while the session works on the next. More
 * would make the picture lag.
 */
const UNANSWERED_MAX = 2;

/**
 * `seek` settles when its effect is shown; a failed seek is not repeated. `onIdle` is called when the pointer is
 * released and every request has been answered.
 */
export function createSeekQueue(seek: (at: Micros) => Promise<unknown>, onIdle: () => void): SeekQueue {
  let held = false;
  let pending: Micros | null = null;
  let unanswered = 0;
  /** Number of the newest request. Only its answer frees the session. */
  let newest = 0;
  let sessionFree = true;
  const send = (): void => {
    if (pending === null || !sessionFree || unanswered === UNANSWERED_MAX) return;
    const target = pending;
    pending = null;
    sessionFree = false;
    unanswered += 1;
    const request = ++newest;
    const answered = (): void => {
      unanswered -= 1;
      if (request === newest) sessionFree = true;
      send();
      settle();
    };
    seek(target).then(answered, answered);
  };
  const settle = (): void => {
    if (!held && unanswered === 0) onIdle();
  };
  return {
    begin() {
      held = true;
    },
    seek(at) {
      pending = at;
      send();
    },
    frameArrived() {
      sessionFree = true;
      send();
    },
    end() {
      held = false;
      settle();
    },
    get held() {
      return held;
    },
  };
}
