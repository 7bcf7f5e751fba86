import { describe, expect, test } from 'vitest';
import { createReport, type Figures } from '../../src/cli/run-report.ts';
import { stateFigures, type StateFigures } from '../../src/cli/run-state.ts';
import { createSimulation, nextInstant, position, stepOnce } from '../../src/core/simulation.ts';
import { MAIL_SCENES } from '../../src/scenes/mail/index.ts';
import type { CoreEvent } from '../../src/protocol/events.ts';
import type { MailScenario } from '../../src/protocol/scenario.ts';
import { encodeLink } from '../../src/scenario/link.ts';

/** Statements in the texts of scenes must be true in the runs of these scenes. */

interface Run {
  figures: Figures;
  state: StateFigures;
  events: { at: number; event: CoreEvent }[];
}

function run(id: string, until = 3600, params: MailScenario['params'] = {}): Run {
  const item = MAIL_SCENES.find((scene) => scene.id === id);
  if (item === undefined) throw new Error(`no ${id}`);
  const scenario = { ...item.scenario, params: { ...item.scenario.params, ...params } };
  const report = createReport(scenario, () => {});
  const events: Run['events'] = [];
  const sim = createSimulation(scenario, {
    ...report.sink,
    event: (at, step, event) => {
      report.sink.event(at, step, event);
      events.push({ at: at / 1e6, event });
    },
  });
  for (let next = nextInstant(sim); next !== null && next <= until * 1e6; next = nextInstant(sim)) {
    stepOnce(sim);
  }
  return {
    figures: report.figures(position(sim), nextInstant(sim) === null),
    state: stateFigures({ sim, transport: scenario.view.transport }),
    events,
  };
}

function windows({ events }: Run, name: string): number[] {
  const ids = new Set<number>();
  const found: number[] = [];
  for (const { event } of events) {
    if (event.kind === 'queue.created' && event.name === name) ids.add(event.queue);
    if (event.kind === 'queue.window' && ids.has(event.queue)) found.push(event.to);
  }
  return found;
}

function deaths({ events }: Run): { at: number; name: string }[] {
  return events.flatMap(({ at, event }) => (event.kind === 'queue.dead' ? [{ at, name: event.name }] : []));
}

function failedShare({ events }: Run, transport: string): number {
  const ids = new Set<number>();
  let all = 0;
  let failed = 0;
  for (const { event } of events) {
    if (event.kind === 'transport.created' && event.name === transport) ids.add(event.transport);
    if (event.kind !== 'delivery.ended' || !ids.has(event.transport)) continue;
    all++;
    if (event.result === 'site-fail') failed++;
  }
  return (failed / all) * 100;
}

/** Returns the seconds from arrival to the first delivery slot, for all messages but the first. */
function waits({ figures }: Run): number[] {
  return figures.messages.slice(1).map((m) => (m.firstSlot ?? Number.POSITIVE_INFINITY) - m.injected);
}

const doneAt = ({ events }: Run): number[] =>
  events.flatMap(({ at, event }) =>
    event.kind === 'message.done' && event.result === 'removed' ? [at] : [],
  );

test('every link is at most 600 characters, including its opening view', async () => {
  for (const { id, scenario, opensWith } of MAIL_SCENES) {
    const cursor = { step: 9_999, at: 0, event: 9_999, decision: 0 };
    const link = await encodeLink({ scenario, live: [], cursor, branch: 1 }, opensWith);
    expect(link.length, id).toBeLessThanOrEqual(600);
  }
});

describe('feedback', () => {
  test('1 has half of the connections refused, 1/√N fewer, 1/N a sixth', () => {
    const early = run('three-feedbacks', 18);
    expect(failedShare(early, 'smtp')).toBeCloseTo(50, -1);
    expect(failedShare(early, 'relay')).toBeCloseTo(100 / 6, -1);
    const root = failedShare(early, 'bulk');
    expect(root).toBeGreaterThan(failedShare(early, 'relay'));
    expect(root).toBeLessThan(failedShare(early, 'smtp'));
  });

  test('with one machine in four broken 1/N stays low and 1/4 climbs to 13', () => {
    const half = run('load-balancer', 60);
    expect(Math.max(...windows(half, 'by-window.example'))).toBeLessThanOrEqual(6);
    expect(Math.max(...windows(half, 'by-quarter.example'))).toBe(13);
  });
});

describe('outages', () => {
  test('a destination dies after two cohorts, and revives after 300 s with window 5', () => {
    const whole = run('dead-and-back', 330);
    const [death] = deaths(whole);
    expect(death?.at).toBeCloseTo(8.3, 1);
    const revived = whole.events.find(({ event }) => event.kind === 'queue.revived');
    expect(revived?.at).toBe(308);
    expect(windows(whole, 'b.example')).toContain(5);
  });

  test('with a limit of one cohort, 15 ms kill a destination at the 13th failure', () => {
    const whole = run('cohort-limit', 10);
    expect(deaths(whole).map(({ name }) => name)).toEqual(['one.example']);
    const at = deaths(whole)[0]?.at ?? 0;
    const down = windows(run('cohort-limit', at), 'one.example').filter((w, i, all) => w < (all[i - 1] ?? 0));
    // Twelve failures lower the window; the thirteenth kills the destination.
    expect(down).toHaveLength(12);
    expect(windows(whole, 'five.example')).toContain(1);
    const five = whole.figures.messages[1];
    expect((five?.lastSlot ?? 0) - 3.2).toBeLessThan(3.3);
  });

  test('a server back at 620 s is retried at 900 and 1,200 s, or within 10 s by a flush', () => {
    const natural = doneAt(run('outage-natural')).filter((at) => at > 700);
    expect(natural.filter((at) => at < 1000)).toHaveLength(20);
    expect(natural.filter((at) => at >= 1200)).toHaveLength(20);
    const flush = doneAt(run('outage-flush')).filter((at) => at > 620);
    expect(flush.filter((at) => at > 630 && at < 641)).toHaveLength(41);
  });
});

describe('limits', () => {
  test('a rate delay makes the window 1; without a cohort limit one failure defers all', () => {
    const early = run('rate-delay', 5.6);
    // Of the deferred recipients, fifteen belong to one destination and one belongs to the second destination.
    expect(early.state.mail.deferred).toBe(16);
    const waiting = (name: string) => early.state.destinations.find((d) => d.name === name);
    expect(waiting('one.example')).toMatchObject({ todo: 0, busy: 0 });
    expect(waiting('ten.example')).toMatchObject({ todo: 14 });
    expect(deaths(early).map(({ name }) => name)).toEqual(['one.example']);
    expect(Math.max(...early.state.destinations.map((d) => d.window))).toBe(1);
  });

  test('recipient limit 1: twelve destinations concurrently, against two connections', () => {
    const { state } = run('recipient-limit-one', 1);
    expect(state.destinations.filter((d) => d.transport === 'relay')).toHaveLength(12);
    expect(state.transports.map((t) => [t.name, t.agentsBusy])).toEqual([
      ['smtp', 2],
      ['relay', 12],
    ]);
  });

  test('a slow destination takes four agents, and no other message waits over a second', () => {
    const { state, events } = run('slow-neighbour', 14);
    expect(state.destinations.find((d) => d.name === 'slow.example')).toMatchObject({ busy: 4, window: 4 });
    expect(events.some(({ event }) => event.kind === 'job.blocked')).toBe(true);
    const others = state.destinations.filter((d) => d.name !== 'slow.example');
    expect(others.every((d) => d.todo === 0)).toBe(true);
  });
});

describe('memory', () => {
  test('8 in core (1 + 5 + 2) on 9 + 3 slots: four more are read, all for relay', () => {
    expect(run('sponsors', 3).state.memory.messages[0]).toMatchObject({
      recipientCount: 8,
      recipientSlots: 12,
      unread: 18,
    });
    const jobs = run('sponsors', 7).state.memory.messages[0]?.jobs ?? [];
    expect(jobs.map((job) => [job.transport, job.recipientCount, job.recipientSlots])).toEqual(
      expect.arrayContaining([
        ['relay', 9, 5],
        ['bulk', 2, 0],
      ]),
    );
  });

  test('a job that preempts with unread recipients gets half of the 16 extra slots', () => {
    const [pool] = run('extra-slots', 5.5).state.memory.pools;
    expect(pool).toMatchObject({ extraLimit: 16, unused: -8 });
    expect(pool?.jobs.find((job) => job.number === 2)?.recipientSlots).toBe(8);
  });

  test('the active queue is full, and mail that could go waits in incoming', () => {
    const { state, figures } = run('active-full', 30);
    expect(state.mail).toMatchObject({ active: 20, deferred: 0 });
    expect(state.mail.incoming).toBeGreaterThan(40);
    expect(
      figures.messages.filter((m) => m.result === 'in the queue' && m.firstSlot === null).length,
    ).toBeGreaterThan(40);
  });
});

describe('a list and letters', () => {
  test('a letter waits 26 s at most at cost 5, 3.1 s at cost 2, 0.5 s separately', () => {
    expect(Math.max(...waits(run('list-and-resets')))).toBeCloseTo(26, 0);
    expect(Math.max(...waits(run('list-and-resets', 3600, { default_delivery_slot_cost: 2 })))).toBeLessThan(
      3.1,
    );
    expect(Math.max(...waits(run('list-apart')))).toBeLessThan(0.5);
  });
});
