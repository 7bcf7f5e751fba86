/** Runs of the policy laboratory: a checked workload through the core, with or without a recording. */
import { createStore } from '../../core/tables.ts';
import { SILENT_PORT } from '../../core/threads/tables.ts';
import {
  createWorkloadRun,
  readWorkloadFigures,
  runWorkload,
  stepWorkload,
} from '../../core/threads/workload.ts';
import { readWorkload } from '../../core/threads/workload-input.ts';
import type { Policy, Workload } from '../../core/threads/workload-model.ts';
import {
  POLICY_ORDER,
  type PolicyFigures,
  type PolicyKind,
  type PolicyRun,
} from '../../protocol/policies.ts';
import type { Result } from '../../protocol/result.ts';
import { createRecorder } from './policy-recorder.ts';

/** All policies of a `cmgroup-workload/1` file, each with its figures and what happened. */
export function comparePolicies(file: unknown): Result<PolicyRun[]> {
  const read = readWorkload(file);
  if (!read.ok) return read;
  const { value: workload } = read;
  const runs = workload.policies.map((policy, i) => recordRun(workload, policy, POLICY_ORDER[i] ?? 'plain'));
  return { ok: true, value: runs };
}

function recordRun(workload: Workload, policy: Policy, kind: PolicyKind): PolicyRun {
  const recorder = createRecorder();
  const run = createWorkloadRun(createStore(), workload, policy, recorder.port);
  recorder.look(run);
  while (stepWorkload(run)) recorder.look(run);
  const { cpus } = workload.config;
  return {
    kind,
    workers: policy.workers,
    limit: policy.cmgroup && policy.limit > 0 ? policy.limit : cpus,
    figures: readWorkloadFigures(run),
    recording: recorder.finish(run),
  };
}

/** One policy of a file, its figures only. */
export function policyFigures(file: unknown, place: number): Result<PolicyFigures> {
  const read = readWorkload(file);
  if (!read.ok) return read;
  const policy = read.value.policies[place];
  if (policy === undefined) {
    return {
      ok: false,
      errors: [{ field: 'policy', value: String(place), accepted: 'a place in the list' }],
    };
  }
  const run = createWorkloadRun(createStore(), read.value, policy, SILENT_PORT);
  runWorkload(run);
  return { ok: true, value: readWorkloadFigures(run) };
}
