import { type KeyboardEvent, useRef } from 'react';
import { useSize } from '../../charts/useSize.ts';
import type { LedgerRow } from '../../explain/ledger.ts';
import type { ThreadsRow } from '../../protocol/threads-view.ts';
import { Icon } from '../kit/Icon.tsx';
import { Plots } from './TimePlots.tsx';
import { useLanes } from './useThreads.ts';
import { useWindow, type LanesWindow } from './useWindow.ts';
import { formatSpan } from '../../explain/figures.ts';
import './threads.css';

const GUTTER = 72;
const GUTTER_PHONE = 42;

interface TimePictureProps {
  row: ThreadsRow;
  ledger: readonly LedgerRow[];
  phone: boolean;
}

/** The count against CV, and what every thread did, on one axis from microseconds to hours. */
export function TimePicture({ row, ledger, phone }: TimePictureProps) {
  const ref = useRef<HTMLDivElement>(null);
  const size = useSize(ref);
  const rem = size?.rem ?? 16;
  const scale = rem / 16;
  const gutter = phone ? GUTTER_PHONE : GUTTER;
  // Geometry in units of 1/16 rem, so that one root size scales it with everything else.
  const width = Math.max(0, (size?.width ?? 0) / scale - gutter - 8);
  const view = useWindow();
  const lanes = useLanes(row.name, view.window, Math.floor(width));
  return (
    <section
      className="time-picture"
      aria-label="Runnable threads and what each thread did"
      onKeyDown={zoomKeys(view)}
    >
      <div ref={ref} className="time-plots">
        {size !== null && lanes !== null && (
          <Plots
            row={row}
            ledger={ledger}
            lanes={lanes}
            view={view}
            width={width}
            gutter={gutter}
            narrow={phone}
            scale={scale}
          />
        )}
      </div>
      <ZoomStrip view={view} gutter={gutter} />
    </section>
  );
}

/** `+`, `−`, `Z`: they are the picture's while the focus is in it. */
function zoomKeys(view: LanesWindow): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === '+') view.zoom(0.5);
    else if (event.key === '-') view.zoom(2);
    else if (event.key === 'z') view.reset();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
}

/** The whole run with the part that is shown; dragging pans. */
function ZoomStrip({ view, gutter }: { view: LanesWindow; gutter: number }) {
  const { window, whole } = view;
  const strip = useRef<HTMLDivElement>(null);
  const drag = (event: React.PointerEvent): void => {
    const box = strip.current?.getBoundingClientRect();
    if (box === undefined || event.buttons !== 1) return;
    const share = Math.min(1, Math.max(0, (event.clientX - box.left) / box.width));
    view.centre(share * all);
  };
  const all = Math.max(whole.to, window.to);
  const left = (100 * window.from) / all;
  const wide = Math.max(0.6, (100 * (window.to - window.from)) / all);
  return (
    <div className="zoom-row">
      <span className="zoom-name dim" style={{ width: `${gutter / 16}rem` }}>
        zoom
      </span>
      <div
        ref={strip}
        className="zoom-strip"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          drag(event);
        }}
        onPointerMove={drag}
        onDoubleClick={view.fit}
      >
        <i style={{ left: `${left}%`, width: `${Math.min(100 - left, wide)}%` }} />
      </div>
      <span className="zoom-words dim">
        {formatSpan(window.to - window.from)} of {formatSpan(all)}
      </span>
      <button type="button" className="icon-btn" aria-label="Closer" onClick={() => view.zoom(0.5)}>
        <Icon name="plus" />
      </button>
      <button type="button" className="icon-btn zoom-minus" aria-label="Wider" onClick={() => view.zoom(2)}>
        <span aria-hidden="true">−</span>
      </button>
      <button type="button" className="btn" onClick={view.fit}>
        Whole run
      </button>
      {!view.fitted && (
        <button type="button" className="btn" onClick={view.reset}>
          Back
        </button>
      )}
    </div>
  );
}
