import {
  Fragment,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { type Size, useSize } from '../../charts/useSize.ts';
import type { DeliveryRow } from '../../protocol/rows.ts';
import { useActions, useApp, useView } from '../../store/hooks.ts';
import { selectDeliveries, selectJobsInOrder, selectMotion, selectTransport } from '../../store/selectors.ts';
import { formatCount } from '../../explain/format.ts';
import { strip } from '../../explain/strip.ts';
import { Term } from '../kit/Term.tsx';
import { AXIS_LEFT, LanesAtNow } from './Lanes.tsx';
import { barAt, type LanesLayout } from './lanes-layout.ts';
import css from './strip.module.css';
import { LABEL_LANES, type StripLayout, stripLayout, stripText } from './strip-layout.ts';
import { waitingOf, waitingWords } from './waited-turns.ts';
import { Tiles } from './Tiles.tsx';
import { createResting } from '../kit/resting.ts';
import { whileBusy } from '../../store/idle.ts';

const LABEL_LINE = 10;
const TILE_HEIGHT = 22;

interface StripPanelProps {
  lanesOnly?: boolean;
  of?: string;
  plain?: boolean;
  words?: StripWords;
}

type StripWords = typeof strip;

/**
 * Shows the order of turns by job, and the lanes of the delivering agents. Takes the height it needs. `lanesOnly`:
 * without tiles, as in a comparison; `of`: label of the side. `plain`: without counts of jobs, for readers who do not
 * know jobs yet. `words`: texts in the reader's language.
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
      className={css.stripPanel}
      translate="no"
      aria-label={`${lanesOnly ? words.agents : words.turns}${of}`}
    >
      {!lanesOnly && (
        <div className="row wrap baseline between gap-2">
          <h2 className="nowrap">
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
      <div ref={boxRef} className={css.stripBox}>
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

function WaitingLine({ deliveries, truncated }: { deliveries: readonly DeliveryRow[]; truncated: boolean }) {
  const jobs = useApp(selectJobsInOrder);
  const selected = useView((view) => view.selected);
  const waiting = useMemo(
    () => waitingOf(deliveries, jobs, selected, truncated),
    [deliveries, jobs, selected, truncated],
  );
  return waiting !== null && <span className="text-1 sub">{waitingWords(waiting)}</span>;
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
  const lit = useMemo(() => ({ hovered, selected, twin }), [hovered, selected, twin]);
  return (
    <div className="stack gap-6" role="group" aria-label={words.group} {...pointer}>
      {!lanesOnly && (
        <div>
          <Preemptions marks={layout.preemptions} unit={unit} />
          <Tiles layout={layout} width={size.width} height={TILE_HEIGHT * unit} lit={lit} />
        </div>
      )}
      <LanesAtNow
        input={{ deliveries, truncated, agentLimit, width: size.width - AXIS_LEFT * unit, unit }}
        layoutRef={lanes}
        lit={lit}
      />
    </div>
  );
}

/** Lines above the tiles at preemptions, with labels that do not overlap. */
function Preemptions({ marks, unit }: { marks: StripLayout['preemptions']; unit: number }) {
  return (
    <div className={css.tiles} style={{ height: LABEL_LANES * LABEL_LINE * unit }}>
      {marks.map(({ id, x, lane, text, textX }) => {
        const up = lane * LABEL_LINE * unit;
        const height = up + (LABEL_LINE + TILE_HEIGHT) * unit;
        return (
          <Fragment key={id}>
            <i className={css.preemption} style={{ left: x - 1.25, height, bottom: -TILE_HEIGHT * unit }} />
            {text !== '' && (
              <span className={css.preemption} style={{ left: textX, bottom: up }}>
                {text}
              </span>
            )}
          </Fragment>
        );
      })}
    </div>
  );
}

/** Layout data for finding tiles and bars under the pointer. */
interface Shown {
  deliveries: readonly DeliveryRow[];
  pitch: number;
  box: RefObject<HTMLElement | null>;
  /** Layout of the lanes; null before the first picture. */
  lanes: RefObject<LanesLayout | null>;
}

interface StripPointer {
  /** Hovered delivery, highlighted in tiles and lanes; 0 = none. */
  twin: number;
  /** Handlers for the element that contains tiles and lanes. */
  pointer: {
    onPointerOver: (event: PointerEvent) => void;
    onPointerMove: (event: PointerEvent) => void;
    onPointerLeave: () => void;
    onClick: (event: MouseEvent) => void;
  };
}

/** A delivery and its message; 0 = none. */
interface Pointed {
  number: number;
  delivery: number;
}

/** Hovers the message under the pointer in tiles and lanes. A click selects it. */
function useStripPointer(shown: Shown): StripPointer {
  const actions = useActions();
  const [twin, setTwin] = useState(0);
  const [resting] = useState(createResting);
  const hover = ({ number, delivery }: Pointed): void => {
    setTwin(delivery);
    actions.hover(number);
  };
  return {
    twin,
    pointer: {
      onPointerOver(event) {
        if (event.pointerType !== 'touch' && !resting.came(event)) hover(pointedAt(event, shown));
      },
      onPointerMove(event) {
        // A canvas has no elements that the pointer enters, so its bars are found by pointer moves.
        if (event.pointerType === 'touch') return;
        if (!resting.moved() && !(event.target instanceof HTMLCanvasElement)) return;
        const pointed = pointedAt(event, shown);
        if (pointed.delivery !== twin) hover(pointed);
      },
      onPointerLeave: () => hover({ number: 0, delivery: 0 }),
      onClick: (event) => actions.select(pointedAt(event, shown).number),
    },
  };
}

/** The delivery under the pointer. Few tiles and bars are elements; many are a canvas, searched by position. */
function pointedAt(event: MouseEvent, { deliveries, pitch, box, lanes }: Shown): Pointed {
  const target = event.target instanceof Element ? event.target : null;
  const mark = target?.closest<HTMLElement>('[data-number]') ?? null;
  if (mark !== null) {
    return { number: Number(mark.dataset['number']), delivery: Number(mark.dataset['delivery'] ?? 0) };
  }
  const painted = target?.closest(`.${css.lanesCanvas}`) ?? null;
  if (painted !== null && lanes.current !== null) {
    const { left, top } = painted.getBoundingClientRect();
    const bar = barAt(lanes.current, event.clientX - left, event.clientY - top);
    return { number: bar?.number ?? 0, delivery: bar?.id ?? 0 };
  }
  const inBands = target?.matches(`.${css.bands}`) ?? false;
  const left = box.current?.getBoundingClientRect().left ?? 0;
  const row = inBands ? deliveries[Math.floor((event.clientX - left) / pitch)] : undefined;
  return { number: row?.number ?? 0, delivery: row?.id ?? 0 };
}

/**
 * Slides the newest tile from the selected entry on the stage to its place in the strip. Finds the card in the other
 * panel by its message number; without a card the tile just appears.
 */
function useTileMotion(box: RefObject<HTMLElement | null>, newest: number): void {
  const motion = useApp(selectMotion);
  const reduced = useView((view) => view.reducedMotion);
  const before = useRef(newest);
  useEffect(() => {
    // If the code cannot be loaded, the tile appears in its place without a slide.
    if (slide === null) void whileBusy(fetchSlide()).catch(() => undefined);
  }, []);
  useLayoutEffect(() => {
    const last = before.current;
    before.current = newest;
    if (newest !== last + 1 || motion !== 'travel' || reduced) return undefined;
    const tile = box.current?.querySelector<HTMLElement>(`.${css.tile}[data-delivery="${newest}"]`);
    const number = tile?.dataset['number'];
    const cell = document.querySelector(`[role="treeitem"][data-number="${number}"] .cell-busy`);
    if (tile === null || tile === undefined || cell === null) return undefined;
    return slide?.(tile, cell.getBoundingClientRect());
  }, [box, newest, motion, reduced]);
}

/** Loaded after the first picture. */
let slide: typeof import('./slide.ts').slide | null = null;

async function fetchSlide(): Promise<void> {
  ({ slide } = await import('./slide.ts'));
}
