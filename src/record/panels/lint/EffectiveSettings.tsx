import { Table } from '../../../ui/Table.tsx';
import type { ReactNode } from 'react';
import type { EffectiveTransport, EffectiveValue, Settings } from '../../protocol/settings.ts';
import { Breakable } from './Breakable.tsx';
import css from './lint.module.css';

/** Rows of the table, in the order in which they matter to a delivery. */
const ROWS = [
  'destination_concurrency_limit',
  'destination_rate_delay',
  'initial_destination_concurrency',
  'destination_recipient_limit',
  'destination_concurrency_failed_cohort_limit',
  'destination_concurrency_positive_feedback',
  'destination_concurrency_negative_feedback',
  'transport_rate_delay',
  'delivery_slot_cost',
  'delivery_slot_loan',
  'delivery_slot_discount',
  'minimum_delivery_slots',
  'recipient_limit',
  'extra_recipient_limit',
];
const GLOBALS = [
  'qmgr_message_active_limit',
  'qmgr_message_recipient_limit',
  'minimal_backoff_time',
  'maximal_backoff_time',
  'queue_run_delay',
  'maximal_queue_lifetime',
  'bounce_queue_lifetime',
  'delay_warning_time',
  'transport_retry_time',
  'default_process_limit',
  'relayhost',
];

/** smtp first, then transports with lines of their own; the others as in master.cf. */
function ordered(transports: readonly EffectiveTransport[]): EffectiveTransport[] {
  const weight = (t: EffectiveTransport): number => {
    if (t.name === 'smtp') return 0;
    const own = Object.values(t.values).some(
      (v) => v.origin !== 'default' && v.name.startsWith(`${t.name}_`),
    );
    return own || t.maxproc.origin === 'master.cf' ? 1 : 2;
  };
  return transports.toSorted((a, b) => weight(a) - weight(b));
}

/** What of a value can be seen in its cell. */
function seenOf(value: EffectiveValue | undefined): string {
  if (value === undefined) return '';
  return `${value.origin} ${value.overruled === undefined ? '' : `${value.overruled.value} for `}${value.value}`;
}

/**
 * Transports for which the same is to be seen stand in one column: relay, error, retry and discard are mostly smtp's
 * defaults, and eight columns push the last ones out of the panel.
 */
function columnsOf(transports: readonly EffectiveTransport[]): EffectiveTransport[][] {
  const columns = new Map<string, EffectiveTransport[]>();
  for (const transport of transports) {
    const { maxproc, values, syslogName } = transport;
    const key = [syslogName, ...[maxproc, ...ROWS.map((row) => values[row])].map(seenOf)].join('\n');
    columns.set(key, [...(columns.get(key) ?? []), transport]);
  }
  return [...columns.values()];
}

/** What holds: for each transport and for all, with where it is from. */
export function EffectiveSettings({ settings }: { settings: Settings }) {
  const columns = columnsOf(ordered(settings.transports));
  return (
    <aside className={css.lintSettings} aria-label="Effective settings">
      <h2>
        Effective settings <span>by transport</span>
      </h2>
      <Table
        label="Settings by transport"
        scrolls={css.lintTable}
        columns={[
          {
            name: 'Setting',
            head: <span className="sr-only">Setting</span>,
            cell: ({ name }) => <Breakable text={name} />,
          },
          ...columns.map((column) => ({
            name: column[0]?.name ?? '',
            head: column.map(({ name }) => <span key={name}>{name} </span>),
            cell: ({ of }: SettingRow) => of(column),
          })),
        ]}
        rows={SETTING_ROWS}
        rowKey={({ name }) => name}
      />
      <p className={css.lintKey}>
        <span data-origin="default">5</span> default <span data-origin="main.cf">10</span> main.cf{' '}
        <span data-origin="master.cf">3</span> master.cf <s>2</s> <b>1</b> overruled by a rule
      </p>
      <WhatCounts settings={settings} />
      <h2>What the queue manager reads for all</h2>
      <dl className={css.lintGlobals}>
        {GLOBALS.map((name) => {
          const value = settings.globals[name];
          return value === undefined ? null : (
            <div key={name}>
              <dt>
                <Breakable text={name} />
              </dt>
              <dd>
                <Value value={value} />
              </dd>
              <dd>
                {value.origin === 'default' ? 'default' : `${value.place?.file}, line ${value.place?.line}`}
              </dd>
            </div>
          );
        })}
      </dl>
    </aside>
  );
}

/** Whether a limit is for a domain or for a recipient: asked again and again, and no setting of its own says it. */
function WhatCounts({ settings }: { settings: Settings }) {
  const relayhost = settings.globals['relayhost']?.value ?? '';
  const each = (transport: EffectiveTransport): boolean =>
    transport.values['destination_recipient_limit']?.number === 1;
  const remote = ordered(settings.transports).filter(({ name, program }) =>
    /^(smtp|lmtp|relay)$/.test(program || name),
  );
  const names = (list: readonly EffectiveTransport[]): string => list.map(({ name }) => name).join(', ');
  const [single, hops] = [remote.filter(each), remote.filter((transport) => !each(transport))];
  return (
    <>
      <h2>Is a limit per domain or per recipient?</h2>
      <p className={css.lintCounts}>
        destination_concurrency_limit and destination_rate_delay count per destination. That is the next hop:
        the recipient’s domain, or the relay host of all mail that goes through one. It is the single
        recipient only where destination_recipient_limit is 1; a concurrency limit of 1 does not change it.
        {hops.length > 0 &&
          ` Here per next hop: ${names(hops)}${relayhost === '' ? '' : ` (relayhost = ${relayhost})`}.`}
        {single.length > 0 && ` Here per recipient: ${names(single)}.`}{' '}
        <a className="link" href="#glossary=destination-concurrency-limit">
          Glossary
        </a>
      </p>
    </>
  );
}

interface SettingRow {
  name: string;
  /** Its cell; transports of a column have the same. */
  of: (column: readonly EffectiveTransport[]) => ReactNode;
}

function settingRow(
  name: string,
  of: (transport: EffectiveTransport) => EffectiveValue | undefined,
): SettingRow {
  return {
    name,
    of: (column) => {
      const values = column.flatMap((transport) => of(transport) ?? []);
      const [value] = values;
      return value !== undefined && <Value value={value} of={values.map((one) => one.name)} />;
    },
  };
}

const SETTING_ROWS: readonly SettingRow[] = [
  settingRow('process limit', ({ maxproc }) => maxproc),
  ...ROWS.map((row) => settingRow(row, ({ values }) => values[row])),
  { name: 'syslog_name', of: ([first]) => first?.syslogName },
];

/** A value by its origin; what a rule overrules is struck out before what holds. */
function Value({ value, of = [value.name] }: { value: EffectiveValue; of?: readonly string[] }) {
  const names = [...new Set(of)].join(', ');
  const from =
    value.origin === 'default'
      ? `default of ${names}`
      : `${names}: ${value.place?.file}, line ${value.place?.line}`;
  const unit = value.unit === '' || value.unit === 's' ? '' : ` ${value.unit}`;
  if (value.overruled === undefined) {
    return (
      <span data-origin={value.origin} title={`${value.value}${unit}; ${from}`}>
        {value.value === '' ? 'none' : value.value}
      </span>
    );
  }
  return (
    <span title={`${value.overruled.why}; ${from}`}>
      <s>{value.value}</s> <b>{value.overruled.value}</b>
    </span>
  );
}
