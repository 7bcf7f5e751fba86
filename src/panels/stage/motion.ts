import { beginAnimation } from '../../store/idle.ts';
import type { Changes, Flight, Move } from './changes.ts';
import type { Point } from './marks.ts';

/** Plays changes on the elements of the stage: transform and opacity only, by the Web Animations API. */
export interface Player {
  /** Jumps to the end of everything that runs. */
  finish(): void;
  /** Keeps the present elements, so that one that leaves can still be seen sinking. */
  remember(): void;
  /** `scale` of all durations: 0.5 backwards. */
  play(changes: Changes, scale: number, travel: number): void;
  /** A 120 ms trailing outline: too fast to follow a movement. */
  outline(keys: readonly string[]): void;
  /** A lasting outline until the next step: for readers who asked for no movement. */
  mark(keys: readonly string[]): void;
}

const EASE = 'cubic-bezier(.2,0,0,1)';
const PAY_MS = 220;
const SINK_MS = 260;
const GHOST_MS = 300;
const MARK_MS = 160;
const TRAIL_MS = 120;
const STAGGER_MS = 16;

const css = ([x, y]: Point): string => `translate(${x}px,${y}px)`;

/** A player for the content of one stage; `overlay` is an element that React leaves alone. */
export function createPlayer(content: HTMLElement, overlay: HTMLElement): Player {
  const running = new Set<() => void>();
  let elements = new Map<string, HTMLElement>();
  let marked: HTMLElement[] = [];

  const animate = (
    element: Element | undefined,
    frames: Keyframe[],
    timing: KeyframeAnimationOptions,
    after?: () => void,
  ): void => {
    if (element === undefined) return;
    const end = beginAnimation();
    const animation = element.animate(frames, { easing: EASE, fill: 'backwards', ...timing });
    const stop = (): void => {
      if (!running.delete(stop)) return;
      animation.cancel();
      after?.();
      end();
    };
    running.add(stop);
    animation.onfinish = stop;
    animation.oncancel = stop;
  };
  const collect = (): Map<string, HTMLElement> => {
    const found = new Map<string, HTMLElement>();
    for (const element of content.querySelectorAll<HTMLElement>('[data-key]')) {
      found.set(element.dataset['key'] ?? '', element);
    }
    return found;
  };
  const travel = (
    now: ReadonlyMap<string, HTMLElement>,
    move: Move,
    duration: number,
    delay: number,
  ): void => {
    animate(
      now.get(move.key),
      move.arc ? arc(move) : [{ transform: css(move.from) }, { transform: css(move.to) }],
      {
        duration,
        delay,
      },
    );
  };
  const coin = (number: string, from: Point, to: Point, timing: KeyframeAnimationOptions): void => {
    const element = document.createElement('i');
    element.className = 'flying-coin';
    const mark = content.querySelector<HTMLElement>(
      `.job[data-number="${number}"], .ghost[data-number="${number}"]`,
    );
    element.dataset['hue'] = mark?.dataset['hue'] ?? '0';
    element.dataset['gen'] = mark?.dataset['gen'] ?? '1';
    overlay.append(element);
    animate(element, [{ transform: css(from) }, { transform: css(to) }], { fill: 'both', ...timing }, () => {
      element.remove();
    });
  };
  const fly = (flight: Flight, duration: number, delay: number): void => {
    flight.from.forEach((from, i) => {
      coin(String(flight.number), from, flight.to[i] as Point, { duration, delay: delay + i * STAGGER_MS });
    });
  };
  const pop = (point: Point, duration: number): void => {
    const element = document.createElement('i');
    element.className = 'popping-coin';
    overlay.append(element);
    const frames = [
      { transform: `${css(point)} scale(0.6)`, opacity: 0.9 },
      { transform: `${css(point)} scale(2)`, opacity: 0 },
    ];
    animate(element, frames, { duration: duration * 2, fill: 'both' }, () => {
      element.remove();
    });
  };
  const sink = (element: HTMLElement | undefined, duration: number): void => {
    if (element === undefined) return;
    // React has let go of it: it may be shown a little longer, but is no part of the tree any more.
    for (const name of ['id', 'role', 'tabindex', 'aria-label', 'data-key']) element.removeAttribute(name);
    overlay.append(element);
    const place = element.style.transform;
    const frames = [
      { transform: place, opacity: 1 },
      { transform: `${place} translateY(18px) scale(0.94)`, opacity: 0 },
    ];
    animate(element, frames, { duration, fill: 'both' }, () => {
      element.remove();
    });
  };

  return {
    finish() {
      for (const stop of running) stop();
      for (const element of marked) element.removeAttribute('data-changed');
      marked = [];
    },
    remember() {
      elements = collect();
    },
    play(changes, scale, travelMs) {
      const now = collect();
      const paid = changes.payments.length > 0;
      const delay = paid ? (PAY_MS + STAGGER_MS * 4) * scale : 0;
      const duration = travelMs * scale;
      for (const flight of changes.payments) fly(flight, PAY_MS * scale, 0);
      for (const flight of changes.refunds) fly(flight, SINK_MS * scale, 0);
      for (const move of changes.moves) travel(now, move, duration, delay);
      for (const key of changes.exits) sink(elements.get(key), SINK_MS * scale);
      for (const { key, from } of changes.vanished) {
        const element = now.get(key);
        const place = element?.style.transform ?? '';
        animate(
          element,
          [
            { transform: css(from), opacity: 0.2 },
            { transform: place, opacity: 1 },
          ],
          {
            duration: GHOST_MS * scale,
          },
        );
      }
      for (const key of changes.enters) {
        const element = now.get(key);
        const place = element?.style.transform ?? '';
        const frames = [
          { transform: `${place} translateY(-10px)`, opacity: 0 },
          { transform: place, opacity: 1 },
        ];
        animate(element, frames, { duration: MARK_MS * scale, delay });
      }
      // A line cannot follow a card on a curve with transforms alone: it fades in where it will be.
      const lines = { duration: GHOST_MS * scale, delay: delay + duration * 0.4 };
      for (const key of changes.links) animate(now.get(key), [{ opacity: 0 }, { opacity: 1 }], lines);
      for (const key of changes.hatched) {
        const hatches = now.get(key)?.querySelectorAll('.cell-hatch') ?? [];
        for (const hatch of hatches)
          animate(hatch, [{ opacity: 0 }, { opacity: 1 }], { duration: MARK_MS * scale });
      }
      if (scale === 1) for (const point of changes.earned) pop(point, MARK_MS);
    },
    outline(keys) {
      const now = collect();
      for (const key of keys) {
        const element = now.get(key);
        animate(element, [{ opacity: 1 }, { opacity: 0 }], { duration: TRAIL_MS, pseudoElement: '::after' });
      }
    },
    mark(keys) {
      const now = collect();
      marked = keys.flatMap((key) => now.get(key) ?? []);
      for (const element of marked) element.setAttribute('data-changed', 'true');
    },
  };
}

/** Up, left and down a level: points of a quadratic curve, which keyframes join by short straight lines. */
function arc({ from, to }: Move): Keyframe[] {
  const top: Point = [(from[0] + to[0]) / 2, Math.min(from[1], to[1]) - 36];
  return Array.from({ length: 9 }, (_, i) => {
    const t = i / 8;
    const mix = (a: number, b: number, c: number): number =>
      (1 - t) ** 2 * a + 2 * t * (1 - t) * b + t * t * c;
    return { transform: css([mix(from[0], top[0], to[0]), mix(from[1], top[1], to[1])]), easing: 'linear' };
  });
}
