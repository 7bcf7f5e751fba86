import type { RecordInstance } from '../../protocol/record.ts';
import { useRecords } from '../../store/record.ts';
import { formatCount } from '../../../explain/format.ts';
import kit from '../kit/kit.module.css';

/** Opens a record as a run, one for each queue manager in it. */
export default function ReplayTab() {
  const { view } = useRecords().state;
  const noLog = (view?.instances ?? []).length === 0;
  const instances = (view?.instances ?? []).filter(({ activations }) => activations > 0);
  return (
    <section className={`stack gap-16 ${kit.article}`} aria-label="Replay">
      <h1>The exact engine follows your log.</h1>
      <p className="lead">
        Arrivals and the results of deliveries come from the record. The engine decides whose turn it is, and
        we compare that with your log, line by line. The record becomes a run with time travel, explanations
        and the debugger.
      </p>
      {instances.length === 0 && (
        <p>
          {noLog
            ? 'Give a maillog first. The engine follows it.'
            : 'No message of these files becomes active, so there is nothing to follow.'}{' '}
          <a className="btn outlined" href="#postfix&tab=files">
            Choose files
          </a>
        </p>
      )}
      {instances.length > 0 && (
        <ul className="stack gap-12">
          {instances.map((instance) => (
            <li key={`${instance.host} ${instance.instance}`} className="row wrap">
              <a className="btn primary" href={replayOf(instance)}>
                Replay {instance.host || instance.instance}
              </a>
              <span>{whatIsCompared(instance)}</span>
            </li>
          ))}
        </ul>
      )}
      <p>
        <a className="btn outlined" href="#replay=afternoon">
          Replay the example afternoon
        </a>{' '}
        <span className="dim">168 messages of a laboratory’s Postfix, 5.5 min</span>
      </p>
    </section>
  );
}

function replayOf({ host, instance }: RecordInstance): string {
  return `#replay&of=${encodeURIComponent(host)},${encodeURIComponent(instance)}`;
}

function whatIsCompared({ instance, messages, selections, windows }: RecordInstance): string {
  const states = [
    selections > 0 ? `${formatCount(selections)} selections` : '',
    windows > 0 ? `${formatCount(windows)} window lines` : '',
  ].filter((part) => part !== '');
  const compared =
    states.length === 0
      ? 'deaths, retries and waiting times of a plain log can be compared'
      : `${states.join(' and ')} can be compared`;
  return `${instance}: ${formatCount(messages)} messages; ${compared}`;
}
