import { describe, expect, it } from 'vitest';
import { AREA_BOX, areaLayout, areaWords } from '../../src/panels/threads/area-layout.ts';
import { holdOf, holdWords, processLimitHolds } from '../../src/explain/thread-holds.ts';
import { phaseDraft, readPhases } from '../../src/panels/threads/PhaseEditor.tsx';
import { threadsHeading } from '../../src/panels/threads/ThreadsPanel.tsx';
import { evaluate } from '../../src/core/inspect/evaluate.ts';
import { applyCommand, type Simulation } from '../../src/core/simulation.ts';
import { whyOf } from '../../src/core/why/why.ts';
import type { Token } from '../../src/explain/tokens.ts';
import { explainWhy } from '../../src/explain/why.ts';
import { parseExpression } from '../../src/scenario/expression.ts';
import { threadsRow } from '../../src/core/world/threads/project.ts';
import type { ThreadsRow, ThreadToken } from '../../src/protocol/threads-view.ts';
import type { ThreadsSetup } from '../../src/protocol/threads-setup.ts';
import type { ScriptedCommand } from '../../src/protocol/commands.ts';
import type { MailScenario } from '../../src/protocol/scenario.ts';
import { DEFAULT_THREADS } from '../../src/scenario/threads-defaults.ts';
import { runWorld, startWorld } from '../fixtures/run-world.ts';

describe('the area of the count', () => {
  it('has one column per change, red only above the limit, the last at the right edge', () => {
    const picture = areaLayout([
      [0, 1, 2, 0],
      [500, 3, 2, 1],
      [500, 2, 2, 0],
    ]);
    expect(picture.most).toBe(3);
    expect(picture.columns.map(({ runnable }) => runnable)).toEqual([1, 3, 2]);
    const last = picture.columns.at(-1);
    expect((last?.x ?? 0) + (last?.width ?? 0)).toBeCloseTo(AREA_BOX.width);
    expect(picture.over.match(/M/g)).toHaveLength(1);
    expect([picture.from, picture.to]).toEqual([0, 500]);
  });

  it('draws no limit and nothing over it without a group', () => {
    const picture = areaLayout([[0, 5, -1, 0]]);
    expect([picture.over, picture.limit]).toEqual(['', '']);
    expect(areaWords([[0, 5, -1, 0]])).toBe(
      'runnable threads over the last 1 changes: 5 now, no limit, over it in 0',
    );
  });

  it('is empty before the first change', () => {
    expect(areaLayout([])).toMatchObject({ columns: [], area: '', from: -1 });
    expect(areaWords([])).toBe('runnable threads: none so far');
  });
});

/** Five agents, one CPU, one destination. After the reply, an agent computes for 10 ms. */
function rowAt(at: number, threads: Partial<ThreadsSetup>, more: Partial<MailScenario> = {}) {
  const { sim } = startWorld({
    agents: { smtp: 5 },
    servers: { '*': { latency: 100 } },
    params: { smtp_destination_recipient_limit: 2, smtp_initial_destination_concurrency: 5 },
    threads: {
      ...DEFAULT_THREADS,
      cpus: 1,
      slices: 'none',
      initial: null,
      phases: { end: { cpuUs: 10_000 } },
      ...threads,
    },
    script: [{ at: 0, command: { kind: 'message.inject', to: [{ destination: 'a.example', count: 40 }] } }],
    ...more,
  });
  runWorld(sim, 20_000, at);
  const row = threadsRow(sim.world, 'smtp');
  if (row === null) throw new Error('no threads');
  return { sim, row };
}

const agent = (row: ThreadsRow, owner: number): ThreadToken => {
  const token = row.threads.find((thread) => thread.owner === owner);
  if (token === undefined) throw new Error(`no agent ${owner}`);
  return token;
};

describe('which limit holds an agent', () => {
  it('is none while it waits for its server, outside the count', () => {
    const { row } = rowAt(50_000, {});
    const hold = holdOf(agent(row, 1), row);
    expect(hold).toMatchObject({ by: 'server', destination: 'a.example', phase: 'end' });
    expect(holdWords(hold).sentence).toContain(
      'It waits for a.example (end), until 10:00.00 at most. Its delivery stays in flight and its process in use, but it does not count as runnable.',
    );
    expect(row.group?.runnable).toBe(0);
    expect(row.pool).toMatchObject({ live: 5, busy: 5, max: 5 });
    expect(threadsHeading(row)).toBe('0 runnable, limit 1');
  });

  it('is the number of CPUs in the run queue, whatever the concurrency value', () => {
    // Five replies come at the same instant: all five agents are runnable, and four of them wait for the CPU.
    const { row } = rowAt(101_000, {});
    expect(row.group).toMatchObject({ runnable: 5, limit: 1, available: -4 });
    const queued = row.threads.find(({ state }) => state === 'ready');
    expect(queued && holdOf(queued, row)).toMatchObject({ by: 'cpus', place: 1, online: 1 });
    expect(row.samples.at(-1)?.[1]).toBe(5);
    expect(row.peak).toBe(5);
  });

  it('is the concurrency value at the gate', () => {
    const { row } = rowAt(130_000, {});
    const gated = row.threads.find(({ reason }) => reason === 'gate');
    const hold = gated && holdOf(gated, row);
    expect(hold).toMatchObject({ by: 'value', limit: 1 });
    expect(hold && holdWords(hold).limit).toBe('concurrency value');
  });

  it('is the window when entries wait and nothing is selectable', () => {
    const params = { smtp_destination_recipient_limit: 2, smtp_initial_destination_concurrency: 1 };
    const { row } = rowAt(50_000, {}, { params });
    const waiting = row.threads.find(({ state }) => state === 'blocked-in-fetch');
    expect(waiting && holdOf(waiting, row)).toEqual({ by: 'window', todo: 19, destinations: ['a.example'] });
    expect(processLimitHolds(row)).toBe(false);
  });

  it('is the process limit for an agent that does not exist', () => {
    const { row } = rowAt(
      50_000,
      {},
      {
        params: { smtp_destination_recipient_limit: 2, smtp_initial_destination_concurrency: 20 },
      },
    );
    expect(processLimitHolds(row)).toBe(true);
  });

  it('is named for stopped agents and page faults', () => {
    const { sim } = rowAt(101_000, {});
    const now = threadsRow(sim.world, 'smtp') as ThreadsRow;
    const running = now.threads.find(({ state }) => state === 'running') as ThreadToken;
    const ready = now.threads.find(({ state }) => state === 'ready') as ThreadToken;
    const target = (token: ThreadToken) => ({ transport: 'smtp', agent: token.owner });
    expect(applyCommand(sim, { kind: 'threads.fault', ...target(running), ms: 5 }).ok).toBe(true);
    expect(applyCommand(sim, { kind: 'threads.stop', ...target(ready) }).ok).toBe(true);
    const after = threadsRow(sim.world, 'smtp') as ThreadsRow;
    expect(holdOf(agent(after, running.owner), after)).toEqual({ by: 'fault' });
    expect(holdOf(agent(after, ready.owner), after)).toEqual({ by: 'stopped' });
  });
});

describe('commands about threads', () => {
  const refusal = (command: Parameters<typeof applyCommand>[1]) => {
    const { sim } = rowAt(50_000, {});
    const result = applyCommand(sim, command);
    return result.ok ? 'taken' : `${result.errors[0]?.field}: ${result.errors[0]?.accepted}`;
  };
  it.each([
    [{ kind: 'threads.limit', transport: 'smtp', limit: -1 }, 'limit: a whole number from 0 to 1 048 576'],
    [
      { kind: 'threads.limit', transport: 'smtp', limit: 1_048_577 },
      'limit: a whole number from 0 to 1 048 576',
    ],
    [{ kind: 'threads.limit', transport: 'nobody', limit: 1 }, 'transport: a transport that has agents'],
    [{ kind: 'threads.cpus', cpus: 0 }, 'cpus: a whole number from 1 to 4 096'],
    [{ kind: 'threads.kill', transport: 'smtp', agent: 9 }, 'agent: the number of a live agent'],
    [{ kind: 'threads.continue', transport: 'smtp', agent: 1 }, 'agent: a stopped agent'],
    [
      { kind: 'threads.add', transport: 'smtp', count: 1 },
      'count: no more agents: the process limit is reached',
    ],
    [{ kind: 'threads.limit', transport: 'smtp', limit: 0 }, 'taken'],
  ] as const)('$0: $1', (command, answer) => {
    expect(refusal(command)).toBe(answer);
  });

  it('are refused in a run whose agents are not threads', () => {
    const { sim } = startWorld({});
    const result = applyCommand(sim, { kind: 'threads.cpus', cpus: 2 });
    expect(result).toMatchObject({
      ok: false,
      errors: [{ field: 'kind', accepted: 'a run whose agents are threads' }],
    });
  });

  it('raising the limit above the count releases one waiter, in a deficit none', () => {
    // At 130 ms, two agents have reported and are held at the gate. Three are runnable, although the concurrency value is 1.
    const at130 = () => rowAt(130_000, {});
    expect(at130().row.group).toMatchObject({ runnable: 3, limit: 1 });
    const deficit = at130().sim;
    applyCommand(deficit, { kind: 'threads.limit', transport: 'smtp', limit: 3 });
    expect(threadsRow(deficit.world, 'smtp')?.group).toMatchObject({ runnable: 3, limit: 3 });
    const room = at130().sim;
    applyCommand(room, { kind: 'threads.limit', transport: 'smtp', limit: 5 });
    expect(threadsRow(room.world, 'smtp')?.group).toMatchObject({ runnable: 4, limit: 5 });
  });
});

describe('questions about a run with threads', () => {
  const asked = (sim: Simulation, text: string): number => {
    const parsed = parseExpression(text);
    return parsed.ok ? evaluate(sim, parsed.expression, 'smtp') : Number.NaN;
  };

  it('can be asked of the count and of what is above its limit', () => {
    const { sim } = rowAt(130_000, {});
    expect([asked(sim, 'runnable'), asked(sim, 'overshoot')]).toEqual([3, 2]);
    expect(asked(startWorld({}).sim, 'runnable')).toBe(0);
  });

  it('are answered with the concurrency value where it holds the entries', () => {
    const { sim } = rowAt(130_000, {});
    const { reasons } = whyOf(sim, { about: 'transport', name: 'smtp' });
    expect(reasons).toContainEqual({ rule: 'transport.runnable', pending: 2, runnable: 3, limit: 1 });
    const message = whyOf(sim, { about: 'message', number: 1 });
    expect(message.reasons.map(({ rule }) => rule)).not.toContain('entries.agents');
    const text = explainWhy(whyOf(sim, { about: 'transport', name: 'smtp' }))
      .map(plainText)
      .join(' ');
    expect(text).toContain('3 of at most 1 of its agents are runnable');
  });
});

function plainText(tokens: readonly Token[]): string {
  return tokens
    .map((token) => ('text' in token ? token.text : 'mono' in token ? token.mono : `[${token.chip}]`))
    .join('');
}

describe('late binding and prefetch', () => {
  it('posts tokens bound to nothing, as many as there are agents without work', () => {
    const { row } = rowAt(50_000, { limit: 0, initial: 1, growBy: 0 });
    // The only agent is busy. The process limit would allow four more.
    expect(row.pending).toHaveLength(4);
    expect(row.pending.every(({ number, name }) => number === 0 && name === 'token')).toBe(true);
  });

  it('with prefetch binds entries ahead, which keep their place before later mail', () => {
    const inject = (at: number, destination: string, count: number): ScriptedCommand => ({
      at,
      command: { kind: 'message.inject', to: [{ destination, count }] },
    });
    const script = [inject(0, 'a.example', 40), inject(20_000, 'b.example', 2)];
    const params = {
      smtp_destination_recipient_limit: 2,
      smtp_initial_destination_concurrency: 20,
      smtp_delivery_slot_cost: 2,
      smtp_minimum_delivery_slots: 1,
      smtp_delivery_slot_loan: 3,
    };
    const order = (prefetch: number): number => {
      const { sim } = rowAt(10_000_000, { initial: 1, growBy: 0, prefetch }, { script, params });
      let at = 0;
      for (let id = 1; id < sim.world.deliveries.length; id++) {
        const row = sim.world.deliveries.pages[0]?.rows[id];
        if (row?.queueName === 'b.example') at = id;
      }
      return at;
    };
    expect(order(4)).toBeGreaterThan(order(0));
  });
});

describe('steps of a delivery in a form', () => {
  it('convert to text and back', () => {
    const table = { connect: { waitMs: [20, 80] as [number, number], cpuUs: 200 }, end: { cpuUs: 1_500 } };
    const draft = phaseDraft(table);
    expect(draft.connect).toEqual({ wait: '20–80', cpu: '0.2' });
    expect(readPhases(draft)).toEqual({ ok: true, value: table });
  });

  it.each(['-5', '80–20', 'soon', '1–2–3', '0.5'])('refuses %s as a wait and names the field', (text) => {
    const draft = { ...phaseDraft({}), data: { wait: text, cpu: '' } };
    expect(readPhases(draft)).toMatchObject({ ok: false, errors: [{ field: 'data.wait', value: text }] });
  });
});
