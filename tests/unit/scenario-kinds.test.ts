import { describe, expect, test } from 'vitest';
import { compact, expand } from '../../src/scenario/compact.ts';
import { completeScenario, threadScenario, timerScenario } from '../../src/scenario/defaults.ts';
import { parseScenario } from '../../src/scenario/schema.ts';
import { upgrade } from '../../src/scenario/versions.ts';

const timers = timerScenario({
  lab: { kind: 'wheel', rounding: 'up' },
  wheel: { tickMs: 1, size: 8 },
  script: [{ at: 1_000, command: { kind: 'lab.add', delay: 5, count: 2 } }],
});
const threads = threadScenario({
  cmgroup: { kind: 'story', cpus: 1, threads: [{ name: 'TA', state: 'running' }] },
  script: [{ at: 500, command: { kind: 'cmg.block', thread: 'TA', why: 'connect' } }],
});
const mail = completeScenario({ agents: { smtp: 3 }, wheel: { tickMs: 500, size: 10 } });

/** Converts a run to version 1: with the members of mail, and without the kind. */
function ofVersion1({ kind: _, ...scenario }: object & { kind: string }): Record<string, unknown> {
  const { kind: __, ...ofMail } = completeScenario({});
  return { ...ofMail, ...scenario, version: 1 };
}

describe('kinds of run', () => {
  test.each([mail, timers, threads])('a file of $kind survives a round trip', (scenario) => {
    expect(parseScenario(JSON.parse(JSON.stringify(scenario)))).toEqual({ ok: true, value: scenario });
  });

  test.each([mail, timers, threads])('a file of version 1 of $kind opens as that kind', (scenario) => {
    expect(parseScenario(ofVersion1(scenario))).toEqual({ ok: true, value: scenario });
  });

  test.each([mail, timers, threads])('the compact form of $kind survives a round trip', (scenario) => {
    const { scenario: unpacked } = expand(JSON.parse(JSON.stringify(compact(scenario, [], 1))));
    expect(parseScenario(unpacked)).toEqual({ ok: true, value: scenario });
  });

  test.each([mail, timers, threads])('a link of version 1 of $kind opens as that kind', (scenario) => {
    const { k: _, ...run } = compact(scenario, [], 1);
    const { scenario: unpacked } = expand({ ...run, v: 1 });
    expect(parseScenario(unpacked)).toEqual({ ok: true, value: scenario });
  });

  test('the upgrader names the kind and removes what only mail has', () => {
    expect(upgrade(ofVersion1(threads))).toEqual({ ok: true, value: threads });
  });

  test.each([
    [{ ...mail, kind: 'carrier-pigeon' }, 'kind'],
    [{ ...mail, lab: timers.lab }, 'lab'],
    [{ ...timers, params: {} }, 'params'],
    [{ ...threads, wheel: mail.wheel }, 'wheel'],
    [{ ...timers, script: threads.script }, 'script[0].command.kind'],
    [{ ...mail, script: timers.script }, 'script[0].command.kind'],
    [{ version: 1, lab: timers.lab, cmgroup: threads.cmgroup }, 'cmgroup'],
  ])('refuses what belongs to another kind at its field (%#)', (scenario, field) => {
    const parsed = parseScenario(scenario);
    expect(parsed.ok ? [] : parsed.errors.map((error) => error.field)).toContain(field);
  });
});
