import type { InputError } from '../protocol/result.ts';
import { SCENARIO_VERSION } from './defaults.ts';
import { showValue } from './schema-errors.ts';

/**
 * Version of what the simulation computes. Raise it when an unchanged scenario gives a different event log: links name events
 * by number, and such a number would then name another event.
 */
export const ENGINE_VERSION = 3;

/** Converts a scenario to the next version; the upgrader at index 0 converts version 1. Each upgrader needs a test. */
export type Upgrader = (scenario: Record<string, unknown>) => Record<string, unknown>;

/** Members that every run of version 1 had, though they only apply to mail. */
const OF_MAIL = ['params', 'agents', 'servers', 'feedback'] as const;

/**
 * In version 2, `kind` names the kind of the run, and only members of that kind exist. In version 1 the kind followed from
 * the member that held the setup.
 */
function namesItsKind(scenario: Record<string, unknown>): Record<string, unknown> {
  if (scenario['lab'] !== undefined) return { ...without(scenario, OF_MAIL), kind: 'timer-lab' };
  if (scenario['cmgroup'] !== undefined)
    return { ...without(scenario, [...OF_MAIL, 'wheel']), kind: 'threads-alone' };
  return { ...scenario, kind: 'mail' };
}

function without(scenario: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(scenario).filter(([name]) => !names.includes(name)));
}

const UPGRADERS: readonly Upgrader[] = [namesItsKind];

export type Upgraded = { ok: true; value: unknown } | { ok: false; newer: boolean; error: InputError };

/**
 * Upgrades a scenario to version `current`. Rejects newer and unknown versions. Input that is not an object is returned for
 * the schema to reject.
 */
export function upgrade(
  input: unknown,
  upgraders: readonly Upgrader[] = UPGRADERS,
  current: number = SCENARIO_VERSION,
): Upgraded {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return { ok: true, value: input };
  let scenario = input as Record<string, unknown>;
  const version = scenario['version'];
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1) {
    return refuse(version, false, `a scenario version from 1 to ${current}`);
  }
  if (version > current) {
    return refuse(
      version,
      true,
      `a version up to ${current}; this file was made by a newer version of qmgrscope`,
    );
  }
  for (let from = version; from < current; from++) {
    const step = upgraders[from - 1];
    if (step === undefined) throw new Error(`no upgrader from scenario version ${from}`);
    scenario = { ...step(scenario), version: from + 1 };
  }
  return { ok: true, value: scenario };
}

function refuse(version: unknown, newer: boolean, accepted: string): Upgraded {
  return { ok: false, newer, error: { field: 'version', value: showValue(version), accepted } };
}
