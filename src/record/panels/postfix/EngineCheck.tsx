import { formatWhole } from '../../../explain/figures.ts';
import type { RecordInstance } from '../../protocol/record.ts';

interface EngineCheckProps {
  instance: RecordInstance;
  /** True while the exact engine follows the record. */
  replaying: boolean;
  /** Why the engine cannot follow it; '' if it can. */
  whyCounts: string;
}

/** Says whether the exact engine followed the record, and opens the record as a run. */
export function EngineCheck({ instance, replaying, whyCounts }: EngineCheckProps) {
  return (
    <section className="stack" aria-label="Check by the engine">
      <h3>Check by the engine</h3>
      <p className="sub">
        {replaying
          ? 'The exact engine is following the record…'
          : whyCounts === ''
            ? 'The exact engine followed this record and divided the waiting in the queue manager.'
            : `The waiting in the queue manager is divided by counts, because ${whyCounts}.`}
      </p>
      {instance.activations > 0 && (
        <p className="row wrap">
          <a className="btn outlined" href={replayHref(instance)}>
            Replay {instance.host || instance.instance}
          </a>
          <span className="sub">The engine chooses each turn, beside your log: {compared(instance)}.</span>
        </p>
      )}
    </section>
  );
}

export function replayHref({ host, instance }: Pick<RecordInstance, 'host' | 'instance'>): string {
  return `#replay&of=${encodeURIComponent(host)},${encodeURIComponent(instance)}`;
}

function compared({ selections, windows }: RecordInstance): string {
  const states = [
    selections > 0 ? `${formatWhole(selections)} selections` : '',
    windows > 0 ? `${formatWhole(windows)} window lines` : '',
  ].filter((part) => part !== '');
  return states.length === 0 ? 'deaths, retries and waiting times' : states.join(' and ');
}
