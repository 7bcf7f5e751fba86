import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createSimulation, stepOnce } from '../../src/core/simulation.ts';
import type { CoreEvent } from '../../src/protocol/events.ts';
import type { MailScenario } from '../../src/protocol/scenario.ts';
import { compact, expand } from '../../src/scenario/compact.ts';
import { parseScenario } from '../../src/scenario/schema.ts';
import { asMail } from '../fixtures/of-kind.ts';

const README = readFileSync(new URL('../../src/core/world/recorded/README.md', import.meta.url), 'utf8');

function byHand(): {
  recorded: { messages: Record<string, unknown>[]; deliveries: Record<string, unknown>[] };
} {
  return JSON.parse(/```json\n([\s\S]*?)```/.exec(README)?.[1] ?? '');
}

function parsed(input: unknown): MailScenario {
  const result = parseScenario(input);
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  return asMail(result.value);
}

function refusals(input: unknown): string[] {
  const result = parseScenario(input);
  return result.ok ? [] : result.errors.map(({ field, accepted }) => `${field}: ${accepted}`);
}

function play(scenario: MailScenario): CoreEvent[] {
  const events: CoreEvent[] = [];
  const sim = createSimulation(scenario, { event: (_at, _step, event) => events.push(event), decision() {} });
  while (stepOnce(sim));
  return events;
}

describe('a record in a scenario file', () => {
  it('plays without a difference when it was written by hand', () => {
    const events = play(parsed(byHand()));
    const kinds = events.map(({ kind }) => kind);
    expect(kinds).not.toContain('record.differs');
    const done = events.filter((event) => event.kind === 'message.done').map(({ result }) => result);
    expect(done).toEqual(['removed', 'deferred', 'removed']);
  });

  it('reports a choice that the queue manager would not have made', () => {
    const wrong = byHand();
    wrong.recorded.deliveries.push({ message: '4A1', to: ['u3@near.example'], at: 5_000_000, took: 10 });
    const differs = play(parsed(wrong)).filter((event) => event.kind === 'record.differs');
    expect(differs).toMatchObject([{ recorded: '4A1', predicted: 'no such request waits' }]);
  });

  it('survives a file of columns, and a link', () => {
    const scenario = parsed(byHand());
    expect(parsed(structuredClone(scenario))).toEqual(scenario);
    const packed: unknown = JSON.parse(JSON.stringify(compact(scenario, [], 1)));
    expect(parsed(expand(packed).scenario)).toEqual(scenario);
  });

  it('is refused with the place and with what is accepted', () => {
    const record = byHand();
    Object.assign(record.recorded.deliveries[0] ?? {}, { to: ['nobody@far.example'] });
    expect(refusals(record)).toEqual(['recorded.deliveries[0].to[0]: an address of the message']);
    const columns = parsed(byHand());
    const { recorded } = columns;
    if (recorded === undefined) throw new Error('no record');
    const changed = (part: object): unknown => ({ ...columns, recorded: { ...recorded, ...part } });
    expect(
      refusals(changed({ facts: { ...recorded.facts, at: recorded.facts.at.toReversed() } }))[0],
    ).toMatch(/^recorded\.facts\.at\[2\]: an instant no earlier than the previous one/);
    expect(refusals(changed({ texts: recorded.texts.slice(0, 3) })).length).toBe(1);
    expect(refusals(changed({ colour: 1 }))).toEqual(['recorded.colour: no such member; check its spelling']);
    expect(refusals({ ...columns, recorded: 5 })[0]).toMatch(/^recorded: an object with origin/);
    expect(refusals({ ...columns, lab: { policy: 'wheel' } }).length).toBeGreaterThan(0);
  });
});
