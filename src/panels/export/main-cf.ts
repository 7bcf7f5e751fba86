import type { MailScenario } from '../../protocol/scenario.ts';

/** What the run has changed so far. */
export interface ChangedSettings {
  /** Values of parameters by name, which win over the scenario's own. */
  params: ReadonlyMap<string, string>;
  /** Agents by transport as they are now, which win over the scenario's. */
  agents: ReadonlyMap<string, number>;
  /** The feedback rule in force. */
  feedback: MailScenario['feedback'];
}

/**
 * The parameters that are not at their defaults as a fragment of main.cf, and what belongs into master.cf as comments.
 * A line that Postfix would refuse (a feedback of `1/sqrt_concurrency`), and the rule of the document's pseudocode, which
 * Postfix does not have, stand as comments too: the file can be used as it is.
 */
export function mainCf(
  { title, params, agents }: Pick<MailScenario, 'title' | 'params' | 'agents'>,
  changed: ChangedSettings,
): string {
  const values = new Map([
    ...Object.entries(params).map(([k, v]) => [k, String(v)] as const),
    ...changed.params,
  ]);
  const lines = [...values].toSorted(([a], [b]) => a.localeCompare(b)).map(([k, v]) => paramLine(k, v));
  const limits = [...new Map([...Object.entries(agents), ...changed.agents])].map(
    ([name, n]) => `#   ${name}  ${n === 0 ? 'no agents in this run' : n}`,
  );
  return [
    `# ${title.replaceAll('\n', ' ')}`,
    '# Parameters of the queue manager that this run changed, for main.cf.',
    ...(lines.length === 0 ? ['# None: every parameter has its default.'] : lines),
    ...(changed.feedback === 'documented' ? DOCUMENTED : []),
    ...(limits.length === 0 ? [] : ['', '# Delivery agents, the maxproc column of master.cf:', ...limits]),
    '',
  ].join('\n');
}

const DOCUMENTED = [
  '',
  '# This run computes feedback by the pseudocode of SCHEDULER_README. Postfix has no parameter for that:',
  '# with the lines above it computes by its own rule, and windows differ.',
];

function paramLine(name: string, value: string): string {
  if (!/\/\s*sqrt_concurrency/i.test(value)) return `${name} = ${value}`;
  return `# ${name} = ${value}\n#   (refused by Postfix as shipped, which then takes 1)`;
}
