import type { InputError } from '../protocol/result.ts';
import { SCENARIO_VERSION } from './defaults.ts';
import { showValue } from './schema-errors.ts';

/**
 * Version of what the simulation computes. Raise it when an unchanged scenario gives another event log: a link points
 * at an event by number, and under another engine that number is another event.
 */
export const ENGINE_VERSION = 3;

/** Turns a scenario of version n into one of version n + 1; position 0 is from version 1. Each has a test. */
export type Upgrader = (scenario: Record<string, unknown>) => Record<string, unknown>;

/** Members of version 1 that every run had and that mean something to mail alone. */
const OF_MAIL = ['params', 'agents', 'servers', 'feedback'] as const;

/**
 * Version 2 names the kind of the run, which version 1 told by the member that holds its setup; a run has the members of
 * its kind alone.
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
 * Brings a scenario of an older version up to `current`. A newer or unknown version is refused. What is not an object
 * is passed on for the schema to refuse.
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
    return refuse(version, true, `a version up to ${current}; this file was made by a newer qmgrscope`);
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
