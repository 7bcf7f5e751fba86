import type { ReactNode } from 'react';
import { ScrollBox } from './ScrollBox.tsx';
import './table.css';

export interface Column<Row> {
  /** Key of the column, and its heading unless `head` is given. */
  name: string;
  head?: ReactNode;
  cell: (row: Row, place: number) => ReactNode;
  /** Right-aligned tabular figures. */
  numeric?: boolean;
  /** Class of the column's cells, such as `mono`. */
  className?: string | undefined;
  /** Current sort direction. A column with `onSort` has a button as its heading. */
  sorted?: 'ascending' | 'descending' | 'none';
  onSort?: () => void;
}

interface TableProps<Row> {
  /** Accessible name. */
  label: string;
  captioned?: boolean;
  /** The columns. The first one holds the heading of each row. */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row, place: number) => string | number;
  /** Attributes of a row, such as `data-selected`. */
  rowProps?: (row: Row) => React.HTMLAttributes<HTMLTableRowElement> & Record<`data-${string}`, unknown>;
  /** Shown instead of the table when there are no rows. */
  empty?: ReactNode;
  /** Puts the table into a ScrollBox. A string is the class of the ScrollBox. */
  scrolls?: boolean | string | undefined;
  stickyHead?: boolean;
  headless?: boolean;
  className?: string | undefined;
}

export function Table<Row>(props: TableProps<Row>) {
  const { label, captioned = false, columns, rows, rowKey, rowProps, empty, scrolls = false } = props;
  const { stickyHead = false, headless = false, className = '' } = props;
  if (rows.length === 0 && empty !== undefined) return <p className="side-note">{empty}</p>;
  const table = (
    <table
      className={`table ${stickyHead ? 'sticky-head ' : ''}${className}`.trim()}
      aria-label={captioned ? undefined : label}
    >
      {captioned && <caption>{label}</caption>}
      {!headless && (
        <thead>
          <tr>
            {columns.map((column) => (
              <Head key={column.name} column={column} />
            ))}
          </tr>
        </thead>
      )}
      <tbody>
        {rows.map((row, place) => (
          <tr key={rowKey(row, place)} {...rowProps?.(row)}>
            {columns.map((column, i) =>
              i === 0 ? (
                <th key={column.name} scope="row" className={classOf(column)}>
                  {column.cell(row, place)}
                </th>
              ) : (
                <td key={column.name} className={classOf(column)}>
                  {column.cell(row, place)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
  if (scrolls === false) return table;
  return (
    <ScrollBox label={label} className={scrolls === true ? '' : scrolls}>
      {table}
    </ScrollBox>
  );
}

function Head<Row>({ column: { name, head = name, numeric, sorted, onSort } }: { column: Column<Row> }) {
  return (
    <th scope="col" aria-sort={sorted} className={numeric === true ? 'numeric' : undefined}>
      {onSort === undefined ? (
        head
      ) : (
        <button type="button" onClick={onSort}>
          {head}
          <span aria-hidden="true">
            {sorted === 'ascending' ? ' ↑' : sorted === 'descending' ? ' ↓' : ''}
          </span>
        </button>
      )}
    </th>
  );
}

function classOf<Row>({ numeric = false, className = '' }: Column<Row>): string | undefined {
  return `${numeric ? 'numeric ' : ''}${className}`.trim() || undefined;
}
