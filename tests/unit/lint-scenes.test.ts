import { describe, expect, it } from 'vitest';
import { createSimulation, stepOnce } from '../../src/core/simulation.ts';
import { lint } from '../../src/record/importers/lint/lint.ts';
import { sceneOf } from '../../src/record/importers/lint/scenes.ts';
import { readSettings } from '../../src/record/importers/settings/read.ts';
import { parseScenario } from '../../src/scenario/schema.ts';
import { CASES } from '../fixtures/lint/cases.ts';
import { configTexts } from '../fixtures/lint/config.ts';
import { asMail } from '../fixtures/of-kind.ts';

const SCENES = [
  'active-full',
  'extra-slots',
  'feedback',
  'limit-above-processes',
  'never-dead',
  'preemption-off',
  'rate-delay',
  'recipient-limit-one',
  'relayhost',
  'retries',
  'silent-server',
  'third-failure',
];

describe('scenes of findings', () => {
  const seen = new Set<string>();
  it('are accepted, run, and hold the reader’s settings', () => {
    for (const { has } of CASES) {
      for (const config of has) {
        const { main, master } = configTexts(config);
        const settings = readSettings([
          { name: 'main.cf', text: main },
          { name: 'master.cf', text: master },
        ]);
        const evidence = config.evidence === undefined ? null : { record: 'the log', ...config.evidence };
        for (const finding of lint(settings, evidence).findings.filter((f) => f.scene !== null)) {
          const scenario = sceneOf(finding, settings);
          expect(scenario, `${finding.rule}: ${finding.scene}`).not.toBeNull();
          if (scenario === null || seen.has(finding.scene ?? '')) continue;
          const parsed = parseScenario(JSON.parse(JSON.stringify(scenario)));
          expect(parsed.ok ? [] : parsed.errors).toEqual([]);
          const simulation = createSimulation(asMail(scenario), { event: () => {}, decision: () => {} });
          for (let i = 0; i < 200; i += 1) stepOnce(simulation);
          seen.add(finding.scene ?? '');
        }
      }
    }
    expect([...seen].sort()).toEqual(SCENES);
  });

  it('open on the transport of the finding, with its own figures', () => {
    const settings = readSettings([
      { name: 'main.cf', text: 'slow_destination_rate_delay = 3s\nslow_destination_concurrency_limit = 2\n' },
      {
        name: 'master.cf',
        text: 'smtp unix - - n - - smtp\nslow unix - - n - 3 smtp\nqmgr unix n - n 300 1 qmgr',
      },
    ]);
    const finding = lint(settings).findings.find((f) => f.rule === 1);
    const scenario = finding === undefined ? null : sceneOf(finding, settings);
    expect(scenario).toMatchObject({
      params: { slow_destination_rate_delay: '3s', slow_destination_concurrency_limit: 2 },
      agents: { slow: 3 },
      view: { transport: 'slow' },
    });
  });
});
