import type { RecordFileRow, RecordOptions, RecordView } from '../../protocol/record.ts';
import type { Records } from '../../store/record.ts';
import { count, figure, instant, kindWords, offsetName } from './words.ts';
import { otherLines } from '../../explain/records.ts';
import './postfix.css';

interface FileRowsProps {
  view: RecordView;
  options: RecordOptions;
  records: Records;
  /** The record comes from this machine's store: its files are not here and cannot be read another way. */
  kept: boolean;
}

/** One row a file: what it is, what it covers, what was read of it. */
export function FileRows({ view, options, records, kept }: FileRowsProps) {
  return (
    <ul className="postfix-rows">
      {view.files.map((row) => (
        <li key={row.name} className="postfix-row">
          <div className="postfix-what">
            <b className="mono">{row.name}</b>
            <span className="sub">{kindWords(row)}</span>
          </div>
          <Covered row={row} zone={view.zone} />
          <div className="postfix-read">
            {row.kind === 'log' ? <LogFigures row={row} /> : <p>{row.what}</p>}
            {row.trouble !== '' && <p className="field-error">{row.trouble}</p>}
            {!kept && row.kind === 'log' && row.zoneless > 0 && (
              <Calendar row={row} options={options} records={records} />
            )}
          </div>
          {!kept && (
            <button
              type="button"
              className="link postfix-remove"
              aria-label={`Remove ${row.name}`}
              onClick={() => records.removeFile(row.name)}
            >
              Remove
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

function Covered({ row: { from, to }, zone }: { row: RecordFileRow; zone: string }) {
  if (from === 0) return <div className="postfix-span" />;
  const start = instant(from, zone);
  const end = instant(to, zone);
  return (
    <div className="mono postfix-span">
      <div>{start.day}</div>
      <div>
        {start.clock} to {start.day === end.day ? end.clock : `${end.day} ${end.clock}`}
      </div>
    </div>
  );
}

function LogFigures({ row }: { row: RecordFileRow }) {
  const { lines, postfix } = row;
  const rest = otherLines(row, figure);
  return (
    <>
      <p>
        <b>{figure(lines)}</b> {lines === 1 ? 'line' : 'lines'}, {figure(postfix)} of Postfix
      </p>
      {rest.length > 0 && <p className="sub">{rest.join('; ')}</p>}
    </>
  );
}

const SAID: Readonly<Record<RecordFileRow['yearFrom'], (year: number) => string>> = {
  given: () => 'as chosen',
  'queue-ids': (year) => `queue ids say ${year}`,
  'file-date': (year) => `by the date of the file: ${year}`,
  today: (year) => `nothing says which year: ${year} is taken`,
};

/** Year and zone, where stamps do not say them. */
function Calendar({
  row,
  options,
  records,
}: {
  row: RecordFileRow;
  options: RecordOptions;
  records: Records;
}) {
  const { year, yearFrom, yearless, zoneFromIds } = row;
  const years = [year - 2, year - 1, year, year + 1];
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
  const zones = [
    ...new Set([options.zone, own, 'UTC', ...(zoneFromIds === null ? [] : [offsetName(zoneFromIds)])]),
  ];
  return (
    <div className="postfix-calendar">
      {yearless > 0 && (
        <label>
          Year
          <select
            className="pick"
            value={year}
            onChange={(event) => records.setOptions({ year: Number(event.target.value) })}
          >
            {years.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </label>
      )}
      <label>
        Zone
        <select
          className="pick"
          value={options.zone}
          onChange={(event) => records.setOptions({ zone: event.target.value })}
        >
          {zones.map((zone) => (
            <option key={zone}>{zone}</option>
          ))}
        </select>
      </label>
      <p className="sub">
        {yearless > 0 ? SAID[yearFrom](year) : `${count(row.zoneless, 'stamp')} without a zone`}
      </p>
    </div>
  );
}
