import type { KeyboardEvent, PointerEvent } from 'react';
import css from './handles.module.css';
import { setPanelSize, SIZES, type SizedPanel, usePanelSizes } from './panel-sizes.ts';

/** Sign of the size change when the pointer moves right or down. */
const DIRECTION: Record<SizedPanel, 1 | -1> = { world: 1, explain: -1, dock: -1 };
const NAMES: Record<SizedPanel, string> = { world: 'World', explain: 'Explain', dock: 'Dock' };
/** Size change per arrow key press, in rem. */
const STEP = 1;

/**
 * Resize handle of a panel: drag or arrow keys; double click or Enter restores the default size. No library is used,
 * because those insert styles by script, which the content security policy forbids.
 */
export function PanelHandle({ panel }: { panel: SizedPanel }) {
  const { least, most, usual } = SIZES[panel];
  const chosen = usePanelSizes()[panel];
  const along = panel === 'dock' ? 'horizontal' : 'vertical';
  const sizeNow = (element: HTMLElement, rem: number): number => {
    const area = element.parentElement?.querySelector(`.${panel}-area`)?.getBoundingClientRect();
    const measured = (panel === 'dock' ? area?.height : area?.width) ?? 0;
    // A panel that is not loaded has no measured size.
    return measured > 0 ? measured : (chosen ?? usual) * rem;
  };
  const onPointerDown = (event: PointerEvent<HTMLElement>): void => {
    if (event.button !== 0) return;
    const handle = event.currentTarget;
    const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    const from = panel === 'dock' ? event.clientY : event.clientX;
    const size = sizeNow(handle, rem);
    const onMove = (move: globalThis.PointerEvent): void => {
      const by = (panel === 'dock' ? move.clientY : move.clientX) - from;
      setPanelSize(panel, (size + DIRECTION[panel] * by) / rem);
    };
    const onEnd = (): void => {
      handle.removeEventListener('pointermove', onMove);
    };
    handle.setPointerCapture(event.pointerId);
    handle.addEventListener('pointermove', onMove);
    handle.addEventListener('lostpointercapture', onEnd, { once: true });
    event.preventDefault();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const [less, more] = panel === 'dock' ? ['ArrowUp', 'ArrowDown'] : ['ArrowLeft', 'ArrowRight'];
    const by = event.key === more ? STEP : event.key === less ? -STEP : 0;
    const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    if (by !== 0) setPanelSize(panel, sizeNow(event.currentTarget, rem) / rem + DIRECTION[panel] * by);
    else if (event.key === 'Enter') setPanelSize(panel, null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      className={css.handle}
      data-panel={panel}
      role="separator"
      // A movable separator is a control (WAI-ARIA): it takes the focus and arrow keys.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      aria-label={`Size of ${NAMES[panel]}`}
      aria-orientation={along}
      aria-valuemin={least}
      aria-valuemax={most}
      aria-valuenow={chosen ?? usual}
      onPointerDown={onPointerDown}
      onDoubleClick={() => setPanelSize(panel, null)}
      onKeyDown={onKeyDown}
    />
  );
}
