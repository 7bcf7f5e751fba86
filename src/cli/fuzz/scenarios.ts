import { violations } from '../../core/invariants.ts';
import type { Simulation } from '../../core/simulation.ts';
import { GALLERY } from '../../lessons/gallery.ts';
import type { Draw } from '../../lessons/questions/draw.ts';
import type { Scenario } from '../../protocol/scenario.ts';
import { readJson } from '../../scenario/json.ts';
import { describeError } from '../../scenario/schema-errors.ts';
import { parseScenario } from '../../scenario/schema.ts';
import { anyEngine } from '../../worker/kinds/any-engine.ts';
import { type FuzzKind, readable } from './kind.ts';

/** Steps of one run: enough for several messages to meet; the rules are looked at after each. */
const STEPS_MAX = 150;
const NAMES = ['a.example', 'b.example', 'slow.example', 'c.example'];
const quiet = { event: () => undefined, decision: () => undefined };

/** A command of mail, with numbers that make things happen at once. */
function command(draw: Draw): object {
  const destination = draw.pick(NAMES);
  switch (draw.below(8)) {
    case 0:
      return { kind: 'agents.set', transport: 'smtp', limit: draw.below(6) };
    case 1:
      return {
        kind: 'server.set',
        server: destination,
        behaviour: {
          latency: draw.below(4000),
          fault: draw.pick([{ kind: 'refuse' }, { kind: 'silent' }, { kind: 'greylist', wait: 5000 }]),
        },
      };
    case 2:
      return { kind: 'param.set', name: 'default_destination_concurrency_limit', value: 1 + draw.below(8) };
    case 3:
      return draw.below(3) === 0 ? { kind: 'qmgr.reload' } : { kind: 'queue.flush' };
    case 4:
      return {
        kind: draw.pick(['message.hold', 'message.release', 'message.flush']),
        number: 1 + draw.below(9),
      };
    default:
      return {
        kind: 'message.inject',
        to: Array.from({ length: 1 + draw.below(3) }, () => ({
          destination: draw.pick(NAMES),
          count: 1 + draw.below(draw.below(6) === 0 ? 400 : 12),
          ...(draw.below(4) === 0 ? { transport: 'bulk' } : {}),
        })),
      };
  }
}

/** Scenes of the gallery with other commands, and runs drawn from nothing: every rule holds after every step. */
export const scenarios: FuzzKind = {
  patience: 20,
  make(draw) {
    const scene: Scenario = draw.pick(GALLERY)!.scenario;
    const own = scene.script.some((line) => line.command.kind.startsWith('message.'));
    const { script, ...rest } = own && draw.below(2) === 0 ? { version: 1, script: [] } : scene;
    const drawn = own
      ? Array.from({ length: draw.below(25) }, () => ({
          at: draw.below(20_000) * 1000,
          command: command(draw),
        }))
      : [];
    const seeded = { ...rest, seed: draw.below(1_000_000) };
    return [seeded, ...script, ...drawn].map((line) => JSON.stringify(line)).join('\n');
  },
  check(input) {
    const json = readJson(`[${input.split('\n').join(',')}]`, 'It');
    if (!json.ok) return json.reason;
    const [head, ...script] = json.value as unknown[];
    const parsed = parseScenario({ ...(head as object), script });
    if (!parsed.ok) {
      for (const error of parsed.errors) readable(describeError(error));
      return 'refused';
    }
    const scenario = parsed.value;
    const run = anyEngine.create(scenario, quiet);
    const { world } = run.sim as Partial<Simulation>;
    for (let steps = 1; steps <= STEPS_MAX && anyEngine.stepOnce(run); steps++) {
      const [broken] = world === undefined ? [] : violations(world.qmgr);
      if (broken !== undefined) throw new Error(`after step ${steps}: ${broken}`);
    }
    return world === undefined ? 'without mail' : 'mail';
  },
};
