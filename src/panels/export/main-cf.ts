import type { Scenario } from '../../protocol/scenario.ts';

/**
 * The parameters that are not at their defaults as a fragment of main.cf, and what belongs into master.cf as comments.
 * `changed` = parameters changed in the run so far, by name, which win over the scenario's own.
 */
export function mainCf(
  { title, params, agents }: Pick<Scenario, 'title' | 'params' | 'agents'>,
  changed: ReadonlyMap<string, string>,
): string {
  const values = new Map([...Object.entries(params).map(([k, v]) => [k, String(v)] as const), ...changed]);
  const lines = [...values].toSorted(([a], [b]) => a.localeCompare(b)).map(([k, v]) => `${k} = ${v}`);
  const limits = Object.entries(agents).map(
    ([name, n]) => `#   ${name}  ${n === 0 ? 'no agents in this run' : n}`,
  );
  return [
    `# ${title.replaceAll('\n', ' ')}`,
    '# Parameters of the queue manager that this run changed, for main.cf.',
    ...(lines.length === 0 ? ['# None: every parameter has its default.'] : lines),
    ...(limits.length === 0 ? [] : ['', '# Delivery agents, the maxproc column of master.cf:', ...limits]),
    '',
  ].join('\n');
}
