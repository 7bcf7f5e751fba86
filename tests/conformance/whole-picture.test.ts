import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { dumpState } from '../../src/core/qmgr/dump.ts';
import { createSimulation, nextInstant, stepOnce } from '../../src/core/simulation.ts';
import { wholePicture } from '../../src/scenes/document-examples.ts';

interface Recorded {
  /** Second of the recording that is 0 on the clock of the scenario. */
  start: number;
  state: unknown;
}

const recorded = JSON.parse(
  readFileSync(new URL('../fixtures/whole-picture.json', import.meta.url), 'utf8'),
) as Recorded;

interface Dump {
  transports: { pending: number }[];
}

/** Members that hold seconds of the recording's clock. In `lastDone`, 0 means never. */
const CLOCKS = new Set(['now', 'queued', 'refill', 'lastDone', 'retryAt', 'cacheTime']);

function onScenarioClock(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => onScenarioClock(item));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, onScenarioClock(v, k)]));
  }
  return CLOCKS.has(key) && typeof value === 'number' && value !== 0 ? value - recorded.start : value;
}

test('the gallery scenario matches every field of the real queue manager’s state', () => {
  const sim = createSimulation(wholePicture.scenario, { event() {}, decision() {} });
  for (let next = nextInstant(sim); next !== null && next <= wholePicture.opensAt; next = nextInstant(sim))
    stepOnce(sim);
  const expected = onScenarioClock(recorded.state) as Dump;
  // The recording took entries without connections. In this world, two of them wait for an agent.
  for (const transport of expected.transports) transport.pending = 2;
  expect(dumpState(sim.world.qmgr)).toEqual(expected);
});
