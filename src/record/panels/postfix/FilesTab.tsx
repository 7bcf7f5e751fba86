import { formatInstant, formatMany, ownZone } from '../../explain/record-format.ts';
import { formatWhole, formatBytes } from '../../../explain/figures.ts';
import type { RecordFileRow, RecordOptions, RecordView } from '../../protocol/record.ts';
import { chosenInstance, type Records, type RecordState, useRecords } from '../../store/record.ts';
import { otherLines } from '../../explain/records.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { Progress } from '../../../ui/Progress.tsx';
import { Select } from '../../../ui/Select.tsx';
import { Table } from '../../../ui/Table.tsx';
import { AddFiles, useDropAndPaste } from './AddFiles.tsx';
import { Instances } from './Instances.tsx';
import { KeepRecord, KeptList } from './KeptRecords.tsx';
import { ShareRecord } from './ShareRecord.tsx';
import { answers, cancelledAt, kindWords, missing, formatOffset } from './record-words.ts';
import { Fault } from '../kit/parts.tsx';
import kit from '../kit/kit.module.css';
import css from './postfix.module.css';

/** Shows the files of the record, missing kinds of files, and the questions that the files answer. */
export default function FilesTab() {
  const { records, state } = useRecords();
  const { view, files, progress, fault } = state;
  useDropAndPaste(records);
  const empty = files.length === 0 && view === null;
  return (
    <div className={empty ? kit.article : kit.columns}>
      <section className={`stack gap-12 ${empty ? '' : `${kit.side} ${css.postfixGive}`}`} aria-label="Files">
        {empty ? (
          <>
            <h1>Why is my mail late?</h1>
            <p className="lead">
              Give the log of your Postfix. It stays on this computer: the page reads it itself and sends
              nothing.
            </p>
          </>
        ) : (
          <h1 className={css.postfixSentence}>Files</h1>
        )}
        <AddFiles records={records} />
        {empty && <Ways />}
        <KeptList records={records} state={state} />
        {empty && <Fault text={fault} />}
        {view !== null && <Missing rows={missing(view)} />}
      </section>
      {!empty && (
        <section className={`${kit.main} ${css.postfixFound}`} aria-label="Recognized">
          <header className="row between">
            <h2>
              Recognized <span className="dim">{formatMany(view?.files.length ?? files.length, 'file')}</span>
            </h2>
            <button type="button" className="link" onClick={records.clear}>
              Remove all
            </button>
          </header>
          <Fault text={fault} />
          {progress !== null && (
            <Reading progress={progress} cancelling={state.cancelling} onCancel={records.cancel} />
          )}
          {view !== null && progress === null && (
            <>
              {view.cancelled && <p role="status">{cancelledAt(view)}</p>}
              <FileRows view={view} options={state.options} records={records} kept={state.open !== null} />
              <Instances view={view} chosen={chosenInstance(state)} />
              <KeepRecord key={view.zone + view.files.length} records={records} state={state} />
              <ShareRecord key={`share ${view.zone}${view.files.length}`} records={records} state={state} />
            </>
          )}
        </section>
      )}
      {view !== null && progress === null && <Answers view={view} />}
    </div>
  );
}

/** Links to parts of the page that need no log of the reader's. */
function Ways() {
  return (
    <p className="row wrap gap-16 text-2">
      <a className="link" href="#postfix&tab=settings">
        Check settings only
      </a>
      <a className="link" href="#postfix&tab=live">
        Follow a log while it grows
      </a>
      <a className="link" href="#postfix&tab=incidents&id=">
        Practice with real incidents
      </a>
      <a className="link" href="#replay=afternoon">
        Replay the example afternoon
      </a>
    </p>
  );
}

function Missing({ rows }: { rows: readonly { what: string; adds: string }[] }) {
  if (rows.length === 0) return null;
  return (
    <div className="stack gap-6">
      <h2>Still missing</h2>
      <Table
        label="Still missing"
        headless
        columns={[
          { name: 'what', className: 'mono breaks', cell: ({ what }) => what },
          { name: 'adds', className: 'sub', cell: ({ adds }) => adds },
        ]}
        rows={rows}
        rowKey={({ what }) => what}
      />
    </div>
  );
}

function Answers({ view }: { view: RecordView }) {
  return (
    <aside className={`stack gap-12 ${kit.side} ${css.postfixAnswers}`} aria-label="What these files answer">
      <h2>What these files answer</h2>
      <ul className="stack gap-10">
        {answers(view).map(({ question, by, yes }) => (
          <li key={question} className="row start" data-yes={yes}>
            {yes ? (
              <Icon name="check" />
            ) : (
              <span className="icon" aria-hidden="true">
                –
              </span>
            )}
            <div>
              {question}
              <div className="sub text-2">{by}</div>
            </div>
          </li>
        ))}
      </ul>
    </aside>
  );
}

interface ReadingProps {
  progress: NonNullable<RecordState['progress']>;
  cancelling: boolean;
  onCancel: () => void;
}

function Reading({ progress, cancelling, onCancel }: ReadingProps) {
  const { bytes: read, total, lines, name, secondsLeft } = progress;
  return (
    <div className="stack">
      <Progress
        name="Bytes read"
        max={Math.max(total, 1)}
        value={Math.min(read, total)}
        text={
          <>
            <b className="mono">{formatBytes(read)}</b> of {formatBytes(total)}, {formatMany(lines, 'line')}
            {secondsLeft !== null && `, ${Math.ceil(secondsLeft)} s left`}
          </>
        }
        ownLine
        onCancel={onCancel}
        cancelling={cancelling}
      />
      <p className="dim mono">{name}</p>
    </div>
  );
}

interface FileRowsProps {
  view: RecordView;
  options: RecordOptions;
  records: Records;
  /** True for a record from this browser's storage. It has no files, so it cannot be read again with another year or zone. */
  kept: boolean;
}

/** Shows a row for each file: kind, time range, lines read. */
function FileRows({ view, options, records, kept }: FileRowsProps) {
  return (
    <ul>
      {view.files.map((row) => (
        <li key={row.name} className={`row wrap start gap-12 ${css.postfixRow}`}>
          <div className="breaks">
            <b className="mono">{row.name}</b>
            <div className="sub">{kindWords(row)}</div>
          </div>
          <Covered row={row} zone={view.zone} />
          <div className="stack gap-6 breaks">
            {row.kind === 'log' ? <LogFigures row={row} /> : <p>{row.what}</p>}
            {row.trouble !== '' && <p className="field-error">{row.trouble}</p>}
            {!kept && row.kind === 'log' && row.zoneless > 0 && (
              <Calendar row={row} options={options} records={records} />
            )}
          </div>
          {!kept && (
            <button
              type="button"
              className="link"
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
  if (from === 0) return null;
  const start = formatInstant(from, zone);
  const end = formatInstant(to, zone);
  return (
    <div className="mono text-2">
      <div>{start.day}</div>
      <div>
        {start.clock} to {start.day === end.day ? end.clock : `${end.day} ${end.clock}`}
      </div>
    </div>
  );
}

function LogFigures({ row }: { row: RecordFileRow }) {
  const { lines, postfix } = row;
  const rest = otherLines(row, formatWhole);
  return (
    <>
      <p>
        <b>{formatWhole(lines)}</b> {lines === 1 ? 'line' : 'lines'}, {formatWhole(postfix)} of Postfix
      </p>
      {rest.length > 0 && <p className="sub">{rest.join('; ')}</p>}
    </>
  );
}

const YEAR_SOURCES: Readonly<Record<RecordFileRow['yearFrom'], (year: number) => string>> = {
  given: () => 'as chosen',
  'queue-ids': (year) => `queue ids say ${year}`,
  'file-date': (year) => `by the date of the file: ${year}`,
  today: (year) => `the year is not known; assumed: ${year}`,
};

interface CalendarProps extends Pick<FileRowsProps, 'options' | 'records'> {
  row: RecordFileRow;
}

/** Lets the reader set year and zone for time stamps that lack them. */
function Calendar({ row, options, records }: CalendarProps) {
  const { year, yearFrom, yearless, zoneFromIds } = row;
  const years = [year - 2, year - 1, year, year + 1];
  const own = ownZone();
  const zones = [
    ...new Set([options.zone, own, 'UTC', ...(zoneFromIds === null ? [] : [formatOffset(zoneFromIds)])]),
  ];
  return (
    <div className="row wrap text-2">
      {yearless > 0 && (
        <Select
          text="Year"
          value={year}
          options={years}
          onChange={(chosen) => records.setOptions({ year: chosen })}
        />
      )}
      <Select
        text="Zone"
        value={options.zone}
        options={zones}
        onChange={(zone) => records.setOptions({ zone })}
      />
      <p className="sub">
        {yearless > 0 ? YEAR_SOURCES[yearFrom](year) : `${formatMany(row.zoneless, 'stamp')} without a zone`}
      </p>
    </div>
  );
}
