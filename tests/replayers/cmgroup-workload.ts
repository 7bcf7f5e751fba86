/**
 * Replays `cmgroup-workload/1` vectors (threads/README.md §16): checks relations between figures and, if the file has them,
 * the reference figures.
 */
import { createStore } from '../../src/core/tables.ts';
import { SILENT_PORT } from '../../src/core/threads/tables.ts';
import { readWorkload } from '../../src/core/threads/workload-input.ts';
import { createWorkloadRun, readWorkloadFigures, runWorkload } from '../../src/core/threads/workload.ts';
import { type Json, listOf, numberOf, recordOf, stringOf } from './cmgroup-json.ts';
import type { Mismatch, Replayer } from './types.ts';

type Figures = Readonly<Record<string, number>>;

/** Number of decimals of recorded reference figures. Figures that are not listed are whole numbers. */
const DECIMALS: Readonly<Record<string, number>> = {
  throughput: 1,
  meanRunnable: 2,
  meanPending: 2,
  overshootShare: 3,
  useful: 4,
  busy: 4,
};

/** Runs every policy on the workload, and checks the relations between their figures. */
export const replay: Replayer = (vector): Mismatch | null => {
  const file = recordOf(vector, 'vector');
  if (file['format'] !== 'cmgroup-workload/1') throw new Error('not a cmgroup-workload/1 file');
  const figures = runPolicies(file);
  const relations = listOf(file['relations'], 'relations');
  for (const [index, relation] of relations.entries()) {
    const failed = checkRelation(figures, listOf(relation, 'relation'));
    if (failed !== null) return { step: index + 1, ...failed };
  }
  if (file['reference'] === undefined) return null;
  return compareReference(figures, recordOf(file['reference'], 'reference'), relations.length);
};

function runPolicies(file: Json): Map<string, Figures> {
  const workload = readWorkload(file);
  if (!workload.ok) {
    const [error] = workload.errors;
    throw new Error(`${error?.field}: ${error?.value} is not ${error?.accepted}`);
  }
  const figures = new Map<string, Figures>();
  for (const policy of workload.value.policies) {
    const run = createWorkloadRun(createStore(), workload.value, policy, SILENT_PORT);
    runWorkload(run);
    const { poolEstimate, classes, ...numbers } = readWorkloadFigures(run);
    const means = Object.fromEntries(classes.map(({ name, mean }) => [`mean_${name}`, mean]));
    figures.set(policy.name, { ...numbers, ...means, poolEstimate: poolEstimate ?? 0 });
  }
  return figures;
}

/**
 * A relation is [left, op, right, factor]. A side is `policy.figure` or a number; `mean_CLASS` covers requests of one
 * class. The right side is multiplied by the factor. "~" = equal within 1 %.
 */
function checkRelation(
  figures: Map<string, Figures>,
  relation: readonly unknown[],
): Omit<Mismatch, 'step'> | null {
  const [leftName, op, rightName, factor] = relation;
  const left = sideOf(figures, leftName);
  const right = sideOf(figures, rightName) * (factor === undefined ? 1 : numberOf(factor, 'factor'));
  if (holds(left, stringOf(op, 'relation'), right)) return null;
  return { field: `relation ${JSON.stringify(relation)}`, expected: right, got: left };
}

function sideOf(figures: Map<string, Figures>, side: unknown): number {
  if (typeof side === 'number') return side;
  const name = stringOf(side, 'side of a relation');
  const dot = name.lastIndexOf('.');
  const figure = figures.get(name.slice(0, dot))?.[name.slice(dot + 1)];
  if (figure === undefined) throw new Error(`relation: no figure ${name}`);
  return figure;
}

function holds(left: number, op: string, right: number): boolean {
  switch (op) {
    case '<':
      return left < right;
    case '<=':
      return left <= right;
    case '>':
      return left > right;
    case '>=':
      return left >= right;
    case '==':
      return left === right;
    case '~':
      return Math.abs(left - right) <= 0.01 * Math.max(Math.abs(left), Math.abs(right));
    default:
      throw new Error(`relation: ${op} is unknown`);
  }
}

function compareReference(figures: Map<string, Figures>, reference: Json, before: number): Mismatch | null {
  for (const [index, [policy, recorded]] of Object.entries(reference).entries()) {
    for (const [name, value] of Object.entries(recordOf(recorded, policy))) {
      const expected = numberOf(value, name);
      const got = figures.get(policy)?.[name];
      const decimals = DECIMALS[name] ?? 0;
      const field = `reference.${policy}.${name}`;
      if (got === undefined || !roundsTo(got, expected, decimals)) {
        return { step: before + index + 1, field, expected, got };
      }
    }
  }
  return null;
}

/** True if the value rounds to the recorded one. A value halfway between two digits may be rounded up or down. */
function roundsTo(value: number, recorded: number, decimals: number): boolean {
  return Math.abs(value - recorded) <= 0.5 * 10 ** -decimals + 1e-9;
}
