import type { Micros } from '../../protocol/units.ts';

/** Seeks of a drag. Of the places asked for meanwhile only the newest is gone to, and none after a newer one. */
export interface Flight {
  /** The hand takes hold. */
  begin(): void;
  to(at: Micros): void;
  /** A picture has come: the session is free for the next place while the page draws this one. */
  pictureCame(): void;
  /** The hand lets go. The last place is still gone to. */
  end(): void;
  readonly held: boolean;
}

/** The one whose picture is being drawn, and the one that is worked on. More would be queued, and the picture trail behind. */
const UNANSWERED_MAX = 2;

/**
 * `seek` settles when its effect is shown; one that failed is not made again. `rest` is called when the pointer holds on no more
 * and all have been answered.
 */
export function createFlight(seek: (at: Micros) => Promise<unknown>, rest: () => void): Flight {
  let held = false;
  let next: Micros | null = null;
  let unanswered = 0;
  /** Requests made so far; the newest one is the only one whose answer frees the session. */
  let made = 0;
  let free = true;
  const go = (): void => {
    if (next === null || !free || unanswered === UNANSWERED_MAX) return;
    const target = next;
    next = null;
    free = false;
    unanswered += 1;
    const mine = ++made;
    const answered = (): void => {
      unanswered -= 1;
      if (mine === made) free = true;
      go();
      settle();
    };
    seek(target).then(answered, answered);
  };
  const settle = (): void => {
    if (!held && unanswered === 0) rest();
  };
  return {
    begin() {
      held = true;
    },
    to(at) {
      next = at;
      go();
    },
    pictureCame() {
      free = true;
      go();
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
