import { useLayoutEffect, useRef, type RefObject } from 'react';
import type { ThreadsRow } from '../../protocol/threads-view.ts';
import { useApp, useSession, useView } from '../../store/hooks.ts';
import { selectMotion } from '../../store/selectors.ts';
import { type Animator, createAnimator } from '../kit/animator.ts';
import { type FlowMove, flowMoves, type FlowTokens, flowTokens, type Station, wayOf } from './flow-tokens.ts';
import css from './threads.module.css';

/** Durations of a move between stations, of a move within a list, and of a token that appears or disappears. */
const TRAVEL_MS = 360;
const SHIFT_MS = 160;
const FADE_MS = 180;
/** Delay before a token moves in, so that the token that makes room for it moves first. */
const ROOM_MS = 120;
const TRAIL_MS = 120;
/** Largest number of changes, and of steps in a frame while the run plays, that are still animated. */
const MOST = 24;
const STEPS_MOST = 2;

interface Point {
  x: number;
  y: number;
}

interface Picture {
  tokens: FlowTokens;
  places: ReadonlyMap<string, Point>;
  elements: ReadonlyMap<string, HTMLElement>;
}

/**
 * Animates events and threads between the stations of the flow, with transform and opacity only. A token that leaves
 * the picture moves as a copy. A step back uses the same paths in half the time; scrubbing moves nothing.
 */
export function useFlowMotion(row: ThreadsRow): RefObject<HTMLDivElement | null> {
  const flow = useRef<HTMLDivElement>(null);
  const before = useRef<Picture | null>(null);
  const last = useRef(0);
  const scene = useRef<{ animator: Animator; marked: HTMLElement[] } | null>(null);
  const motion = useApp(selectMotion);
  const reduced = useView((view) => view.reducedMotion);
  const playing = useSession((session) => session.playing);
  const step = useSession((session) => session.cursor.step);
  const now = useRef({ motion, reduced, playing, step });
  // Read the playing state through a ref: play and pause alone must not start a motion.
  useLayoutEffect(() => {
    now.current = { motion, reduced, playing, step };
  });
  useLayoutEffect(() => {
    const box = flow.current;
    if (box === null) return;
    scene.current ??= { animator: createAnimator(), marked: [] };
    const { animator, marked } = scene.current;
    const how = now.current;
    animator.finish();
    for (const element of marked.splice(0)) element.removeAttribute('data-changed');
    const old = before.current;
    const steps = Math.abs(how.step - last.current);
    last.current = how.step;
    if (how.playing && steps > STEPS_MOST) {
      // The run plays too fast to animate. Do not measure either: that would lay out the page in every frame.
      before.current = null;
      return;
    }
    const picture = readPicture(box, row);
    before.current = picture;
    if (old === null || how.motion === 'none') return;
    const backwards = how.motion === 'reverse';
    const moves = flowMoves(old.tokens, picture.tokens, backwards);
    if (moves.length > MOST) return;
    if (how.motion !== 'outline') return play(box, animator, { old, picture, moves, backwards });
    const changed = moves.flatMap(({ key }) => picture.elements.get(key) ?? []);
    if (how.reduced) marked.push(...changed);
    outline(changed, how.reduced ? null : animator);
  }, [row]);
  useLayoutEffect(() => () => scene.current?.animator.finish(), []);
  return flow;
}

/** Places are relative to the flow, so that scrolling is not a move. */
function readPicture(box: HTMLElement, row: ThreadsRow): Picture {
  const origin = box.getBoundingClientRect();
  const places = new Map<string, Point>();
  const elements = new Map<string, HTMLElement>();
  for (const element of box.querySelectorAll<HTMLElement>('[data-flow]')) {
    const key = element.dataset['flow'] ?? '';
    elements.set(key, element);
    places.set(key, middleOf(element, origin));
  }
  return { tokens: flowTokens(row), places, elements };
}

function middleOf(element: Element, origin: DOMRect): Point {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2 - origin.left, y: top + height / 2 - origin.top };
}

interface Scene {
  old: Picture;
  picture: Picture;
  moves: readonly FlowMove[];
  backwards: boolean;
}

function play(box: HTMLElement, animator: Animator, { old, picture, moves, backwards }: Scene): void {
  const scale = backwards ? 0.5 : 1;
  const origin = box.getBoundingClientRect();
  const travelling = new Set(moves.map(({ key }) => key));
  const stationAt = (station: Station): Point | undefined =>
    pointOf(box, `[data-station="${station}"] h3`, origin);
  for (const { key, from, to } of moves) {
    const element = picture.elements.get(key);
    const place = picture.places.get(key);
    const start = old.places.get(key) ?? (from === null ? undefined : stationAt(from));
    const way = from === null || to === null ? [] : wayOf(from, to, backwards);
    const points = way.flatMap((selector) => pointOf(box, selector, origin) ?? []);
    const timing = { duration: TRAVEL_MS * scale, delay: from === 'counted' ? 0 : ROOM_MS * scale };
    if (element !== undefined && place !== undefined) {
      const frames = start === undefined ? COMES : along([start, ...points, place], place);
      const comes = { ...timing, duration: FADE_MS * scale };
      animator.animate(element, frames, start === undefined ? comes : timing);
    } else if (start !== undefined) {
      const end = to === null ? start : (stationAt(to) ?? start);
      leave(box, animator, old.elements.get(key), {
        frames: fading(along([start, ...points, end], start)),
        at: start,
        timing: to === null ? { duration: FADE_MS * scale } : timing,
      });
    }
  }
  for (const [key, place] of picture.places) {
    const start = old.places.get(key);
    if (travelling.has(key) || start === undefined || near(start, place)) continue;
    animator.animate(picture.elements.get(key), along([start, place], place), { duration: SHIFT_MS * scale });
  }
}

const COMES: Keyframe[] = [
  { transform: 'translateX(-1.5rem)', opacity: 0 },
  { transform: 'none', opacity: 1 },
];

function near(a: Point, b: Point): boolean {
  return Math.abs(a.x - b.x) < 2 && Math.abs(a.y - b.y) < 2;
}

/** Keyframes through points at a constant speed, for an element that is placed at `at`. */
function along(points: readonly Point[], at: Point): Keyframe[] {
  const lengths = points.map((point, i) => {
    const last = points[i - 1] ?? point;
    return Math.hypot(point.x - last.x, point.y - last.y);
  });
  const all = lengths.reduce((sum, length) => sum + length, 0);
  let gone = 0;
  return points.map(({ x, y }, i) => {
    gone += lengths[i] ?? 0;
    const transform = `translate(${x - at.x}px, ${y - at.y}px)`;
    return { transform, offset: all === 0 ? i / Math.max(1, points.length - 1) : gone / all };
  });
}

function fading(frames: Keyframe[]): Keyframe[] {
  return frames.map((frame, i) => ({ ...frame, opacity: i === frames.length - 1 ? 0 : 1 }));
}

function pointOf(box: HTMLElement, selector: string, origin: DOMRect): Point | undefined {
  const element = box.querySelector(selector);
  return element === null ? undefined : middleOf(element, origin);
}

interface Leaving {
  frames: Keyframe[];
  at: Point;
  timing: KeyframeAnimationOptions;
}

/** Animates a copy of an element that React has removed. */
function leave(box: HTMLElement, animator: Animator, element: HTMLElement | undefined, how: Leaving): void {
  const copy = element?.cloneNode(true) as HTMLElement | undefined;
  if (copy === undefined) return;
  copy.removeAttribute('data-flow');
  copy.setAttribute('aria-hidden', 'true');
  copy.inert = true;
  const holder = document.createElement('span');
  holder.className = css.flowLeaving ?? '';
  holder.style.left = `${how.at.x}px`;
  holder.style.top = `${how.at.y}px`;
  holder.append(copy);
  box.append(holder);
  animator.animate(copy, how.frames, { fill: 'both', ...how.timing }, () => holder.remove());
}

/** Outlines the elements that have changed: until the next step or, with an animator, for a moment. */
function outline(changed: readonly HTMLElement[], animator: Animator | null): void {
  for (const element of changed) {
    element.setAttribute('data-changed', 'true');
    animator?.animate(element, STILL, { duration: TRAIL_MS }, () => element.removeAttribute('data-changed'));
  }
}

const STILL: Keyframe[] = [{ opacity: 1 }, { opacity: 1 }];
