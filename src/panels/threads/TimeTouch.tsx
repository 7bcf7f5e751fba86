import { type PointerEvent, useRef } from 'react';
import type { Plot } from '../../plot/Frame.tsx';
import { timeStep } from '../../plot/ticks.ts';
import { useZoomPointers } from '../../plot/useZoomPointers.ts';
import { useZoomWheel, type ZoomMoves } from '../../plot/useZoomWheel.ts';
import type { ThreadLanes } from '../../protocol/thread-lanes.ts';
import type { ThreadId } from '../../protocol/threads.ts';
import type { Micros } from '../../protocol/units.ts';
import { useActions } from '../../store/hooks.ts';
import { markText, type PlacedSign, signAt, signText } from './lane-signs.ts';
import type { LaneMark } from './lanes-layout.ts';
import { atOf } from './time-scale.ts';
import { useFocus } from './useThreads.ts';
import type { LanesWindow } from './useWindow.ts';

/** Text about the mark under the pointer, and its place in the plot in units of 1/16 rem. */
export interface Tip {
  x: number;
  y: number;
  text: string;
}

interface TimeTouchProps {
  lanes: ThreadLanes;
  /** Marks of stretches that have ended, and marks that last to the cursor. */
  marks: readonly LaneMark[];
  lasting: readonly LaneMark[];
  signs: readonly PlacedSign[];
  view: LanesWindow;
  /** Height of a lane, and y of the first lane. */
  row: number;
  top: number;
  plot: Plot;
  onTip: (tip: Tip | null) => void;
}

/** Handles the pointer over the plot: a tip for what is under it, zoom and pan, and a click that goes to the event. */
export function TimeTouch({ lanes, marks, lasting, signs, view, row, top, plot, onTip }: TimeTouchProps) {
  const ground = useRef<SVGRectElement>(null);
  const actions = useActions();
  const focus = useFocus();
  const shown = useRef<Tip | null>(null);
  const { width, height } = plot;
  const { window } = view;
  const tell = (next: Tip | null): void => {
    if (shown.current?.text === next?.text && shown.current?.x === next?.x) return;
    shown.current = next;
    onTip(next);
  };
  /** CSS pixels per unit of the plot. */
  const scale = (): number => (ground.current?.getBoundingClientRect().width ?? width) / width;
  const ofPixels = (pixels: number): Micros => (pixels / scale() / width) * (window.to - window.from);
  const under = (x: number, y: number): Under => {
    const lane = y < top ? -1 : Math.floor((y - top) / row);
    const sign = signAt(signs, x, lane);
    const mark = [...marks, ...lasting].findLast((one) => one.lane === lane && isOn(one, x));
    const { thread = 0, name = '' } = lanes.lanes?.[lane] ?? {};
    return { sign, mark, thread: sign?.sign.thread ?? thread, name };
  };
  const moves: ZoomMoves = {
    zoom: (factor, x) => view.zoom(factor, window.from + ofPixels(x)),
    slide: (x) => view.move(ofPixels(x)),
  };
  useZoomWheel(ground, moves);
  const gestures = useZoomPointers(moves, (px, py) => {
    const [x, y] = [px / scale(), py / scale()];
    const { sign, mark, thread } = under(x, y);
    const at = Math.max(0, Math.round(atOf(window, width, x)));
    const step = y < top ? stepAt(lanes, at) : 0;
    if ((sign !== undefined || mark !== undefined) && thread !== 0 && focus.selected !== thread)
      focus.select(thread);
    const event = sign?.sign.event ?? mark?.event ?? step;
    void actions.seek(event > 0 ? { event } : { at });
  });
  const onPointerMove = (event: PointerEvent): void => {
    gestures.onPointerMove(event);
    if (event.buttons !== 0) return tell(null);
    const box = event.currentTarget.getBoundingClientRect();
    const x = (event.clientX - box.left) / scale();
    const y = (event.clientY - box.top) / scale();
    const found = under(x, y);
    if (found.thread !== focus.hovered) focus.hover(found.thread);
    const text = tipText(found, timeStep((window.to - window.from) / 20, 1));
    tell(text === '' ? null : { x: found.sign?.x ?? x, y: top + Math.floor((y - top) / row) * row, text });
  };
  return (
    <rect
      ref={ground}
      className="plot-ground"
      cursor="pointer"
      width={width}
      height={height}
      data-testid="threads-plot"
      onDoubleClick={view.reset}
      {...gestures}
      onPointerMove={onPointerMove}
      onPointerLeave={() => {
        focus.hover(0);
        tell(null);
      }}
    />
  );
}

interface Under {
  sign: PlacedSign | undefined;
  mark: LaneMark | undefined;
  thread: ThreadId;
  name: string;
}

function tipText({ sign, mark, name }: Under, step: number): string {
  if (sign !== undefined) return signText(sign.sign, step);
  return mark === undefined ? '' : markText(name, mark, step);
}

/** True if x is on a mark, or at most one unit beside it, because some marks are very narrow. */
function isOn(mark: LaneMark, x: number): boolean {
  return x >= mark.x - 1 && x <= mark.x + mark.width + 1;
}

/** Event of the last change of the count at or before an instant; 0 = none. */
function stepAt({ counts }: ThreadLanes, at: Micros): number {
  return counts?.findLast((step) => step.at <= at)?.event ?? 0;
}
