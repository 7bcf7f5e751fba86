import { describe, expect, it } from 'vitest';
import { applyCommand, createSimulation, nextInstant, stepOnce } from '../../src/core/simulation.ts';
import { suggestedChanges } from '../../src/record/importers/model/suggested-changes.ts';
import { readSettings } from '../../src/record/importers/settings/read.ts';
import { awayOf } from '../../src/record/panels/whatif/prediction-sentences.ts';
import { openedAt } from '../../src/record/panels/whatif/prediction-words.ts';
import { paramLines, atDefault } from '../../src/panels/world/params.ts';
import type { Change, PredictView, PredictedChange } from '../../src/record/protocol/predict.ts';
import type { MailScenario } from '../../src/protocol/scenario.ts';
import { openedRun } from '../../src/record/worker/model/opened.ts';
import { answerTo, changed, type Subject } from '../../src/record/worker/model/study.ts';
import { asMail } from '../fixtures/of-kind.ts';
import { packed, readAll } from '../fixtures/records/read.ts';
import { newsletter, subject } from '../fixtures/records/subject.ts';

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

const MAIN_W2 =
  'relayhost = [127.30.0.1]:2525\nqueue_run_delay = 10s\nminimal_backoff_time = 20s\nmaximal_backoff_time = 80s\n';

/** Reports that go through a relay, which accepts eight sessions and is unreachable three times for some seconds. */
async function relay(main = MAIN_W2): Promise<Subject> {
  const { builder } = await readAll([packed('pairs/w2-base/maillog.gz')]);
  return subject(builder.members[0]?.instance, readSettings([{ name: 'main.cf', text: main }]), []);
}

describe('the explanation of a change', () => {
  it('says that a narrower window defers more when mail then meets an outage', async () => {
    const of = await relay();
    const today = answerTo(of, [], 2);
    const limit = (value: string): PredictedChange => ({
      title: value,
      because: '',
      changes: [],
      gain: 0,
      cost: 0,
      apply: { lines: [], needs: '', watch: '' },
      answer: answerTo(of, [{ kind: 'set', name: 'smtp_destination_concurrency_limit', value }], 2),
    });
    const view = { names: of.names, helped: of.names.indexOf('reports@home.example'), today } as PredictView;
    const [eight, five] = [limit('8'), limit('5')];
    const deferred = ({ answer }: PredictedChange) => answer.classes[view.helped]?.deferredFirst ?? 0;
    expect(deferred(five)).toBeGreaterThan(deferred(eight));
    expect(awayOf(view, five)).toMatch(
      /^Of those deferred, all 28 found the server unavailable or its destination dead \(today 10\). Mail that waits longer/,
    );
    // The change sets the present value, so there is nothing to explain.
    expect(awayOf(view, { ...five, answer: today })).toBe('');
  });

  it('gives another batch size the reason of its direction', async () => {
    const because = async (main: string): Promise<string[]> => {
      const { instance } = await newsletter();
      const { model, settings } = subject(instance, readSettings([{ name: 'main.cf', text: main }]), []);
      return suggestedChanges(model, settings, null)
        .filter(({ title }) => /recipients? per delivery$/.test(title))
        .map(({ title, because: why }) => `${title}: ${why}`);
    };
    const [ten, one] = await because('relayhost =\n');
    expect(ten).toMatch(/at most 10 .*: now up to 50; a process is busy until all of them are done$/);
    expect(one).toMatch(/at most 1 .*: now up to 50; a process is busy/);
    expect(await because('smtp_destination_recipient_limit = 1\n')).toEqual([
      expect.stringMatching(/at most 10 .*: now each recipient is a separate delivery and destination/),
    ]);
  });

  it('offers no fallback relay to those who have one', async () => {
    const offered = async (main: string): Promise<boolean> => {
      const of = await relay(main);
      return suggestedChanges(of.model, of.settings, null).some(({ title }) =>
        title.includes('fallback relay'),
      );
    };
    expect(await offered(MAIN_W2)).toBe(true);
    expect(await offered(`${MAIN_W2}smtp_fallback_relay = [relay2.home.example]\n`)).toBe(false);
    expect(await offered(`${MAIN_W2}smtp_fallback_relay =\n`)).toBe(true);
  });
});

describe('a change that is opened as a run', () => {
  it('is the predicted run, and begins as the record did', async () => {
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

  it('opens where the first waiting mail of the class arrives', async () => {
    const of = await newsletter();
    const opened = openedRun(of, [{ kind: 'maxproc', service: 'smtp', count: 20 }]);
    const scenario = asMail(opened.run.scenario);
    const { modelled } = scenario;
    const { at, sender } = modelled?.messages ?? { at: [], sender: [] };
    // The run opens just after the queue manager has read the message.
    expect(opened.run.cursor.at).toBeGreaterThan(at[opened.number - 1] ?? 0);
    expect(opened.run.cursor.at).toBeLessThan(at[opened.number] ?? 0);
    expect(modelled?.texts[sender[opened.number - 1] ?? 0]).toContain('reset@');
    expect(opened.waited).toBeGreaterThan(1);
    expect(opened.run.cursor.event).toBeGreaterThan(100);
    expect(scenario.view?.transport).toBe('smtp');
    // If the class has a separate transport, the stage shows that transport.
    const own = openedRun(of, [{ kind: 'own', mailClass: 'reset', service: 'first', maxproc: 5 }]);
    expect(asMail(own.run.scenario).view?.transport).toBe('first');
    expect(openedAt(opened)).toMatch(
      /^Message \d+ is arriving, the first message of reset that waited [\d.]+\ss for its first attempt in the log\./,
    );
  });

  it('shows beside a value what the record had, not Postfix’s default', async () => {
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
