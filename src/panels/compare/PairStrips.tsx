import { memo, useContext, useEffect, useRef, useState, type MouseEvent, type PointerEvent } from 'react';
import { bisectRight } from 'd3';
import type { Micros } from '../../protocol/units.ts';
import type { CompareReport, DeliverySlotColumns } from '../../protocol/studies.ts';
import { useActions, useSession, useView } from '../../store/hooks.ts';
import { ColouredNumbers, identityAttributes } from '../../charts/colours.ts';
import { useSize } from '../../charts/useSize.ts';
import css from './compare.module.css';
import stripCss from '../strip/strip.module.css';
import type { Side, Twins } from './twins.ts';
import { stripCapacity } from '../strip/strip-layout.ts';

/** Number of tiles drawn outside the visible part on each side, so that scrolling shows no gap. */
const BEYOND = 20;

/** Shows the turns of both branches as two strips. Turns before the first difference and future turns are pale. */
export function PairStrips({ report, twins }: { report: CompareReport; twins: Twins }) {
  const actions = useActions();
  const box = useRef<HTMLDivElement>(null);
  const size = useSize(box);
  const now = useSession((session) => session.cursor.at);
  const [scrolled, setScrolled] = useState(0);
  const unit = (size?.rem ?? 16) / 16;
  const layout = pairLayout(report.a.deliverySlots, report.b.deliverySlots, report.same, {
    now,
    width: size?.width ?? 0,
    unit,
  });
  useFollow(box, layout, size?.width ?? 0);
  const from = Math.max(0, Math.floor(scrolled / layout.pitch) - BEYOND);
  const to = Math.ceil((scrolled + (size?.width ?? 0)) / layout.pitch) + BEYOND;
  const part = { pitch: layout.pitch, same: report.same, from, to, unit, twins };
  const numberOf = ({ side, number }: Tile): number => twins.toPage(side, number);
  return (
    <div className={css.pair}>
      <SideBadge side="a" />
      <SideBadge side="b" />
      <div
        className={css.pairBox}
        ref={box}
        role="region"
        aria-label="Turns of both branches"
        // Focusable, so that keys can scroll it.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        onScroll={(event) => setScrolled(event.currentTarget.scrollLeft)}
        onPointerOver={(event) => {
          const tile = tileAt(event);
          if (event.pointerType !== 'touch') actions.hover(tile === null ? 0 : numberOf(tile));
        }}
        onPointerLeave={() => actions.hover(0)}
        onClick={(event) => {
          const tile = tileAt(event);
          if (tile === null) return;
          if (!twins.isAlone(numberOf(tile))) actions.select(numberOf(tile));
          void actions.seek({ at: tile.at });
        }}
      >
        <p className="sr-only">
          A: {textOf(report.a.deliverySlots, layout.a)}. B: {textOf(report.b.deliverySlots, layout.b)}.
        </p>
        <div style={{ width: layout.length }} aria-hidden="true">
          <Line side="a" deliverySlots={report.a.deliverySlots} count={layout.a} {...part} />
          <Line side="b" deliverySlots={report.b.deliverySlots} count={layout.b} {...part} />
          {layout.line >= 0 && <i className={css.pairLine} style={{ left: layout.line - 1.75 * unit }} />}
        </div>
      </div>
    </div>
  );
}

interface Tile {
  side: Side;
  number: number;
  at: Micros;
}

/** The tile under an event: its side, its message and the time of its turn. */
function tileAt(event: PointerEvent | MouseEvent): Tile | null {
  const tile = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-at]') : null;
  if (tile === null) return null;
  const { side, number, at } = tile.dataset;
  return { side: side === 'b' ? 'b' : 'a', number: Number(number), at: Number(at) };
}

/** Scrolls long strips to the first difference, and to the latest turn while the run plays. */
function useFollow(box: React.RefObject<HTMLDivElement | null>, layout: PairLayout, width: number): void {
  const playing = useSession((session) => session.playing);
  // While paused, a step does not scroll the strip.
  const at = playing ? Math.max(layout.a, layout.b) * layout.pitch : Math.max(0, layout.line);
  useEffect(() => {
    box.current?.scrollTo({ left: at - width / 3 });
  }, [box, at, width]);
}

/** The badge of a side: a letter, A or B, hollow or filled. */
export function SideBadge({ side }: { side: 'a' | 'b' }) {
  return (
    <span className={css.sideBadge} data-side={side} role="img" aria-label={side.toUpperCase()}>
      {side.toUpperCase()}
    </span>
  );
}

interface LineProps {
  side: Side;
  twins: Twins;
  deliverySlots: DeliverySlotColumns;
  /** Number of turns up to the cursor. */
  count: number;
  pitch: number;
  same: number;
  from: number;
  to: number;
  unit: number;
}

const Line = memo(function Line(props: LineProps) {
  const { side, twins, deliverySlots, count, pitch, same, from, to, unit } = props;
  const coloured = useContext(ColouredNumbers);
  const hovered = useView((view) => twins.toSide(side, view.hovered));
  const shown = deliverySlots.numbers.slice(from, to);
  return (
    <div className={css.pairRow}>
      {shown.map((number, k) => {
        const i = from + k;
        return (
          <span
            key={i}
            className={`${stripCss.tile} ${css.pairTile} collar`}
            {...identityAttributes(number, coloured)}
            data-side={side}
            data-at={deliverySlots.at[i]}
            data-same={i < same || undefined}
            data-ahead={i >= count || undefined}
            data-hit={number === hovered || undefined}
            style={{ transform: `translateX(${i * pitch}px)`, width: pitch - 1.5 * unit }}
          >
            {number}
          </span>
        );
      })}
      {deliverySlots.numbers.length === 0 && <span className="dim text-1">none yet</span>}
    </div>
  );
});

/** Text for screen readers; long strips give only their end. */
function textOf({ numbers }: DeliverySlotColumns, count: number): string {
  const shown = numbers.slice(Math.max(0, count - 40), count);
  return `${count > 40 ? '… ' : ''}${shown.join(' ')}`;
}

/** Geometry of two strips of delivery slots, one above the other, in pixels. */
interface PairLayout {
  pitch: number;
  /** Total length; if larger than the width, the strips scroll. */
  length: number;
  /** Number of turns of each strip up to the instant. */
  a: number;
  b: number;
  /** x of the line at the first difference; −1 = none. */
  line: number;
}

const TILE_MAX = 30;
/** Narrowest tile that holds a number, in pixels; longer strips scroll. */
const TILE_MIN = 17;

/** Lays out both strips at one instant. Their tiles have the same width, so that equal slots are above each other. */
export function pairLayout(
  a: DeliverySlotColumns,
  b: DeliverySlotColumns,
  same: number,
  { now, width, unit }: { now: Micros; width: number; unit: number },
): PairLayout {
  const count = Math.max(1, a.at.length, b.at.length);
  const pitch = Math.max(
    TILE_MIN * unit,
    Math.min(TILE_MAX * unit, width / stripCapacity(count, width, unit)),
  );
  const line = same < Math.max(a.at.length, b.at.length) ? same * pitch : -1;
  return { pitch, length: count * pitch, a: bisectRight(a.at, now), b: bisectRight(b.at, now), line };
}
