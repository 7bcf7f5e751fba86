import type { Cursor } from '../../protocol/frame.ts';
import type { Command } from '../../protocol/commands.ts';
import type { Result } from '../../protocol/result.ts';
import type { TimerScenario } from '../../protocol/scenario.ts';
import { MICROS_PER_MILLI, type Micros } from '../../protocol/units.ts';
import { type Sliced, runToEnd } from '../sliced.ts';
import { captureMachine, restoreMachine } from '../timers/lab-keyframe.ts';
import { DESIGNS } from '../timers/lab-model.ts';
import { captureWheel, restoreWheel } from '../timers/wheel-keyframe.ts';
import type { LogSink } from '../world/state.ts';
import { createDesigns, designsApply, designsCheck, designsNext, designsPass } from './designs.ts';
import type { LabCommand, LabSim, LabSimKeyframe } from './model.ts';
import { createRaw, rawApply, rawCheck, rawNext, rawWake } from './raw.ts';
import { copySamples } from './samples.ts';

/** The public interface of the laboratory. It equals that of `simulation.ts`, so that one session can drive both. */

/** Creates a laboratory at instant 0. Throws when no wheel can have the given size. */
export function createLab(scenario: TimerScenario, sink: LogSink): LabSim {
  return runToEnd(createLabParts(scenario, sink));
}

/** Sliced form of `createLab`: drawing the whole stream of requests takes long. */
export function* createLabParts(scenario: TimerScenario, sink: LogSink): Sliced<LabSim> {
  const designs = scenario.lab.kind === 'designs';
  return {
    scenario,
    sink,
    now: 0,
    step: 0,
    event: 0,
    scriptNext: 0,
    random: scenario.seed >>> 0,
    raw: designs ? null : createRaw(scenario.wheel.tickMs, scenario.wheel.size),
    designs: designs ? yield* createDesigns(scenario) : null,
  };
}

/** Returns the position of the run. A laboratory makes no decisions. */
export function labPosition({ now, step, event }: LabSim): Cursor {
  return { at: now * MICROS_PER_MILLI, step, event, decision: 0 };
}

/** Returns the instant of the next step; null when no timer is pending and the script is over. */
export function labNextInstant(sim: LabSim): Micros | null {
  const own =
    sim.raw !== null ? rawNext(sim.raw) : sim.designs !== null ? designsNext(sim.designs, sim.now) : null;
  const at = sim.scenario.script[sim.scriptNext]?.at;
  const scripted = at === undefined ? null : Math.max(sim.now, Math.floor(at / MICROS_PER_MILLI));
  if (own === null) return scripted === null ? null : scripted * MICROS_PER_MILLI;
  return (scripted === null ? own : Math.min(own, scripted)) * MICROS_PER_MILLI;
}

/** Executes a command of the script, a wake-up of the reaper, or a batch of the stream. Returns false when nothing is left. */
export function labStep(sim: LabSim): boolean {
  return runToEnd(labStepParts(sim));
}

/** Sliced form of `labStep`: a step may add or expire a hundred thousand timers. */
export function* labStepParts(sim: LabSim): Sliced<boolean> {
  const next = labNextInstant(sim);
  if (next === null) return false;
  sim.step++;
  sim.now = next / MICROS_PER_MILLI;
  const scripted = sim.scenario.script[sim.scriptNext];
  if (scripted !== undefined && Math.floor(scripted.at / MICROS_PER_MILLI) <= sim.now) {
    sim.scriptNext++;
    if (sim.designs !== null) yield* designsPass(sim, sim.designs);
    // A command that no longer applies is skipped, so a script always runs to its end.
    if (check(sim, scripted.command).ok) yield* apply(sim, scripted.command as LabCommand);
    return true;
  }
  if (sim.raw !== null) yield* rawWake(sim, sim.raw);
  else if (sim.designs !== null) yield* designsPass(sim, sim.designs);
  return true;
}

/** Applies a command at `at`, truncated to whole milliseconds. Bad input changes nothing. */
export function labApplyCommand(sim: LabSim, command: Command, at: Micros): Result<true> {
  return runToEnd(labApplyParts(sim, command, at));
}

export function* labApplyParts(sim: LabSim, command: Command, at: Micros): Sliced<Result<true>> {
  const checked = check(sim, command);
  if (!checked.ok) return checked;
  sim.step++;
  const now = Math.max(sim.now, Math.floor(at / MICROS_PER_MILLI));
  const later = now > sim.now;
  sim.now = now;
  // The command may come between two batches of the stream: the stream first runs up to the command.
  if (sim.designs !== null && later) yield* designsPass(sim, sim.designs);
  yield* apply(sim, command as LabCommand);
  return checked;
}

function check(sim: LabSim, command: Command): Result<true> {
  if (!command.kind.startsWith('lab.')) {
    const accepted = 'a command of the timer laboratory';
    return { ok: false, errors: [{ field: 'kind', value: command.kind, accepted }] };
  }
  const own = command as LabCommand;
  if (sim.raw !== null) return rawCheck(sim.raw, own);
  return sim.designs === null ? { ok: true, value: true } : designsCheck(sim.designs, own);
}

function* apply(sim: LabSim, command: LabCommand): Sliced<void> {
  if (sim.raw !== null) yield* rawApply(sim, sim.raw, command);
  if (sim.designs !== null) yield* designsApply(sim, sim.designs, command);
}

export function captureLab(sim: LabSim): LabSimKeyframe {
  const { now, step, event, scriptNext, random, raw, designs } = sim;
  return {
    numbers: { now, step, event, scriptNext, random },
    raw: raw === null ? null : { wheel: captureWheel(raw.wheel), records: raw.records.slice() },
    designs:
      designs === null
        ? null
        : {
            machines: eachDesign((design) => captureMachine(designs.machines[design])),
            opNext: designs.opNext,
            requestNext: designs.requestNext,
            handKeys: new Map(designs.handKeys),
            samples: copySamples(designs.samples),
            purged: { ...designs.purged },
          },
  };
}

export function restoreLab(sim: LabSim, keyframe: LabSimKeyframe): void {
  Object.assign(sim, keyframe.numbers);
  const { raw, designs } = sim;
  if (raw !== null && keyframe.raw !== null) {
    restoreWheel(raw.wheel, keyframe.raw.wheel);
    raw.records = keyframe.raw.records.slice();
  }
  if (designs === null || keyframe.designs === null) return;
  const from = keyframe.designs;
  for (const design of DESIGNS) restoreMachine(designs.machines[design], from.machines[design]);
  designs.opNext = from.opNext;
  designs.requestNext = from.requestNext;
  designs.handKeys = new Map(from.handKeys);
  designs.samples = copySamples(from.samples);
  designs.purged = { ...from.purged };
}

function eachDesign<T>(make: (design: (typeof DESIGNS)[number]) => T): Record<(typeof DESIGNS)[number], T> {
  return Object.fromEntries(DESIGNS.map((design) => [design, make(design)])) as Record<
    (typeof DESIGNS)[number],
    T
  >;
}
