import { expect, test } from 'vitest';
import type { Sliced } from '../../src/core/sliced.ts';
import type { MailScenario } from '../../src/protocol/scenario.ts';
import { parseScenario } from '../../src/scenario/schema.ts';
import { coreEngine } from '../../src/worker/kinds/any-engine.ts';

function scenarioOf(input: object): MailScenario {
  const parsed = parseScenario({ version: 1, ...input });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors[0]));
  return parsed.value as MailScenario;
}

const destinations = (count: number): object[] =>
  Array.from({ length: count }, (_, i) => ({ destination: `d${i}.example`, count: 1 }));

/** A message with many destinations, and a scan that reads a second message. */
const taken = scenarioOf({
  params: { qmgr_message_active_limit: 1 },
  script: [0, 1].map((at) => ({ at, command: { kind: 'message.inject', to: destinations(900) } })),
});
/** 5,900 recipients are read in two batches, the first of 5,000 as in Postfix. The first selection reads the second batch. */
const readOn = scenarioOf({
  script: [{ at: 0, command: { kind: 'message.inject', to: destinations(5900) } }],
});
const one = [{ destination: 'x.example', count: 3000 }];
/** A destination dies at its first failure, and all mail that waits for it is moved. */
const dies = scenarioOf({
  params: { default_destination_recipient_limit: 2, default_destination_concurrency_failed_cohort_limit: 1 },
  servers: { 'x.example': { latency: 100, fault: { kind: 'refuse' } } },
  script: [{ at: 0, command: { kind: 'message.inject', to: one } }],
});
/** No agent exists and none can be started, so each batch is deferred without an agent. */
const allDeferred = scenarioOf({
  script: [
    { at: 0, command: { kind: 'agents.set', transport: 'smtp', limit: 20, fault: 'unreachable' } },
    { at: 0, command: { kind: 'agents.set', transport: 'retry', limit: 20, fault: 'unreachable' } },
    { at: 1000, command: { kind: 'message.inject', to: [{ destination: 'x.example', count: 12_000 }] } },
  ],
});

/** Events and decisions of a run. `parts`: for each step, the number of its parts, if `inParts`. */
function run(scenario: MailScenario, steps: number, inParts: boolean): { log: string[]; parts: number[] } {
  const log: string[] = [];
  const parts: number[] = [];
  const sink = {
    event: (event: unknown) => void log.push(JSON.stringify(event)),
    decision: (decision: unknown) => void log.push(JSON.stringify(decision)),
  };
  const sim = coreEngine.create(scenario, sink as never);
  for (let step = 0; step < steps; step++) {
    const long: Sliced<boolean> | null = inParts ? (coreEngine.stepParts?.(sim) ?? null) : null;
    if (long === null) {
      if (!coreEngine.stepOnce(sim)) break;
      continue;
    }
    let count = 0;
    while (long.next().done !== true) count++;
    parts.push(count);
  }
  return { log, parts };
}

test('takes a message of many destinations in parts, with the same log', () => {
  const whole = run(taken, 2500, false);
  const inParts = run(taken, 2500, true);
  expect(inParts.log).toEqual(whole.log);
  expect(whole.log.length).toBeGreaterThan(2000);
  // 900 destinations are resolved and then bound, a hundred at a time.
  expect(inParts.parts[0]).toBeGreaterThanOrEqual(17);
});

test.each([
  // 4,900 destinations are resolved and bound.
  ['a second batch that a selection reads', readOn, 60, 17],
  ['waiting mail of a destination that dies', dies, 200, 14],
  ['mail that is deferred batch by batch', allDeferred, 60, 20],
])('%s is handled in parts, with the same log', (_, scenario, steps, least) => {
  const whole = run(scenario, steps, false);
  const inParts = run(scenario, steps, true);
  expect(inParts.log).toEqual(whole.log);
  // Omit the first step, in which the message arrives.
  expect(Math.max(...inParts.parts.slice(1))).toBeGreaterThanOrEqual(least);
});
