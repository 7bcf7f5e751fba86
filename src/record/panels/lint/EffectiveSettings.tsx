import { Table } from '../../../ui/Table.tsx';
import type { ReactNode } from 'react';
import type { EffectiveTransport, EffectiveValue, Settings } from '../../protocol/settings.ts';
import { Breakable } from '../kit/parts.tsx';
import kit from '../kit/kit.module.css';
import css from './lint.module.css';

/** Rows of the table, in the order in which they affect a delivery. */
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

/** Sorts transports: smtp, then those with settings of their own, then all others in the order of master.cf. */
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

function seenOf(value: EffectiveValue | undefined): string {
  if (value === undefined) return '';
  return `${value.origin} ${value.overruled === undefined ? '' : `${value.overruled.value} for `}${value.value}`;
}

/**
 * Transports with equal cells share a column: relay, error, retry and discard mostly have smtp's defaults, and eight
 * columns do not fit into the panel.
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

/** Shows the values in force, per transport and global, each with its origin. */
export function EffectiveSettings({ settings }: { settings: Settings }) {
  const columns = columnsOf(ordered(settings.transports));
  return (
    <aside className={`stack gap-10 ${kit.side} ${css.lintSettings}`} aria-label="Effective settings">
      <h2>
        Effective settings <span className="dim">by transport</span>
      </h2>
      <Table
        label="Settings by transport"
        scrolls
        className="mono"
        columns={[
          {
            name: 'Setting',
            head: <span className="sr-only">Setting</span>,
            cell: ({ name }) => <Breakable text={name} />,
          },
          ...columns.map((column) => ({
            name: column[0]?.name ?? '',
            numeric: true,
            head: column.map(({ name }) => <div key={name}>{name} </div>),
            cell: ({ of }: SettingRow) => of(column),
          })),
        ]}
        rows={SETTING_ROWS}
        rowKey={({ name }) => name}
      />
      <p className="row wrap baseline text-2 dim">
        <Origin of="default">5</Origin> default <Origin of="main.cf">10</Origin> main.cf{' '}
        <Origin of="master.cf">3</Origin> master.cf <s>2</s> <b className="strong mono">1</b> overridden by a
        rule
      </p>
      <WhatCounts settings={settings} />
      <h2>Settings for all transports</h2>
      <Table
        label="Settings for all transports"
        headless
        className="mono"
        columns={[
          { name: 'setting', cell: ([name]) => <Breakable text={name} /> },
          { name: 'value', className: 'breaks', cell: ([, value]) => <Value value={value} /> },
          { name: 'where', className: 'dim', cell: ([, value]) => placeOf(value) },
        ]}
        rows={GLOBALS.flatMap((name): [string, EffectiveValue][] => {
          const value = settings.globals[name];
          return value === undefined ? [] : [[name, value]];
        })}
        rowKey={([name]) => name}
      />
    </aside>
  );
}

/** Explains whether a limit counts per domain or per recipient, which no setting states directly. */
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
      <p className="text-2">
        destination_concurrency_limit and destination_rate_delay count per destination. A destination is the
        next hop: the recipient’s domain, or a relay host. Only with destination_recipient_limit = 1 is each
        recipient a destination. A concurrency limit of 1 does not change that.
        {hops.length > 0 &&
          ` Per next hop: ${names(hops)}${relayhost === '' ? '' : ` (relayhost = ${relayhost})`}.`}
        {single.length > 0 && ` Per recipient: ${names(single)}.`}{' '}
        <a className="link" href="#glossary=destination-concurrency-limit">
          Glossary
        </a>
      </p>
    </>
  );
}

interface SettingRow {
  name: string;
  /** Renders the cell of a column. All transports of a column have the same cell. */
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

/** A value, styled by its origin. A value that a rule overrides is struck out. */
function Value({ value, of = [value.name] }: { value: EffectiveValue; of?: readonly string[] }) {
  const names = [...new Set(of)].join(', ');
  const from = value.origin === 'default' ? `default of ${names}` : `${names}: ${placeOf(value)}`;
  const unit = value.unit === '' || value.unit === 's' ? '' : ` ${value.unit}`;
  if (value.overruled === undefined) {
    return (
      <Origin of={value.origin} title={`${value.value}${unit}; ${from}`}>
        {value.value === '' ? 'none' : value.value}
      </Origin>
    );
  }
  return (
    <span title={`${value.overruled.why}; ${from}`}>
      <s className="dim">{value.value}</s> <b className="strong">{value.overruled.value}</b>
    </span>
  );
}

function placeOf({ origin, place }: EffectiveValue): string {
  return origin === 'default' ? 'default' : `${place?.file}, line ${place?.line}`;
}

interface OriginProps {
  of: EffectiveValue['origin'];
  title?: string;
  children: ReactNode;
}

function Origin({ of, title, children }: OriginProps) {
  return (
    <span data-origin={of} className={of === 'default' ? 'dim' : 'strong'} title={title}>
      {children}
    </span>
  );
}
