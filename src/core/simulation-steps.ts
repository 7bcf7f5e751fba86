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
 * What is called from outside the core, but one: execute one atomic step, apply a command, take and restore keyframes. `simulation.ts`
 * has all of them; here a simulation is made with what agents as threads do, or without.
 *
 * Order within an instant is total: commands of the script, then what is due on the clock by (due, request), then
 * files that a scan feeds, then free agents that take a connection, or threads that get a CPU (world/README.md §3). Every choice that depends on more than one of them is made
 * at the last possible moment: an entry is selected when an agent is there, not when a connection is asked for.
 */
export interface Simulation {
  readonly scenario: MailScenario;
  readonly world: World;
}

export type { LogSink } from './world/state.ts';

/** A frozen picture of a simulation, cheap to take. Opaque. */
export interface SimKeyframe {
  readonly store: StoreKeyframe;
  readonly clock: ClockKeyframe;
}

/** Parts of the core that only some scenarios need; null where they are not there. */
export interface WorldParts {
  readonly threads: ThreadPart | null;
  readonly recorded: RecordedPart | null;
  readonly modelled?: ModelledPart | null;
}

/**
 * A simulation at instant 0, before any step. The scenario must have passed `scenario/schema.ts`. `threads` may be null
 * when the agents of the scenario are not threads; throws when they are.
 */
export function createSimulationWith(
  { threads, recorded, modelled = null }: WorldParts,
  scenario: MailScenario,
  sink: LogSink,
): Simulation {
  return { scenario, world: createWorld(scenario, sink, threads, recorded, modelled) };
}

/** After which step the simulation stands, and how many events and decisions there were. */
export function position(sim: Simulation): Cursor {
  const { now, step, event, decision } = get(sim.world.one, ONE);
  return { at: now, step, event, decision };
}

/** Instant of the next step, or null when nothing is left to happen unless a command comes. */
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

/** Instant of the next thing that a record, or a model of one, brings; null when there is none. */
function nextOutside({ recorded, modelled }: World): Micros | null {
  if (recorded !== null) return recorded.part.nextFact(recorded);
  return modelled === null ? null : modelled.part.nextArrival(modelled);
}

/** True when an agent or a thread can have what the queue manager offers at this instant: an agent, or a thread by a token. */
function takerAvailable(world: World): boolean {
  const { threads } = world;
  return threads === null ? agentAvailable(world) : threads.part.tokensReady(world, threads);
}

/**
 * When the clock wants to run. With no timer pending it may still hold armed buckets that have become empty; waking up
 * for those alone would keep a finished run going for minutes, so they wait for the next timer.
 */
function nextTimer(world: World): Micros | null {
  const { wheel, open } = world.clock;
  return wheel.count + open.length === 0 ? null : clockNextDue(world.clock);
}

/** Executes the next atomic step: a command, an expiry or report, a file fed, or an agent taking an entry. False when idle. */
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
 * The next step in parts when it may be a long one: a message of many recipients is taken or read, or the mail of a
 * destination that dies is moved. Null = it is short.
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
 * Whether the next step may take long. Asked before every step, so the next instant is not computed for it. With many
 * recipients in memory one selection may read thousands more, and one report may move as many.
 */
function mayBeLong({ scenario, world }: Simulation): boolean {
  if (coreOf(world.qmgr).recipientCount > LONG_STEP_RECIPIENTS) return true;
  const scripted = scenario.script[get(world.one, ONE).scriptNext];
  return (scripted !== undefined && commandIsLong(scripted.command)) || feedAvailable(world);
}

/** Begins the next step. What may take long is returned and must be done before anything else; null = all is done. */
function begin(sim: Simulation, at: Micros): Sliced<void> | null {
  const { world } = sim;
  const one = touch(world.one, ONE);
  one.now = Math.max(one.now, at);
  one.step++;
  return world.threads === null ? takeTurn(sim) : takeThreadTurn(sim, world.threads);
}

/** Commands and the clock come first at an instant: whether one of them has had this step, and what is left of it. */
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
    // Timers go before what wakes the loop (event_loop of Postfix).
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

/** Threads get CPUs after everything else of an instant (world/README.md §3); what is due earlier comes before it. */
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
 * Applies a command at `at` (not before the last step; later when a reader acts between two steps), as a step of its
 * own. Bad input changes nothing and says which field is wrong.
 */
export function applyCommand(sim: Simulation, command: Command, at: Micros = position(sim).at): Result<true> {
  return runToEnd(applyInParts(sim, command, at));
}

/** The same in parts when it may take long; null = it does not. */
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

/** A keyframe of everything. It stays valid whatever happens to the simulation. */
export function captureSimulation(sim: Simulation): SimKeyframe {
  return { store: capture(sim.world.store), clock: captureClock(sim.world.clock) };
}

/** Puts the simulation back to a keyframe of the same scenario. */
export function restoreSimulation(sim: Simulation, keyframe: SimKeyframe): void {
  restore(sim.world.store, keyframe.store);
  restoreClock(sim.world.clock, keyframe.clock);
}
