import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react';
import type { TimerNumber } from '../../protocol/ids.ts';
import type { WheelDetail } from '../../protocol/wheel.ts';
import { useApp, useView } from '../../store/hooks.ts';
import { beginAnimation } from '../../store/idle.ts';
import { selectMotion } from '../../store/selectors.ts';
import { EASE } from '../../ui/ease.ts';
import {
  angleOf,
  fallPoints,
  middleAngle,
  type PlacedToken,
  type Point,
  polar,
  type Ring,
} from './geometry.ts';
import { TokenMark } from './TokenMark.tsx';
import type { ShownWheel } from './useWheelView.ts';
import css from './wheel.module.css';

/** Draws the followed timer as a token in a picture whose other timers are only numbers. */
export function FollowedToken({ detail, rings }: { detail: WheelDetail; rings: readonly Ring[] }) {
  const token = detail.followed?.end === null ? detail.followed.token : null;
  const ring = token === null ? undefined : rings[token.level];
  if (token === null || token.bucket < 0 || ring?.made !== true) return null;
  const { x, y } = polar(ring.outer - 9, middleAngle(token.bucket, detail.size));
  return (
    <g transform={`translate(${x} ${y})`} pointerEvents="none">
      <TokenMark token={token} ringed={false} followed />
    </g>
  );
}

interface TokensProps {
  view: ShownWheel;
  rings: readonly Ring[];
  placed: readonly PlacedToken[];
  onCancel?: ((timer: TimerNumber) => void) | undefined;
}

/** Draws timers as tokens. Those that fell in the last wake-up have a black ring. */
export function Tokens({ view, placed, rings, onCancel }: TokensProps) {
  const { detail, follow, hovered } = view;
  const layer = useTokenMotion(detail, placed, rings);
  const fell = new Set((detail.wakeUp?.timers ?? []).filter((t) => t.toLevel >= 0).map((t) => t.id));
  // Tab moves the focus to the followed timer if it has a token, else to the first token.
  const entry = placed.some(({ token }) => token.id === follow) ? follow : placed[0]?.token.id;
  const key = (event: KeyboardEvent, timer: TimerNumber): void => {
    if (event.key === 'Enter' || event.key === ' ') view.setFollow(timer);
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp')
      focusBeside(event.currentTarget, event.key === 'ArrowDown' ? 1 : -1);
    else if ((event.key === 'Delete' || event.key === 'Backspace') && onCancel !== undefined) onCancel(timer);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <g ref={layer}>
      {placed.map(({ token, place }) => (
        <g
          key={token.id}
          data-timer={token.id}
          data-why={`timer:${token.id}`}
          className={css.token}
          data-hit={hovered === token.id || undefined}
          transform={`translate(${place.x} ${place.y})`}
          role="button"
          tabIndex={token.id === entry ? 0 : -1}
          aria-pressed={token.id === follow}
          aria-label={token.label}
          onClick={(event) => {
            event.stopPropagation();
            view.setFollow(token.id);
          }}
          onKeyDown={(event) => key(event, token.id)}
          onPointerEnter={() => view.setHovered(token.id)}
          onPointerLeave={() => view.setHovered(0)}
        >
          <TokenMark token={token} ringed={fell.has(token.id)} followed={token.id === follow} />
        </g>
      ))}
    </g>
  );
}

/** Focuses the token that is due next, or the one before. ← and → are not used, because they step the run. */
function focusBeside(token: Element, by: 1 | -1): void {
  const all = [...(token.parentNode?.querySelectorAll<SVGGElement>('[data-timer]') ?? [])];
  const here = all.indexOf(token as SVGGElement);
  all[(here + by + all.length) % all.length]?.focus();
}

const FALL_MS = 240;
const APART_MS = 40;
const INSERT_MS = 90;
const SETTLE_MS = 120;
const LEAVE_MS = 180;
/** With more changes than this in a step, tokens jump to their new places without motion. */
const CHANGES_MAX = 60;
/** Above this playing speed tokens do not move between their places. */
const SPEED_MAX = 8;

/**
 * Moves tokens from their last places. A fall goes along the lane, an insert from the hand outwards, and a timer that
 * ran grows and fades in place. Only transform and opacity change. With reduced motion, rings mark what moved.
 */
function useTokenMotion(
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
    if (changed.length + gone.length > CHANGES_MAX) return;
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

/** Fades a copy of a token that has gone: React has already removed the element. */
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
