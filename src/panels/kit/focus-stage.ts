import { pageIdle } from '../../store/idle.ts';

/**
 * What has taken the place of a picture takes the focus along, once it stands: the control that led to it has gone, and the
 * browser would begin again at the top of the page. A reader who has gone on elsewhere is left there.
 */
export function focusStage(): void {
  requestAnimationFrame(() =>
    pageIdle.afterOthers(() => {
      if (document.activeElement === document.body)
        document.getElementById('stage')?.focus({ preventScroll: true });
    }),
  );
}
