import { useEffect, useState } from 'react';
import type { Announcement, Place } from '../../explain/announce.ts';
import { useRuntime } from '../../store/hooks.ts';
import css from './announce.module.css';

/** Distance between the ring and the element it surrounds, in pixels. */
const OFF = 3;
/** Radius of the badge at the left of the ring. */
const BADGE = 8;
/** Milliseconds between two searches for the element, because rows move and panels open. */
const EVERY_MS = 250;

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

type RingProps = Pick<Announcement, 'place' | 'sign' | 'tone'> & { still: boolean };

/**
 * Draws a ring around the headline's place, with the sign of the headline. No line connects ring and headline, because
 * it would cross text. Pointer events pass through.
 */
export function Ring({ place, sign, tone, still }: RingProps) {
  const { store } = useRuntime();
  const [ring, setRing] = useState<Box | null>(null);
  const key = JSON.stringify(place);
  useEffect(() => {
    const look = (): void => setRing((old) => sameOr(old, ringOf(JSON.parse(key) as Place)));
    bringIntoView(JSON.parse(key) as Place);
    const frame = requestAnimationFrame(look);
    const timer = setInterval(look, EVERY_MS);
    const unsubscribe = store.subscribe(() => requestAnimationFrame(look));
    addEventListener('resize', look);
    return () => {
      cancelAnimationFrame(frame);
      clearInterval(timer);
      unsubscribe();
      removeEventListener('resize', look);
    };
  }, [key, store]);
  if (ring === null) return null;
  const badge = { cx: Math.max(BADGE + 1, ring.x - BADGE), cy: ring.y + ring.height / 2 };
  return (
    <svg className={css.announceLead} aria-hidden="true" data-tone={tone} data-still={still || undefined}>
      <rect x={ring.x} y={ring.y} width={ring.width} height={ring.height} rx="7" />
      <circle {...badge} r={BADGE} />
      <text x={badge.cx} y={badge.cy} dy="0.35em" textAnchor="middle">
        {sign}
      </text>
    </svg>
  );
}

function sameOr(old: Box | null, next: Box | null): Box | null {
  return JSON.stringify(old) === JSON.stringify(next) ? old : next;
}

function ringOf(place: Place): Box | null {
  const element = elementOf(place);
  const headline = document.querySelector(`.${css.announce}`);
  if (element === null || headline === null) return null;
  const rect = element.getBoundingClientRect();
  const box = element.closest('[data-clips], #dock-shown')?.getBoundingClientRect();
  const inside = box === undefined || (rect.top >= box.top - OFF && rect.bottom <= box.bottom + OFF);
  if (rect.width === 0 || !inside || rect.top < 0 || rect.bottom > innerHeight) return null;
  if (isCovered(element) || isCovered(headline)) return null;
  const x = Math.max(OFF, rect.left - OFF);
  const right = Math.min(innerWidth - OFF, rect.right + OFF, (box?.right ?? innerWidth) - 1);
  return { x, y: rect.top - OFF, width: right - x, height: rect.height + 2 * OFF };
}

/** True if something covers the centre of the element, such as a bar or a dialog. */
function isCovered(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  const there = document.elementFromPoint(left + width / 2, top + height / 2);
  return there === null || !element.contains(there);
}

/** Scrolls the list that contains the place to its row, without scrolling the page. */
function bringIntoView(place: Place): void {
  const element = elementOf(place);
  const box = element?.closest('[data-clips="list"]');
  if (element === null || box === null || box === undefined) return;
  const row = element.getBoundingClientRect();
  const view = box.getBoundingClientRect();
  if (row.top < view.top) box.scrollTop -= view.top - row.top + OFF;
  else if (row.bottom > view.bottom) box.scrollTop += row.bottom - view.bottom + OFF;
}

/** The element that shows a place; null when it is not on the page. */
function elementOf(place: Place): Element | null {
  switch (place.kind) {
    case 'destination': {
      const key = CSS.escape(`destination:${place.transport}:${place.name}`);
      const name = document.querySelector(`[data-clips="list"] [data-why="${key}"]`);
      return name?.closest('tr') ?? name;
    }
    case 'transport':
      return document.querySelector('[data-mark="dead"]');
    case 'message':
      return document.querySelector(`.stage-panel [data-number="${place.number}"]`) ?? panelOf('recipients');
    case 'mail':
      return panelOf('recipients');
    case 'threads':
      return panelOf('threads');
    case 'wheel':
      return panelOf('wheel');
    default:
      return place satisfies never;
  }
}

/** A panel of the dock, or, while another tab is open, the tab that opens the panel. */
function panelOf(name: 'recipients' | 'threads' | 'wheel'): Element | null {
  return document.getElementById(`dock-${name}`) ?? document.getElementById(`tab-${name}`);
}
