import { describe, expect, test } from 'vitest';
import type { Cursor } from '../../src/protocol/frame.ts';
import type { Result } from '../../src/protocol/result.ts';
import type { SavedRun, SessionApi } from '../../src/protocol/session-api.ts';
import type { Scenario } from '../../src/protocol/scenario.ts';
import { coreEngine } from '../../src/worker/kinds/any-engine.ts';
import { createSession } from '../../src/worker/session/session.ts';
import { decodeLink, encodeLink } from '../../src/scenario/link.ts';
import { parseScenario } from '../../src/scenario/schema.ts';
import { checks } from '../../src/worker/kinds/checks.ts';

const SECOND = 1_000_000;

/** A large message and small ones that could preempt it, with one agent and one second per delivery. */
function scenario(): Scenario {
  const inject = (at: number, count: number, destination: string) => ({
    at: at * SECOND,
    command: { kind: 'message.inject', to: [{ destination, count }] },
  });
  const parsed = parseScenario({
    version: 1,
    title: 'Two futures',
    params: {
      smtp_delivery_slot_cost: 2,
      smtp_destination_recipient_limit: 2,
      smtp_initial_destination_concurrency: 20,
    },
    agents: { smtp: 1 },
    servers: { '*': { latency: 1000 } },
    script: [inject(0, 24, 'a.example'), inject(4.5, 2, 'b.example'), inject(6.5, 3, 'c.example')],
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
  return parsed.value;
}

function session(): SessionApi {
  return createSession(coreEngine, {
    now: () => performance.now(),
    turn: () => Promise.resolve(),
    wait: () => Promise.resolve(),
    checks,
  });
}

async function opened(): Promise<SessionApi> {
  const api = session();
  await api.open(scenario());
  return api;
}

async function branchesOf(api: SessionApi) {
  return (await api.ask('timeline', 0, 40 * SECOND, 40)).branches;
}

function idOf(result: Result<number>): number {
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  return result.value;
}

const cost = (value: number, from: 'start' | 'cursor' = 'start') => ({
  name: `slot cost ${value}`,
  commands: [{ kind: 'param.set' as const, name: 'smtp_delivery_slot_cost', value }],
  from,
});

describe('branches', () => {
  test('a command in the past makes one, named after it, with its own density', async () => {
    const api = await opened();
    await api.seek({ at: 12 * SECOND });
    await api.seek({ at: 3 * SECOND });
    await api.command({ kind: 'param.set', name: 'smtp_delivery_slot_cost', value: 5 });
    await api.seek({ at: 10 * SECOND });
    await api.switchBranch(1);
    const [main, other] = await branchesOf(api);
    expect(main).toMatchObject({ id: 1, parent: 0, name: 'main', current: true });
    expect(other).toMatchObject({ id: 2, parent: 1, name: 'smtp_delivery_slot_cost 5', forkAt: 3 * SECOND });
    expect(other?.counts.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(5);
  });

  test('can be renamed, and refuse invalid names', async () => {
    const api = await opened();
    const id = idOf(await api.vary(cost(5)));
    expect(await api.renameBranch(id, '  dear  ')).toMatchObject({ ok: true });
    expect((await branchesOf(api)).map(({ name }) => name)).toEqual(['main', 'dear']);
    expect(await api.renameBranch(id, ' ')).toMatchObject({ ok: false, errors: [{ field: 'name' }] });
    expect(await api.renameBranch(99, 'x')).toMatchObject({ ok: false, errors: [{ field: 'branch' }] });
  });

  test('can be deleted: a shown one gives way to its parent, the first one stays', async () => {
    const api = await opened();
    const id = idOf(await api.vary(cost(5)));
    await api.switchBranch(id);
    await api.seek({ at: 9 * SECOND });
    expect(await api.deleteBranch(id)).toMatchObject({ ok: true });
    expect(await branchesOf(api)).toMatchObject([{ id: 1, current: true }]);
    expect(await api.switchBranch(id)).toMatchObject({ ok: false });
    expect(await api.deleteBranch(1)).toMatchObject({ ok: false });
  });

  test('can be deleted while a branch that forked from them stays', async () => {
    const api = await opened();
    const first = idOf(await api.vary(cost(5)));
    await api.switchBranch(first);
    await api.seek({ at: 8 * SECOND });
    const second = idOf(await api.vary(cost(3, 'cursor')));
    await api.switchBranch(second);
    await api.seek({ at: 20 * SECOND });
    const before = await api.ask('hash');
    await api.deleteBranch(first);
    await api.seek({ at: 0 });
    await api.seek({ at: 20 * SECOND });
    expect(await api.ask('hash')).toBe(before);
    expect((await branchesOf(api)).map(({ id }) => id)).toEqual([1, second]);
  });
});

describe('a variation', () => {
  test('gets the same mail at the same instants, including mail injected by hand', async () => {
    const api = await opened();
    await api.seek({ at: 7.25 * SECOND });
    await api.command({ kind: 'message.inject', to: [{ destination: 'd.example', count: 4 }] });
    await api.seek({ at: 30 * SECOND });
    const id = idOf(await api.vary(cost(0)));
    await api.switchBranch(id);
    await api.seek({ at: 60 * SECOND });
    const arrivals = (await api.ask('events', 1, 10_000, ['message.injected'])).map(({ at, event }) => [
      at,
      event,
    ]);
    await api.switchBranch(1);
    await api.seek({ at: 60 * SECOND });
    const main = (await api.ask('events', 1, 10_000, ['message.injected'])).map(({ at, event }) => [
      at,
      event,
    ]);
    expect(arrivals).toEqual(main);
    expect(main).toHaveLength(4);
  });

  test('is found again instead of made twice, and takes only settings', async () => {
    const api = await opened();
    const id = idOf(await api.vary(cost(5)));
    expect(idOf(await api.vary(cost(5)))).toBe(id);
    expect(idOf(await api.vary(cost(4)))).not.toBe(id);
    const mail = { kind: 'message.inject' as const, to: [{ destination: 'x.example', count: 1 }] };
    expect(await api.vary({ name: 'x', commands: [mail], from: 'start' })).toMatchObject({ ok: false });
  });

  test('without a difference has the same log as the run', async () => {
    const api = await opened();
    await api.seek({ at: 5 * SECOND });
    await api.command({ kind: 'message.inject', to: [{ destination: 'd.example', count: 4 }] });
    await api.seek({ at: 25 * SECOND });
    const ids = (await api.ask('events', 1, 10_000, ['entry.selected'])).map(({ at, event }) => [at, event]);
    const id = idOf(await api.vary(cost(2)));
    await api.switchBranch(id);
    await api.seek({ at: 25 * SECOND });
    expect(
      (await api.ask('events', 1, 10_000, ['entry.selected'])).map(({ at, event }) => [at, event]),
    ).toEqual(ids);
  });
});

test('a branch under the other feedback rule says so where it explains feedback', async () => {
  const api = await opened();
  const commands = [{ kind: 'feedback.set' as const, rule: 'documented' as const }];
  const id = idOf(await api.vary({ name: 'documented', commands, from: 'start' }));
  const ruleOf = async (branch: number): Promise<string | undefined> => {
    await api.switchBranch(branch);
    await api.seek({ at: 10 * SECOND });
    return (await api.ask('feedback', 'smtp', 'a.example', 10))?.rule;
  };
  expect([await ruleOf(1), await ruleOf(id)]).toEqual(['shipped', 'documented']);
});

describe('a link', () => {
  test('carries nine branches, including their names and future commands', async () => {
    const api = await opened();
    await api.seek({ at: 6 * SECOND });
    await api.command({ kind: 'message.inject', to: [{ destination: 'd.example', count: 4 }] });
    for (const value of [0, 3, 4, 5, 6]) await api.vary(cost(value));
    await api.switchBranch(3);
    await api.seek({ at: 9 * SECOND });
    for (const value of [7, 8, 9]) await api.vary(cost(value, 'cursor'));
    await api.deleteBranch(5);
    await api.renameBranch(3, 'three');
    const saved = await api.save();
    const again = session();
    await reopen(again, saved);
    expect((await branchesOf(again)).map(({ id, name }) => [id, name])).toEqual(
      (await branchesOf(api)).map(({ id, name }) => [id, name]),
    );
    expect((await branchesOf(again)).length).toBe(8);
    for (const { id } of await branchesOf(api)) {
      const hash = async (one: SessionApi): Promise<string> => {
        await one.switchBranch(id);
        await one.seek({ at: 40 * SECOND });
        return one.ask('hash');
      };
      expect(await hash(again)).toBe(await hash(api));
    }
  });

  test('is refused when a branch leaves one that does not exist', async () => {
    const api = await opened();
    await api.vary(cost(5));
    const saved = await api.save();
    const branches = saved.branches?.map((branch) => branch && { ...branch, parent: branch.parent && 7 });
    const link = await decodeLink(await encodeLink({ ...saved, branches: branches ?? [] }));
    expect(link).toMatchObject({ ok: false, reason: 'invalid' });
  });
});

async function reopen(api: SessionApi, saved: SavedRun): Promise<Result<Cursor>> {
  const link = await decodeLink(await encodeLink(saved));
  if (!link.ok) throw new Error(link.detail);
  return api.open(link.scenario, link.live, { event: link.event }, link.tree);
}
