import type { RealMillis } from '../../protocol/units.ts';

/**
 * The film of a preemption that the stage shows now; null = none. Code that steps through a run waits for `over`. The
 * strip waits for `cellAt`, when the first entry leaves its card.
 */
let running: { cellAt: RealMillis; over: Promise<void> } | null = null;

/** Reports that a film begins; call the result at its end. `cellAt`: `performance.now()` when the entry leaves. */
export function beginFilm(cellAt: RealMillis): () => void {
  let end = (): void => {};
  const film = { cellAt, over: new Promise<void>((resolve) => (end = resolve)) };
  running = film;
  return () => {
    if (running === film) running = null;
    end();
  };
}

/** Milliseconds until the first entry leaves its card; 0 = immediately. */
export function cellLeavesIn(): RealMillis {
  return running === null ? 0 : Math.max(0, running.cellAt - performance.now());
}

/** Resolves when no film runs. A film begins in the frame after its picture has arrived. */
export async function filmOver(): Promise<void> {
  await running?.over;
}
