import {
  memo,
  useCallback,
  useContext,
  useState,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
} from 'react';
import { Canvas } from '../../charts/Canvas.tsx';
import { ColouredNumbers, CROWD, identityOf, paintOf, type Theme } from '../../charts/colours.ts';
import { useTheme } from '../../charts/useTheme.ts';
import { denseHeight } from './dense.ts';
import type { DenseBand, DenseJob } from './marks.ts';

interface DenseCanvasProps {
  band: DenseBand;
  /** Number that is hovered or selected, 0 = none: the others are faint. */
  lit: number;
  onHover: (number: number) => void;
  onSelect: (number: number) => void;
  /** What the lens shows around a place on the list. */
  lens: (index: number) => ReactNode;
}

const CROWD_ALPHA = 0.55;

/** Above 60 jobs: one column of pixels a job, height is log2 of the entries left. */
export const DenseCanvas = memo(function DenseCanvas({
  band,
  lit,
  onHover,
  onSelect,
  lens,
}: DenseCanvasProps) {
  const theme = useTheme();
  const coloured = useContext(ColouredNumbers);
  const draw = useCallback(
    (context: CanvasRenderingContext2D) => {
      drawBand(context, band, coloured, theme, lit);
    },
    [band, coloured, theme, lit],
  );
  const [focus, setFocus] = useState(-1);
  const indexAt = (event: MouseEvent<HTMLElement>): number => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left;
    return Math.floor(x / band.pitch);
  };
  const look = (index: number): void => {
    const job = band.jobs[index];
    setFocus(job === undefined ? -1 : index);
    onHover(job?.number ?? 0);
  };
  return (
    <div
      className="dense"
      style={{ transform: `translate(${band.x}px,${band.y}px)` }}
      onPointerMove={(event: PointerEvent<HTMLElement>) => {
        event.stopPropagation();
        look(indexAt(event));
      }}
      onPointerLeave={() => {
        look(-1);
      }}
      onClick={(event) => {
        event.stopPropagation();
        onSelect(band.jobs[indexAt(event)]?.number ?? 0);
      }}
    >
      <Canvas width={band.width} height={band.height} draw={draw} />
      <Ticks band={band} />
      {focus >= 0 && focus < band.jobs.length && lens(focus)}
    </div>
  );
});

function drawBand(
  context: CanvasRenderingContext2D,
  band: DenseBand,
  coloured: ReadonlySet<number>,
  theme: Theme,
  lit: number,
): void {
  const width = band.pitch >= 3 ? band.pitch - 1 : Math.max(1, band.pitch);
  // The crowd first, those with a colour on top: at one pixel a job a later grey neighbour would cover them.
  const late: (() => void)[] = [];
  band.jobs.forEach((job, i) => {
    const own = coloured.has(job.number);
    const paint = paintOf(own ? identityOf(job.number) : CROWD, theme);
    const column = { x: i * band.pitch, width, height: denseHeight(band, job.left) };
    const alpha = lit === 0 || lit === job.number ? 1 : 0.4;
    if (!own && lit !== job.number) drawColumn(context, job, column, paint.edge, alpha * CROWD_ALPHA);
    else {
      const colour = lit === job.number && !own ? paint.edge : paint.fill;
      late.push(() => {
        drawColumn(context, job, { ...column, width: Math.max(2, width) }, colour, alpha);
      });
    }
  });
  for (const paintLate of late) paintLate();
}

function drawColumn(
  context: CanvasRenderingContext2D,
  job: DenseJob,
  { x, width, height }: { x: number; width: number; height: number },
  colour: string,
  alpha: number,
): void {
  context.globalAlpha = alpha;
  if (!job.blocker) {
    context.fillStyle = colour;
    context.fillRect(x, 0, width, height);
    return;
  }
  // Blocked: dashes, as on a station of the rail.
  context.globalAlpha = Math.min(1, alpha + 0.3);
  context.fillStyle = colour;
  for (let y = 0; y < height; y += 3) context.fillRect(x, y, width, Math.min(1.5, height - y));
}

/** Places on the list, written under the rail where the columns are too thin for numbers. */
function Ticks({ band }: { band: DenseBand }) {
  const count = band.jobs.length;
  const step = [10, 20, 50, 100, 250, 500, 1000, 2500, 5000, 10_000].find(
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
