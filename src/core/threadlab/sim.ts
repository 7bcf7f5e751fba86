import type { Command } from '../../protocol/commands.ts';
import type { CoreEvent } from '../../protocol/events.ts';
import type { Cursor } from '../../protocol/frame.ts';
import type { Result } from '../../protocol/result.ts';
import type { ThreadScenario } from '../../protocol/scenario.ts';
import type { CmgroupCommand, CmgroupStream } from '../../protocol/cmgroup.ts';
import type { Micros } from '../../protocol/units.ts';
import { type Sliced, runToEnd } from '../sliced.ts';
import { capture, createStore, get, restore, type Store } from '../tables.ts';
import { machineAdvance, machineNextDue, machineStep } from '../threads/machine.ts';
import { type MachinePort, ONE } from '../threads/tables.ts';
import { createWorkloadParts, serveAwaiting, stepWorkload, type WorkloadRun } from '../threads/workload.ts';
import { readWorkload } from '../threads/workload-input.ts';
import type { LogSink } from '../world/state.ts';
import { skipped } from '../world/skipped.ts';
import { checkOperation, operate } from './operations.ts';
import type { ThreadSim, ThreadSimKeyframe } from './model.ts';
import { createStory } from './story.ts';

/** The public interface of a run of threads. It equals that of `simulation.ts`, so that one session can drive both. */

/** Creates a run of threads at instant 0. Throws when its parts do not fit together. */
export function createThreadSim(scenario: ThreadScenario, sink: LogSink): ThreadSim {
  return runToEnd(createThreadParts(scenario, sink));
}

export function* createThreadParts(scenario: ThreadScenario, sink: LogSink): Sliced<ThreadSim> {
  const setup = scenario.cmgroup;
  const store = createStore();
  let sim: ThreadSim | null = null;
  const port: MachinePort = {
    recording: true,
    // Events emitted during construction describe the initial state; they are not logged.
    emit: (event) => sim !== null && tell(sim, event),
  };
  const stream = setup.kind === 'stream' ? yield* createStream(store, setup, scenario.seed, port) : null;
  const machine = stream?.machine ?? (setup.kind === 'story' ? createStory(store, setup, port) : null);
  if (machine === null) throw new Error('neither a story nor a stream');
  sim = { scenario, sink, store, machine, stream, now: 0, step: 0, event: 0, scriptNext: 0 };
  return sim;
}

function tell(sim: ThreadSim, event: CoreEvent): void {
  sim.event++;
  sim.sink.event(sim.now, sim.step, event);
}

function createStream(
  store: Store,
  setup: CmgroupStream,
  seed: number,
  port: MachinePort,
): Sliced<WorkloadRun> {
  const { policy, ...rest } = setup;
  const read = readWorkload({ ...rest, seed, policies: [policy] });
  if (!read.ok) {
    const [error] = read.errors;
    throw new Error(`cmg.${error?.field}: ${error?.value} is not ${error?.accepted}`);
  }
  const [first] = read.value.policies;
  if (first === undefined) throw new Error('a stream without a policy');
  return createWorkloadParts(store, read.value, first, port);
}

/** Returns the position of the run. Threads make no selections. */
export function threadPosition({ now, step, event }: ThreadSim): Cursor {
  return { at: now, step, event, decision: 0 };
}

/** Returns the instant of the next step, or null when nothing more happens without a command. */
export function threadNextInstant(sim: ThreadSim): Micros | null {
  const scripted = sim.scenario.script[sim.scriptNext]?.at;
  const due = nextDue(sim);
  if (scripted === undefined) return due;
  return due === null ? scripted : Math.min(due, scripted);
}

/** The machine's next alarm. A stream ends with its last completion; slice alarms that are still set then do not count. */
function nextDue({ machine, stream }: ThreadSim): Micros | null {
  const due = machineNextDue(machine)?.at ?? null;
  if (stream === null || due === null) return due;
  const { completed, lastCompletion } = get(stream.one, ONE);
  return completed === stream.workload.count && due > lastCompletion ? null : due;
}

/**
 * Executes one step. At equal times alarms come before the script, so that an operation sees their effects
 * (threads/README.md §16). Returns false when idle.
 */
export function threadStep(sim: ThreadSim): boolean {
  const due = nextDue(sim);
  const scripted = sim.scenario.script[sim.scriptNext];
  if (due === null && scripted === undefined) return false;
  sim.step++;
  if (due !== null && (scripted === undefined || due <= scripted.at)) {
    sim.now = Math.max(sim.now, due);
    if (sim.stream === null) machineStep(sim.machine);
    else stepWorkload(sim.stream);
    return true;
  }
  if (scripted === undefined) return false;
  sim.scriptNext++;
  sim.now = Math.max(sim.now, scripted.at);
  machineAdvance(sim.machine, sim.now);
  const command = scripted.command as CmgroupCommand;
  // A command that no longer applies is skipped and logged, so a script always runs to its end.
  const checked = checkOperation(sim.machine, command);
  if (checked.ok) run(sim, command);
  else tell(sim, skipped(command, checked.errors));
  return true;
}

/** Applies a command at `at`, not before the last step. Bad input changes nothing. */
export function threadApply(sim: ThreadSim, command: Command, at: Micros): Result<true> {
  if (!command.kind.startsWith('cmg.')) {
    const accepted = 'a command of a run of threads';
    return { ok: false, errors: [{ field: 'kind', value: command.kind, accepted }] };
  }
  const own = command as CmgroupCommand;
  const checked = checkOperation(sim.machine, own);
  if (!checked.ok) return checked;
  sim.step++;
  sim.now = Math.max(sim.now, at);
  machineAdvance(sim.machine, sim.now);
  run(sim, own);
  return checked;
}

function run(sim: ThreadSim, command: CmgroupCommand): void {
  operate(sim.machine, command);
  if (sim.stream !== null) serveAwaiting(sim.stream);
}

export function captureThreads(sim: ThreadSim): ThreadSimKeyframe {
  const { now, step, event, scriptNext } = sim;
  return { store: capture(sim.store), numbers: { now, step, event, scriptNext } };
}

export function restoreThreads(sim: ThreadSim, keyframe: ThreadSimKeyframe): void {
  restore(sim.store, keyframe.store);
  Object.assign(sim, keyframe.numbers);
}
