import { memo, useCallback, useContext } from 'react';
import { Canvas, useTheme } from '../../charts/Canvas.tsx';
import { ColouredNumbers, identityAttributes } from '../../charts/colours.ts';
import type { BarMark, LanesLayout } from './lanes-layout.ts';
import { paintLanes } from './lanes-paint.ts';
import './strip.css';

interface LanesProps {
  layout: LanesLayout;
  width: number;
  hovered: number;
  selected: number;
  twin: number;
}

/** One lane an agent: pale = done, full = running, and the line is now. */
export function Lanes({ layout, width, hovered, selected, twin }: LanesProps) {
  const bars = layout.lanes.reduce((sum, lane) => sum + lane.bars.length, 0);
  const painted = layout.dense || bars > ELEMENTS_MAX;
  return (
    <div className="lanes" style={{ height: layout.height }}>
      {painted && <PaintedLanes layout={layout} width={width} {...{ hovered, selected, twin }} />}
      {(layout.dense ? [] : layout.lanes).map((lane, i) => (
        // Lanes without an agent of their own have nothing but their place.
        <div
          key={lane.agent === 0 ? `place-${i}` : lane.agent}
          className="lane"
          style={{ transform: `translateY(${lane.y}px)`, height: layout.laneHeight }}
        >
          {lane.label !== '' && <span className="lane-name">{lane.label}</span>}
          {(painted ? [] : lane.bars).map((bar) => (
            <LaneBar
              key={bar.id}
              bar={bar}
              hit={bar.number === hovered || bar.number === selected}
              dim={hovered !== 0 && bar.number !== hovered}
              twin={bar.id === twin}
            />
          ))}
        </div>
      ))}
      <i className="lanes-now" style={{ transform: `translateX(${layout.nowX}px)` }} />
    </div>
  );
}

/** More bars than this are painted: elements that move with the clock cost more than a frame then. */
const ELEMENTS_MAX = 120;

function PaintedLanes({ layout, width, hovered, selected, twin }: LanesProps) {
  const theme = useTheme();
  const coloured = useContext(ColouredNumbers);
  const draw = useCallback(
    (context: CanvasRenderingContext2D) => {
      let colour = '';
      // Asking for it has the browser work out the styles of the page first, in the middle of a change.
      const ink = (): string => (colour ||= getComputedStyle(context.canvas).color);
      paintLanes(context, layout, { coloured, theme, hovered, selected, twin, ink });
    },
    [layout, coloured, theme, hovered, selected, twin],
  );
  return <Canvas width={width} height={layout.height} draw={draw} className="lanes-canvas" />;
}

interface LaneBarProps {
  bar: BarMark;
  hit: boolean;
  dim: boolean;
  twin: boolean;
}

const LaneBar = memo(
  function LaneBar({ bar, hit, dim, twin }: LaneBarProps) {
    const coloured = useContext(ColouredNumbers);
    return (
      <span
        className={`lane-bar ${bar.open ? 'open collar' : ''} ${bar.failed ? 'failed' : ''}`}
        {...identityAttributes(bar.number, coloured)}
        data-delivery={bar.id}
        data-hit={hit || undefined}
        data-dim={dim || undefined}
        data-twin={twin || undefined}
        style={{ transform: `translateX(${bar.x}px)`, width: bar.width }}
      >
        {bar.text}
        {bar.failed && bar.width > 24 && <span className="lane-failed">✕</span>}
      </span>
    );
  },
  (a, b) =>
    (['id', 'number', 'x', 'width', 'open', 'failed', 'text'] as const).every((k) => a.bar[k] === b.bar[k]) &&
    a.hit === b.hit &&
    a.dim === b.dim &&
    a.twin === b.twin,
);
