import type { FeedbackHistory } from '../../protocol/inspect.ts';
import { useApp } from '../../store/hooks.ts';
import { useMail } from '../../store/of-kind.ts';
import { selectTransports } from '../../store/selectors.ts';
import { ParamRow } from '../world/Parameters.tsx';
import { paramLines } from '../world/params.ts';
import { useParamChanges } from '../world/useParamChanges.ts';
import '../world/world.css';
import './destination.css';
import '../hero/hero.css';

/** The settings that decide over a destination. */
const NAMES: readonly string[] = [
  'initial_destination_concurrency',
  'destination_concurrency_limit',
  'destination_concurrency_failed_cohort_limit',
  'destination_rate_delay',
  'minimal_backoff_time',
];

/** The settings of concurrency, at their values of this instant; a change acts at once. */
export function Settings({ transport }: { transport: string }) {
  const row = useApp((state) => selectTransports(state).find((r) => r.name === transport));
  const scenario = useMail((open) => open);
  const changes = useParamChanges(true);
  const lines = paramLines({ row, transport, scenario, changes }).filter((line) =>
    NAMES.includes(line.shown),
  );
  return (
    <section className="params-block hero-block" aria-label="Settings of concurrency">
      <h2>
        Parameters <span className="dim mono">{transport}_…</span>
      </h2>
      <ul className="params hero-params">
        {lines.map((line) => (
          <ParamRow key={line.name} line={line} transport={transport} />
        ))}
      </ul>
    </section>
  );
}

/** Windows under each rule if every report from now on were a failure. */
export function IfItFails({ history }: { history: FeedbackHistory }) {
  const { shipped, documented } = history.ifFails;
  return (
    <section className="hero-block">
      <h2>
        If it only fails <span className="dim">from here</span>
      </h2>
      <dl className="fails">
        <dt>shipped</dt>
        <dd className="mono">{windows(shipped)}</dd>
        <dt>documented</dt>
        <dd className="mono">{windows(documented)}</dd>
      </dl>
    </section>
  );
}

function windows(list: readonly number[]): string {
  const ends = list.at(-1) === 0;
  return list.map((window) => (window === 0 ? '✕' : String(window))).join(' ') + (ends ? '' : ' …');
}
