import { describe, expect, test } from 'vitest';
import { createReport, type Figures } from '../../src/cli/run-report.ts';
import { createSimulation, nextInstant, position, stepOnce } from '../../src/core/simulation.ts';
import { GALLERY, galleryItem } from '../../src/scenes/gallery.ts';
import { SENTENCES } from '../../src/scenes/sentences.ts';
import { SHELVES } from '../../src/scenes/shelves.ts';
import { GALLERY_IDS } from '../../src/scenes/gallery-ids.ts';
import type { Scenario } from '../../src/protocol/scenario.ts';
import { parseScenario } from '../../src/scenario/schema.ts';
import { asMail } from '../fixtures/of-kind.ts';

const HOUR = 3_600_000_000;

function run(scenario: Scenario, lines: string[] = []): Figures {
  const report = createReport(scenario, (line) => lines.push(line));
  report.showDecisions();
  const sim = createSimulation(asMail(scenario), report.sink);
  for (let next = nextInstant(sim); next !== null && next <= HOUR; next = nextInstant(sim)) stepOnce(sim);
  return report.figures(position(sim), nextInstant(sim) === null);
}

const strip = (id: string) => run(scenarioOf(id)).strips['smtp'];

function scenarioOf(id: string): Scenario {
  const item = galleryItem(id);
  if (item === undefined) throw new Error(`no ${id}`);
  return item.scenario;
}

describe.each(GALLERY.map((item) => [item.id, item] as const))('%s', (_, item) => {
  test('is a valid scenario with its texts', () => {
    expect(parseScenario(JSON.parse(JSON.stringify(item.scenario)))).toEqual({
      ok: true,
      value: item.scenario,
    });
    expect([item.scenario.title, item.scenario.about]).toEqual([item.title, item.about]);
    for (const text of [item.about, item.differs]) expect(text).not.toMatch(/!|optimal/);
  });

  test('ends, delivers everything, and repeats exactly', () => {
    const figures = run(item.scenario);
    expect(figures.idle).toBe(true);
    expect(figures.messages.map((m) => m.result)).toEqual(figures.messages.map(() => 'removed'));
    expect(run(item.scenario)).toEqual(figures);
    expect(item.opensAt).toBeLessThan(figures.ended * 1e6);
  });
});

test('ids are unique', () => {
  expect(new Set(GALLERY.map((item) => item.id)).size).toBe(GALLERY.length);
});

describe('the first run', () => {
  const { scenario } = GALLERY[0]!;
  const figures = run(scenario);
  const small = figures.messages[1];

  test('opens playing and pauses after everything is delivered', () => {
    expect(scenario.view.play).toBe(true);
    expect(scenario.view.pauseAt).toBeGreaterThan(figures.ended * 1e6);
    expect(scenario.view.pauseAt).toBeLessThan(10e6);
  });

  test('shows a small letter of 1.5 s preempt at about 2 s and finish before 4 s', () => {
    expect(small?.injected).toBe(1.5);
    expect(small?.firstSlot).toBeCloseTo(2, 0);
    expect(small?.deliverySlots).toBe(3);
    expect(small?.lastSlot).toBeLessThan(4);
    expect(figures.strips['smtp']).toBe(`${'1'.repeat(8)}222${'1'.repeat(16)}`);
  });
});

describe('the examples of the document', () => {
  test('give the sequences in the document', () => {
    expect(strip('fifo')).toBe('111111111123');
    expect(strip('ten-two-two')).toBe('11112211113311');
    expect(strip('ten-two-two-half-price')).toBe('11221111331111');
    expect(strip('four-then-ones')).toBe('11211345');
  });

  test('do under other settings what their texts say', () => {
    const changed = (id: string, params: Record<string, number>) => {
      const scenario = asMail(scenarioOf(id));
      return run({ ...scenario, params: { ...scenario.params, ...params } }).strips['smtp'];
    };
    expect(
      changed('ten-two-two', { default_delivery_slot_loan: 3, default_delivery_slot_discount: 50 }),
    ).toBe('12211113311111');
    expect(changed('ten-two-two', { default_delivery_slot_cost: 5 })).toBe('11111111112233');
    expect(changed('four-then-ones', { default_delivery_slot_discount: 100 })).toBe('12113145');
    expect(changed('four-then-ones', { default_minimum_delivery_slots: 3 })).toBe('11112345');
    expect(changed('fifo', { default_delivery_slot_cost: 1 })).toBe('111111111123');
  });

  test('the recursive one nests: 2 after 200 entries of 1, 3 inside 2', () => {
    const lines: string[] = [];
    const figures = run(scenarioOf('recursive'), lines);
    expect(figures.strips['smtp']).toMatch(/^1{200}2+3{10}2+1{800}$/);
    expect(lines.filter((line) => line.includes('preempts')).map((line) => line.slice(21))).toEqual([
      'An agent is free. 2 preempts 1: it needs 100 delivery slots, and 1 has 100.',
      expect.stringMatching(/^An agent is free\. 3 preempts 2: it needs 10 delivery slots, and 2 has \d+\.$/),
    ]);
  });
});

test('the ids known before the gallery loads are those of its scenes', () => {
  expect([...GALLERY_IDS]).toEqual(GALLERY.map(({ id }) => id));
});

test('every scene of a shelf has one sentence of at most 70 characters', () => {
  const ids = SHELVES.flatMap(({ items }) => items.map(({ id }) => id));
  expect(Object.keys(SENTENCES).toSorted()).toEqual(ids.toSorted());
  expect(Object.values(SENTENCES).filter((text) => text.length > 70 || !text.endsWith('.'))).toEqual([]);
});

test('a run from nothing opens with no mail', () => {
  expect(galleryItem('empty')?.scenario).toMatchObject({ kind: 'mail', script: [] });
});
