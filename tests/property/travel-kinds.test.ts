import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AGENT_SCENES } from '../../src/scenes/agents/scenes.ts';
import { GALLERY } from '../../src/scenes/gallery.ts';
import { THREAD_SCENES } from '../../src/scenes/threads/index.ts';
import { TIMER_SCENES } from '../../src/scenes/timers/scenes.ts';
import type { Scenario } from '../../src/protocol/scenario.ts';
import { anyEngine } from '../../src/worker/kinds/any-engine.ts';
import { type Branch, headOf, liveOfPath } from '../../src/worker/track/branches.ts';
import type { AnyKey, AnySim } from '../../src/worker/kinds/kinds.ts';
import { eventsOf } from '../../src/worker/track/step-report.ts';
import {
  createTrack,
  type Track,
  trackAdvance,
  trackCommand,
  trackMove,
} from '../../src/worker/track/track.ts';
import { ALL, runCount } from '../fixtures/all.ts';

type AnyTrack = Track<AnySim, AnyKey>;

/** Members that may differ between two paths to the same state: change counters, and the amount of copied memory. */
const OF_THE_WAY = new Set(['rev', 'bytes']);

/** Writes the whole state: every record of every table, every page of the clock, every counter. */
function digest(sim: AnySim): string {
  const plain = (name: string, value: unknown): unknown => {
    if (OF_THE_WAY.has(name)) return 0;
    // The value of a rev does not matter, but 0 means that the record does not exist, which is part of the state.
    if (name === 'revs') return (value as number[]).map((rev) => (rev === 0 ? 0 : 1));
    if (ArrayBuffer.isView(value)) {
      return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64');
    }
    // Empty pages at the end are spare memory, not state.
    if (Array.isArray(value)) return value.slice(0, value.findLastIndex((item) => !isEmptyPage(item)) + 1);
    return value instanceof Map ? [...value] : value;
  };
  const { key } = anyEngine.capture(sim);
  return createHash('sha1').update(JSON.stringify(key, plain)).digest('hex');
}

function isEmptyPage(item: unknown): boolean {
  return ArrayBuffer.isView(item) && (item as Uint32Array).every((n) => n === 0);
}

const share = fc.double({ min: 0, max: 1, noNaN: true });
const act = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ act: fc.constant('steps' as const), by: fc.integer({ min: -4, max: 6 }) }),
  },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('seek' as const), share }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('until' as const), share }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('edit' as const), share }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('branch' as const), share }) },
);
type Act = typeof act extends fc.Arbitrary<infer A> ? A : never;

/** Few keyframes close together, so that they are often added, thinned and restored. */
const LIMITS = { stepsMin: 3, stepsMax: 9, costMs: 1e9, count: 7, bytes: 1e9 };
const FIRST_STEPS = 50;

/** Steps forward until `done`, for at most `steps` steps or to the end of the run. Simulates beyond the head if necessary. */
function forward(track: AnyTrack, steps: number, done: () => boolean = () => false): void {
  for (let i = 0; i < steps && trackAdvance(track).kind === 'stepped' && !done(); i++);
}

function perform(track: AnyTrack, given: Act): void {
  const { branch, step: here, scenario } = track;
  const at = (length: number): number =>
    Math.min(length - 1, Math.floor(('share' in given ? given.share : 0) * length));
  switch (given.act) {
    case 'steps':
      if (given.by < 0) trackMove(track, branch, Math.max(0, here + given.by));
      else forward(track, given.by);
      return;
    case 'seek':
      trackMove(track, branch, at(headOf(branch).step + 1));
      return;
    case 'until': {
      // Stops at the next event of a kind that has occurred before. It may come sooner or later than before, or not again.
      const { kindNames, kinds } = branch.log;
      const seen = [...new Set(kinds.data.subarray(0, kinds.length))];
      const kind = kindNames[seen[at(seen.length)] ?? 0];
      forward(track, 20, () => eventsOf(track.report).some((event) => event.kind === kind));
      return;
    }
    case 'edit': {
      // Gives a command of the script once more. Where the command is impossible, the run refuses it.
      const scripted = scenario.script[at(scenario.script.length)];
      if (scripted !== undefined) trackCommand(track, scripted.command, anyEngine.position(track.sim).at);
      return;
    }
    case 'branch': {
      const { branches } = track.tree;
      const to = branches[at(branches.length)] ?? branch;
      trackMove(track, to, Math.min(here, headOf(to).step));
      return;
    }
    default:
      given satisfies never;
  }
}

/** Returns the states of a branch after given steps, from a simulation without log and keyframes that only goes forward. */
function straight(scenario: Scenario, track: AnyTrack, branch: Branch, steps: ReadonlySet<number>): string[] {
  const sim = anyEngine.create(scenario, { event: () => undefined, decision: () => undefined });
  const live = new Map(liveOfPath(track.tree, branch).map((given) => [given.step, given]));
  const last = Math.max(...steps);
  const states = [steps.has(0) ? digest(sim) : ''];
  for (let step = 0; step < last; step++) {
    const given = live.get(step);
    if (given === undefined) anyEngine.stepOnce(sim);
    else anyEngine.apply(sim, given.command, given.at);
    states.push(steps.has(step + 1) ? digest(sim) : '');
  }
  return states;
}

function walk(scenario: Scenario, acts: readonly Act[]): void {
  const track = createTrack(anyEngine, scenario, [], () => 0, LIMITS);
  const seen = new Map<Branch, Map<number, string>>();
  forward(track, FIRST_STEPS);
  for (const one of acts) {
    perform(track, one);
    const states = seen.get(track.branch) ?? new Map<number, string>();
    const state = digest(track.sim);
    expect(states.get(track.step) ?? state, `step ${track.step} seen again`).toBe(state);
    seen.set(track.branch, states.set(track.step, state));
  }
  for (const [branch, states] of seen) {
    const expected = straight(scenario, track, branch, new Set(states.keys()));
    for (const [step, state] of states)
      expect(state, `branch ${branch.id}, step ${step}`).toBe(expected[step]);
  }
}

const KINDS = {
  mail: GALLERY,
  'agents that are threads': AGENT_SCENES,
  'threads alone': THREAD_SCENES,
  'the timer laboratory': TIMER_SCENES,
};
const LARGE = ['a-thousand-threads', 'timer-lab', 'weak-references-late'];

describe('any order of steps, seeks, searches, edits and branches equals a straight run', () => {
  test.each(Object.entries(KINDS))('%s', { timeout: 600_000 }, (_kind, scenes) => {
    const chosen = scenes.filter(({ id }) => ALL || !LARGE.includes(id));
    const scenario = fc.record({ scene: fc.constantFrom(...chosen), seed: fc.nat(1_000) });
    const acts = fc.array(act, { minLength: 8, maxLength: 16, size: 'max' });
    fc.assert(
      fc.property(scenario, acts, ({ scene, seed }, given) => walk({ ...scene.scenario, seed }, given)),
      { numRuns: runCount(15), seed: 20_261_122 },
    );
  });
});
