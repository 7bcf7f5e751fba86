import { describe, expect, it } from 'vitest';
import { applyCommand, createSimulation, nextInstant, stepOnce } from '../../src/core/simulation.ts';
import { openedAt } from '../../src/panels/whatif/words.ts';
import { atDefault } from '../../src/panels/world/at-default.ts';
import { paramLines } from '../../src/panels/world/params.ts';
import type { Change } from '../../src/protocol/predict.ts';
import type { MailScenario } from '../../src/protocol/scenario.ts';
import { openedRun } from '../../src/worker/model/opened.ts';
import { changed } from '../../src/worker/model/study.ts';
import { asMail } from '../fixtures/of-kind.ts';
import { newsletter } from '../fixtures/records/subject.ts';

/** What became of every delivery, to the end of the run. */
function deliveries(scenario: MailScenario, commands: Parameters<typeof applyCommand>[1][]): string[] {
  const told: string[] = [];
  const sim = createSimulation(scenario, {
    event: (at, _step, event) => {
      if (event.kind === 'delivery.started' || event.kind === 'delivery.ended')
        told.push(`${at} ${event.kind} ${event.delivery}`);
    },
    decision: () => {},
  });
  for (const command of commands) expect(applyCommand(sim, command).ok).toBe(true);
  while (nextInstant(sim) !== null) stepOnce(sim);
  return told;
}

const CHANGES: Change[][] = [
  [{ kind: 'maxproc', service: 'smtp', count: 20 }],
  [{ kind: 'set', name: 'smtp_destination_recipient_limit', value: '10' }],
  [{ kind: 'set', name: 'default_destination_concurrency_limit', value: '5' }],
  [{ kind: 'set', name: 'smtp_delivery_slot_cost', value: '2' }],
  [{ kind: 'set', name: 'smtp_destination_rate_delay', value: '1s' }],
  [{ kind: 'set', name: 'minimal_backoff_time', value: '10s' }],
  [{ kind: 'own', mailClass: 'reset', service: 'first', maxproc: 5 }],
  [{ kind: 'split', recipients: 50 }],
];

describe('a change that is opened as a run', () => {
  it('is the run that was predicted, and begins as the record was', async () => {
    const of = await newsletter();
    for (const changes of CHANGES) {
      const { run } = openedRun(of, changes);
      const commands = run.live.map(({ command }) => command);
      const predicted = deliveries(changed(of, changes), []);
      expect(deliveries(asMail(run.scenario), commands), JSON.stringify(changes)).toEqual(predicted);
      expect(predicted.length).toBeGreaterThan(300);
      expect(asMail(run.scenario).agents['smtp']).toBe(10);
    }
  }, 120_000);

  it('opens where the first mail of the class that waited arrives', async () => {
    const of = await newsletter();
    const opened = openedRun(of, [{ kind: 'maxproc', service: 'smtp', count: 20 }]);
    const { modelled } = asMail(opened.run.scenario);
    const { at, sender } = modelled?.messages ?? { at: [], sender: [] };
    // When the queue manager has read it.
    expect(opened.run.cursor.at).toBeGreaterThan(at[opened.number - 1] ?? 0);
    expect(opened.run.cursor.at).toBeLessThan(at[opened.number] ?? 0);
    expect(modelled?.texts[sender[opened.number - 1] ?? 0]).toContain('reset@');
    expect(opened.waited).toBeGreaterThan(1);
    expect(opened.run.cursor.event).toBeGreaterThan(100);
    expect(openedAt(opened)).toMatch(
      /^This is the moment at which message \d+ arrives: the first message of reset that in the log waited [\d.]+\ss for its first try\./,
    );
  });

  it('shows beside a value what the record had, not the default of Postfix', async () => {
    const of = await newsletter();
    const { run } = openedRun(of, [{ kind: 'maxproc', service: 'smtp', count: 20 }]);
    const scenario = asMail(run.scenario);
    const row = { agentLimit: 20, params: {} } as Parameters<typeof paramLines>[0]['row'];
    const line = paramLines({ row, transport: 'smtp', scenario, changes: new Map() }).find(
      ({ name }) => name === 'agents',
    );
    expect(line).toMatchObject({ value: '20', fallback: '10', ofRecord: true, changed: true });
    expect(line === undefined ? '' : atDefault(line, 'smtp', 'start')).toMatchObject({
      name: 'smtp 10 agents, as in the record',
      commands: [{ kind: 'agents.set', transport: 'smtp', limit: 10 }],
    });
  });
});
