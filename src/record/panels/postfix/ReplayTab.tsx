import type { RecordInstance } from '../../protocol/record.ts';
import { useRecords } from '../../store/record.ts';
import { formatCount } from '../../../explain/format.ts';
import css from './postfix.module.css';

/** Where a record becomes a run: one line for each queue manager in it. */
export default function ReplayTab() {
  const { view } = useRecords().state;
  const noLog = (view?.instances ?? []).length === 0;
  const instances = (view?.instances ?? []).filter(({ activations }) => activations > 0);
  return (
    <section className={css.postfixReplay} aria-label="Replay">
      <h1>The exact engine follows your log.</h1>
      <p className="lead">
        Arrivals and results of deliveries come from your log. The engine decides whose turn it is, and each
        decision is compared with the log. The record is then a run on the stage, with time travel, why, and
        the debugger.
      </p>
      {instances.length === 0 && (
        <p>
          {noLog
            ? 'Give a maillog first: it is what the engine follows.'
            : 'In these files no message ever becomes active: there is nothing to follow.'}{' '}
          <a className="btn outlined" href="#postfix&tab=files">
            Choose files
          </a>
        </p>
      )}
      {instances.length > 0 && (
        <ul>
          {instances.map((instance) => (
            <li key={`${instance.host} ${instance.instance}`} className="row">
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
    selections > 0 ? `${formatCount(selections)} hand-overs` : '',
    windows > 0 ? `${formatCount(windows)} window lines` : '',
  ].filter((part) => part !== '');
  const compared =
    states.length === 0
      ? 'a plain log: deaths, retries and waiting times can be compared'
      : `${states.join(' and ')} can be compared`;
  return `${instance}: ${formatCount(messages)} messages; ${compared}`;
}
