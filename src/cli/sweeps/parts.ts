import type { SweepLine, SweepSpec } from '../../protocol/experiments.ts';
import type { MailScenario } from '../../protocol/scenario.ts';
import { mailRun } from '../../scenario/kinds/narrow.ts';
import { parseScenario } from '../../scenario/schema.ts';
import { readJson } from '../../scenario/json.ts';
import { showValue } from '../../scenario/schema-errors.ts';
import { fail, failInput } from '../command.ts';

/** Maximum number of runs of a sweep. The lines of more runs would not fit into memory when merged. */
const RUNS_MAX = 1_000_000;

/** Parses a spec saved by the experiments page. Throws with the invalid field. */
export function readSpec(text: string): SweepSpec {
  let given: Partial<SweepSpec> | null;
  try {
    given = JSON.parse(text) as Partial<SweepSpec> | null;
  } catch {
    return failInput(
      'SPEC',
      showValue(text.trim().replaceAll(/\s+/g, ' ')),
      'a file saved by the experiments page',
    );
  }
  if (given?.kind !== 'sweep' || given.version !== 1)
    return failInput(
      'SPEC',
      showValue(given?.kind),
      'a sweep of version 1, as the experiments page saves it',
    );
  const seeds = given.seeds ?? 0;
  if (!Number.isSafeInteger(seeds) || seeds < 1 || seeds > 100_000)
    return failInput('seeds', showValue(seeds), 'a whole number from 1 to 100 000');
  if (!Array.isArray(given.points) || given.points.length === 0)
    return failInput('points', 'nothing', 'a list of points with key and scenario');
  if (given.points.length * seeds > RUNS_MAX)
    return failInput(
      'points × seeds',
      `${given.points.length * seeds} runs`,
      `at most ${RUNS_MAX} runs in one sweep`,
    );
  const points = given.points.map((point: SweepSpec['points'][number] | null, i) => {
    if (typeof point !== 'object' || point === null)
      return failInput(`points[${i}]`, showValue(point), 'key, x, y and scenario');
    const read = sweptScenario(point.scenario);
    if (!read.ok) return failInput(`points[${i}].scenario.${read.field}`, read.value, read.accepted);
    return { key: String(point.key), x: String(point.x), y: String(point.y), scenario: read.scenario };
  });
  const { x = { kind: '', values: '' }, y = null, scene = '' } = given;
  return { kind: 'sweep', version: 1, x, y, scene, seeds, points };
}

/**
 * Returns the part of the sweep to run, from `--part` or from the environment of a cluster's array job; null = the whole
 * sweep.
 */
export function partOf(
  asked: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): { part: number; of: number } | null {
  const number = (name: string): number => {
    const text = env[name] ?? '';
    return /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  };
  if (asked !== undefined) {
    const [, part, of] = /^(\d{1,9})\/(\d{1,9})$/.exec(asked) ?? [];
    return checked(Number(part), Number(of), `--part ${asked}`);
  }
  const slurm = number('SLURM_ARRAY_TASK_ID');
  if (!Number.isNaN(slurm)) {
    const first = number('SLURM_ARRAY_TASK_MIN');
    return checked(
      slurm - (Number.isNaN(first) ? 1 : first) + 1,
      number('SLURM_ARRAY_TASK_COUNT'),
      'SLURM_ARRAY_TASK_ID',
    );
  }
  const job = number('JOB_COMPLETION_INDEX');
  return Number.isNaN(job) ? null : checked(job + 1, number('JOB_COMPLETIONS'), 'JOB_COMPLETION_INDEX');
}

function checked(part: number, of: number, from: string): { part: number; of: number } {
  if (!(part >= 1 && part <= of))
    return fail(
      from,
      `part ${part} of ${of}`,
      'I/N, I from 1 to N (an array job: its id, first id and count)',
    );
  return { part, of };
}

export function runCount({ points, seeds }: SweepSpec): number {
  return points.length * seeds;
}

export function runOf(
  { points }: SweepSpec,
  run: number,
): { point: SweepSpec['points'][number]; seed: number } {
  const point = points[run % points.length] as SweepSpec['points'][number];
  return { point, seed: (point.scenario.seed + Math.floor(run / points.length)) >>> 0 };
}

/**
 * Parses a result line. Null if it is incomplete, which is allowed only for the last line. Throws for a line of another
 * sweep.
 */
function readLine(spec: SweepSpec, line: string, last: boolean): SweepLine | null {
  const total = runCount(spec);
  const read = readJson(line, 'It');
  if (!read.ok && last) return null;
  const one = (read.ok ? read.value : null) as SweepLine | SweepSpec | null;
  if (one?.kind === 'sweep') return null;
  const inRange = one?.kind === 'run' && Number.isInteger(one.run) && one.run >= 0 && one.run < total;
  if (!inRange || runOf(spec, one.run).point.key !== one.point)
    return failInput('run', showValue(line), `a run of this sweep, 0 to ${total - 1}`);
  return one;
}

/** Reads result files and returns their lines by run number. Throws when lines contradict each other or the spec. */
export function linesOf(spec: SweepSpec, texts: readonly string[]): Map<number, string> {
  const lines = new Map<number, string>();
  for (const text of texts) {
    const all = text.split('\n');
    for (const [i, line] of all.entries()) {
      const one = line === '' ? null : readLine(spec, line, i === all.length - 1);
      if (one === null) continue;
      const known = lines.get(one.run);
      if (known !== undefined && known !== line)
        failInput(`run ${one.run}`, showValue(line), 'the same figures in every part');
      lines.set(one.run, line);
    }
  }
  return lines;
}

/** Merges parts into the spec and all runs in order. Throws when runs are missing or contradict each other. */
export function mergeLines(spec: SweepSpec, texts: readonly string[]): string {
  const total = runCount(spec);
  const lines = linesOf(spec, texts);
  const missing = Array.from({ length: total }, (_, run) => run).filter((run) => !lines.has(run));
  if (missing.length > 0)
    failInput(
      'parts',
      `${missing.length} of ${total} runs are missing: ${missing.slice(0, 10).join(', ')}`,
      'the results of all parts',
    );
  const ordered = Array.from({ length: total }, (_, run) => lines.get(run));
  return `${JSON.stringify(spec)}\n${ordered.join('\n')}\n`;
}

/** Checks a scenario, which must be a run of mail. Returns the scenario or its error. */
function sweptScenario(
  given: unknown,
): { ok: true; scenario: MailScenario } | { ok: false; field: string; value: string; accepted: string } {
  const read = parseScenario(given);
  if (!read.ok) {
    const { field = '', value = '', accepted = '' } = read.errors[0] ?? {};
    return { ok: false, field, value: String(value), accepted };
  }
  const scenario = mailRun(read.value);
  return scenario === null
    ? { ok: false, field: 'kind', value: read.value.kind, accepted: 'mail' }
    : { ok: true, scenario };
}
