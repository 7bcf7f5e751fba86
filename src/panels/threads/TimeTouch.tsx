import type { Micros } from '../../protocol/units.ts';
import type { ThreadId } from '../../protocol/threads.ts';
import { type PointerEvent, type RefObject, useRef, useState } from 'react';
import type { ThreadLanes } from '../../protocol/thread-lanes.ts';
import { useActions } from '../../store/hooks.ts';
import { useZoomPointers, type ZoomPointers } from '../../plot/useZoomPointers.ts';
import { useZoomWheel, type ZoomMoves } from '../../plot/useZoomWheel.ts';
import { markText, type PlacedSign, signAt, signText } from './lane-signs.ts';
import type { LaneMark } from './lanes-layout.ts';
import { atOf } from './time-scale.ts';
import { timeStep } from '../../plot/ticks.ts';
import { useFocus } from './useThreads.ts';
import type { LanesWindow } from './useWindow.ts';
import css from './threads.module.css';

interface TimeTouchProps {
  lanes: ThreadLanes;
  /** Stretches that have ended, and those that last. */
  marks: readonly LaneMark[];
  lasting: readonly LaneMark[];
  signs: readonly PlacedSign[];
  view: LanesWindow;
  /** Height of a lane. */
  row: number;
  /** The plot in units of 1/16 rem: `top` = where the lanes begin, `scale` = pixels of a unit. */
  box: { left: number; top: number; width: number; height: number; scale: number };
}

interface Tip {
  x: number;
  y: number;
  text: string;
}

/** What a pointer does on the picture of time: says what is under it, zooms, pans, and goes to the decision behind it. */
export function TimeTouch({ lanes, marks, lasting, signs, view, row, box }: TimeTouchProps) {
  const { left, top, width, height, scale } = box;
  const plot = useRef<HTMLDivElement>(null);
  const actions = useActions();
  const focus = useFocus();
  const [tip, setTip] = useState<Tip | null>(null);
  const { window } = view;
  const under = (x: number, y: number): Under => {
    const lane = y < top ? -1 : Math.floor((y - top) / row);
    const sign = signAt(signs, x, lane);
    const mark = [...marks, ...lasting].findLast((one) => one.lane === lane && isOn(one, x));
    return {
      sign,
      mark,
      thread: sign?.sign.thread ?? lanes.lanes?.[lane]?.thread ?? 0,
      name: lanes.lanes?.[lane]?.name ?? '',
    };
  };
  const gestures = useGestures(plot, view, width * scale, (px, py) => {
    const x = px / scale;
    const { sign, mark, thread } = under(x, py / scale);
    const at = Math.max(0, Math.round(atOf(window, width, x)));
    const step = py / scale < top ? stepAt(lanes, at) : 0;
    if ((sign !== undefined || mark !== undefined) && thread !== 0 && focus.selected !== thread)
      focus.select(thread);
    const event = sign?.sign.event ?? mark?.event ?? step;
    void actions.seek(event > 0 ? { event } : { at });
  });
  const onPointerMove = (event: PointerEvent<HTMLDivElement>): void => {
    gestures.onPointerMove(event);
    if (event.buttons !== 0) return setTip(null);
    const ground = event.currentTarget.getBoundingClientRect();
    const x = (event.clientX - ground.left) / scale;
    const y = (event.clientY - ground.top) / scale;
    const found = under(x, y);
    if (found.thread !== focus.hovered) focus.hover(found.thread);
    const text = tipText(found, timeStep((window.to - window.from) / 20, 1));
    const next =
      text === '' ? null : { x: found.sign?.x ?? x, y: top + Math.floor((y - top) / row) * row, text };
    setTip((shown) => (shown?.text === next?.text && shown?.x === next?.x ? shown : next));
  };
  return (
    <>
      <div
        ref={plot}
        className={css.timeTouch}
        style={{ left: left * scale, width: width * scale, height: height * scale }}
        data-testid="threads-plot"
        onDoubleClick={view.reset}
        {...gestures}
        onPointerMove={onPointerMove}
        onPointerLeave={() => {
          focus.hover(0);
          setTip(null);
        }}
      />
      {tip !== null && (
        <p
          className={css.laneTip}
          aria-hidden="true"
          data-at={tip.x < 140 ? 'start' : tip.x > width - 140 ? 'end' : undefined}
          style={{ left: (left + tip.x) * scale, top: tip.y * scale }}
        >
          {tip.text}
        </p>
      )}
    </>
  );
}

/** Wheel and pointers on the plot, which is so many pixels wide, move its window. */
function useGestures(
  plot: RefObject<HTMLElement | null>,
  { window, zoom, move }: LanesWindow,
  width: number,
  onClick: (x: number, y: number) => void,
): ZoomPointers {
  const span = window.to - window.from;
  const ofPixels = (x: number): number => (x / Math.max(1, width)) * span;
  const moves: ZoomMoves = {
    zoom: (factor, x) => zoom(factor, window.from + ofPixels(x)),
    slide: (x) => move(ofPixels(x)),
  };
  useZoomWheel(plot, moves);
  return useZoomPointers(moves, onClick);
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

/** Narrow marks have a pixel to spare. */
function isOn(mark: LaneMark, x: number): boolean {
  return x >= mark.x - 1 && x <= mark.x + mark.width + 1;
}

/** The event of the step of the count at an instant; 0 when it lasts since before the run. */
function stepAt({ counts }: ThreadLanes, at: Micros): number {
  return counts?.findLast((step) => step.at <= at)?.event ?? 0;
}
