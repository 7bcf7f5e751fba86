import { describe, expect, it } from 'vitest';
import { threadsRow } from '../../src/core/world/threads/project.ts';
import { get, ids } from '../../src/core/tables.ts';
import { AGENT_SCENES } from '../../src/scenes/agents/scenes.ts';
import type { ThreadsSetup } from '../../src/protocol/threads-setup.ts';
import { decodeLink, encodeLink } from '../../src/scenario/link.ts';
import { parseScenario } from '../../src/scenario/schema.ts';
import { runWorld, startWorld } from '../fixtures/run-world.ts';

/**
 * Runs a scene to instant `at` (default: where the page opens it). `change`: settings of the machine that differ from the
 * scene's.
 */
function stateOf(id: string, at?: number, change: Partial<ThreadsSetup> = {}) {
  const item = AGENT_SCENES.find((scene) => scene.id === id);
  if (item?.scenario.threads === undefined) throw new Error(`no scene ${id}`);
  const threads = { ...item.scenario.threads, ...change };
  const { sim } = startWorld({ ...item.scenario, threads });
  runWorld(sim, 200_000, at ?? item.opensAt);
  const row = threadsRow(sim.world, item.scenario.view.transport);
  if (row === null) throw new Error(`no threads in ${id}`);
  return { world: sim.world, row };
}

describe('scenes about agents as threads show what they say', () => {
  it('agents-in-greeting: the process limit is reached, no agent is runnable', () => {
    const { row } = stateOf('agents-in-greeting');
    const silent = row.threads.filter(({ destination }) => destination === 'slow.example');
    expect(silent.every(({ waitsFor }) => waitsFor === 'greeting')).toBe(true);
    expect(silent.length).toBeGreaterThanOrEqual(10);
    expect(row.pool).toMatchObject({ live: 12, max: 12 });
  });

  it('forty-replies: forty runnable together, and the excess leaves at the gate', () => {
    expect(stateOf('forty-replies').row.peak).toBe(40);
    const { row } = stateOf('forty-replies');
    expect(row.group?.limit).toBe(4);
    expect(row.threads.some(({ reason }) => reason === 'gate')).toBe(true);
  });

  it('content-filter: two agents do it all; plain agents crowd the CPUs', () => {
    const { row, world } = stateOf('content-filter', 6_000_000);
    expect(row.peak).toBe(2);
    const agents = new Set([...ids(world.deliveries)].map((id) => get(world.deliveries, id).agent));
    expect(agents.size).toBe(2);
    const plain = stateOf('content-filter', 900_000, { limit: null }).row;
    expect(Math.max(...plain.samples.map(([, runnable]) => runnable))).toBeGreaterThan(6);
  });

  it('warm-agents: eight of ten never get anything', () => {
    const { world } = stateOf('warm-agents', 30_000_000);
    const agents = new Set([...ids(world.deliveries)].map((id) => get(world.deliveries, id).agent));
    expect(world.deliveries.length).toBeGreaterThan(30);
    expect([...agents].sort((a, b) => a - b)).toEqual([1, 2]);
  });

  it('bound-ahead: a letter waits for mail bound before it, not with late binding', () => {
    const placeOfLetter = (prefetch: number): number => {
      const { world } = stateOf('bound-ahead', 60_000_000, { prefetch });
      const rows = [...ids(world.deliveries)].map((id) => get(world.deliveries, id));
      const letter = rows.find(({ queueName }) => queueName === 'friend.example');
      return rows.filter(({ start }) => start >= 2_000_000 && start < (letter?.start ?? 0)).length;
    };
    expect(placeOfLetter(0)).toBeLessThanOrEqual(4);
    expect(placeOfLetter(20)).toBeGreaterThanOrEqual(20);
  });

  it.each(AGENT_SCENES.map((item) => [item.id, item] as const))(
    '%s fits in a link and the schema',
    async (_, item) => {
      expect(parseScenario(item.scenario)).toEqual({ ok: true, value: item.scenario });
      const cursor = { at: 0, step: 0, event: 0, decision: 0 };
      const link = await encodeLink({ scenario: item.scenario, live: [], cursor, branch: 1 });
      expect(await decodeLink(link)).toMatchObject({ ok: true, scenario: item.scenario });
    },
  );
});
