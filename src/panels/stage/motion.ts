import type { JobId } from '../../protocol/ids.ts';
import type { RealMillis } from '../../protocol/units.ts';
import { type Animator, createAnimator } from '../kit/animator.ts';
import type { Changes, Flight, Move } from './changes.ts';
import type { Point } from './stage-marks.ts';
import classes from './stage.module.css';

/** Animates changes of the stage with the Web Animations API. Only transform and opacity change. */
export interface Player {
  finish(): void;
  /** Remembers the current elements, so that a removed one can still be animated. */
  remember(): void;
  /** Plays changes. `scale` of all durations: 0.5 on a step back. */
  play(changes: Changes, scale: number): void;
  /** Shows a fading outline for 120 ms, when steps are too fast for animation. */
  outline(keys: readonly string[]): void;
  /** Shows an outline until the next step, for readers who prefer reduced motion. */
  mark(keys: readonly string[]): void;
  /** Shows a ring around the card and the station of a job for `ms` milliseconds; null = until the next step. */
  ring(id: JobId, ms: RealMillis | null): void;
}

const TRAVEL_MS = 240;
const SINK_MS = 260;
const GHOST_MS = 300;
const MARK_MS = 160;
const TRAIL_MS = 120;

type Elements = ReadonlyMap<string, HTMLElement>;

/** A player for one stage's content; `overlay`: an element not managed by React. */
export function createPlayer(content: HTMLElement, overlay: HTMLElement): Player {
  const scene: Scene = { content, overlay, animator: createAnimator() };
  let elements: Elements = new Map();
  let marked: HTMLElement[] = [];
  return {
    finish() {
      scene.animator.finish();
      for (const element of marked) element.removeAttribute('data-changed');
      marked = [];
    },
    remember() {
      elements = elementsOf(content);
    },
    play(changes, scale) {
      const now = elementsOf(content);
      const duration = TRAVEL_MS * scale;
      for (const flight of changes.refunds) fly(scene, flight, SINK_MS * scale);
      for (const key of changes.exits) sink(scene, elements.get(key), SINK_MS * scale);
      playMoves(scene, now, changes.moves, duration);
      playArrivals(scene, now, changes, scale);
      // A transform cannot make a line follow a card on a curve, so lines fade in at their new positions.
      const lines = { duration: GHOST_MS * scale, delay: duration * 0.4 };
      for (const key of changes.links) scene.animator.animate(now.get(key), FADE_IN, lines);
      for (const key of changes.hatched) {
        const hatches = now.get(key)?.querySelectorAll('.cell-hatch') ?? [];
        for (const hatch of hatches) scene.animator.animate(hatch, FADE_IN, { duration: MARK_MS * scale });
      }
      if (scale === 1) for (const point of changes.earned) pop(scene, point, MARK_MS);
    },
    outline(keys) {
      const now = elementsOf(content);
      const timing = { duration: TRAIL_MS, pseudoElement: '::after' };
      for (const key of keys) scene.animator.animate(now.get(key), FADE_OUT, timing);
    },
    mark(keys) {
      const now = elementsOf(content);
      marked = keys.flatMap((key) => now.get(key) ?? []);
      for (const element of marked) element.setAttribute('data-changed', 'true');
    },
    ring(id, ms) {
      const now = elementsOf(content);
      const ringed = [now.get(`job:${id}`), now.get(`station:${id}`)].filter(
        (element) => element !== undefined,
      );
      for (const element of ringed) element.setAttribute('data-changed', 'true');
      marked = ringed;
      const end = (): void => {
        for (const element of ringed) element.removeAttribute('data-changed');
      };
      // This animation has no visible effect. It keeps the page busy until the ring ends, and `finish` can end it
      // early.
      if (ms !== null)
        scene.animator.animate(ringed[0], [{ opacity: 1 }, { opacity: 1 }], { duration: ms }, end);
    },
  };
}

const FADE_IN: Keyframe[] = [{ opacity: 0 }, { opacity: 1 }];
const FADE_OUT: Keyframe[] = [{ opacity: 1 }, { opacity: 0 }];

function elementsOf(content: HTMLElement): Elements {
  const found = new Map<string, HTMLElement>();
  for (const element of content.querySelectorAll<HTMLElement>('[data-key]')) {
    found.set(element.dataset['key'] ?? '', element);
  }
  return found;
}

function playMoves(scene: Scene, now: Elements, moves: readonly Move[], duration: RealMillis): void {
  for (const { key, from, to, scale } of moves) {
    const start = scale === 1 ? css(from) : `${css(from)} scale(${scale})`;
    const frames = [
      { transform: start, transformOrigin: '0 0' },
      { transform: css(to), transformOrigin: '0 0' },
    ];
    scene.animator.animate(now.get(key), frames, { duration });
  }
}

/** Animates new marks: ghosts start at the position of their card, new cards just above their own. */
function playArrivals(
  { animator }: Scene,
  now: Elements,
  { vanished, enters }: Changes,
  scale: number,
): void {
  for (const { key, from } of vanished) {
    const element = now.get(key);
    const place = element?.style.transform ?? '';
    const frames = [
      { transform: css(from), opacity: 0.2 },
      { transform: place, opacity: 1 },
    ];
    animator.animate(element, frames, { duration: GHOST_MS * scale });
  }
  for (const key of enters) {
    const element = now.get(key);
    const place = element?.style.transform ?? '';
    const frames = [
      { transform: `${place} translateY(-10px)`, opacity: 0 },
      { transform: place, opacity: 1 },
    ];
    animator.animate(element, frames, { duration: MARK_MS * scale });
  }
}

interface Scene {
  content: HTMLElement;
  /** Above the content; not managed by React. */
  overlay: HTMLElement;
  animator: Animator;
}

/** Milliseconds between the starts of a flight's coins. */
const STAGGER_MS = 16;

const css = ([x, y]: Point): string => `translate(${x}px,${y}px)`;

function fly(scene: Scene, flight: Flight, duration: RealMillis): void {
  flight.from.forEach((from, i) => {
    const { hue, gen } = colourOf(scene.content, flight.number);
    const coin = passing(scene.overlay, classes.flyingCoin);
    coin.dataset['hue'] = hue;
    coin.dataset['gen'] = gen;
    const frames = [{ transform: css(from) }, { transform: css(flight.to[i] as Point) }];
    const timing: KeyframeAnimationOptions = { fill: 'both', duration, delay: i * STAGGER_MS };
    scene.animator.animate(coin, frames, timing, () => coin.remove());
  });
}

/** A completed coin grows and fades out. */
function pop(scene: Scene, point: Point, duration: RealMillis): void {
  const coin = passing(scene.overlay, classes.poppingCoin);
  const frames = [
    { transform: `${css(point)} scale(0.6)`, opacity: 0.9 },
    { transform: `${css(point)} scale(2)`, opacity: 0 },
  ];
  scene.animator.animate(coin, frames, { duration: duration * 2, fill: 'both' }, () => coin.remove());
}

/** A removed card sinks and fades out. */
function sink(scene: Scene, element: HTMLElement | undefined, duration: RealMillis): void {
  if (element === undefined) return;
  // React has removed the element; while it is still shown, it must not be in the accessibility tree.
  for (const name of ['id', 'role', 'tabindex', 'aria-label', 'data-key']) element.removeAttribute(name);
  scene.overlay.append(element);
  const place = element.style.transform;
  const frames = [
    { transform: place, opacity: 1 },
    { transform: `${place} translateY(18px) scale(0.94)`, opacity: 0 },
  ];
  scene.animator.animate(element, frames, { duration, fill: 'both' }, () => element.remove());
}

function passing(overlay: HTMLElement, className: string | undefined): HTMLElement {
  const element = document.createElement('i');
  element.className = className ?? '';
  overlay.append(element);
  return element;
}

function colourOf(content: HTMLElement, number: number): { hue: string; gen: string } {
  const mark = content.querySelector<HTMLElement>(
    `.${classes.job}[data-number="${number}"], .${classes.ghost}[data-number="${number}"]`,
  );
  return { hue: mark?.dataset['hue'] ?? '0', gen: mark?.dataset['gen'] ?? '1' };
}
