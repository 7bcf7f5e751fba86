import { pageIdle } from '../../store/idle.ts';

/**
 * Focuses a newly opened main panel. Opening removed the button that had the focus, so Tab would restart at the top of
 * the page. Does nothing if the reader has moved the focus elsewhere.
 */
export function focusStage(): void {
  requestAnimationFrame(() =>
    pageIdle.afterOthers(() => {
      if (document.activeElement === document.body)
        document.getElementById('stage')?.focus({ preventScroll: true });
    }),
  );
}
