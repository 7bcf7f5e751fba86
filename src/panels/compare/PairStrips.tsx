import { memo, useContext, useEffect, useRef, useState, type MouseEvent, type PointerEvent } from 'react';
import { bisectRight } from 'd3';
import type { Micros } from '../../protocol/units.ts';
import type { CompareReport, DeliverySlotColumns } from '../../protocol/studies.ts';
import { useActions, useSession, useView } from '../../store/hooks.ts';
import { ColouredNumbers, identityAttributes } from '../../charts/colours.ts';
import { useSize } from '../../charts/useSize.ts';
import css from './compare.module.css';
import stripCss from '../strip/strip.module.css';
import { stripCapacity } from '../strip/strip-layout.ts';

/** Number of tiles drawn outside the visible part on each side, so that scrolling shows no gap. */
const BEYOND = 20;

/** The turns of both branches up to the cursor, one strip above the other. Their equal beginning is pale. */
export function PairStrips({ report }: { report: CompareReport }) {
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
  const part = { pitch: layout.pitch, same: report.same, from, to, unit };
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
          if (event.pointerType !== 'touch') actions.hover(tileAt(event)?.number ?? 0);
        }}
        onPointerLeave={() => actions.hover(0)}
        onClick={(event) => {
          const tile = tileAt(event);
          if (tile === null) return;
          actions.select(tile.number);
          void actions.seek({ at: tile.at });
        }}
      >
        <p className="sr-only">
          A: {textOf(report.a.deliverySlots, layout.a)}. B: {textOf(report.b.deliverySlots, layout.b)}.
        </p>
        <div style={{ width: layout.length }} aria-hidden="true">
          <Line deliverySlots={report.a.deliverySlots} count={layout.a} {...part} />
          <Line deliverySlots={report.b.deliverySlots} count={layout.b} {...part} />
          {layout.line >= 0 && <i className={css.pairLine} style={{ left: layout.line - 1.75 * unit }} />}
        </div>
      </div>
    </div>
  );
}

/** The tile under an event: its message and the time of its turn. */
function tileAt(event: PointerEvent | MouseEvent): { number: number; at: Micros } | null {
  const tile = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-at]') : null;
  return tile === null ? null : { number: Number(tile.dataset['number']), at: Number(tile.dataset['at']) };
}

/** Scrolls long strips to the first difference, and to their end while the run plays. */
function useFollow(box: React.RefObject<HTMLDivElement | null>, layout: PairLayout, width: number): void {
  const playing = useSession((session) => session.playing);
  const { length, line } = layout;
  // While paused, a step does not scroll the strip.
  const tail = playing || line < 0 ? length : -1;
  useEffect(() => {
    const left = tail >= 0 ? tail : Math.max(0, line - width / 3);
    box.current?.scrollTo({ left });
  }, [box, tail, line, width]);
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
  deliverySlots: DeliverySlotColumns;
  count: number;
  pitch: number;
  same: number;
  from: number;
  to: number;
  unit: number;
}

const Line = memo(function Line({ deliverySlots, count, pitch, same, from, to, unit }: LineProps) {
  const coloured = useContext(ColouredNumbers);
  const hovered = useView((view) => view.hovered);
  const shown = deliverySlots.numbers.slice(from, Math.min(to, count));
  return (
    <div className={css.pairRow}>
      {shown.map((number, k) => {
        const i = from + k;
        return (
          <span
            key={i}
            className={`${stripCss.tile} ${css.pairTile} collar`}
            {...identityAttributes(number, coloured)}
            data-at={deliverySlots.at[i]}
            data-same={i < same || undefined}
            data-hit={number === hovered || undefined}
            style={{ transform: `translateX(${i * pitch}px)`, width: pitch - 1.5 * unit }}
          >
            {number}
          </span>
        );
      })}
      {to >= count && count === deliverySlots.numbers.length && count === 0 && (
        <span className="dim text-1">none yet</span>
      )}
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
  /** Number of tiles of each strip up to the instant. */
  a: number;
  b: number;
  /** x of the line at the first difference; −1 = not reached yet or none. */
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
  const ofA = bisectRight(a.at, now);
  const ofB = bisectRight(b.at, now);
  const count = Math.max(ofA, ofB) + 1;
  const pitch = Math.max(
    TILE_MIN * unit,
    Math.min(TILE_MAX * unit, width / stripCapacity(count, width, unit)),
  );
  const line = same < Math.max(ofA, ofB) ? same * pitch : -1;
  return { pitch, length: count * pitch, a: ofA, b: ofB, line };
}
