/** Where the pointer was when it last moved or was pressed. */
const last = { x: Number.NaN, y: Number.NaN };

function record({ clientX, clientY }: PointerEvent): void {
  last.x = clientX;
  last.y = clientY;
}

/** Until a page has drawn a picture there is nothing to point at: who asks first begins to look. */
let looking = false;

function look(): void {
  if (looking) return;
  looking = true;
  for (const kind of ['pointermove', 'pointerdown', 'pointerup'] as const)
    addEventListener(kind, record, { capture: true, passive: true });
}

/** What the pointer comes upon, apart from what slides under it while it rests. */
interface Resting {
  /** Whether the thing came to the pointer: it is not pointed at, until `moved` says so. */
  came: (event: { clientX: number; clientY: number }) => boolean;
  /** Whether the pointer moves for the first time over what came to it. */
  moved: () => boolean;
}

/** One for each picture. A browser says that a pointer entered also where the page changed below a pointer at rest. */
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
