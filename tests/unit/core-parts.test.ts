import { expect, test } from 'vitest';
import type { Parts } from '../../src/core/parts.ts';
import type { MailScenario } from '../../src/protocol/scenario.ts';
import { parseScenario } from '../../src/scenario/schema.ts';
import { coreEngine } from '../../src/worker/kinds/core-engine.ts';

/** A message of many destinations, large enough to be read in two batches, and a scan that reads another one. */
function scenario(destinations: number): MailScenario {
  const to = Array.from({ length: destinations }, (_, i) => ({ destination: `d${i}.example`, count: 1 }));
  const parsed = parseScenario({
    version: 1,
    params: { qmgr_message_active_limit: 1 },
    script: [
      { at: 0, command: { kind: 'message.inject', to } },
      { at: 1, command: { kind: 'message.inject', to } },
    ],
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors[0]));
  return parsed.value as MailScenario;
}

/** Events and decisions of a run; `parts` are counted where steps are done in them. */
function run(steps: number, inParts: boolean): { log: string[]; parts: number[] } {
  const log: string[] = [];
  const parts: number[] = [];
  const sink = {
    event: (event: unknown) => void log.push(JSON.stringify(event)),
    decision: (decision: unknown) => void log.push(JSON.stringify(decision)),
  };
  const sim = coreEngine.create(scenario(900), sink as never);
  for (let step = 0; step < steps; step++) {
    const long: Parts<boolean> | null = inParts ? (coreEngine.stepParts?.(sim) ?? null) : null;
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

test('a message of many destinations is taken in parts, and the log is the same', () => {
  const whole = run(2500, false);
  const inParts = run(2500, true);
  expect(inParts.log).toEqual(whole.log);
  expect(whole.log.length).toBeGreaterThan(2000);
  // 900 destinations, a hundred at a time, to be resolved and then to be bound.
  expect(inParts.parts[0]).toBeGreaterThanOrEqual(17);
});
