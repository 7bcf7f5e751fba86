import { useLayoutEffect, useMemo, useRef, type RefObject } from 'react';
import { useSize, type Size } from '../../charts/useSize.ts';
import type { DeliveryRow } from '../../protocol/rows.ts';
import { useApp, useSession, useView } from '../../store/hooks.ts';
import { selectDeliveries, selectJobsInOrder, selectTransport } from '../../store/selectors.ts';
import { formatCount } from '../../explain/format.ts';
import { strip } from '../../explain/strip.ts';
import { Term } from '../kit/Term.tsx';
import { Lanes } from './Lanes.tsx';
import { lanesAxis, lanesLayout, type LanesLayout } from './lanes-layout.ts';
import './strip.css';
import { LABEL_LANES, type StripLayout, stripLayout, stripText } from './strip-layout.ts';
import { waitingOf, waitingWords } from './summary.ts';
import { Tiles } from './Tiles.tsx';
import { useLanesZoom } from './useLanesZoom.ts';
import { useStripPointer } from './useStripPointer.ts';
import { useTileMotion } from './useTileMotion.ts';

const LABEL_LINE = 10;
const TILE_HEIGHT = 22;
const AXIS_LEFT = 20;

interface StripPanelProps {
  lanesOnly?: boolean;
  of?: string;
  plain?: boolean;
  words?: StripWords;
}

type StripWords = typeof strip;

/**
 * Which job had which turn, and the agents that delivered. Takes the height it needs. `lanesOnly`: the tiles stand
 * elsewhere, as where two branches are compared; `of` then says of which side it is. `plain`: without what is counted of
 * a job, for readers who have not met one. `words`: in their language.
 */
export function StripPanel({ lanesOnly = false, of = '', plain = false, words = strip }: StripPanelProps) {
  const boxRef = useRef<HTMLDivElement>(null);
  const size = useSize(boxRef);
  const deliveries = useApp(selectDeliveries);
  const transport = useApp(selectTransport);
  const total = transport?.selections ?? 0;
  const hidden = Math.max(0, total - deliveries.length);
  return (
    <section
      className="strip-panel"
      translate="no"
      aria-label={`${lanesOnly ? words.agents : words.turns}${of}`}
    >
      {!lanesOnly && (
        <div className="strip-head">
          <h2>
            <Term name="turn">{words.turns}</Term>{' '}
            <span className="dim">{words.soFar(formatCount(total))}</span>
            {hidden > 0 && <span className="dim">{words.lastShown(formatCount(deliveries.length))}</span>}
          </h2>
          {!plain && <WaitingLine deliveries={deliveries} truncated={hidden > 0} />}
        </div>
      )}
      <p className="sr-only">
        {words.byJob}: {stripText(deliveries)}
      </p>
      <div ref={boxRef} className="strip-box">
        {size !== null && (
          <Strip
            deliveries={deliveries}
            size={size}
            truncated={hidden > 0}
            agentLimit={transport?.agentLimit ?? 0}
            box={boxRef}
            lanesOnly={lanesOnly}
            words={words}
          />
        )}
      </div>
    </section>
  );
}

/** Said only while it is true: see `summary.ts`. */
function WaitingLine({ deliveries, truncated }: { deliveries: readonly DeliveryRow[]; truncated: boolean }) {
  const jobs = useApp(selectJobsInOrder);
  const selected = useView((view) => view.selected);
  const waiting = useMemo(
    () => waitingOf(deliveries, jobs, selected, truncated),
    [deliveries, jobs, selected, truncated],
  );
  return <span className="strip-note">{waiting === null ? '' : waitingWords(waiting)}</span>;
}

interface StripProps {
  deliveries: readonly DeliveryRow[];
  size: Size;
  truncated: boolean;
  agentLimit: number;
  box: RefObject<HTMLElement | null>;
  lanesOnly: boolean;
  words: StripWords;
}

function Strip({ deliveries, size, truncated, agentLimit, box, lanesOnly, words }: StripProps) {
  const hovered = useView((view) => view.hovered);
  const selected = useView((view) => view.selected);
  const unit = size.rem / 16;
  const layout = useMemo(
    () => stripLayout(deliveries, size.width, unit, words.preempts),
    [deliveries, size.width, unit, words],
  );
  const lanes = useRef<LanesLayout | null>(null);
  const { twin, pointer } = useStripPointer({ deliveries, pitch: layout.pitch, box, lanes });
  useTileMotion(box, deliveries.at(-1)?.id ?? 0);
  const lit = { hovered, selected, twin };
  return (
    <div className="strip" role="group" aria-label={words.group} {...pointer}>
      {!lanesOnly && (
        <>
          <Preemptions marks={layout.preemptions} unit={unit} />
          <Tiles layout={layout} width={size.width} height={TILE_HEIGHT * unit} {...lit} />
        </>
      )}
      <LanesAtNow
        deliveries={deliveries}
        truncated={truncated}
        agentLimit={agentLimit}
        width={size.width - AXIS_LEFT * unit}
        unit={unit}
        layoutRef={lanes}
        {...lit}
      />
    </div>
  );
}

/** Lines above the tiles where a job was preempted, each with its words in a lane of its own. */
function Preemptions({ marks, unit }: { marks: StripLayout['preemptions']; unit: number }) {
  return (
    <div className="preemptions" style={{ height: LABEL_LANES * LABEL_LINE * unit }}>
      {marks.map((mark) => (
        <span key={mark.id} className="preemption" style={{ transform: `translateX(${mark.x - 1.25}px)` }}>
          <i
            style={{
              height: ((mark.lane + 1) * LABEL_LINE + TILE_HEIGHT) * unit,
              top: -((mark.lane + 1) * LABEL_LINE) * unit,
            }}
          />
          {mark.text !== '' && (
            <span
              style={{
                left: mark.textX - mark.x + 1.25,
                top: (-(mark.lane + 1) * LABEL_LINE - 1) * unit,
              }}
            >
              {mark.text}
            </span>
          )}
        </span>
      ))}
    </div>
  );
}

interface LanesAtNowProps {
  deliveries: readonly DeliveryRow[];
  truncated: boolean;
  agentLimit: number;
  width: number;
  unit: number;
  /** Where the panel finds what is painted, to know what the pointer is on. */
  layoutRef: RefObject<LanesLayout | null>;
  hovered: number;
  selected: number;
  twin: number;
}

/** The part that moves with the clock, apart from the tiles, which do not. */
function LanesAtNow({ deliveries, truncated, agentLimit, width, unit, layoutRef, ...lit }: LanesAtNowProps) {
  const now = useSession((session) => session.cursor.at);
  const box = useRef<HTMLDivElement>(null);
  const { window, fit, drag } = useLanesZoom(
    box,
    lanesAxis({ deliveries, truncated, now }),
    AXIS_LEFT * unit,
  );
  const layout = useMemo(
    () => lanesLayout({ deliveries, truncated, now, agentLimit, width, unit, window }),
    [deliveries, truncated, now, agentLimit, width, unit, window],
  );
  useLayoutEffect(() => {
    layoutRef.current = layout;
  }, [layout, layoutRef]);
  return (
    <div
      className="lanes-box"
      ref={box}
      data-zoomed={window !== null || undefined}
      onDoubleClick={fit}
      {...drag}
    >
      <Lanes layout={layout} width={width} {...lit} />
      {window !== null && (
        <button type="button" className="btn lanes-fit" onClick={fit}>
          Whole time
        </button>
      )}
      <div className="lanes-axis">
        {layout.ticks.map((tick) => (
          <span key={tick.at} style={{ transform: `translateX(${tick.x}px)` }}>
            {tick.text}
          </span>
        ))}
      </div>
    </div>
  );
}
