import { describe, expect, test } from 'vitest';
import { nextInstant, position, type Simulation, stepOnce } from '../../src/core/simulation.ts';
import { whyOf } from '../../src/core/why/why.ts';
import { toText } from '../../src/explain/tokens.ts';
import { explainWhy } from '../../src/explain/why.ts';
import { questionOf } from '../../src/panels/explain/why-key.ts';
import { questionsOf } from '../../src/panels/explain/WhyNot.tsx';
import type { MailScenario } from '../../src/protocol/scenario.ts';
import { parseScenario } from '../../src/scenario/schema.ts';
import type { TransportRow, WheelRow } from '../../src/protocol/rows.ts';
import type { WhyQuestion } from '../../src/protocol/why.ts';
import { startWorld } from '../fixtures/run-world.ts';
import { asMail } from '../fixtures/of-kind.ts';

const SECOND = 1_000_000;

function at(scenario: Partial<MailScenario>, instant: number): Simulation {
  const { sim } = startWorld(scenario);
  while ((nextInstant(sim) ?? Number.POSITIVE_INFINITY) <= instant) stepOnce(sim);
  return sim;
}

function text(sim: Simulation, question: WhyQuestion): string {
  return explainWhy(whyOf(sim, question)).map(toText).join(' ');
}

const inject = (instant: number, to: [string, number][]) => ({
  at: instant,
  command: {
    kind: 'message.inject' as const,
    to: to.map(([destination, count]) => ({ destination, count })),
  },
});

const TWO = {
  agents: { smtp: 2 },
  params: { default_destination_recipient_limit: 2, initial_destination_concurrency: 1 },
  servers: { '*': { latency: 4000 } },
  script: [
    inject(0, [
      ['a.example', 8],
      ['b.example', 8],
      ['c.example', 8],
    ]),
    inject(1000, [['d.example', 2]]),
  ],
};

describe('why does an entry not go', () => {
  const entry = (number: number, destination: string): WhyQuestion => ({
    about: 'entry',
    transport: 'smtp',
    number,
    destination,
  });
  const sim = at(TWO, 2 * SECOND);

  test('names its destination first, with the limit and who fills it', () => {
    expect(whyOf(sim, entry(1, 'a.example')).reasons).toEqual([
      { rule: 'entries.window', count: 3, destination: 'a.example', window: 1, busy: 1, by: [1] },
    ]);
  });

  test('names the agents second, then the turn inside the job', () => {
    expect(whyOf(sim, entry(1, 'c.example')).reasons).toEqual([
      { rule: 'entries.agents', count: 4, transport: 'smtp', limit: 2 },
      { rule: 'entry.next', destination: 'c.example' },
    ]);
  });

  test('names the order of the jobs next, with the first rule that keeps the job back', () => {
    const [agents, job, turn] = whyOf(sim, entry(2, 'd.example')).reasons;
    expect([agents?.rule, turn?.rule]).toEqual(['entries.agents', 'entry.next']);
    expect(job?.rule).toMatch(/^job\./);
  });

  test('says that it does not exist', () => {
    expect(text(sim, entry(2, 'a.example'))).toBe('It has no entry for a.example in core.');
    expect(whyOf(sim, entry(9, 'a.example')).reasons).toEqual([{ rule: 'unknown' }]);
  });
});

describe('why has a timer not run', () => {
  test('says where it lies and when that opens, and it runs when announced', () => {
    const sim = at(
      { ...TWO, servers: { '*': { latency: 100, fault: { kind: 'unreachable' } } } },
      2 * SECOND,
    );
    const [reason] = whyOf(sim, { about: 'timer', number: 1 }).reasons;
    if (reason?.rule !== 'timer.waits') throw new Error(JSON.stringify(reason));
    expect(reason.level).toBeGreaterThan(0);
    expect(reason.opens).toBeLessThanOrEqual(reason.due);
    while ((nextInstant(sim) ?? Number.POSITIVE_INFINITY) < reason.due) stepOnce(sim);
    expect(whyOf(sim, { about: 'timer', number: 1 }).reasons[0]?.rule).toBe('timer.waits');
    while (position(sim).at < reason.due + 1) stepOnce(sim);
    expect(text(sim, { about: 'timer', number: 1 })).toBe('Timer 1 is over: it ran, or it was cancelled.');
    expect(whyOf(sim, { about: 'timer', number: 999_999 }).reasons).toEqual([{ rule: 'unknown' }]);
  });
});

describe('questions on offer', () => {
  test('are read back from their keys', () => {
    const keys: [string, WhyQuestion][] = [
      ['job:smtp:4', { about: 'job', transport: 'smtp', number: 4 }],
      ['message:7', { about: 'message', number: 7 }],
      ['entry:smtp:4:[::1]:25', { about: 'entry', transport: 'smtp', number: 4, destination: '[::1]:25' }],
      ['destination:smtp:[::1]:25', { about: 'destination', transport: 'smtp', name: '[::1]:25' }],
      ['transport:smtp', { about: 'transport', name: 'smtp' }],
      ['timer:12', { about: 'timer', number: 12 }],
      ['thread:smtp:3', { about: 'thread', transport: 'smtp', agent: 3 }],
    ];
    for (const [key, question] of keys) expect(questionOf(key)).toEqual(question);
    expect(questionOf('')).toBeNull();
  });

  test('threads are offered only where agents are threads', () => {
    const source = {
      jobs: [],
      transports: new Map(),
      queues: new Map(),
      wheel: null,
      threads: true,
      transport: 'smtp',
      selected: 0,
      asked: '',
    };
    expect(questionsOf(source).flatMap(({ options }) => options)).toEqual([]);
  });

  test('include once, wherever it still exists, what a mark asked about', () => {
    const smtp = { id: 1, name: 'smtp', agentLimit: 100 } as TransportRow;
    const wheel = { tasks: [{ id: 3, label: 'scan' }] } as unknown as WheelRow;
    const keys = (asked: string): string[] =>
      questionsOf({
        jobs: [],
        transports: new Map([[smtp.id, smtp]]),
        queues: new Map(),
        wheel,
        threads: true,
        transport: 'smtp',
        selected: 0,
        asked,
      }).flatMap(({ options }) => options.map(({ key }) => key));
    const usual = keys('');
    for (const asked of ['thread:smtp:90', 'timer:70'])
      expect(keys(asked).toSorted()).toEqual([...usual, asked].toSorted());
    for (const asked of ['thread:smtp:101', 'thread:lmtp:90', 'timer:3', 'thread:smtp:2'])
      expect(keys(asked)).toEqual(usual);
  });
});

describe('why does a thread make no progress', () => {
  const threads = {
    ...TWO,
    agents: { smtp: 4 },
    params: { ...TWO.params, initial_destination_concurrency: 5 },
    threads: { cpus: 1, limit: 1, phases: { end: { waitMs: 500, cpuUs: 900_000 } } },
  };
  const parsed = parseScenario({ version: 1, ...threads });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
  const thread = (agent: number): WhyQuestion => ({ about: 'thread', transport: 'smtp', agent });

  test('each agent of a group has a reason at every instant, and numbers that fit', () => {
    const { sim } = startWorld(asMail(parsed.value));
    const seen = new Set<string>();
    for (let i = 0; i < 400 && stepOnce(sim); i++) {
      for (let agent = 1; agent <= 4; agent++) {
        const [reason] = whyOf(sim, thread(agent)).reasons;
        if (reason === undefined) throw new Error('no reason');
        seen.add(reason.rule);
        expect(text(sim, thread(agent))).toContain(`gent ${agent}`);
      }
    }
    expect([...seen].filter((rule) => !rule.startsWith('thread.'))).toEqual([]);
    expect(seen).toContain('thread.blocked');
    expect(seen).toContain('thread.running');
  });

  test('without threads there is none', () => {
    expect(whyOf(at(TWO, SECOND), thread(1)).reasons).toEqual([{ rule: 'unknown' }]);
  });
});
