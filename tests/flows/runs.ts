/** The runs that every engine executes, and their lengths. */
import fc from 'fast-check';
import { GALLERY } from '../../src/scenes/gallery.ts';
import { SHELVES } from '../../src/scenes/shelves.ts';
import type { Scenario } from '../../src/protocol/scenario.ts';
import type { SeekTarget } from '../../src/protocol/session-api.ts';
import { completeScenario } from '../../src/scenario/defaults.ts';
import { randomScenario } from '../fixtures/random-scenario.ts';
import { builtInLessons } from '../../src/learn/cli/lesson-files.ts';

export interface Runs {
  names: string[];
  scenarios: Scenario[];
  until: SeekTarget;
}

export const KINDS = ['gallery', 'lessons', 'random'] as const;
export type RunsKind = (typeof KINDS)[number];

const HOUR = 3_600_000_000;
/** Maximum number of steps of a run that sets no end. */
const STEPS = 500;

/**
 * `gallery`: the scenes of mail, for an hour. `lessons`: the scenes of timers, threads and all lessons. `random`: 200
 * runs in which much goes wrong, from a fixed seed.
 */
export function runsOf(kind: RunsKind): Runs {
  if (kind === 'random') {
    const drawn = fc.sample(randomScenario, { seed: 20_261_122, numRuns: 200 });
    return {
      names: drawn.map((_, i) => `run ${i + 1}`),
      scenarios: drawn.map((partial) => completeScenario(partial)),
      until: { step: STEPS },
    };
  }
  const scenes = kind === 'gallery' ? GALLERY.map(({ id, scenario }) => [id, scenario] as const) : others();
  return {
    names: scenes.map(([name]) => name),
    scenarios: scenes.map(([, scenario]) => scenario),
    until: kind === 'gallery' ? { at: HOUR } : { step: STEPS },
  };
}

function others(): (readonly [string, Scenario])[] {
  const known = new Set(GALLERY.map(({ id }) => id));
  return [
    ...SHELVES.flatMap(({ items }) => items.map(({ id, scenario }) => [id, scenario] as const)).filter(
      ([id]) => !known.has(id),
    ),
    ...builtInLessons().flatMap(({ id, scenes }) =>
      Object.entries(scenes).map(([name, scenario]) => [`${id}: ${name}`, scenario] as const),
    ),
  ];
}
