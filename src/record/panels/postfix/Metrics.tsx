import './postfix.css';

/** Names that exporters give to figures of a queue, and where the same is in the pictures here. */
const METRICS: readonly [metric: string, means: string, here: string][] = [
  [
    'postfix_showq_message_size_bytes, _age_seconds (postfix_exporter, kumina)',
    'histograms of all messages of showq, by queue: “depth” is the count of the histogram; age is time since arrival, not since the last try',
    'Queue: columns of age; Overview: Queue sizes',
  ],
  [
    'postfix_qmgr_messages_inserted_size_bytes, _receipients (postfix_exporter)',
    'messages that became active, counted at each “queue active”: retries count again',
    'Overview: Arrivals counts only first times',
  ],
  [
    'postfix_smtp_delivery_delay_seconds{stage=…} (postfix_exporter)',
    'before_queue_manager = a, queue_manager = b, connection_setup = c, transmission = d',
    'Overview: heat map is b; a, b, c, d beside it',
  ],
  [
    'postfix_queue{queue=active|deferred|…}.length, .size, .age (telegraf)',
    'files in each folder of the queue; age is the time since the oldest change of a file’s status: each try that is put off changes it, so that mail which has waited for days is no older here than its last try (about maximal_backoff_time)',
    'Overview: Queue sizes; Queue: columns of age',
  ],
  [
    'qshape T, 5, 10, 20 … 1280+',
    'recipients by domain and minutes since arrival; of the incoming and active queue unless told otherwise',
    'Queue: the table has the same columns',
  ],
  [
    'mailq | tail, “queue depth” of checks',
    'messages in all queues, hold among them',
    'Overview: Queue sizes, area',
  ],
];

/** Which figure of an exporter is which place of the pictures. */
export function Metrics() {
  return (
    <details className="postfix-metrics">
      <summary>Which figure of my exporter is this?</summary>
      <dl>
        {METRICS.map(([metric, means, here]) => (
          <div key={metric}>
            <dt className="mono">{metric}</dt>
            <dd>
              {means}. <b>{here}</b>.
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
