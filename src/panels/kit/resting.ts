/** Position of the last pointer movement or press. */
const last = { x: Number.NaN, y: Number.NaN };

function record({ clientX, clientY }: PointerEvent): void {
  last.x = clientX;
  last.y = clientY;
}

/** True once the pointer is tracked. Tracking starts with the first picture, before which nothing can be hovered. */
let looking = false;

function look(): void {
  if (looking) return;
  looking = true;
  for (const kind of ['pointermove', 'pointerdown', 'pointerup'] as const)
    addEventListener(kind, record, { capture: true, passive: true });
}

/** Distinguishes a real hover from elements that moved under a still pointer. */
interface Resting {
  /** True if the element moved under a still pointer; then it is not hovered until `moved` returns true. */
  came: (event: { clientX: number; clientY: number }) => boolean;
  /** True on the first pointer movement after `came` returned true. */
  moved: () => boolean;
}

/** Creates one tracker per picture. Browsers fire pointer-enter also when the page changes below a still pointer. */
export function createResting(): Resting {
  look();
  let under = false;
  return {
    came({ clientX, clientY }) {
      under = clientX === last.x && clientY === last.y;
      return under;
    },
    moved() {
      const was = under;
      under = false;
      return was;
    },
  };
}
