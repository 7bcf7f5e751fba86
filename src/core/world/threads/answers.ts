import type { AgentId, PoolId, DeliveryId } from '../../../protocol/ids.ts';
import type { ThreadId } from '../../../protocol/threads.ts';
import { type Sliced, runToEnd } from '../../sliced.ts';
import { agentReadyParts, connectionRefused } from '../../qmgr/agent.ts';
import { get, touch } from '../../tables.ts';
import { completeWait, fetchNext, nextQuestion, type Question } from '../../threads/host.ts';
import { machineAdvance, machineNextDue, machineStep } from '../../threads/machine.ts';
import { ONE as MACHINE } from '../../threads/tables.ts';
import { handWork } from '../../threads/workers.ts';
import type { Micros } from '../../../protocol/units.ts';
import { connectionsOpen } from '../connections.ts';
import { deliveryOver, deliveryReported, deliveryStart } from '../deliveries.ts';
import { agentAssign, HELD } from '../pools.ts';
import { ONE, type World } from '../state.ts';
import { legAbandon, legArrive, legBegin } from './legs.ts';
import type { ThreadWorld } from './model.ts';
import { agentReturns, tokensLose, tokensPost, tokenTake } from './tokens.ts';
import { agentExit, agentsGrow, agentsLive, agentThread, threadPool } from './pools.ts';

/**
 * Answers the questions of agents that are threads: which entry to deliver, and what to do next. An admitted agent
 * holds a token. The queue manager selects when the agent takes the token, not when it was posted. Every question is
 * answered in the step in which it was asked.
 */

/**
 * Returns the time of the next event; `others` is the time of the next event outside the machine. Threads that
 * compute for ever would keep the run alive, so the machine counts as idle if only such threads are left. Every wait
 * ends on the world's clock, so nothing else happens on a machine without a runnable agent.
 */
export function withMachine({ machine }: ThreadWorld, others: Micros | null): Micros | null {
  const due = machineNextDue(machine);
  if (due === null) return others;
  if (others !== null) return Math.min(due.at, others);
  return get(machine.one, MACHINE).runnable > 0 ? due.at : null;
}

export function machineIsDue({ machine }: ThreadWorld, now: Micros): boolean {
  const due = machineNextDue(machine);
  return due !== null && due.at <= now;
}

export function* machineTurn(world: World, threads: ThreadWorld): Sliced<void> {
  machineStep(threads.machine);
  yield* answerThreads(world, threads);
}

/**
 * Brings the machine to the time of the world before an operation on it. The machine is behind only when the user
 * acts on a finished run in which threads compute for ever.
 */
export function machineFollow(world: World, threads: ThreadWorld): void {
  const { now } = get(world.one, ONE);
  for (let due = machineNextDue(threads.machine); due !== null && due.at < now; ) {
    runToEnd(machineTurn(world, threads));
    due = machineNextDue(threads.machine);
  }
  machineAdvance(threads.machine, now);
}

/** Answers all questions of agents. Sliced: a selection may read thousands of recipients, a report may move as many. */
export function* answerThreads(world: World, threads: ThreadWorld): Sliced<void> {
  const { machine } = threads;
  for (let q = nextQuestion(machine); q !== null; q = nextQuestion(machine)) {
    if (q.ask === 'fetched' && q.items.length > 0) yield* take(world, threads, q);
    else yield* carryOn(world, threads, q.thread, q.transport, q.owner);
  }
}

/** An agent has taken an event: its entry is selected now (late binding), and the delivery begins. */
function* take(world: World, threads: ThreadWorld, question: Question): Sliced<void> {
  const { thread, transport: pool, owner: agent } = question;
  // The fetch has returned and nothing is handled yet: now the program checks its counter.
  agentsGrow(world, threads, pool);
  const place = { pool, index: agent - 1 };
  const tag = question.items[0]?.tag ?? 0;
  const { transport, fault } = get(world.pools, pool);
  const bound = tokenTake(threads, pool, tag);
  if (bound !== null) {
    deliveryStart(world, bound, place);
  } else if (fault === 'unreachable') {
    yield* connectionRefused(world.qmgr, transport);
  } else {
    const answer = yield* agentReadyParts(world.qmgr, transport);
    if (answer.kind === 'delayed') agentAssign(world, place, HELD);
    else if (answer.choice !== null) deliveryStart(world, answer.choice, place);
  }
  yield* carryOn(world, threads, thread, pool, agent);
  connectionsOpen(world);
}

/** Answers an agent on a CPU exactly once: with work, a fetch, or its end. */
function* carryOn(
  world: World,
  threads: ThreadWorld,
  thread: ThreadId,
  pool: PoolId,
  agent: AgentId,
): Sliced<void> {
  const { machine } = threads;
  for (;;) {
    if (agentThread(threads, pool, agent) !== thread) return;
    const id = get(world.pools, pool).busy[agent - 1] ?? 0;
    if (id === HELD) return handWork(machine, thread, [{ block: null, why: 'rate delay' }]);
    if (id === 0) return rest(world, threads, thread, pool, agent);
    const { step, over, legs, leg } = get(world.deliveries, id);
    if (step === 'wait') return handWork(machine, thread, [{ block: null, why: legs[leg]!.phase }]);
    if (step === 'cpu') {
      touch(world.deliveries, id).step = 'done';
      const { cpu } = legs[leg]!;
      if (cpu > 0) return handWork(machine, thread, [{ cpu }]);
    } else if (over !== '') {
      yield* finish(world, threads, id);
      // The caller is served before all waiting agents: tokens that follow from its report must exist when it fetches.
      yield* tokensPost(world, threads);
    } else {
      touch(world.deliveries, id).leg++;
      legBegin(world, id);
    }
  }
}

/** Lets an idle agent fetch the next event, or ends an agent above the process limit. */
function rest(world: World, threads: ThreadWorld, thread: ThreadId, pool: PoolId, agent: AgentId): void {
  if (agentsLive(threads, pool) > get(world.pools, pool).limit) agentExit(threads, pool, agent);
  else fetchNext(threads.machine, thread, threadPool(threads, pool).parts);
}

/** The agent reports. A crashed agent ends without a report, and a new agent may be created. */
function* finish(world: World, threads: ThreadWorld, id: DeliveryId): Sliced<void> {
  const { over, pool, agent, start, legs } = get(world.deliveries, id);
  if (over === '') throw new Error(`delivery ${id} is reported before it is over`);
  const row = touch(threads.pools, pool);
  row.done++;
  row.allTime += get(world.one, ONE).now - start;
  for (const leg of legs) row.cpuTime += leg.cpu;
  yield* deliveryReported(world, id, over);
  if (get(world.deliveries, id).result === 'crash') agentExit(threads, pool, agent);
}

/**
 * The server has answered, or the agent timed out. The agent becomes runnable, even above the limit. If nothing on
 * the machine has a cost, the agent reports now: reports come before any thread gets a CPU (world/README.md §3). So a
 * run without limits and costs equals that of the queue manager alone.
 */
export function* threadReply(
  world: World,
  threads: ThreadWorld,
  id: DeliveryId,
  cause: 'reply' | 'timeout',
): Sliced<void> {
  legArrive(world, id, cause);
  const { pool, agent, over, legs, leg } = get(world.deliveries, id);
  const thread = agentThread(threads, pool, agent);
  const { state } = get(threads.machine.threads, thread);
  if (over === '' || legs[leg]!.cpu > 0 || state !== 'blocked-in-handler' || !costless(threads)) {
    completeWait(threads.machine, thread);
    return;
  }
  agentReturns(threads, pool, agent);
  yield* finish(world, threads, id);
}

function costless({ machine, one }: ThreadWorld): boolean {
  const { switchUs, rewarmUs } = machine.config;
  return switchUs + rewarmUs === 0 && get(one, ONE).background.length === 0;
}

/** The rate delay of an agent is over: it continues with its delivery, or with its next fetch. */
export function threadResume(threads: ThreadWorld, pool: PoolId, agent: AgentId): void {
  completeWait(threads.machine, agentThread(threads, pool, agent));
}

/** SIGKILL: the agent ends, and its delivery is not reported. */
export function threadKill(world: World, threads: ThreadWorld, pool: PoolId, agent: AgentId): void {
  const id = get(world.pools, pool).busy[agent - 1] ?? 0;
  tokensLose(world, threads, pool, agentThread(threads, pool, agent));
  agentExit(threads, pool, agent);
  if (id <= 0) return;
  legAbandon(world, id);
  deliveryOver(world, id, 'killed');
}
