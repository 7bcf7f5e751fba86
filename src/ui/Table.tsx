import type { ReactNode } from 'react';
import { ScrollBox } from './ScrollBox.tsx';
import './table.css';

export interface Column<Row> {
  /** Names the column among the others; its head too, unless `head` has another. */
  name: string;
  head?: ReactNode;
  cell: (row: Row, place: number) => ReactNode;
  /** Figures: at the end of the column, each digit as wide as the others. */
  numeric?: boolean;
  /** Class of its cells, such as `mono`. */
  className?: string | undefined;
  /** How the rows are sorted by it now; with `onSort` its head is a button. */
  sorted?: 'ascending' | 'descending' | 'none';
  onSort?: () => void;
}

interface TableProps<Row> {
  /** What is in it, for those who hear the page. */
  label: string;
  /** Shows the label above. */
  captioned?: boolean;
  /** The first column names the row. */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row, place: number) => string | number;
  /** Attributes of a row, such as `data-selected`. */
  rowProps?: (row: Row) => React.HTMLAttributes<HTMLTableRowElement> & Record<`data-${string}`, unknown>;
  /** Instead of the table, when it has no rows. */
  empty?: ReactNode;
  /** The table may be wider, or longer, than its place: it scrolls. Class of the box, if it has one. */
  scrolls?: boolean | string | undefined;
  /** The heads stay in sight while the rows scroll. */
  stickyHead?: boolean;
  /** No heads: the first column says what is in each row. */
  headless?: boolean;
  className?: string | undefined;
}

/** A list of rows with a head for each column. */
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
