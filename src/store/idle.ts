import type { RealMillis } from '../protocol/units.ts';

/**
 * The page says when it has nothing left to do: `<html data-idle="true">`. Tests wait for it instead of sleeping, and
 * a person's script can too. Idle = not playing, nothing asked or about to be asked, what came of it painted, no
 * animation running.
 */
export interface IdleTracker {
  /** Something started that must end before the page is idle; call the result once it has (twice does no harm). */
  begin(): () => void;
  setPlaying(playing: boolean): void;
  /** A frame was put into the store: the page is not idle before the browser had time to paint it. */
  frameIngested(): void;
  /** Calls back once, as soon as nothing is under way: for what may come last. Returns what calls it off. */
  afterOthers(work: () => void): () => void;
  /**
   * One after the other is brought to rest, as the stops of a lesson that go to paper: the page does not say that it is idle
   * in between, while `idle` tells of each. Call the result after the last.
   */
  beginSeries(): () => void;
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
        // Whatever has ended has something to show, and showing it may start the next thing.
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

/** Hidden pages get no animation frames: a timer stands in for them. */
const HIDDEN_MS = 250;
const SHOWN_MS = 2_000;

/**
 * After the next paint, once the page has nothing else to do: effects of what was rendered come as tasks of their own
 * after it, and may ask the next question.
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

/**
 * `setTimeout` for what the page will show: it is not idle while it only waits. Returns what calls it off.
 */
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

/** Something that the page will show is being fetched or worked out: it is not idle before it has come. */
export async function whileBusy<T>(work: Promise<T>): Promise<T> {
  const end = pageIdle.begin();
  try {
    return await work;
  } finally {
    end();
  }
}
