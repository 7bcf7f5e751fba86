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
import { ColouredNumbers } from '../../charts/colours.ts';
import { useTheme } from '../../charts/useTheme.ts';
import { paintBand } from './dense-paint.ts';
import type { DenseBand } from './marks.ts';

interface DenseCanvasProps {
  band: DenseBand;
  /** Number that is hovered or selected, 0 = none: the others are faint. */
  lit: number;
  onHover: (number: number) => void;
  onSelect: (number: number) => void;
  /** What the lens shows around a place on the list. */
  lens: (index: number) => ReactNode;
}

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
      paintBand(context, band, { coloured, theme, lit });
    },
    [band, coloured, theme, lit],
  );
  const [focus, setFocus] = useState(-1);
  const indexAt = (event: MouseEvent<HTMLElement>): number => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left;
    return Math.floor(x / band.pitch);
  };
  const look = (index: number): void => {
    const number = band.jobs.numbers[index];
    setFocus(number === undefined ? -1 : index);
    onHover(number ?? 0);
  };
  return (
    <div
      className="dense"
      // For what is done with a message anywhere: its menu, its next event.
      data-number={band.jobs.numbers[focus] ?? undefined}
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
        onSelect(band.jobs.numbers[indexAt(event)] ?? 0);
      }}
    >
      <Canvas width={band.width} height={band.height} draw={draw} />
      <Ticks band={band} />
      {focus >= 0 && focus < band.jobs.ids.length && lens(focus)}
    </div>
  );
});

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
