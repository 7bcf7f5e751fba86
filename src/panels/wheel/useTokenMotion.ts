import { useLayoutEffect, useRef, type RefObject } from 'react';
import type { WheelDetail } from '../../protocol/wheel.ts';
import { beginAnimation } from '../../store/idle.ts';
import { useApp, useView } from '../../store/hooks.ts';
import { selectMotion } from '../../store/selectors.ts';
import { EASE } from '../../ui/ease.ts';
import { angleOf, fallPoints, type PlacedToken, type Point, polar, type Ring } from './geometry.ts';

const FALL_MS = 240;
const APART_MS = 40;
const INSERT_MS = 90;
const SETTLE_MS = 120;
const LEAVE_MS = 180;
/** More changes at once are a new picture, not motion. */
const MOST = 60;
/** Faster than this nothing travels. */
const SPEED_MAX = 8;

/**
 * Moves tokens from where they were: a fall goes through the lane, an insert comes from the hand outwards, what ran grows
 * and fades in place. Only transform and opacity, on elements that React keeps; without motion the rings say what moved.
 */
export function useTokenMotion(
  detail: WheelDetail,
  placed: readonly PlacedToken[],
  rings: readonly Ring[],
): RefObject<SVGGElement | null> {
  const layer = useRef<SVGGElement>(null);
  const before = useRef<{ step: number; places: Map<number, Point>; elements: Map<number, Element> }>({
    step: -1,
    places: new Map(),
    elements: new Map(),
  });
  const reduced = useView((view) => view.reducedMotion);
  const motion = useApp(selectMotion);
  const slow = useApp(({ session }) => !session.playing || session.speed <= SPEED_MAX);
  useLayoutEffect(() => {
    const group = layer.current;
    if (group === null) return;
    const old = before.current;
    const places = new Map(placed.map(({ token, place }) => [token.id, place]));
    const elements = new Map<number, Element>();
    for (const element of group.querySelectorAll('[data-timer]'))
      elements.set(Number(element.getAttribute('data-timer')), element);
    before.current = { step: detail.step, places, elements };
    const forward = motion === 'travel' && detail.step > old.step && old.step >= 0;
    if (reduced || !slow || !forward) return;
    const changed = placed.filter(({ token, place }) => !same(old.places.get(token.id), place));
    const gone = [...old.places.keys()].filter((id) => !places.has(id));
    if (changed.length + gone.length > MOST) return;
    const jobs = changed.flatMap((item, i) =>
      travel(item, old.places.get(item.token.id), i, detail, rings, elements),
    );
    for (const id of gone) leave(group, old.elements.get(id), jobs);
    const end = beginAnimation();
    void Promise.allSettled(jobs.map((job) => job.finished)).then(end);
  }, [detail, placed, rings, motion, reduced, slow]);
  return layer;
}

function same(a: Point | undefined, b: Point): boolean {
  return a !== undefined && Math.abs(a.x - b.x) < 0.5 && Math.abs(a.y - b.y) < 0.5;
}

function travel(
  { token, place }: PlacedToken,
  from: Point | undefined,
  order: number,
  detail: WheelDetail,
  rings: readonly Ring[],
  elements: ReadonlyMap<number, Element>,
): Animation[] {
  const element = elements.get(token.id)?.firstElementChild;
  if (element === null || element === undefined) return [];
  const shift = ({ x, y }: Point): string => `translate(${x - place.x}px, ${y - place.y}px)`;
  if (from === undefined) {
    const angle = angleOf(detail.at, detail.tick, detail.size);
    const start = polar(rings[0]?.inner ?? 0, angle);
    const frames = [
      { transform: shift(start), opacity: 0.2 },
      { transform: 'none', opacity: 1 },
    ];
    return [element.animate(frames, { duration: INSERT_MS * (token.level + 1) + SETTLE_MS, easing: EASE })];
  }
  const fall = detail.wakeUp?.timers.find((timer) => timer.id === token.id && timer.toLevel >= 0);
  const way = fall === undefined ? [] : fallPoints(fall, rings, detail.size, 10);
  const frames = [from, ...way, place].map((point) => ({ transform: shift(point) }));
  const delay = fall === undefined ? 0 : Math.min(400, order * APART_MS);
  return [element.animate(frames, { duration: FALL_MS, delay, easing: EASE, fill: 'backwards' })];
}

/** A copy of what has gone fades where it was; the element itself is React's, and already away. */
function leave(group: SVGGElement, element: Element | undefined, jobs: Animation[]): void {
  if (element === undefined) return;
  const copy = element.cloneNode(true) as SVGGElement;
  copy.removeAttribute('data-timer');
  copy.setAttribute('aria-hidden', 'true');
  copy.removeAttribute('role');
  copy.removeAttribute('tabindex');
  group.parentNode?.append(copy);
  const inner = copy.firstElementChild;
  const job = inner?.animate(
    [
      { transform: 'scale(1)', opacity: 1 },
      { transform: 'scale(1.15)', opacity: 0 },
    ],
    { duration: LEAVE_MS, easing: EASE },
  );
  if (job === undefined) return copy.remove();
  jobs.push(job);
  void job.finished.finally(() => copy.remove());
}
