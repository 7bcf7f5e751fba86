/**
 * The page says when it has nothing left to do: `<html data-idle="true">`. Tests wait for it instead of sleeping, and
 * a person's script can too. Idle = not playing, no request in flight, the last frame rendered, no animation running.
 */
export interface IdleTracker {
  /** Something started that must end before the page is idle; call the result once it has (twice does no harm). */
  begin(): () => void;
  setPlaying(playing: boolean): void;
  /** A frame was put into the store: the page is not idle before the browser had time to paint it. */
  frameIngested(): void;
  readonly idle: boolean;
}

/** Host functions of the tracker: what it writes to and how it waits for a paint. */
export interface IdleHost {
  write(idle: boolean): void;
  afterPaint(callback: () => void): void;
}

/** A tracker that starts out busy: nothing has been rendered yet. */
export function createIdleTracker(host: IdleHost): IdleTracker {
  let pending = 0;
  let playing = false;
  let painted = false;
  let paints = 0;
  let idle = false;
  const update = (): void => {
    const next = pending === 0 && !playing && painted;
    if (next === idle) return;
    idle = next;
    host.write(idle);
  };
  return {
    begin() {
      let ended = false;
      pending += 1;
      update();
      return () => {
        if (ended) return;
        ended = true;
        pending -= 1;
        update();
      };
    },
    setPlaying(next) {
      playing = next;
      update();
    },
    frameIngested() {
      const mine = ++paints;
      painted = false;
      update();
      host.afterPaint(() => {
        if (mine !== paints) return;
        painted = true;
        update();
      });
    },
    get idle() {
      return idle;
    },
  };
}

/**
 * After the next paint: a task queued from an animation frame runs once that frame is on screen. Hidden pages get no
 * animation frames, so a timer stands in; whichever is first counts.
 */
function afterPaint(callback: () => void): void {
  let done = false;
  const once = (): void => {
    if (done) return;
    done = true;
    callback();
  };
  if (typeof requestAnimationFrame === 'function') requestAnimationFrame(() => setTimeout(once, 0));
  setTimeout(once, 250);
}

/** The tracker of this page: there is one `<html>`, so there is one. */
export const pageIdle: IdleTracker = createIdleTracker({
  write(idle) {
    if (typeof document !== 'undefined') document.documentElement.dataset.idle = String(idle);
  },
  afterPaint,
});

/** A panel starts an animation; call the returned function when it ends or is thrown away. */
export function beginAnimation(): () => void {
  return pageIdle.begin();
}

/** Ends an animation begun with `beginAnimation`, for callers that keep the function in a ref. */
export function endAnimation(end: (() => void) | null | undefined): void {
  end?.();
}
