import { expect, test } from 'vitest';
import type { CompareReport } from '../../src/protocol/studies.ts';
import { coreEngine } from '../../src/worker/kinds/any-engine.ts';
import { openedRun } from '../../src/record/worker/model/opened.ts';
import { asMail } from '../fixtures/of-kind.ts';
import { newsletter } from '../fixtures/records/subject.ts';
import { openPage } from '../fixtures/session-harness.ts';

test('a change opened as a run stands beside the fully simulated record', async () => {
  const of = await newsletter();
  const { run } = openedRun(of, [{ kind: 'maxproc', service: 'smtp', count: 20 }]);
  const scenario = asMail(run.scenario);
  const { modelled } = scenario;
  if (modelled === undefined) throw new Error('no model');
  // Queue ids that could be read as numbers: one id of digits only, and one id in exponential notation.
  const texts = modelled.texts
    .with(modelled.messages.id[2] ?? 0, '90210')
    .with(modelled.messages.id[4] ?? 0, '7E12345');
  const page = await openPage(coreEngine, { ...scenario, modelled: { ...modelled, texts } });
  const made = await page.api.vary({
    name: '20 agents',
    commands: [{ kind: 'agents.set', transport: 'smtp', limit: 20 }],
    from: 'start',
  });
  if (!made.ok) throw new Error(JSON.stringify(made.errors));
  let report: CompareReport | null = null;
  do {
    // oxlint-disable-next-line no-await-in-loop -- each answer has more in it
    report = await page.api.ask('compare', { a: 1, b: made.value, transport: 'smtp' });
  } while (report?.running === true);
  const messages = modelled.messages.id.length;
  expect(report).toMatchObject({ total: 2 * messages, tried: 2 * messages });
  for (const { deliverySlots } of [report?.a, report?.b].flatMap((side) => side ?? [])) {
    expect(deliverySlots.numbers.length).toBeGreaterThan(messages);
    expect(deliverySlots.numbers.every((number) => number >= 1 && number <= messages)).toBe(true);
    expect(deliverySlots.numbers).toEqual(expect.arrayContaining([3, 5]));
  }
  // The last recipient of the newsletter leaves later with ten agents than with twenty.
  const largest = report?.messages.toSorted((one, other) => other.recipients - one.recipients)[0];
  expect(largest?.a.lastWait).toBeGreaterThan(1.5 * (largest?.b.lastWait ?? Infinity));
});
