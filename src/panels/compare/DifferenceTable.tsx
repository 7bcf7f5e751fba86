import { Table } from '../../ui/Table.tsx';
import { useState } from 'react';
import { Chip } from '../../charts/Chip.tsx';
import type { CompareReport } from '../../protocol/studies.ts';
import { saveText } from '../kit/files.ts';
import { Segmented } from '../../ui/Segmented.tsx';
import { formatCounted } from '../../explain/format.ts';
import {
  csvOf,
  DESTINATION_COLUMNS,
  type DifferenceColumn,
  meanTimes,
  MESSAGE_COLUMNS,
  sortRows,
  tenthsText,
} from './rows.ts';
import css from './compare.module.css';
import { Button } from '../../ui/Button.tsx';

/** Number of rows shown; the saved file has all. */
const SHOWN = 300;

type Kind = 'messages' | 'destinations';
const KINDS: readonly { value: Kind; text: string }[] = [
  { value: 'messages', text: 'messages' },
  { value: 'destinations', text: 'destinations' },
];

/** Every message or destination with its figures on both sides. The table can be sorted and saved as CSV. */
export function DifferenceTable({ report }: { report: CompareReport }) {
  const [kind, setKind] = useState<Kind>('messages');
  const save = (): void => {
    const text =
      kind === 'messages'
        ? csvOf(report.messages, MESSAGE_COLUMNS)
        : csvOf(report.destinations, DESTINATION_COLUMNS);
    saveText(`qmgrscope-compare-${kind}.csv`, text, 'text/csv');
  };
  return (
    <section className="stack">
      <div className="row">
        <Segmented label="By" value={kind} options={KINDS} onChange={setKind} />
        <span className="grow" />
        <Button onClick={save}>CSV</Button>
      </div>
      <p className="side-note">
        {kind === 'messages'
          ? 'Seconds from arrival until the last recipient has the message, and until its last delivery was first handed over (last turn).'
          : 'Mean seconds from arrival until a delivery was first handed over, and failed deliveries.'}
      </p>
      {kind === 'messages' ? (
        <>
          <Sorted
            rows={report.messages}
            columns={MESSAGE_COLUMNS}
            id={({ a, b }) => `${a.number} ${b.number}`}
            chip
          />
          <Means report={report} />
        </>
      ) : (
        <Sorted
          rows={report.destinations}
          columns={DESTINATION_COLUMNS}
          id={(row) => `${row.transport} ${row.name}`}
        />
      )}
    </section>
  );
}

/** Numbers of messages that are done later and sooner in B, as text; omits zero counts. */
function comparison(later: number, sooner: number): string {
  const words = (count: number, how: string): string =>
    count === 0 ? '' : `${formatCounted(count, 'message is', 'messages are')} done ${how} in B`;
  const parts = [words(later, 'later'), words(sooner, 'sooner')].filter((part) => part !== '');
  return parts.length === 0 ? 'All are done at the same time in both.' : `${parts.join(', ')}.`;
}

function Means({ report }: { report: CompareReport }) {
  const means = meanTimes(report);
  if (means === null) return null;
  const done = report.messages.filter(({ a, b }) => a.took >= 0 && b.took >= 0);
  return (
    <p className="side-note">
      Mean of {means.count === 1 ? 'the one message' : `the ${means.count} messages`} done in both:{' '}
      {tenthsText(means.a)} s in A, {tenthsText(means.b)} s in B.{' '}
      {comparison(
        done.filter(({ a, b }) => b.took > a.took).length,
        done.filter(({ a, b }) => b.took < a.took).length,
      )}
    </p>
  );
}

interface SortedProps<T> {
  rows: readonly T[];
  columns: readonly DifferenceColumn<T>[];
  id: (row: T) => string;
  chip?: boolean;
}

function Sorted<T>({ rows, columns, id, chip = false }: SortedProps<T>) {
  const [sort, setSort] = useState<{ key: string; direction: 1 | -1 }>({ key: 'difference', direction: -1 });
  const shown = columns.filter((column) => column.shown);
  const column = columns.find(({ key }) => key === sort.key);
  const sorted = column === undefined ? rows : sortRows(rows, column, sort.direction);
  return (
    <Table
      label="table of differences"
      scrolls={css.differenceScroll}
      stickyHead
      columns={shown.map((one, i) => ({
        name: one.key,
        head: one.text,
        numeric: i > 0,
        className: i > 0 ? 'mono' : '',
        sorted: sort.key !== one.key ? 'none' : sort.direction === 1 ? 'ascending' : 'descending',
        onSort: () =>
          setSort((old) => ({
            key: one.key,
            direction: old.key === one.key && old.direction === -1 ? 1 : -1,
          })),
        cell: (row: T) => {
          const value = one.value(row);
          if (i > 0) return cellText(value, one.time === true, one.key === 'difference');
          return chip ? <Chip number={Number(value)} size="small" /> : value;
        },
      }))}
      rows={sorted.slice(0, SHOWN)}
      rowKey={id}
    />
  );
}

function cellText(value: number | string, time: boolean, signed: boolean): string {
  if (typeof value === 'string') return value === '' ? '–' : value;
  if (!time) return String(value);
  if (!signed) return tenthsText(value);
  return `${value > 0 ? '+' : value < 0 ? '−' : ''}${tenthsText(Math.abs(value))}`;
}
