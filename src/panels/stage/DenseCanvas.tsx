import {
  type KeyboardEvent,
  memo,
  type MouseEvent,
  type PointerEvent,
  useCallback,
  useContext,
  useRef,
  useState,
} from 'react';
import { Canvas, useTheme } from '../../charts/Canvas.tsx';
import { ColouredNumbers, CROWD, identityOf, paintOf, type Theme } from '../../charts/colours.ts';
import { useWheelOver } from '../../plot/useZoomWheel.ts';
import type { StageInput } from './input.ts';
import { Lens, placeWords } from './Lens.tsx';
import { LENS_SIDE } from './lens-layout.ts';
import { isBlocker, rowAt } from './listed-jobs.ts';
import type { DenseBand } from './stage-marks.ts';
import type { Metrics } from './metrics.ts';
import css from './other-forms.module.css';
import { denseHeight } from './dense.ts';

interface DenseCanvasProps {
  band: DenseBand;
  input: StageInput;
  metrics: Metrics;
  /** Hovered or selected number, 0 = none; other columns are faint. */
  lit: number;
  onHover: (number: number) => void;
  onSelect: (number: number) => void;
  /** Reports the job under the lens, whose full row is needed for a card. */
  onFocus: (number: number) => void;
}

/** Draws a list of more than 60 jobs: one pixel column per job, its height log2 of the entries left, with a lens. */
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
      className={css.dense}
      role="treeitem"
      aria-selected={false}
      aria-level={1}
      tabIndex={0}
      aria-label={`All jobs as columns. Arrows move the lens: ${words}`}
      // Keyboard shortcuts and message menus read this attribute.
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
  /** List position under the lens, -1 = none. */
  focus: number;
  side: number;
  shown: boolean;
  look: (index: number) => void;
}

/** Position of the lens: chosen by the reader, or else over the best candidate, if the lens has room below the band. */
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

/** New lens position for a key; null for other keys. */
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

/** List positions below the rail, where columns are too narrow for numbers. */
function Ticks({ band }: { band: DenseBand }) {
  const count = band.jobs.ids.length;
  const step = [10, 20, 50, 100, 250, 500, 1000, 2500, 5000, 10_000, 25_000, 50_000].find(
    (s) => (count / s) * 64 < band.width,
  );
  if (step === undefined) return null;
  const places = Array.from({ length: Math.floor(count / step) }, (_, i) => (i + 1) * step);
  return places.map((place) => (
    <span
      key={place}
      className={css.denseTick}
      style={{ left: (place - 0.5) * band.pitch }}
      aria-hidden="true"
    >
      {place}
    </span>
  ));
}

const CROWD_ALPHA = 0.55;
/** Narrowest column, in pixels, that shows how much of a job is blocked. */
const HATCH_FROM = 3;

interface DenseLook {
  coloured: ReadonlySet<number>;
  theme: Theme;
  /** Hovered or selected number, 0 = none; other columns are faint. */
  lit: number;
}

/**
 * Draws a list as columns. First draws all grey columns in one pass; with a hundred thousand jobs several share a
 * pixel, which shows the tallest. Then draws the few coloured columns on top, so that no neighbour covers them.
 */
function paintBand(context: CanvasRenderingContext2D, band: DenseBand, look: DenseLook): void {
  const crowd = paintOf(CROWD, look.theme);
  context.globalAlpha = (look.lit === 0 ? 1 : 0.4) * CROWD_ALPHA;
  context.fillStyle = crowd.edge;
  if (band.pitch < 1) paintPixels(context, band);
  else paintCrowd(context, band, look);
  for (const { index, number } of kept(band, look)) {
    const own = look.coloured.has(number);
    const paint = paintOf(own ? identityOf(number) : CROWD, look.theme);
    context.globalAlpha = look.lit === 0 || look.lit === number ? 1 : 0.4;
    context.fillStyle = own ? paint.fill : paint.edge;
    const width = Math.max(2, columnWidth(band));
    paintColumn(context, band, index, width);
    if (band.pitch >= HATCH_FROM) paintShare(context, band, index, width, paint.edge);
  }
  context.globalAlpha = 1;
}

function columnWidth({ pitch }: DenseBand): number {
  return pitch >= HATCH_FROM ? pitch - 1 : Math.max(1, pitch);
}

/** Indexes and numbers of the jobs that are coloured or highlighted. */
function kept({ jobs }: DenseBand, { coloured, lit }: DenseLook): { index: number; number: number }[] {
  const found: { index: number; number: number }[] = [];
  for (const number of new Set([...coloured, lit])) {
    const index = number === 0 ? -1 : jobs.numbers.indexOf(number);
    if (index >= 0) found.push({ index, number });
  }
  return found.toSorted((a, b) => Number(a.number === lit) - Number(b.number === lit));
}

/** Several jobs per pixel: draws the tallest; dashed when all of them are blockers. */
function paintPixels(context: CanvasRenderingContext2D, band: DenseBand): void {
  const { left, flags } = band.jobs;
  const count = left.length;
  let pixel = 0;
  let most = 0;
  let blockers = true;
  const flush = (): void => {
    const height = denseHeight(band, most);
    if (blockers) dashes(context, pixel, 1, height);
    else context.fillRect(pixel, 0, 1, height);
    most = 0;
    blockers = true;
  };
  for (let i = 0; i < count; i += 1) {
    const at = Math.floor(i * band.pitch);
    if (at !== pixel) {
      flush();
      pixel = at;
    }
    const value = left[i] as number;
    if (value > most) most = value;
    if (flags[i] === 0) blockers = false;
  }
  if (count > 0) flush();
}

function paintCrowd(context: CanvasRenderingContext2D, band: DenseBand, look: DenseLook): void {
  const width = columnWidth(band);
  const { numbers } = band.jobs;
  for (let i = 0; i < numbers.length; i += 1) {
    const number = numbers[i] as number;
    if (number === look.lit || look.coloured.has(number)) continue;
    paintColumn(context, band, i, width);
    if (band.pitch >= HATCH_FROM) paintShare(context, band, i, width, null);
  }
}

function paintColumn(context: CanvasRenderingContext2D, band: DenseBand, index: number, width: number): void {
  const height = denseHeight(band, band.jobs.left[index] ?? 0);
  const x = index * band.pitch;
  if (isBlocker(band.jobs, index)) dashes(context, x, width, height);
  else context.fillRect(x, 0, width, height);
}

/** Draws the dashes that mark a blocked job, as on the rail. */
function dashes(context: CanvasRenderingContext2D, x: number, width: number, height: number): void {
  for (let y = 0; y < height; y += 3) context.fillRect(x, y, width, Math.min(1.5, height - y));
}

/** Dashes the lower part of a column, whose height is the share of entries that wait for a full destination. */
function paintShare(
  context: CanvasRenderingContext2D,
  band: DenseBand,
  index: number,
  width: number,
  edge: string | null,
): void {
  const share = band.jobs.blocked[index] ?? 0;
  if (share === 0 || isBlocker(band.jobs, index)) return;
  const height = denseHeight(band, band.jobs.left[index] ?? 0);
  const x = index * band.pitch;
  const from = height * (1 - share / 255);
  for (let y = from; y < height; y += 3) context.clearRect(x, y, width, Math.min(1.5, height - y));
  if (edge === null) return;
  context.save();
  context.fillStyle = edge;
  context.fillRect(x, height - 1, width, 1);
  context.restore();
}
