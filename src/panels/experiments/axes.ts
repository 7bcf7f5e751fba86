import type { InputError } from '../../protocol/result.ts';
import type { ServerBehaviour } from '../../protocol/commands.ts';
import type { MailScenario } from '../../protocol/scenario.ts';
import { DEFAULT_AGENTS } from '../../scenario/defaults.ts';
import { mailRun } from '../../scenario/kinds/narrow.ts';
import { PARAMS, paramName } from '../../protocol/params.ts';
import { parseScenario } from '../../scenario/schema.ts';
import { wholeNumber } from '../../protocol/accepted.ts';

/** A setting of a scenario that can be varied. */
export interface AxisKind {
  id: string;
  text: string;
  /** Values that the form suggests, as text. */
  suggested: string;
  /** Sets the value in the scenario; null if the scenario refuses it. */
  apply: (scenario: MailScenario, value: string) => MailScenario | null;
}

/** One axis of a sweep: the setting that is varied, and its values as typed. */
export interface Axis {
  kind: string;
  values: string;
}

/** Largest numbers of values per axis, of runs per point, and of runs in total. */
const VALUES_MAX = 24;
export const SEEDS_MAX = 100;
const RUNS_MAX = 5_000;

const SUGGESTED: Readonly<Record<string, string>> = {
  delivery_slot_cost: '0, 2, 3, 5, 10',
  delivery_slot_loan: '0, 1, 3, 5',
  delivery_slot_discount: '0, 25, 50, 75, 100',
  minimum_delivery_slots: '0, 1, 3, 10',
  initial_destination_concurrency: '1, 2, 5, 10',
  destination_concurrency_limit: '1, 2, 5, 10, 20',
  destination_recipient_limit: '1, 2, 5, 10, 50',
  destination_concurrency_positive_feedback: '1, 1/2, 1/5, 1/concurrency',
  destination_concurrency_negative_feedback: '1, 1/2, 1/5, 1/concurrency',
  destination_concurrency_failed_cohort_limit: '0, 1, 2, 10',
  destination_rate_delay: '0s, 1s, 2s',
  transport_rate_delay: '0s, 1s, 2s',
};

/** All settings that can be varied. Parameters are those of the transport that the scenario shows. */
export const AXES: readonly AxisKind[] = [
  ...PARAMS.filter(({ kind }) => kind !== 'text').map(
    (info): AxisKind => ({
      id: info.name,
      text: info.name,
      suggested: SUGGESTED[info.name] ?? String(info.fallback),
      apply: (scenario, value) => {
        const name = info.perTransport ? paramName(info, scenario.view.transport) : info.name;
        return { ...scenario, params: { ...scenario.params, [name]: valueOf(value) } };
      },
    }),
  ),
  {
    id: 'agents',
    text: 'agents (maxproc)',
    suggested: `2, 5, 10, 20, ${DEFAULT_AGENTS}`,
    apply: (scenario, value) =>
      withNumber(value, (agents) => ({
        ...scenario,
        agents: { ...scenario.agents, [scenario.view.transport]: agents },
      })),
  },
  {
    id: 'latency',
    text: 'latency of every server, ms',
    suggested: '100, 500, 1000, 3000',
    apply: (scenario, value) =>
      withNumber(value, (latency) => ({
        ...scenario,
        servers: Object.fromEntries(
          Object.entries(scenario.servers).map(([name, server]): [string, ServerBehaviour] => [
            name,
            { ...server, latency },
          ]),
        ),
      })),
  },
  {
    id: 'feedback',
    text: 'feedback rule',
    suggested: 'shipped, documented',
    apply: (scenario, value) =>
      value === 'shipped' || value === 'documented' ? { ...scenario, feedback: value } : null,
  },
];

function valueOf(text: string): string | number {
  return /^\d{1,12}$/.test(text) ? Number(text) : text;
}

function withNumber(text: string, make: (value: number) => MailScenario): MailScenario | null {
  return /^\d{1,9}$/.test(text) ? make(Number(text)) : null;
}

export function axisNamed(id: string): AxisKind | undefined {
  return AXES.find((axis) => axis.id === id);
}

/** The values typed for an axis, without repetitions. */
export function valuesOf({ values }: Axis): string[] {
  return [...new Set(values.split(/[,;\s]+/).filter((value) => value !== ''))];
}

/** One combination of values and its scenario. Each run of the point has its own seed. */
export interface SweepPoint {
  key: string;
  x: string;
  /** Value of the second setting; "" when only one setting varies. */
  y: string;
  scenario: MailScenario;
}

export interface SweepSetup {
  scenario: MailScenario;
  x: Axis;
  y: Axis | null;
  seeds: number;
}

export type PlannedSweep =
  | { ok: true; points: SweepPoint[] }
  | { ok: false; axis: 'x' | 'y' | 'seeds'; error: InputError };

/** Returns all points of a sweep, or the first value that is refused and what would be accepted. */
export function planSweep({ scenario, x, y, seeds }: SweepSetup): PlannedSweep {
  if (!Number.isInteger(seeds) || seeds < 1 || seeds > SEEDS_MAX) {
    return refused('seeds', 'seeds', String(seeds), wholeNumber(1, SEEDS_MAX));
  }
  const points: SweepPoint[] = [];
  const rows = y === null ? [''] : valuesOf(y);
  const columns = valuesOf(x);
  for (const [axis, values] of [
    ['x', columns],
    ['y', rows],
  ] as const) {
    if (values.length === 0 || values.length > VALUES_MAX) {
      return refused(
        axis,
        'values',
        values.length === 0 ? '' : `${values.length} values`,
        `1 to ${VALUES_MAX} values with commas between them`,
      );
    }
  }
  if (columns.length * rows.length * seeds > RUNS_MAX) {
    const runs = columns.length * rows.length * seeds;
    return refused('seeds', 'runs', String(runs), `at most ${RUNS_MAX} runs: fewer values, or fewer seeds`);
  }
  for (const second of rows) {
    const row = y === null ? scenario : given(scenario, y, second);
    if (typeof row === 'string') return refused('y', y?.kind ?? '', second, row);
    for (const first of columns) {
      const made = given(row, x, first);
      if (typeof made === 'string') return refused('x', x.kind, first, made);
      points.push({ key: `${first} ${second}`, x: first, y: second, scenario: made });
    }
  }
  return { ok: true, points };
}

/** Sets a value in the scenario and checks the result, or describes what would be accepted. */
function given(scenario: MailScenario, { kind }: Axis, value: string): MailScenario | string {
  const made = axisNamed(kind)?.apply(scenario, value) ?? null;
  if (made === null) return kind === 'feedback' ? 'shipped or documented' : 'a whole number';
  const checked = parseScenario(made);
  if (!checked.ok) return checked.errors[0]?.accepted ?? 'another value';
  return mailRun(checked.value) ?? 'a run of mail';
}

function refused(axis: 'x' | 'y' | 'seeds', field: string, value: string, accepted: string): PlannedSweep {
  return { ok: false, axis, error: { field, value, accepted } };
}
