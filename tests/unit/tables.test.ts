import { describe, expect, test } from 'vitest';
import { command } from '../fixtures/command.ts';
import {
  firstPassAdvance,
  firstPassBegin,
  firstPassFigures,
  firstPassProgress,
  firstPassRun,
} from '../../src/core/experiments/first-pass.ts';
import { ids, touch } from '../../src/core/tables.ts';
import { galleryItem } from '../../src/scenes/gallery.ts';
import type { ResultTable, TableRow } from '../../src/scenes/tables/model.ts';
import { tableSceneId } from '../../src/scenes/tables/scenes.ts';
import { type RowSummary, summarize } from '../../src/scenes/tables/summary.ts';
import { RESULT_TABLES } from '../../src/scenes/tables/tables.ts';
import { completeScenario } from '../../src/scenario/defaults.ts';
import { parseScenario } from '../../src/scenario/schema.ts';

const ALL = RESULT_TABLES.flatMap((table) => table.rows.map((row) => ({ table, row })));

function tableOf(id: ResultTable['id']): ResultTable {
  const table = RESULT_TABLES.find((other) => other.id === id);
  if (table === undefined) throw new Error(`no ${id}`);
  return table;
}

function measure(row: TableRow, seeds: readonly number[]): RowSummary {
  return summarize(seeds.map((seed) => firstPassRun(row.scenario(seed))));
}

describe('the active limiter', () => {
  const { rows } = tableOf('active-limiter');

  test.each(rows.map((row) => [row.id, row] as const))('%s matches the measurement', (_, row) => {
    const { deferredPercent, meanWindow } = measure(row, [1, 2]);
    expect(Math.abs(deferredPercent.mean - row.published.deferredPercent)).toBeLessThan(1.5);
    expect(Math.abs(meanWindow.mean - row.published.meanWindow)).toBeLessThan(0.15);
  });

  test('holds the figures of the document, and those of a real Postfix', () => {
    expect(rows.map(({ rule, published: p }) => [rule, p.deferredPercent, p.meanWindow])).toEqual([
      ['documented', 16.5, 5.17],
      ['documented', 24.5, 5.28],
      ['documented', 49.7, 5.63],
      ['shipped', 16.5, 5.17],
      ['shipped', 32.8, 5.34],
      ['shipped', 33.3, 5.02],
    ]);
  });

  // Postfix rejects 1/sqrt_concurrency, so the table uses a number instead. This test shows that the number is equivalent.
  test('1/sqrt(5) as a number gives the figures of 1/sqrt(N) under the shipped rule', () => {
    const row = rows.find(({ rule, feedback }) => rule === 'shipped' && feedback === '1/sqrt(N)');
    const scenario = row?.scenario(1) ?? completeScenario({});
    const pass = firstPassBegin(scenario);
    const { transports } = pass.sim.world.qmgr;
    while (transports.live === 0) firstPassAdvance(pass, 1);
    const feedback = { base: 1, kind: 'perSqrtWindow' } as const;
    for (const id of ids(transports)) {
      const transport = touch(transports, id);
      transport.params = { ...transport.params, positiveFeedback: feedback, negativeFeedback: feedback };
    }
    while (!firstPassAdvance(pass, 10_000));
    const [asNumber, switchedOn] = [firstPassRun(scenario), firstPassFigures(pass)];
    expect(Math.abs(switchedOn.deferred - asNumber.deferred) / 20).toBeLessThan(0.5);
    expect(Math.abs(switchedOn.meanWindow - asNumber.meanWindow)).toBeLessThan(0.01);
  });
});

describe('timeouts', () => {
  const connect = tableOf('connect-timeout').rows.map((row) => measure(row, [1, 2]));
  const greeting = tableOf('greeting-timeout').rows.map((row) => measure(row, [1]));

  test('have the measured size, and the window stays at its limit', () => {
    const summaries = [...connect, ...greeting];
    const measured = [...tableOf('connect-timeout').rows, ...tableOf('greeting-timeout').rows];
    for (const [at, { published }] of measured.entries()) {
      const { deferredPercent, meanWindow } = summaries[at] ?? summarize([]);
      expect(deferredPercent.mean / published.deferredPercent).toBeGreaterThan(0.8);
      expect(deferredPercent.mean / published.deferredPercent).toBeLessThan(1.25);
      expect(Math.abs(meanWindow.mean - published.meanWindow)).toBeLessThan(0.2);
    }
  });

  test('hardly depend on feedback; at greeting they cost a tenth of those at connect', () => {
    for (const [at, { deferredPercent }] of connect.entries()) {
      const ratio = deferredPercent.mean / (greeting[at]?.deferredPercent.mean ?? 0);
      expect(ratio).toBeGreaterThan(6);
      expect(ratio).toBeLessThan(12);
    }
    for (const summaries of [connect, greeting]) {
      const percents = summaries.map(({ deferredPercent }) => deferredPercent.mean);
      expect(Math.max(...percents) / Math.min(...percents)).toBeLessThan(1.15);
    }
    // As in the document, 1/N gives the lowest window, and feedback 1 gives the largest variation.
    expect(connect[0]?.meanWindow.mean).toBeLessThan(connect[1]?.meanWindow.mean ?? 0);
    expect(connect[2]?.sdWindow.mean).toBeGreaterThan(connect[1]?.sdWindow.mean ?? 0);
  });

  test('are all of the kind that the table is about', () => {
    for (const { timedOut } of connect) expect([timedOut.connect > 0, timedOut.greeting]).toEqual([true, 0]);
    for (const { timedOut } of greeting) expect([timedOut.connect, timedOut.greeting > 0]).toEqual([0, true]);
  });
});

describe('a run', () => {
  test.each(ALL.map(({ row }) => [row.id, row] as const))('%s is a valid scenario and a scene', (_, row) => {
    const scenario = row.scenario(3);
    expect(parseScenario(JSON.parse(JSON.stringify(scenario)))).toEqual({ ok: true, value: scenario });
    expect(galleryItem(tableSceneId(row.id, 3))?.scenario).toEqual(scenario);
  });

  test('is named by an existing row and seed', () => {
    for (const id of ['table-nothing-seed-1', 'table-active-limiter-documented-n', '']) {
      expect(galleryItem(id)).toBeUndefined();
    }
    expect(galleryItem('table-active-limiter-documented-n-seed-9999999999')).toBeUndefined();
  });

  test('is the same in slices, and reports its progress', () => {
    const scenario = ALL.at(-1)?.row.scenario(7) ?? completeScenario({});
    const pass = firstPassBegin(scenario);
    const shares = [firstPassProgress(pass)];
    while (!firstPassAdvance(pass, 97)) shares.push(firstPassProgress(pass));
    shares.push(firstPassProgress(pass));
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect([shares[0], shares.at(-1)]).toEqual([0, 1]);
    expect(firstPassFigures(pass)).toEqual(firstPassRun(scenario));
  });

  test('counts no second attempts, and no refusal as a timeout', () => {
    const scenario = ALL.at(-1)?.row.scenario(1) ?? completeScenario({});
    const figures = firstPassRun(scenario);
    expect(figures.timedOut).toEqual({ connect: 0, greeting: 0 });
    expect(figures.recipients).toBe(2000);
    expect(figures.windows.length).toBeLessThanOrEqual(1000 - 28);
  });

  test('without a message is refused', () => {
    expect(() => firstPassBegin(completeScenario({}))).toThrow('measures nothing');
  });
});

describe('npm run tables', () => {
  const run = async (...args: string[]): Promise<string> =>
    (await command('tables', '--seeds', '1', ...args)).out;

  test('--json prints one object per line with exactly these members', async () => {
    const lines = (await run('--json')).trimEnd().split('\n');
    expect(lines.length).toBe(ALL.length);
    for (const [at, text] of lines.entries()) {
      const line = JSON.parse(text) as Record<string, unknown>;
      const { table, row } = ALL[at] ?? {};
      expect(Object.keys(line)).toEqual([
        'table',
        'rule',
        'feedback',
        'deferredPercent',
        'meanWindow',
        'sdWindow',
        'published',
      ]);
      expect([line['table'], line['rule'], line['feedback']]).toEqual([table?.id, row?.rule, row?.feedback]);
      expect(line['published']).toEqual(row?.published);
      for (const member of ['deferredPercent', 'meanWindow', 'sdWindow']) {
        expect(line[member]).toEqual(expect.any(Number));
      }
    }
  }, 60_000);

  test('prints every row beside the measurement, with the reasons', async () => {
    const text = await run();
    for (const { table, row } of ALL) {
      expect(text).toContain(table.title);
      expect(text).toContain(row.published.deferredPercent.toString());
    }
    expect(text).toContain('Compare order and magnitude, not digits.');
  }, 60_000);
});
