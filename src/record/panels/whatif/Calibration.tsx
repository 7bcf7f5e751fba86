import { type Column, Table } from '../../../ui/Table.tsx';
import { formatMany } from '../../explain/record-format.ts';
import {
  type ClassFigures,
  type PredictView,
  PROCESS_LINE,
  type ProcessWords,
  type ServerWords,
} from '../../protocol/predict.ts';
import { offBy, formatMeanCount, formatPredictedTime } from './prediction-words.ts';
import { Field } from '../../../ui/Field.tsx';
import { Breakable } from '../kit/parts.tsx';
import kit from '../kit/kit.module.css';
import css from './whatif.module.css';
import { type FormEvent, useState } from 'react';

const VERDICTS = {
  explains: { text: '✓ The model explains this log', tone: 'good' },
  /** The model is good enough for predictions, although its figures differ from the log's. */
  nearly: { text: '≈ The model nearly explains this log', tone: 'good' },
  partly: { text: '! The model explains this log partly', tone: 'warn' },
  locked: { text: '✕ The model does not explain this log', tone: 'bad' },
};

interface CalibrationProps {
  view: PredictView;
  busy: boolean;
  /** Called with the corrections, in the format of `Servers`. */
  onServers: (lines: string[]) => void;
}

/** Compares the record with the model under the same settings. */
export function Calibration({ view, busy, onServers }: CalibrationProps) {
  const { verdict, seeds } = view;
  const off = offBy(view);
  const reasons = verdict.reasons.length > 0 ? verdict.reasons : off;
  const { text, tone } =
    VERDICTS[verdict.verdict === 'explains' && off.length > 0 ? 'nearly' : verdict.verdict];
  return (
    <section className="stack text-2" aria-label="Calibration">
      <div className="row wrap start gap-24">
        <div className="stack grow">
          <p>
            <span className={kit.flag} data-tone={tone}>
              {text}
            </span>
          </p>
          <p className="dim">
            Same mail, servers as the log shows them, {seeds} runs. Half of them replay that day’s randomness,
            half use new randomness.
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
      </div>
      <p className="dim">
        b: time in the queue manager at the first attempt (second figure of delays=). total: from arrival to
        delivery. 90 %: 90th percentile. deferred: recipients at the first attempt. still queued: recipients
        at the end of the log.
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
  { name: 'log | model', cell: ({ name }) => <Breakable text={name} /> },
  beside('b median', ({ b }) => formatPredictedTime(b.p50)),
  beside('b 90 %', ({ b }) => formatPredictedTime(b.p90)),
  beside('total median', ({ total }) => formatPredictedTime(total.p50)),
  beside('deferred', ({ deferredFirst }) => formatMeanCount(deferredFirst)),
  beside('still queued', ({ open }) => formatMeanCount(open)),
];

function Figures({ view }: { view: PredictView }) {
  const { names, recorded, today } = view;
  const rows: BesideRow[] = [...names, 'all mail'].map((name, i) => ({
    name,
    log: recorded.classes[i] ?? recorded.all,
    model: today.known.classes[i] ?? today.known.all,
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
  /** Called with a line `SERVER sessions=8 down=60-63` for each changed server. */
  onUse: (lines: string[]) => void;
}

/** Figures of a server that a reader can set. Read by `record/importers/model/edit.ts`. */
const FIELDS = ['message', 'recipient', 'sessions', 'minute', 'down'] as const;
type Field = (typeof FIELDS)[number];
const HEADS: Readonly<Record<Field, string>> = {
  message: 'ms per message',
  recipient: 'ms per recipient',
  sessions: 'concurrent sessions',
  minute: 'new sessions per minute',
  down: 'outages, seconds after the first message',
};
const PROCESS_FIELDS = ['start', 'idle', 'uses'] as const;
const PROCESS_HEADS: Readonly<Record<(typeof PROCESS_FIELDS)[number], string>> = {
  start: 'ms to start a process',
  idle: 's idle until it ends (max_idle)',
  uses: 'requests until it ends (max_use)',
};
/** The table has at most this many rows. Servers with limits or outages come first. */
const MAX_SERVER_ROWS = 40;

/** Shows servers as inferred from the log. When the reader corrects a server, the model computes again. */
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
    <details>
      <summary>Inferred from the log: {formatMany(servers.length, 'server')}</summary>
      {assumed.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <form className="stack" onSubmit={submit}>
        <p className="dim">
          Correct what you know better. 0 sessions: no known limit. Outages: 60-63,92-93.5. The model is then
          calibrated again.
        </p>
        <Table
          label="Servers inferred from the log"
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
        <p>
          <button type="submit" className="btn outlined" disabled={busy || lines.length === 0}>
            Use these figures
          </button>
        </p>
      </form>
    </details>
  );
}

interface ProcessesProps {
  processes: ProcessWords;
  drafts: ReadonlyMap<string, string>;
  onDraft: (key: string, value: string) => void;
}

function Processes({ processes, drafts, onDraft }: ProcessesProps) {
  return (
    <div className="stack gap-4" role="group" aria-label="Processes of all services">
      <p>Processes of all services</p>
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
          ? 'The log does not show how long a process takes to start. 0 ms is assumed.'
          : `Median of ${processes.seen} starts in the log: ${processes.start} ms. The model draws from these starts.`}
      </p>
    </div>
  );
}

/** Writes the figures that the reader changed: a line for each server, and a line for processes. */
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
