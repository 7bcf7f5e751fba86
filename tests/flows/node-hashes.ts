/**
 * `tsx node-hashes.ts KIND`: prints the hashes of the event logs of these runs (`runs.ts`) in Node, as a JSON list. This is a
 * separate process because the runner of the flows compiles modules in a way that makes the simulation ten times slower.
 */
import { createReport } from '../../src/cli/run-report.ts';
import { createSimulation, nextInstant, position, stepOnce } from '../../src/core/simulation.ts';
import type { MailScenario } from '../../src/protocol/scenario.ts';
import { anyEngine } from '../../src/worker/kinds/any-engine.ts';
import { checks } from '../../src/worker/kinds/checks.ts';
import { createSession } from '../../src/worker/session/session.ts';
import { KINDS, type Runs, runsOf } from './runs.ts';
import { asMail } from '../fixtures/of-kind.ts';

/** Runs the simulation alone, without a session, as `npm run sim` does. */
function hashOfSimulation(scenario: MailScenario, until: number): string {
  const report = createReport(scenario, () => undefined);
  const sim = createSimulation(scenario, report.sink);
  for (let next = nextInstant(sim); next !== null && next <= until; next = nextInstant(sim)) stepOnce(sim);
  return report.figures(position(sim), true).hash;
}

/** Runs a session in this process. Works for every kind of run. */
async function hashesOfSession({ scenarios, until }: Runs): Promise<string[]> {
  const api = createSession(anyEngine, {
    now: () => performance.now(),
    turn: () => Promise.resolve(),
    wait: () => Promise.resolve(),
    checks,
  });
  const hashes: string[] = [];
  for (const scenario of scenarios) {
    const opened = await api.open(scenario);
    if (!opened.ok) throw new Error(JSON.stringify(opened.errors));
    await api.seek(until);
    hashes.push(await api.ask('hash'));
  }
  return hashes;
}

async function main(): Promise<void> {
  const kind = KINDS.find((one) => one === process.argv[2]);
  if (kind === undefined) throw new Error(`usage: node-hashes.ts ${KINDS.join('|')}`);
  const runs = runsOf(kind);
  const { until } = runs;
  const hashes =
    'at' in until
      ? runs.scenarios.map((scenario) => hashOfSimulation(asMail(scenario), until.at))
      : await hashesOfSession(runs);
  console.log(JSON.stringify(hashes));
}

void main();
