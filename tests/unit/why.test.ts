import { asMail } from '../fixtures/of-kind.ts';
import { describe, expect, it } from 'vitest';
import { nextInstant, position, stepOnce } from '../../src/core/simulation.ts';
import { whyOf } from '../../src/core/why/why.ts';
import { toText } from '../../src/explain/tokens.ts';
import { explainWhy } from '../../src/explain/why.ts';
import { galleryItem } from '../../src/scenes/gallery.ts';
import type { MailScenario } from '../../src/protocol/scenario.ts';
import type { WhyQuestion } from '../../src/protocol/why.ts';
import { startWorld } from '../fixtures/run-world.ts';

function before(scenario: Partial<MailScenario>, n: number): ReturnType<typeof startWorld>['sim'] {
  const probe = startWorld(scenario).sim;
  while (position(probe).decision < n && stepOnce(probe));
  const { sim } = startWorld(scenario);
  while (position(sim).step < position(probe).step - 1) stepOnce(sim);
  return sim;
}

function job(number: number): WhyQuestion {
  return { about: 'job', transport: 'smtp', number };
}

const TEN_TWO_TWO = asMail(galleryItem('ten-two-two')?.scenario);

describe('why not this job?', () => {
  it('names the missing slots, and how many entries bring them', () => {
    // The example 10-2-2 without a discount: before the third slot, job 1 has earned two units, which is one slot. Job 2
    // needs two slots.
    const answer = whyOf(before(TEN_TWO_TWO, 3), job(2));
    expect(answer.reasons).toEqual([
      { rule: 'job.slots-short', number: 2, current: 1, need: 2, price: 2, onHand: 1, more: 2 },
    ]);
    expect(toText(explainWhy(answer)[0] ?? [])).toBe(
      '2 is the best candidate, but 2 delivery slots must be on hand and 1 has 1. 2 more entries of 1 must be selected first.',
    );
  });

  it('predicts the number of entries until the job is admitted', () => {
    const sim = before(TEN_TWO_TWO, 3);
    const [reason] = whyOf(sim, job(2)).reasons;
    if (reason?.rule !== 'job.slots-short') throw new Error('the scene changed');
    for (let i = 0; i < reason.more; i++) {
      const { decision } = position(sim);
      while (position(sim).decision === decision) stepOnce(sim);
    }
    expect(whyOf(sim, job(2)).reasons).toEqual([{ rule: 'job.next', number: 2, current: 1 }]);
  });

  it('answers by the first rule of the list', () => {
    const sim = before(TEN_TWO_TWO, 3);
    expect(whyOf(sim, job(1)).reasons[0]?.rule).toBe('job.current');
    expect(whyOf(sim, job(3)).reasons[0]?.rule).toBe('job.lower-score');
    expect(whyOf(sim, job(77)).reasons[0]?.rule).toBe('unknown');
    const first = before(TEN_TWO_TWO, 1);
    expect(whyOf(first, job(2)).reasons[0]).toEqual({
      rule: 'job.nothing-earned',
      number: 2,
      current: 1,
      more: 1,
    });
    const off = before({ ...TEN_TWO_TWO, params: { ...TEN_TWO_TWO.params, smtp_delivery_slot_cost: 0 } }, 2);
    expect(whyOf(off, job(2)).reasons[0]?.rule).toBe('job.preemption-off');
    const small = before(
      {
        ...TEN_TWO_TWO,
        params: { ...TEN_TWO_TWO.params, smtp_minimum_delivery_slots: 9, default_minimum_delivery_slots: 9 },
      },
      3,
    );
    expect(whyOf(small, job(2)).reasons[0]?.rule).toBe('job.current-too-small');
  });

  it('says when the turn comes where the current job can never be preempted', () => {
    const ones = Array.from({ length: 4 }, (_, i) => ({
      at: 0,
      command: { kind: 'message.inject' as const, to: [{ destination: `d${i}.example`, count: 1 }] },
    }));
    const sim = before({ agents: { smtp: 1 }, servers: { '*': { latency: 500 } }, script: ones }, 2);
    // Job 1 has no entries left and is not on the list. Job 2, with one entry, is current and has earned nothing.
    expect(whyOf(sim, job(4)).reasons).toMatchObject([
      { rule: 'job.current-too-small', current: 2, place: 3, of: 3, ahead: 2 },
    ]);
    expect(toText(explainWhy(whyOf(sim, job(4)))[0] ?? [])).toMatch(
      /^4 is number 3 of 3 on the list: its turn comes after 2 entries of the jobs before it\./,
    );
  });

  it('tells how a finished message ended, also when asked about its job or entry', () => {
    const { sim } = startWorld(TEN_TWO_TWO);
    while (stepOnce(sim));
    const entry = { about: 'entry' as const, number: 2, transport: 'smtp', destination: 'm2.example' };
    for (const question of [job(2), { about: 'message' as const, number: 2 }, entry])
      expect(whyOf(sim, question).reasons).toMatchObject([{ rule: 'message.done', returned: 0 }]);
  });

  it('knows parents and blockers of the whole picture', () => {
    const picture = galleryItem('whole-picture')?.scenario as MailScenario;
    const { sim } = startWorld(picture);
    while (position(sim).decision < 26) stepOnce(sim);
    expect(whyOf(sim, job(3)).reasons[0]).toMatchObject({ rule: 'job.has-children', children: [6] });
    expect(whyOf(sim, job(7)).reasons[0]).toMatchObject({ rule: 'job.ahead', blocker: true });
  });
});

describe('why does it wait?', () => {
  it('says where the job of a message is, and names each message once', () => {
    const { sim } = startWorld({
      agents: { relay: 2 },
      servers: { '*': { latency: 1000 } },
      params: { relay_destination_recipient_limit: 2, relay_destination_concurrency_limit: 2 },
      script: [
        {
          at: 0,
          command: {
            kind: 'message.inject',
            to: [
              { destination: 'a.example', count: 1 },
              { destination: 'a.example', count: 8, transport: 'relay' },
            ],
          },
        },
        {
          at: 0,
          command: {
            kind: 'message.inject',
            to: [{ destination: 'b.example', count: 1, transport: 'relay' }],
          },
        },
      ],
    });
    while ((nextInstant(sim) ?? 9e9) < 0.5e6) stepOnce(sim);
    expect(whyOf(sim, job(2)).reasons).toEqual([
      { rule: 'job.elsewhere', number: 2, transport: 'smtp', on: ['relay'] },
    ]);
    const full = whyOf(sim, { about: 'destination', transport: 'relay', name: 'a.example' });
    expect(full.reasons).toEqual([{ rule: 'destination.full', window: 2, by: [1] }]);
  });

  it('counts the entries of a message over its limits', () => {
    const { sim } = startWorld({
      agents: { smtp: 3 },
      servers: { '*': { latency: 1000 } },
      params: { smtp_destination_recipient_limit: 2, smtp_destination_concurrency_limit: 2 },
      script: [
        {
          at: 0,
          command: {
            kind: 'message.inject',
            to: [
              { destination: 'a.example', count: 8 },
              { destination: 'b.example', count: 8 },
            ],
          },
        },
      ],
    });
    while (nextInstant(sim) === 0) stepOnce(sim);
    const { reasons } = whyOf(sim, { about: 'message', number: 1 });
    expect(reasons.map((r) => r.rule).sort()).toEqual([
      'entries.agents',
      'entries.delivering',
      'entries.delivering',
      'entries.window',
    ]);
    const counted = reasons.reduce((sum, r) => sum + ('count' in r ? r.count : 0), 0);
    expect(counted).toBe(8);
  });

  it('says how long an agent waits, counted from the phase it is in', () => {
    const { sim } = startWorld({
      servers: { '*': { latency: 20_000, fault: { kind: 'backlog', workers: 1, queue: 5 } } },
      params: { default_destination_recipient_limit: 2 },
      script: [{ at: 0, command: { kind: 'message.inject', to: [{ destination: 'a.example', count: 4 }] } }],
    });
    const waits = () => whyOf(sim, { about: 'message', number: 1 }).reasons;
    while ((nextInstant(sim) ?? 9e9) < 10e6) stepOnce(sim);
    expect(waits()).toMatchObject([
      { phase: 'session', until: 600e6 },
      { phase: 'greeting', until: 300e6 },
    ]);
    while ((nextInstant(sim) ?? 9e9) < 30e6) stepOnce(sim);
    expect(waits()).toMatchObject([{ phase: 'session', until: 620e6 }]);
  });

  it('says what a message waits for after a reload, until new mail requests a scan', () => {
    const { sim } = startWorld({
      servers: { '*': { latency: 90_000 } },
      script: [
        { at: 0, command: { kind: 'message.inject', to: [{ destination: 'a.example', count: 1 }] } },
        { at: 0, command: { kind: 'message.inject', to: [{ destination: 'b.example', count: 1 }] } },
        { at: 5e6, command: { kind: 'qmgr.reload' } },
        { at: 70e6, command: { kind: 'message.inject', to: [{ destination: 'c.example', count: 1 }] } },
        { at: 170e6, command: { kind: 'message.inject', to: [{ destination: 'c.example', count: 1 }] } },
      ],
    });
    const first = () => whyOf(sim, { about: 'message', number: 1 });
    while ((nextInstant(sim) ?? 9e9) < 69e6) stepOnce(sim);
    expect(first().reasons).toEqual([{ rule: 'message.locked', retry: 65e6, scan: 300e6, agents: 1 }]);
    expect(toText(explainWhy(first())[0] ?? [])).toContain('1 agent from before still holds its file');
    // The scan at 169 s finds the file still locked and postpones it by a minute. The next scan reads it.
    while ((nextInstant(sim) ?? 9e9) < 169e6) stepOnce(sim);
    expect(first().reasons).toEqual([{ rule: 'message.locked', retry: 130e6, scan: 300e6, agents: 0 }]);
    while ((nextInstant(sim) ?? 9e9) < 171e6) stepOnce(sim);
    expect(first().reasons).toMatchObject([{ rule: 'message.done' }]);
  });

  it('says when a deferred message may be retried, and a dead destination revives', () => {
    const { sim } = startWorld({
      servers: { '*': { latency: 100, fault: { kind: 'refuse' } } },
      params: { smtp_destination_concurrency_limit: 1, initial_destination_concurrency: 1 },
      script: [{ at: 0, command: { kind: 'message.inject', to: [{ destination: 'a.example', count: 1 }] } }],
    });
    while ((nextInstant(sim) ?? 9e9) < 2e6) stepOnce(sim);
    expect(whyOf(sim, { about: 'message', number: 1 }).reasons).toEqual([
      { rule: 'message.deferred', retry: 300e6, scan: 300e6 },
    ]);
    const dead = whyOf(sim, { about: 'destination', transport: 'smtp', name: 'a.example' });
    expect(dead.reasons[0]).toMatchObject({ rule: 'destination.dead', until: 300e6, limit: 1 });
    expect(toText(explainWhy(dead)[0] ?? [])).toContain('dead until 5:00');
    expect(whyOf(sim, { about: 'transport', name: 'smtp' }).reasons[0]).toMatchObject({
      rule: 'transport.nothing',
    });
  });
});
