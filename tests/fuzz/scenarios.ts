import { violations } from '../../src/core/invariants.ts';
import type { Simulation } from '../../src/core/simulation.ts';
import { runToEnd } from '../../src/core/sliced.ts';
import { checkMachine } from '../../src/core/threads/invariants.ts';
import type { Machine } from '../../src/core/threads/tables.ts';
import { AGENT_SCENES } from '../../src/scenes/agents/scenes.ts';
import { GALLERY } from '../../src/scenes/gallery.ts';
import type { Draw } from '../../src/learn/questions/draw.ts';
import { THREAD_SCENES } from '../../src/scenes/threads/index.ts';
import { TIMER_SCENES } from '../../src/scenes/timers/scenes.ts';
import type { Scenario } from '../../src/protocol/scenario.ts';
import { readJson } from '../../src/scenario/json.ts';
import { describeError } from '../../src/scenario/schema-errors.ts';
import { parseScenario } from '../../src/scenario/schema.ts';
import { anyEngine } from '../../src/worker/kinds/any-engine.ts';
import type { AnySim } from '../../src/worker/kinds/kinds.ts';
import { type FuzzKind, readable } from './kind.ts';

/** Maximum steps of one run, enough for several messages to interact. Every rule is checked after each step. */
const STEPS_MAX = 150;
const NAMES = ['a.example', 'b.example', 'slow.example', 'c.example'];
/** For each kind of run: its scenes, and a function that draws commands; null = commands come from the scenes. */
const SCENES: Readonly<
  Record<string, { scenes: readonly { scenario: Scenario }[]; drawn: ((draw: Draw) => object) | null }>
> = {
  mail: { scenes: GALLERY, drawn: command },
  agents: { scenes: AGENT_SCENES, drawn: null },
  threads: { scenes: THREAD_SCENES, drawn: null },
  lab: { scenes: TIMER_SCENES, drawn: null },
};
const quiet = { event: () => undefined, decision: () => undefined };

/** Draws a mail command. Its times are short, so that it has an effect soon. */
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

/** Gallery scenes with other commands, and entirely random runs. Every rule must hold after every step. */
export const scenarios: FuzzKind = {
  patience: 20,
  runs: true,
  make(draw) {
    const kind = draw.pick(Object.values(SCENES))!;
    const scene: Scenario = draw.pick(kind.scenes)!.scenario;
    const asItIs = draw.below(2) === 0 || kind.drawn === null;
    const { script, ...rest } = asItIs ? scene : { version: 1, script: [] };
    const drawn = Array.from({ length: draw.below(25) }, () => ({
      at: draw.below(20_000) * 1000,
      // Without a function that draws commands, take a command of a scene and give it at another time.
      command: kind.drawn?.(draw) ?? draw.pick(draw.pick(kind.scenes)!.scenario.script)?.command,
    }));
    const own = drawn.filter((line) => line.command !== undefined);
    const seeded = { ...rest, seed: draw.below(1_000_000) };
    return [seeded, ...script, ...own].map((line) => JSON.stringify(line)).join('\n');
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
    const inParts = anyEngine.create(scenario, quiet);
    let steps = 0;
    while (steps < STEPS_MAX && anyEngine.stepOnce(run)) {
      steps += 1;
      const [broken] = brokenRules(run.sim);
      if (broken !== undefined) throw new Error(`after step ${steps}: ${broken}`);
      stepInParts(inParts);
      const [one, other] = [anyEngine.position(run), anyEngine.position(inParts)].map((at) =>
        JSON.stringify(at),
      );
      if (one !== other) throw new Error(`step ${steps} ends at ${one}, in parts at ${other}`);
    }
    return { label: kindName(run.sim), steps };
  },
};

function stepInParts(run: AnySim): void {
  const parts = anyEngine.stepParts?.(run) ?? null;
  if (parts === null) anyEngine.stepOnce(run);
  else runToEnd(parts);
}

/** Returns the broken rules of a run of any kind. The timer laboratory has no such rules. */
function brokenRules(sim: unknown): string[] {
  const { world, machine } = sim as { world?: Simulation['world']; machine?: Machine };
  if (machine !== undefined) checkMachine(machine);
  if (world === undefined) return [];
  if (world.threads !== null) checkMachine(world.threads.machine);
  return violations(world.qmgr);
}

function kindName(sim: unknown): string {
  const { world, machine } = sim as { world?: Simulation['world']; machine?: Machine };
  if (world !== undefined) return world.threads === null ? 'mail' : 'agents as threads';
  return machine === undefined ? 'timer laboratory' : 'threads alone';
}
