import type { RealMillis } from '../protocol/units.ts';

/**
 * Reports when the page has nothing left to do, as `<html data-idle="true">`. Tests and scripts wait for this instead of
 * sleeping. Idle = not playing, no request pending, the last result painted, no animation running.
 */
export interface IdleTracker {
  /**
   * Marks the start of work that must end before the page is idle. Returns the function that marks its end; calling that
   * function twice is harmless.
   */
  begin(): () => void;
  setPlaying(playing: boolean): void;
  /** Reports that a frame reached the store. The page is then busy until the browser has painted the frame. */
  frameIngested(): void;
  /** Calls `work` once, as soon as nothing is pending. Returns a function that cancels this. */
  afterOthers(work: () => void): () => void;
  /**
   * For work in several rounds, such as printing a lesson stop by stop: `data-idle` stays false between the rounds, although
   * `idle` becomes true after each. Returns the function that ends the series.
   */
  beginSeries(): () => void;
  readonly idle: boolean;
}

/** Tells the tracker where to write its state and how to wait for a paint. Tests replace both. */
export interface IdleHost {
  write(idle: boolean): void;
  afterPaint(callback: () => void): void;
}

/** Creates a tracker. It starts busy, because the page has rendered nothing yet. */
export function createIdleTracker(host: IdleHost): IdleTracker {
  let pending = 0;
  let playing = false;
  let painted = false;
  let paints = 0;
  let idle = false;
  let series = 0;
  let said = false;
  const last = new Set<() => void>();
  const awaitPaint = (): void => {
    const mine = ++paints;
    painted = false;
    update();
    host.afterPaint(() => {
      if (mine !== paints) return;
      painted = true;
      update();
    });
  };
  const update = (): void => {
    const next = pending === 0 && !playing && painted;
    idle = next;
    const says = idle && series === 0;
    if (says === said) return;
    said = says;
    host.write(says);
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
        if (pending === 0) doAll(last);
        // The result still has to be painted, and painting may start the next request.
        if (pending === 0 && paints > 0) awaitPaint();
      };
    },
    setPlaying(next) {
      playing = next;
      update();
    },
    frameIngested: awaitPaint,
    afterOthers(work) {
      const once = (): void => work();
      last.add(once);
      if (pending === 0) doAll(last);
      return () => last.delete(once);
    },
    beginSeries() {
      series += 1;
      update();
      return () => {
        series -= 1;
        awaitPaint();
      };
    },
    get idle() {
      return idle;
    },
  };
}

function doAll(works: Set<() => void>): void {
  for (const work of works) {
    works.delete(work);
    work();
  }
}

/** Maximum wait for a paint, in milliseconds. A hidden page gets no animation frames, so its limit is short. */
const HIDDEN_MS = 250;
const SHOWN_MS = 2_000;

/**
 * Waits for the next paint and then for an idle moment: effects of a render run in later tasks and may start the next
 * request.
 */
function afterPaint(callback: () => void): void {
  let done = false;
  const once = (): void => {
    if (done) return;
    done = true;
    clearTimeout(timer);
    callback();
  };
  const hidden = typeof document === 'undefined' || document.hidden;
  const timer = setTimeout(once, hidden ? HIDDEN_MS : SHOWN_MS);
  if (hidden) return;
  requestAnimationFrame(() => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(once);
    else setTimeout(() => setTimeout(once, 0), 0);
  });
}

/** The page's tracker. There is only one because there is one `<html>`. */
export const pageIdle: IdleTracker = createIdleTracker({
  write(idle) {
    if (typeof document !== 'undefined') document.documentElement.dataset.idle = String(idle);
  },
  afterPaint,
});

/** Marks an animation as running. Returns the function to call when it ends or is discarded. */
export function beginAnimation(): () => void {
  return pageIdle.begin();
}

/** `setTimeout` that keeps the page busy until it fires or is cancelled. Returns the cancel function. */
export function waitThen(work: () => void, ms: RealMillis): () => void {
  const end = pageIdle.begin();
  const timer = setTimeout(() => {
    try {
      work();
    } finally {
      end();
    }
  }, ms);
  return () => {
    clearTimeout(timer);
    end();
  };
}

/** Keeps the page busy until `work` settles. */
export async function whileBusy<T>(work: Promise<T>): Promise<T> {
  const end = pageIdle.begin();
  try {
    return await work;
  } finally {
    end();
  }
}
