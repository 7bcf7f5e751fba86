import { describe, expect, it } from 'vitest';
import { capture, createStore, get, restore } from '../../src/core/tables.ts';
import { FREE_MACHINE, type MachineConfig } from '../../src/core/threads/config.ts';
import {
  addTransport,
  addWorker,
  completeWait,
  fetchNext,
  nextQuestion,
  pendingTokens,
  postToken,
  type Question,
  setTransportLimit,
  type TransportParts,
  withdrawToken,
} from '../../src/core/threads/host.ts';
import { checkMachine } from '../../src/core/threads/invariants.ts';
import {
  machineAdvance,
  machineNextDue,
  machineSchedule,
  machineStep,
} from '../../src/core/threads/machine.ts';
import { createMachine, type Machine, machineNow, SILENT_PORT } from '../../src/core/threads/tables.ts';
import { exitThread } from '../../src/core/threads/thread.ts';
import { handWork } from '../../src/core/threads/workers.ts';

interface World {
  m: Machine;
  smtp: TransportParts;
  /** One line for each answered question: "instant agent question token". */
  log: string[];
}

function createWorld(config: Partial<MachineConfig>, limit: number | null, workers: number): World {
  const m = createMachine(createStore(), { ...FREE_MACHINE, ...config }, SILENT_PORT);
  const smtp = addTransport(m, { name: 'smtp', transport: 1, limit, maxWorkers: 100 });
  if (!smtp.ok) throw new Error('transport');
  for (let i = 1; i <= workers; i++) addWorker(m, smtp.value, `agent ${i}`, i);
  return { m, smtp: smtp.value, log: [] };
}

/**
 * Answers an agent's question: takes its token, waits as long as the tag says (0 = until completed), and lets it fetch again.
 */
function serve(world: World, q: Question): void {
  const { m, log, smtp } = world;
  const [token] = q.items;
  log.push(`${machineNow(m)} ${q.owner} ${q.ask}${token ? ` ${token.tag}` : ''}`);
  if (token) handWork(m, q.thread, [{ cpu: 0 }, { block: token.tag || null, why: 'connect' }, { cpu: 0 }]);
  else fetchNext(m, q.thread, smtp);
}

/** Runs everything that is due up to and including `at`, one step at a time. */
function runTo(world: World, at: number): void {
  const { m } = world;
  for (let due = machineNextDue(m); due !== null && due.at <= at; due = machineNextDue(m)) {
    machineStep(m);
    for (let q = nextQuestion(m); q !== null; q = nextQuestion(m)) serve(world, q);
    checkMachine(m);
  }
  machineAdvance(m, at);
}

describe('a host whose agents are threads', () => {
  it('loses no time when the limit is the process limit and CPUs cost nothing', () => {
    // One CPU, 20 agents, and 15 tokens at one instant: the newest waiting agents take all tokens at that instant, in the
    // order in which the tokens were posted.
    const world = createWorld({ instantOrder: 'kinds' }, 20, 20);
    runTo(world, 1_000);
    for (let tag = 1; tag <= 15; tag++) postToken(world.m, world.smtp, tag);
    runTo(world, 1_000);
    expect(world.log).toEqual(Array.from({ length: 15 }, (_, i) => `1000 ${20 - i} fetched ${i + 1}`));
    runTo(world, 1_015);
    expect(world.log.slice(15)).toEqual(
      Array.from({ length: 15 }, (_, i) => `${1001 + i} ${20 - i} handled`),
    );
  });

  it('takes a token at the instant when an agent becomes free', () => {
    const world = createWorld({}, 1, 1);
    runTo(world, 0);
    postToken(world.m, world.smtp, 500);
    postToken(world.m, world.smtp, 7);
    runTo(world, 2_000);
    expect(world.log).toEqual(['0 1 fetched 500', '500 1 handled', '500 1 fetched 7', '507 1 handled']);
  });

  it('gives the place of a waiting agent to the next, and overshoots when both return', () => {
    const world = createWorld({ cpus: 2 }, 1, 2);
    const { m, smtp } = world;
    runTo(world, 10);
    postToken(m, smtp, 0);
    runTo(world, 10);
    expect(get(m.groups, smtp.group).runnable).toBe(0);
    expect(completeWait(m, 2)).toBe(true);
    expect(completeWait(m, 2)).toBe(false);
    runTo(world, 20);
    expect(world.log).toEqual(['10 2 fetched 0', '10 2 handled']);
  });

  it('withdraws tokens that no thread has taken, and reports what is pending', () => {
    const world = createWorld({}, null, 0);
    const { m, smtp } = world;
    postToken(m, smtp, 1);
    postToken(m, smtp, 2);
    expect(pendingTokens(m, smtp)).toBe(2);
    expect(withdrawToken(m, smtp)).toBe(true);
    expect(withdrawToken(m, smtp)).toBe(true);
    expect(withdrawToken(m, smtp)).toBe(false);
    expect(machineNextDue(m)).toBeNull();
  });

  it('ranks ends of waits before its own alarms, and those before CPUs, when asked', () => {
    const world = createWorld({ instantOrder: 'kinds', cpus: 4 }, 4, 2);
    const { m, smtp } = world;
    runTo(world, 0);
    machineSchedule(m, 50, 1);
    postToken(m, smtp, 50);
    const kinds: string[] = [];
    for (let due = machineNextDue(m); due !== null && due.at <= 50; due = machineNextDue(m)) {
      const stepped = machineStep(m);
      if (stepped?.at === 50) kinds.push(stepped.kind);
      for (let q = nextQuestion(m); q !== null; q = nextQuestion(m)) serve(world, q);
    }
    expect(kinds).toEqual(['thread.unblock', 'host', 'cpu.start']);
  });

  it('continues from a keyframe between steps, with an agent in each kind of wait', () => {
    const world = createWorld({ cpus: 2 }, 1, 4);
    const { m, smtp } = world;
    runTo(world, 10);
    for (const tag of [30, 0, 20, 5]) postToken(m, smtp, tag);
    runTo(world, 12);
    const keyframe = capture(m.one.store);
    const before = world.log.length;
    runTo(world, 100);
    const after = world.log.slice(before);
    restore(m.one.store, keyframe);
    world.log.length = before;
    runTo(world, 100);
    expect(world.log.slice(before)).toEqual(after);
    expect(after.length).toBeGreaterThan(0);
  });

  it('ends an agent that is asked for nothing more', () => {
    const world = createWorld({}, 2, 1);
    const { m, smtp } = world;
    runTo(world, 0);
    postToken(m, smtp, 1);
    machineStep(m);
    const q = nextQuestion(m);
    expect(q?.ask).toBe('fetched');
    exitThread(m, q?.thread ?? 0);
    expect(nextQuestion(m)).toBeNull();
    checkMachine(m);
    expect(get(m.pools, smtp.pool).live).toBe(0);
  });

  it('returns bad numbers as errors, and answers only what was asked', () => {
    const world = createWorld({}, 1, 1);
    const bad = addTransport(world.m, { name: 'x', transport: 2, limit: -1, maxWorkers: 1.5 });
    expect(bad).toEqual({
      ok: false,
      errors: [
        { field: 'limit', value: '-1', accepted: 'a whole number from 0 to 1048576' },
        { field: 'maxWorkers', value: '1.5', accepted: 'a whole number from 0 to 1048576' },
      ],
    });
    expect(setTransportLimit(world.m, world.smtp, 1_048_577).ok).toBe(false);
    expect(() => handWork(world.m, 1, [])).toThrow('has not asked');
    expect(() => machineAdvance(world.m, 5)).toThrow('cannot advance');
  });
});
