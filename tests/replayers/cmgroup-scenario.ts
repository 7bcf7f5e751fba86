/** Replays `cmgroup-scenario/1` vectors (threads/README.md §16) and compares all members that each checkpoint lists. */
import { machineRunUntil } from '../../src/core/threads/machine.ts';
import { applyOperation } from './cmgroup-operations.ts';
import { checkExpectation } from './cmgroup-expectations.ts';
import { setUp } from './cmgroup-setup.ts';
import { type Json, listOf, numberOf, recordOf } from './cmgroup-json.ts';
import type { Mismatch, Replayer } from './types.ts';

/**
 * Runs, at each instant, first the timers that are due and then the operations in order, and then checks the
 * expectations.
 */
export const replay: Replayer = (vector): Mismatch | null => {
  const file = recordOf(vector, 'vector');
  if (file['format'] !== 'cmgroup-scenario/1')
    throw new Error(`not a cmgroup-scenario/1 file: ${String(file['format'])}`);
  const bench = setUp(recordOf(file['setup'], 'setup'));
  const steps = listOf(file['steps'], 'steps').map((step) => recordOf(step, 'step'));
  const expectations = listOf(file['expect'], 'expect').map((expectation) => recordOf(expectation, 'expect'));
  for (const at of instants([...steps, ...expectations])) {
    machineRunUntil(bench.machine, at);
    for (const step of steps.filter((s) => s['at'] === at)) {
      for (const operation of listOf(step['do'], 'do')) {
        applyOperation(bench, recordOf(operation, 'operation'));
        machineRunUntil(bench.machine, at);
      }
    }
    for (const [index, expectation] of expectations.entries()) {
      if (expectation['at'] !== at) continue;
      const difference = checkExpectation(bench, expectation);
      if (difference !== null) return { step: index + 1, ...difference };
    }
  }
  return null;
};

function instants(entries: readonly Json[]): number[] {
  const all = new Set(entries.map((entry) => numberOf(entry['at'], 'at')));
  return [...all].sort((a, b) => a - b);
}
