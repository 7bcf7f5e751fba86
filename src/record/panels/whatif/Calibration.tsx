import { type Column, Table } from '../../../ui/Table.tsx';
import { formatMany } from '../../explain/record-format.ts';
import {
  type ClassFigures,
  type PredictView,
  PROCESS_LINE,
  type ProcessWords,
  type ServerWords,
} from '../../protocol/predict.ts';
import { SlopeBreaks } from './SlopeBreaks.tsx';
import { offBy, formatMeanCount, formatPredictedTime } from './prediction-words.ts';
import { Field } from '../../../ui/Field.tsx';
import css from './whatif.module.css';
import { type FormEvent, useState } from 'react';

const BADGE = {
  explains: '✓ The model explains this log',
  partly: '! The model explains this log partly',
  locked: '✕ The model does not explain this log',
};

/** What is good enough to predict with, and yet not what the log has. */
const NEARLY = '≈ The model nearly explains this log';

interface CalibrationProps {
  view: PredictView;
  busy: boolean;
  /** The reader says what servers are like: lines of `Servers`. */
  onServers: (lines: string[]) => void;
}

/** What stands beside every answer: the record, and the model of the same settings. */
export function Calibration({ view, busy, onServers }: CalibrationProps) {
  const { verdict, seeds } = view;
  const off = offBy(view);
  const reasons = verdict.reasons.length > 0 ? verdict.reasons : off;
  return (
    <section className={css.whatifCalibration} aria-label="Calibration">
      <div>
        <p className={css.whatifBadge} data-verdict={verdict.verdict}>
          {verdict.verdict === 'explains' && off.length > 0 ? NEARLY : BADGE[verdict.verdict]}
        </p>
        <p className="dim">
          Same mail, servers as the log shows them, {seeds} runs: half with the luck of that day, half another
          day.
        </p>
        {reasons.length > 0 && (
          <ul className={css.whatifReasons}>
            {reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        )}
      </div>
      <Figures view={view} />
      <p className={`dim ${css.whatifLegend}`}>
        b: in the queue manager at the first try, second figure of delays=. total: from arrival until it is
        there. median: half takes at most so long; 0.9: nine of ten. deferred: recipients, at the first try.
      </p>
      <Servers view={view} busy={busy} onUse={onServers} />
    </section>
  );
}

interface BesideRow {
  name: string;
  log: ClassFigures;
  model: ClassFigures;
}

function beside(name: string, text: (figures: ClassFigures) => string): Column<BesideRow> {
  return { name, numeric: true, cell: ({ log, model }) => `${text(log)} | ${text(model)}` };
}

const BESIDE_COLUMNS: readonly Column<BesideRow>[] = [
  { name: 'log | model', cell: ({ name }) => <SlopeBreaks text={name} /> },
  beside('b median', ({ b }) => formatPredictedTime(b.p50)),
  beside('b 0.9', ({ b }) => formatPredictedTime(b.p90)),
  beside('total median', ({ total }) => formatPredictedTime(total.p50)),
  beside('deferred', ({ deferredFirst }) => formatMeanCount(deferredFirst)),
];

function Figures({ view }: { view: PredictView }) {
  const { names, recorded, today } = view;
  const rows: BesideRow[] = [...names, 'all mail'].map((name, i) => ({
    name,
    log: recorded.classes[i] ?? recorded.all,
    model: today.classes[i] ?? today.all,
  }));
  return (
    <Table
      label="Log and model"
      scrolls={css.whatifScroll}
      columns={BESIDE_COLUMNS}
      rows={rows}
      rowKey={({ name }) => name}
    />
  );
}

interface ServersProps {
  view: PredictView;
  busy: boolean;
  /** Lines `SERVER sessions=8 down=60-63` of what was changed. */
  onUse: (lines: string[]) => void;
}

/** Figures of a server that can be set, as the worker reads them (`record/importers/model/edit.ts`). */
const FIELDS = ['message', 'recipient', 'sessions', 'minute', 'down'] as const;
type Field = (typeof FIELDS)[number];
const HEADS: Readonly<Record<Field, string>> = {
  message: 'ms a message',
  recipient: 'ms a recipient',
  sessions: 'sessions at once',
  minute: 'new ones a minute',
  down: 'outages, seconds after the first message',
};
/** The same of the processes of all services. */
const PROCESS_FIELDS = ['start', 'idle', 'uses'] as const;
const PROCESS_HEADS: Readonly<Record<(typeof PROCESS_FIELDS)[number], string>> = {
  start: 'ms to start one',
  idle: 's without a request until it ends (max_idle)',
  uses: 'requests until it ends (max_use)',
};
/** Servers with limits or outages come first; more than these are not drawn. */
const MAX_SERVER_ROWS = 40;

/** The servers as the log shows them, to be corrected by who knows better; then all is computed again. */
function Servers({ view, busy, onUse }: ServersProps) {
  const { servers, processes, assumed } = view;
  const [drafts, setDrafts] = useState<ReadonlyMap<string, string>>(new Map());
  const lines = linesOf(servers, processes, drafts);
  const draft = (key: string, value: string): void => setDrafts(new Map(drafts).set(key, value));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onUse(lines);
  };
  return (
    <details className={css.whatifModel}>
      <summary>What was inferred: {formatMany(servers.length, 'server')}</summary>
      {assumed.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <form onSubmit={submit}>
        <p className="dim">
          Correct what you know better: 0 sessions = no limit is known; outages as 60-63,92-93.5. The model is
          then calibrated again.
        </p>
        <Table
          label="What was inferred of the servers"
          scrolls={`${css.whatifScroll} ${css.whatifServers}`}
          columns={[
            {
              name: 'Server',
              className: 'mono',
              cell: ({ name, faults }) => <span title={faults.join('; ')}>{name}</span>,
            },
            ...FIELDS.map((field) => ({
              name: HEADS[field],
              numeric: true,
              cell: (server: ServerWords) => (
                <Field
                  kind="code"
                  inputMode={field === 'down' ? 'text' : 'decimal'}
                  size={field === 'down' ? 22 : 6}
                  label={`${server.name}, ${HEADS[field]}`}
                  value={drafts.get(`${server.name} ${field}`) ?? String(server[field])}
                  onChange={(text) => draft(`${server.name} ${field}`, text)}
                />
              ),
            })),
          ]}
          rows={servers.slice(0, MAX_SERVER_ROWS)}
          rowKey={({ name }) => name}
        />
        {servers.length > MAX_SERVER_ROWS && (
          <p className="dim">and {servers.length - MAX_SERVER_ROWS} more without limits</p>
        )}
        <Processes processes={processes} drafts={drafts} onDraft={draft} />
        <button type="submit" className="btn outlined" disabled={busy || lines.length === 0}>
          Use these figures
        </button>
      </form>
    </details>
  );
}

interface ProcessesProps {
  processes: ProcessWords;
  drafts: ReadonlyMap<string, string>;
  onDraft: (key: string, value: string) => void;
}

/** What mail waits for when no process is free, and when processes end. */
function Processes({ processes, drafts, onDraft }: ProcessesProps) {
  return (
    <fieldset className={css.whatifProcesses}>
      <legend>Processes of all services</legend>
      {PROCESS_FIELDS.map((field) => (
        <Field
          key={field}
          text={PROCESS_HEADS[field]}
          line="field-after"
          kind="figure"
          inputMode="decimal"
          size={6}
          value={drafts.get(`${PROCESS_LINE} ${field}`) ?? String(processes[field])}
          onChange={(text) => onDraft(`${PROCESS_LINE} ${field}`, text)}
        />
      ))}
      <p className="dim">
        {processes.seen === 0
          ? 'The log does not show what starting a process takes: 0 ms is assumed.'
          : `Starting one took ${processes.start} ms in the middle of ${processes.seen} that the log shows; each start of the model is one of them.`}
      </p>
    </fieldset>
  );
}

/** What differs from the inferred figures, a line a server, and one for processes. */
function linesOf(
  servers: readonly ServerWords[],
  processes: ProcessWords,
  drafts: ReadonlyMap<string, string>,
): string[] {
  const line = (name: string, fields: readonly string[], known: (field: string) => unknown): string[] => {
    const changed = fields.flatMap((field) => {
      const text = drafts.get(`${name} ${field}`)?.replaceAll(/\s+/g, '');
      return text === undefined || text === String(known(field)) ? [] : [`${field}=${text}`];
    });
    return changed.length === 0 ? [] : [`${name} ${changed.join(' ')}`];
  };
  return [
    ...servers.flatMap((server) => line(server.name, FIELDS, (field) => server[field as Field])),
    ...line(PROCESS_LINE, PROCESS_FIELDS, (field) => processes[field as keyof ProcessWords]),
  ];
}
