import { useEffect, useState } from 'react';
import type { Place } from '../../explain/announce.ts';
import { useRuntime } from '../../store/hooks.ts';
import css from './announce.module.css';

/** Distance between the ring and the element it surrounds, in pixels. */
const OFF = 3;
/** Milliseconds between two searches for the element, because rows move and panels open. */
const EVERY_MS = 250;

interface Lead {
  ring: { x: number; y: number; width: number; height: number };
  /** Start of the line, at the lower edge of the headline, in pixels. */
  from: { x: number; y: number };
}

/** Draws a ring around the headline's place, and a line to it. Pointer events pass through both. */
export function Leader({ place, still }: { place: Place; still: boolean }) {
  const { store } = useRuntime();
  const [lead, setLead] = useState<Lead | null>(null);
  const key = JSON.stringify(place);
  useEffect(() => {
    const look = (): void => setLead((old) => sameOr(old, leadTo(JSON.parse(key) as Place)));
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
  if (lead === null) return null;
  const { ring, from } = lead;
  return (
    <svg className={css.announceLead} aria-hidden="true" data-still={still || undefined}>
      <rect x={ring.x} y={ring.y} width={ring.width} height={ring.height} rx="7" />
      {ring.y > from.y + 12 && <path d={`M${from.x} ${from.y}V${ring.y - 2}m-4 -6l4 6l4 -6`} />}
    </svg>
  );
}

function sameOr(old: Lead | null, next: Lead | null): Lead | null {
  return JSON.stringify(old) === JSON.stringify(next) ? old : next;
}

function leadTo(place: Place): Lead | null {
  const element = elementOf(place);
  const headline = document.querySelector(`.${css.announce}`);
  if (element === null || headline === null) return null;
  const rect = element.getBoundingClientRect();
  const box = element.closest('[data-clips], #dock-shown')?.getBoundingClientRect();
  const inside = box === undefined || (rect.top >= box.top - OFF && rect.bottom <= box.bottom + OFF);
  if (rect.width === 0 || !inside || rect.top < 0 || rect.bottom > innerHeight) return null;
  if (isCovered(element) || isCovered(headline)) return null;
  const words = headline.getBoundingClientRect();
  const x = Math.max(OFF, rect.left - OFF);
  const right = Math.min(innerWidth - OFF, rect.right + OFF, (box?.right ?? innerWidth) - 1);
  return {
    ring: { x, y: rect.top - OFF, width: right - x, height: rect.height + 2 * OFF },
    from: { x: Math.min(Math.max(words.left + 6, x + 14), right), y: words.bottom },
  };
}

/** Whether something covers the centre of an element, such as a bar or a dialog. */
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
