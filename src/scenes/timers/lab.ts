/** What the scenes of the timer laboratory are made of. */
import type { LabCommand, LabSetup } from '../../protocol/lab.ts';
import type { Millis } from '../../protocol/units.ts';
import { timerScenario } from '../../scenario/defaults.ts';
import type { GalleryItem } from '../item.ts';

/** A command at an instant in milliseconds. */
type LabStep = readonly [at: Millis, command: LabCommand];

interface LabSceneParts extends Pick<GalleryItem, 'id' | 'title' | 'about' | 'differs'> {
  lab: LabSetup;
  steps: readonly LabStep[];
  /** Milliseconds × buckets. */
  wheel?: { tickMs: Millis; size: number };
  /** Milliseconds. */
  opensAt?: Millis;
  seed?: number;
}

/** A scene from its parts. Kafka's own wheel, 1 ms × 20, unless another is named. */
export function labScene(parts: LabSceneParts): GalleryItem {
  const { id, title, about, differs, lab, steps, wheel = { tickMs: 1, size: 20 }, opensAt = 0 } = parts;
  const script = steps.map(([at, command]) => ({ at: at * 1000, command }));
  const seed = parts.seed ?? 1;
  return {
    id,
    title,
    about,
    differs,
    opensAt: opensAt * 1000,
    scenario: timerScenario({ title, about, seed, wheel, lab, script }),
  };
}

/** Timers that end after a delay (milliseconds), `count` of them at once. */
export const add = (delay: Millis, count = 1): LabCommand => ({ kind: 'lab.add', delay, count });

/** Delays from one to the other, all equally likely or mostly short. */
export const addMixed = (delay: Millis, upTo: Millis, count: number, mix?: 'short'): LabCommand => ({
  kind: 'lab.add',
  delay,
  count,
  upTo,
  ...(mix === undefined ? {} : { mix }),
});
