/** What is to be seen only while something moves: coins that fly or pop, cards that sink. All of it lives in the overlay. */
import type { RealMillis } from '../../protocol/units.ts';
import type { Animator } from '../kit/animator.ts';
import type { Flight } from './changes.ts';
import type { Point } from './marks.ts';

/** The elements of one stage. */
export interface Scene {
  content: HTMLElement;
  /** Lies above the content; React leaves it alone. */
  overlay: HTMLElement;
  animator: Animator;
}

/** Each coin of a flight starts this much later than the one before it. */
export const STAGGER_MS = 16;

/** A point of the content as a CSS transform. */
export const css = ([x, y]: Point): string => `translate(${x}px,${y}px)`;

/** Lets the coins of a flight travel, one shortly after the other. */
export function fly(scene: Scene, flight: Flight, duration: RealMillis): void {
  flight.from.forEach((from, i) => {
    const { hue, gen } = colourOf(scene.content, flight.number);
    const coin = passing(scene.overlay, 'flying-coin');
    coin.dataset['hue'] = hue;
    coin.dataset['gen'] = gen;
    const frames = [{ transform: css(from) }, { transform: css(flight.to[i] as Point) }];
    const timing: KeyframeAnimationOptions = { fill: 'both', duration, delay: i * STAGGER_MS };
    scene.animator.animate(coin, frames, timing, () => coin.remove());
  });
}

/** A coin that was completed grows and is gone. */
export function pop(scene: Scene, point: Point, duration: RealMillis): void {
  const coin = passing(scene.overlay, 'popping-coin');
  const frames = [
    { transform: `${css(point)} scale(0.6)`, opacity: 0.9 },
    { transform: `${css(point)} scale(2)`, opacity: 0 },
  ];
  scene.animator.animate(coin, frames, { duration: duration * 2, fill: 'both' }, () => coin.remove());
}

/** A card that has left the picture goes down and fades. */
export function sink(scene: Scene, element: HTMLElement | undefined, duration: RealMillis): void {
  if (element === undefined) return;
  // React has let go of it: it may be shown a little longer, but is no part of the tree any more.
  for (const name of ['id', 'role', 'tabindex', 'aria-label', 'data-key']) element.removeAttribute(name);
  scene.overlay.append(element);
  const place = element.style.transform;
  const frames = [
    { transform: place, opacity: 1 },
    { transform: `${place} translateY(18px) scale(0.94)`, opacity: 0 },
  ];
  scene.animator.animate(element, frames, { duration, fill: 'both' }, () => element.remove());
}

function passing(overlay: HTMLElement, className: string): HTMLElement {
  const element = document.createElement('i');
  element.className = className;
  overlay.append(element);
  return element;
}

function colourOf(content: HTMLElement, number: number): { hue: string; gen: string } {
  const mark = content.querySelector<HTMLElement>(
    `.job[data-number="${number}"], .ghost[data-number="${number}"]`,
  );
  return { hue: mark?.dataset['hue'] ?? '0', gen: mark?.dataset['gen'] ?? '1' };
}
