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

/** What is called of a run of threads; the same as of the mail simulation (simulation.ts), for the same session. */

/** A run of threads at instant 0. Throws when its parts do not fit together. */
export function createThreadSim(scenario: ThreadScenario, sink: LogSink): ThreadSim {
  return runToEnd(createThreadParts(scenario, sink));
}

/** The same in parts. */
export function* createThreadParts(scenario: ThreadScenario, sink: LogSink): Sliced<ThreadSim> {
  const setup = scenario.cmgroup;
  const store = createStore();
  let sim: ThreadSim | null = null;
  const port: MachinePort = {
    recording: true,
    // What building reports is how things stand, not what happened.
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

/** After which step it stands. There are no selections here. */
export function threadPosition({ now, step, event }: ThreadSim): Cursor {
  return { at: now, step, event, decision: 0 };
}

/** Instant of the next step; null when nothing is left to happen unless a command comes. */
export function threadNextInstant(sim: ThreadSim): Micros | null {
  const scripted = sim.scenario.script[sim.scriptNext]?.at;
  const due = nextDue(sim);
  if (scripted === undefined) return due;
  return due === null ? scripted : Math.min(due, scripted);
}

/** The machine's own next alarm. A stream is over with its last completion: slices that are still armed mean nothing. */
function nextDue({ machine, stream }: ThreadSim): Micros | null {
  const due = machineNextDue(machine)?.at ?? null;
  if (stream === null || due === null) return due;
  const { completed, lastCompletion } = get(stream.one, ONE);
  return completed === stream.workload.count && due > lastCompletion ? null : due;
}

/** What is due first, then the script: an operation finds what its instant has brought (§16). False when idle. */
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
  // One that means nothing at its instant is left out: a script runs to its end whatever a reader has done before.
  const checked = checkOperation(sim.machine, command);
  if (checked.ok) run(sim, command);
  else tell(sim, skipped(command, checked.errors));
  return true;
}

/** Applies a command at `at` (not before the last step); bad input changes nothing. */
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

/** A keyframe of everything. It stays valid whatever happens to the run. */
export function captureThreads(sim: ThreadSim): ThreadSimKeyframe {
  const { now, step, event, scriptNext } = sim;
  return { store: capture(sim.store), numbers: { now, step, event, scriptNext } };
}

/** Puts the run back to a keyframe of the same scenario. */
export function restoreThreads(sim: ThreadSim, keyframe: ThreadSimKeyframe): void {
  restore(sim.store, keyframe.store);
  Object.assign(sim, keyframe.numbers);
}
