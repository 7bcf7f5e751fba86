import type { Command } from '../protocol/commands.ts';
import type { Cursor } from '../protocol/frame.ts';
import type { Result } from '../protocol/result.ts';
import type { MailScenario } from '../protocol/scenario.ts';
import type { Micros } from '../protocol/units.ts';
import { type Sliced, runToEnd } from './sliced.ts';
import { coreOf } from './qmgr/model.ts';
import { capture, get, restore, type StoreKeyframe, touch } from './tables.ts';
import { type ClockKeyframe, captureClock, restoreClock } from './timers/clock-keyframe.ts';
import { clockNextDue, clockPop } from './timers/clock.ts';
import { agentAccept, agentAvailable } from './world/agents.ts';
import { commandBegin, commandCheck, commandIsLong, LONG_STEP_RECIPIENTS } from './world/commands.ts';
import { feedAvailable, feedNext } from './world/mail-queues.ts';
import { loopTurn, runTask } from './world/tasks.ts';
import {
  type AgentThreads,
  type LogSink,
  type ModelledPart,
  ONE,
  type RecordedPart,
  type ThreadPart,
  type World,
} from './world/state.ts';
import { createWorld } from './world/world.ts';

/**
 * The public interface of the core, except `createSimulation` (see `simulation.ts`): execute one atomic step, apply a command,
 * capture and restore keyframes. Here the parts a scenario needs are passed in, so a host can load them on demand.
 *
 * The order within an instant is total: commands of the script; then timers by (due, request); then files fed by a queue scan;
 * then free agents that take a connection, or threads that get a CPU (world/README.md §3). A choice that depends on several of
 * them is made as late as possible: the entry is selected when an agent is ready, not when the connection is requested.
 */
export interface Simulation {
  readonly scenario: MailScenario;
  readonly world: World;
}

export type { LogSink } from './world/state.ts';

/** A cheap snapshot of a simulation. Only this file reads its members. */
export interface SimKeyframe {
  readonly store: StoreKeyframe;
  readonly clock: ClockKeyframe;
}

/** Parts of the core that only some scenarios need; null when not loaded. */
export interface WorldParts {
  readonly threads: ThreadPart | null;
  readonly recorded: RecordedPart | null;
  readonly modelled?: ModelledPart | null;
}

/**
 * Creates a simulation at instant 0, before any step. The scenario must have passed `scenario/schema.ts`. Throws when the
 * agents are threads and `threads` is null.
 */
export function createSimulationWith(
  { threads, recorded, modelled = null }: WorldParts,
  scenario: MailScenario,
  sink: LogSink,
): Simulation {
  return { scenario, world: createWorld(scenario, sink, threads, recorded, modelled) };
}

/** Returns the last executed step, its instant, and the number of events and decisions so far. */
export function position(sim: Simulation): Cursor {
  const { now, step, event, decision } = get(sim.world.one, ONE);
  return { at: now, step, event, decision };
}

/** Returns the instant of the next step, or null when nothing more happens without a command. */
export function nextInstant(sim: Simulation): Micros | null {
  const { world } = sim;
  const { now, scriptNext } = get(world.one, ONE);
  if (feedAvailable(world) || takerAvailable(world)) return now;
  const scripted = sim.scenario.script[scriptNext]?.at;
  const due = nextTimer(world);
  let next = scripted === undefined || due === null ? (scripted ?? due) : Math.min(scripted, due);
  const fact = nextOutside(world);
  if (fact !== null) next = next === null ? fact : Math.min(next, fact);
  return world.threads === null ? next : world.threads.part.withMachine(world.threads, next);
}

/** Returns the instant of the next recorded fact or modelled arrival, or null. */
function nextOutside({ recorded, modelled }: World): Micros | null {
  if (recorded !== null) return recorded.part.nextFact(recorded);
  return modelled === null ? null : modelled.part.nextArrival(modelled);
}

/** True when an agent is free to take an offered connection or, where agents are threads, a token is ready for one. */
function takerAvailable(world: World): boolean {
  const { threads } = world;
  return threads === null ? agentAvailable(world) : threads.part.tokensReady(world, threads);
}

/**
 * Returns the next expiry, or null when no timer is pending. The wheel may still hold armed but empty buckets. Waking up only
 * for these buckets would keep a finished run going for minutes, so they are opened with the next timer.
 */
function nextTimer(world: World): Micros | null {
  const { wheel, open } = world.clock;
  return wheel.count + open.length === 0 ? null : clockNextDue(world.clock);
}

/** Executes the next atomic step. Returns false when there is none. */
export function stepOnce(sim: Simulation): boolean {
  const at = nextInstant(sim);
  if (at === null) return false;
  const { threads } = sim.world;
  if (threads !== null) return runToEnd(longStep(sim, at));
  const rest = begin(sim, at);
  if (rest !== null) runToEnd(rest);
  return true;
}

/**
 * Returns the next step in slices if it may be long: it reads many recipients, or moves the mail of a destination that dies.
 * Null if it is short.
 */
export function stepParts(sim: Simulation): Sliced<boolean> | null {
  if (!mayBeLong(sim)) return null;
  const at = nextInstant(sim);
  return at === null ? null : longStep(sim, at);
}

function* longStep(sim: Simulation, at: Micros): Sliced<boolean> {
  const rest = begin(sim, at);
  if (rest !== null) yield* rest;
  const { threads } = sim.world;
  if (threads !== null) yield* threads.part.answerThreads(sim.world, threads);
  return true;
}

/**
 * True when the next step may be long. A cheap estimate before every step: it does not compute the next instant. With
 * many recipients in memory one selection may read thousands more, and one report may move thousands.
 */
function mayBeLong({ scenario, world }: Simulation): boolean {
  if (coreOf(world.qmgr).recipientCount > LONG_STEP_RECIPIENTS) return true;
  const scripted = scenario.script[get(world.one, ONE).scriptNext];
  return (scripted !== undefined && commandIsLong(scripted.command)) || feedAvailable(world);
}

/** Begins the next step. The caller must run the returned slices before anything else; null means the step is complete. */
function begin(sim: Simulation, at: Micros): Sliced<void> | null {
  const { world } = sim;
  const one = touch(world.one, ONE);
  one.now = Math.max(one.now, at);
  one.step++;
  return world.threads === null ? takeTurn(sim) : takeThreadTurn(sim, world.threads);
}

/** Runs what comes before agents at an instant: commands, timers, outside facts, fed files. Null when none is due. */
function takeFirst(sim: Simulation): { rest: Sliced<void> | null } | null {
  const { world } = sim;
  const one = touch(world.one, ONE);
  const scripted = sim.scenario.script[one.scriptNext];
  if (scripted !== undefined && scripted.at <= one.now) {
    one.scriptNext++;
    return { rest: commandBegin(world, scripted.command) };
  }
  const due = nextTimer(world);
  const fact = nextOutside(world);
  if (fact !== null && fact <= one.now && (due === null || fact <= due)) {
    const { recorded, modelled } = world;
    // Like event_loop of Postfix: timers run before the input that wakes the loop.
    if (modelled !== null) loopTurn(world);
    if (recorded !== null) recorded.part.factTurn(world, recorded);
    else modelled?.part.arrive(world, modelled);
    return DONE;
  }
  if (due !== null && due <= one.now) {
    const task = clockPop(world.clock, one.now, world.clockPort);
    return task === null ? DONE : { rest: runTask(world, task) };
  }
  return feedAvailable(world) ? { rest: feedNext(world) } : null;
}

const DONE = { rest: null };

function takeTurn(sim: Simulation): Sliced<void> | null {
  const first = takeFirst(sim);
  return first === null ? agentAccept(sim.world) : first.rest;
}

/** Threads get CPUs after everything else at an instant (world/README.md §3). Work that is due earlier goes first. */
function takeThreadTurn(sim: Simulation, threads: AgentThreads): Sliced<void> | null {
  const { world } = sim;
  const { part } = threads;
  const { now } = get(world.one, ONE);
  if (part.machineIsDue(threads, now - 1)) return part.machineTurn(world, threads);
  part.machineFollow(world, threads);
  const first = takeFirst(sim);
  if (first !== null) return first.rest;
  return part.tokensReady(world, threads)
    ? part.tokensPost(world, threads)
    : part.machineTurn(world, threads);
}

/**
 * Applies a command as its own step. `at` must not be before the last step; it may be later, between two steps. Bad input
 * changes nothing and gives an error that names the field.
 */
export function applyCommand(sim: Simulation, command: Command, at: Micros = position(sim).at): Result<true> {
  return runToEnd(applyInParts(sim, command, at));
}

/** Returns the command as slices if it may take long, else null. */
export function applyParts(sim: Simulation, command: Command, at: Micros): Sliced<Result<true>> | null {
  return commandIsLong(command) ? applyInParts(sim, command, at) : null;
}

function* applyInParts(sim: Simulation, command: Command, at: Micros): Sliced<Result<true>> {
  const checked = commandCheck(sim.world, command);
  if (!checked.ok) return checked;
  const one = touch(sim.world.one, ONE);
  one.now = Math.max(one.now, at);
  one.step++;
  const { threads } = sim.world;
  threads?.part.machineFollow(sim.world, threads);
  const rest = commandBegin(sim.world, command);
  if (rest !== null) yield* rest;
  if (threads !== null) yield* threads.part.answerThreads(sim.world, threads);
  return { ok: true, value: true };
}

export function captureSimulation(sim: Simulation): SimKeyframe {
  return { store: capture(sim.world.store), clock: captureClock(sim.world.clock) };
}

export function restoreSimulation(sim: Simulation, keyframe: SimKeyframe): void {
  restore(sim.world.store, keyframe.store);
  restoreClock(sim.world.clock, keyframe.clock);
}
