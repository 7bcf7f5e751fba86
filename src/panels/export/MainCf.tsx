import { useEffect, useState } from 'react';
import { useActions, useSession } from '../../store/hooks.ts';
import { useMail } from '../../store/of-kind.ts';
import { COPY_BY_HAND } from '../../explain/labels.ts';
import type { MailScenario } from '../../protocol/scenario.ts';
import { copyText } from '../kit/copy-text.ts';
import { fileName, saveText } from '../kit/files.ts';
import { useNames } from '../kit/useNames.ts';
import './export.css';

/** The changed parameters as lines for a real main.cf, as they are at the cursor. */
export function MainCf() {
  const actions = useActions();
  const scenario = useMail((open) => open);
  const event = useSession((session) => session.cursor.event);
  const { transportName } = useNames();
  const [text, setText] = useState('');
  const [said, setSaid] = useState('');
  useEffect(() => {
    let wanted = true;
    const make = async (): Promise<void> => {
      const records =
        event === 0 ? [] : await actions.ask('events', 1, event, ['param.changed', 'agents.changed']);
      const params = new Map<string, string>();
      let feedback = scenario?.feedback ?? 'shipped';
      const agents = new Map<string, number>();
      for (const { event: what } of records) {
        if (what.kind === 'agents.changed') agents.set(transportName?.(what.transport) ?? '', what.to);
        if (what.kind !== 'param.changed') continue;
        if (what.name !== 'feedback') params.set(what.name, what.to);
        else feedback = what.to === 'documented' ? 'documented' : 'shipped';
      }
      if (wanted && scenario !== null) setText(mainCf(scenario, { params, agents, feedback }));
    };
    void make();
    return () => {
      wanted = false;
    };
  }, [actions, scenario, event, transportName]);
  const copy = async (): Promise<void> => {
    setSaid((await copyText(text)) ? 'Copied' : COPY_BY_HAND);
  };
  // Only mail has settings that are Postfix's.
  if (scenario === null) return null;
  const save = (): void => saveText(`${fileName(scenario.title)}.main.cf`, text, 'text/plain');
  return (
    <section className="export-part" aria-labelledby="export-params">
      <div className="row">
        <h3 id="export-params">Changed parameters</h3>
        <span className="grow" />
        <span className="export-said" role="status">
          {said}
        </span>
        <button type="button" className="btn" onClick={() => void copy()}>
          Copy
        </button>
        <button
          type="button"
          className="btn outlined"
          aria-label="Save changed parameters as main.cf"
          onClick={save}
        >
          main.cf
        </button>
      </div>
      {/* The focus has to get there: the lines may scroll. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre className="export-params mono" tabIndex={0}>
        {text}
      </pre>
    </section>
  );
}

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
