import {
  memo,
  useCallback,
  useContext,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
} from 'react';
import { Canvas, useTheme } from '../../charts/Canvas.tsx';
import { ColouredNumbers } from '../../charts/colours.ts';
import { useWheelOver } from '../kit/useZoomWheel.ts';
import { paintBand } from './dense-paint.ts';
import type { StageInput } from './input.ts';
import { Lens, placeWords } from './Lens.tsx';
import { LENS_SIDE } from './lens-layout.ts';
import { rowAt } from './listed-jobs.ts';
import type { DenseBand } from './marks.ts';
import type { Metrics } from './metrics.ts';
import './stage.css';

interface DenseCanvasProps {
  band: DenseBand;
  input: StageInput;
  metrics: Metrics;
  /** Number that is hovered or selected, 0 = none: the others are faint. */
  lit: number;
  onHover: (number: number) => void;
  onSelect: (number: number) => void;
  /** The job under the lens, by number: its row is needed for a card. */
  onFocus: (number: number) => void;
}

/** Above 60 jobs: one column of pixels a job, height is log2 of the entries left, and a lens over them. */
export const DenseCanvas = memo(function DenseCanvas(props: DenseCanvasProps) {
  const { band, input, metrics, lit, onHover, onSelect } = props;
  const theme = useTheme();
  const coloured = useContext(ColouredNumbers);
  const box = useRef<HTMLDivElement>(null);
  const draw = useCallback(
    (context: CanvasRenderingContext2D) => {
      paintBand(context, band, { coloured, theme, lit });
    },
    [band, coloured, theme, lit],
  );
  const { focus, side, shown, look } = useLens(box, props);
  const { jobs } = band;
  const indexAt = (event: MouseEvent<HTMLElement>): number => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left;
    return Math.floor(x / band.pitch);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const next = placeAfter(event.key, Math.max(0, focus), side, jobs.ids.length);
    if (next === null && event.key !== 'Enter') return;
    event.preventDefault();
    event.stopPropagation();
    if (next === null) onSelect(jobs.numbers[focus] ?? 0);
    else look(next);
  };
  const words = placeWords(rowAt(jobs, Math.max(0, focus), input.jobs), Math.max(0, focus), jobs.ids.length);
  return (
    <div
      ref={box}
      className="dense"
      role="treeitem"
      aria-selected={false}
      aria-level={1}
      tabIndex={0}
      aria-label={`All jobs as columns. Arrows move the lens: ${words}`}
      // For what is done with a message anywhere: its menu, its next event.
      data-number={jobs.numbers[focus] ?? undefined}
      style={{ transform: `translate(${band.x}px,${band.y}px)` }}
      onKeyDown={onKeyDown}
      onFocus={() => {
        if (focus < 0) look(0);
      }}
      onPointerMove={(event: PointerEvent<HTMLElement>) => {
        event.stopPropagation();
        const index = indexAt(event);
        look(index);
        onHover(jobs.numbers[index] ?? 0);
      }}
      onPointerLeave={(event) => {
        if (event.currentTarget !== document.activeElement) look(-1);
        onHover(0);
      }}
      onBlur={() => look(-1)}
      onClick={(event) => {
        event.stopPropagation();
        onSelect(jobs.numbers[indexAt(event)] ?? 0);
      }}
    >
      <Canvas width={band.width} height={band.height} draw={draw} />
      <Ticks band={band} />
      {shown && <Lens {...{ band, input, metrics, side, onHover, onSelect }} index={focus} />}
    </div>
  );
});

interface LensState {
  /** Place under the lens, -1 = none. */
  focus: number;
  side: number;
  shown: boolean;
  look: (index: number) => void;
}

/** Where the lens is: where the reader put it, else, where there is room for it to stay, over the best candidate. */
function useLens(
  box: React.RefObject<HTMLDivElement | null>,
  { band, input, onFocus }: DenseCanvasProps,
): LensState {
  const [asked, setAsked] = useState(-1);
  const [side, setSide] = useState<number>(LENS_SIDE.first);
  const { jobs } = band;
  const count = jobs.ids.length;
  const rest = band.lensTop === null ? -1 : jobs.ids.indexOf(input.candidate || input.current);
  const focus = asked >= 0 ? Math.min(asked, count - 1) : rest;
  const look = (index: number): void => {
    const number = jobs.numbers[index];
    setAsked(number === undefined ? -1 : index);
    onFocus(number ?? 0);
  };
  useWheelOver(box, (event) => {
    if (event.ctrlKey) {
      const wide = side * 2 ** (event.deltaY / 240);
      setSide(Math.round(Math.max(LENS_SIDE.least, Math.min(LENS_SIDE.most, wide))));
      return;
    }
    const by =
      Math.sign(event.deltaX || event.deltaY) *
      Math.max(1, Math.round(Math.abs(event.deltaX || event.deltaY) / 50));
    look(Math.max(0, Math.min(count - 1, Math.max(0, focus) + by)));
  });
  return { focus, side, shown: focus >= 0 && focus < count, look };
}

/** The place that a key moves the lens to, null = not a key of the lens. */
function placeAfter(key: string, place: number, side: number, count: number): number | null {
  const by = {
    ArrowLeft: -1,
    ArrowRight: 1,
    PageUp: -2 * side,
    PageDown: 2 * side,
    Home: -count,
    End: count,
  }[key];
  return by === undefined ? null : Math.max(0, Math.min(count - 1, place + by));
}

/** Places on the list, written under the rail where the columns are too thin for numbers. */
function Ticks({ band }: { band: DenseBand }) {
  const count = band.jobs.ids.length;
  const step = [10, 20, 50, 100, 250, 500, 1000, 2500, 5000, 10_000, 25_000, 50_000].find(
    (s) => (count / s) * 64 < band.width,
  );
  if (step === undefined) return null;
  const places = Array.from({ length: Math.floor(count / step) }, (_, i) => (i + 1) * step);
  return places.map((place) => (
    <span key={place} className="dense-tick" style={{ left: (place - 0.5) * band.pitch }} aria-hidden="true">
      {place}
    </span>
  ));
}
