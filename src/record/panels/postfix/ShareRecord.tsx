import { formatMany, formatTimeOfDay } from '../../explain/record-format.ts';
import { formatWhole } from '../../../explain/figures.ts';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { useState, type SubmitEvent } from 'react';
import type { MailClass } from '../../protocol/classes.ts';
import type { RecordView } from '../../protocol/record.ts';
import type { SharedRecord, ShareSample } from '../../protocol/share.ts';
import { describeError } from '../../../scenario/schema-errors.ts';
import { type Records, type RecordState, chosenInstance, useRecords } from '../../store/record.ts';
import { ScrollBox } from '../../../ui/ScrollBox.tsx';
import { Fault } from '../kit/parts.tsx';
import css from './postfix.module.css';
import { reportPage } from '../../explain/findings/report-page.ts';
import { classSentences } from '../../explain/records.ts';
import { lateAgain } from '../../store/shared-again.ts';
import { pageAddress } from '../../../ui/copy-text.ts';
import { Field } from '../../../ui/Field.tsx';
import { saveBlob, saveText } from '../../../panels/kit/files.ts';
import { ONE_PAGE } from '../../../explain/labels.ts';
import { MICROS_PER_SECOND, type EpochMicros } from '../../../protocol/units.ts';
import { Button } from '../../../ui/Button.tsx';

interface Cut {
  from: string;
  to: string;
  only: string;
}

/** The shared record and its inputs. When an input changes, the reader must see the preview again. */
interface Prepared {
  record: SharedRecord;
  before: readonly string[];
  form: Cut;
  classes: readonly MailClass[];
}

interface ShareProps {
  records: Records;
  state: RecordState & { view: RecordView | null };
}

/** Makes a link or a file of the record with pseudonyms, after a preview. Nothing is sent. */
export function ShareRecord({ records, state }: ShareProps) {
  const { view, classes } = state;
  const [form, setForm] = useState<Cut>({ from: '', to: '', only: '' });
  const [fault, setFault] = useState('');
  const [busy, setBusy] = useState(false);
  const [shared, setShared] = useState<Prepared | null>(null);
  if (view === null || view.instances.length === 0) return null;
  const whole = spanOf(view);
  const set = (part: Partial<Cut>): void => setForm({ ...form, ...part });
  const prepare = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const from = fromClock('From', form.from, whole, view.zone);
    const to = fromClock('To', form.to, whole, view.zone);
    const wrong = !from.ok
      ? from.error
      : !to.ok
        ? to.error
        : to.value !== 0 && to.value <= from.value
          ? 'To: give a time after “From”.'
          : '';
    setFault(wrong);
    setShared(null);
    if (wrong !== '' || !from.ok || !to.ok) return;
    setBusy(true);
    const only =
      form.only === '' ? [] : [classes.find(({ name }) => name === form.only)?.predicate ?? form.only];
    const answer = await records.ask((questions) =>
      questions.share({ from: from.value, to: to.value, only, classes }),
    );
    setBusy(false);
    if (answer === null) return;
    if (!answer.ok) return setFault(answer.errors.map(describeError).join('; '));
    if (answer.value.counts.messages === 0)
      return setFault('No message is left. Choose a longer time or other mail.');
    const before = await linesBefore(records, answer.value);
    setShared({ record: answer.value, before, form, classes });
  };
  return (
    <section className="stack gap-10" aria-label="Share this record">
      <h2>Share this record</h2>
      <p className="sub">
        Addresses, domains, hosts, logins, message-ids and queue ids become numbers. Server replies keep only
        code and type. Times are shifted by whole minutes to begin at 2001-01-01 00:00. Of the settings only
        the scheduler’s are included. Your classes of mail are included, with other names in their tests.
        Nothing leaves this computer until you send it.
      </p>
      <Choice
        form={form}
        set={set}
        whole={whole}
        classes={classes}
        busy={busy}
        onPrepare={(event) => void prepare(event)}
      />
      <Fault text={fault} />
      {shared !== null && <Ready prepared={shared} form={form} classes={classes} />}
    </section>
  );
}

interface ReadyProps {
  prepared: Prepared;
  form: Cut;
  classes: readonly MailClass[];
}

/** The preview, while it matches the form. */
function Ready({ prepared, form, classes }: ReadyProps) {
  if (prepared.form !== form || prepared.classes !== classes)
    return (
      <p className="sub" role="status">
        The form has changed. Look at the preview again before you send it.
      </p>
    );
  return (
    <>
      {form.only !== '' && (
        <p className="sub">
          Other mail is not shared, so recipients of this record cannot see every cause of waiting. The record
          says so.
        </p>
      )}
      <SharedReady shared={prepared.record} before={prepared.before} />
    </>
  );
}

interface ChoiceProps {
  form: Cut;
  set: (part: Partial<Cut>) => void;
  whole: WholeSpan;
  classes: readonly MailClass[];
  busy: boolean;
  onPrepare: (event: SubmitEvent<HTMLFormElement>) => void;
}

function Choice({ form, set, whole, classes, busy, onPrepare }: ChoiceProps) {
  return (
    <form onSubmit={onPrepare} className={`row wrap text-2 ${css.shareRecordForm}`}>
      <Field
        text="From"
        line="field-stack"
        kind="code"
        value={form.from}
        placeholder={whole.first}
        onChange={(from) => set({ from })}
      />
      <Field
        text="To"
        line="field-stack"
        kind="code"
        value={form.to}
        placeholder={whole.last}
        onChange={(to) => set({ to })}
      />
      <Field
        text="Only"
        line="field-stack"
        kind="code"
        list="share-classes"
        value={form.only}
        placeholder="all mail"
        onChange={(only) => set({ only })}
      />
      <datalist id="share-classes">
        {classes.map(({ name }) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </datalist>
      <button type="submit" className="btn outlined" disabled={busy}>
        {busy ? 'Preparing…' : 'Preview'}
      </button>
    </form>
  );
}

/** Original lines of the samples; '' for files that are no longer available. */
async function linesBefore(records: Records, { samples }: SharedRecord): Promise<string[]> {
  const reader = records.reader();
  return await Promise.all(
    samples.map(async ({ file, line }) => {
      const lines = await reader?.lines(file, line, line).catch(() => []);
      return lines?.[0]?.text ?? '';
    }),
  );
}

const LINK_BY_HAND = 'Select the link and press Ctrl C';

async function saveFile(bundle: string): Promise<void> {
  const stream = new Blob([bundle]).stream().pipeThrough(new CompressionStream('gzip'));
  saveBlob('record.qmgr.gz', await new Response(stream).blob());
}

/** Saves a one-page report about the shared record, with its names and times. Returns the error, or ''. */
async function saveReport(shared: SharedRecord, state: RecordState): Promise<string> {
  const instance = chosenInstance(state);
  const report = instance && (await lateAgain(shared, instance, { from: 0, to: 0, exact: false }));
  if (report === null) return 'The shared record has no message of this instance.';
  saveText('qmgrscope-report.html', reportPage(report, 'UTC'), 'text/html');
  return '';
}

/** Preview of the shared record: counts, sample lines before and after, and ways to save or send it. */
function SharedReady({ shared, before }: { shared: SharedRecord; before: readonly string[] }) {
  const { counts, bundle, link, linkLength, key, samples } = shared;
  const { state } = useRecords();
  const [said, setSaid] = useState('');
  const address = link === '' ? '' : pageAddress(`#${link}`);
  const report = async (): Promise<void> => {
    setSaid('Reading the shared record…');
    setSaid(await saveReport(shared, state).catch((error: unknown) => `The report failed: ${String(error)}`));
  };
  return (
    <div className="stack gap-10" role="region" aria-label="Preview of the shared record">
      <p>
        <b>
          {formatMany(counts.lines, 'line')}, {formatMany(counts.messages, 'message')},{' '}
          {formatMany(counts.settings, 'setting')}
        </b>
        {counts.settingsLeft > 0 && `; ${formatMany(counts.settingsLeft, 'other setting')} not included`}.
      </p>
      <ClassWords shared={shared} />
      <Lines samples={samples} before={before} />
      <div className="row wrap">
        <Button look="primary" onClick={() => void saveFile(bundle)}>
          Save the file
        </Button>
        {address !== '' && <CopyButton text={address} label="Copy a link" byHand={LINK_BY_HAND} />}
        <Button look="outlined" onClick={() => saveText('record-key.txt', `${key}\n`, 'text/plain')}>
          Save the key
        </Button>
        <Button look="outlined" onClick={() => void report()}>
          {ONE_PAGE}
        </Button>
        <span role="status">{said}</span>
      </div>
      {address === '' ? (
        <p className="sub">
          {linkLength === 0
            ? 'The record is too large for a link.'
            : `A link would have ${formatWhole(linkLength)} characters.`}{' '}
          Links of up to 8{'\u202f'}000 characters work everywhere. Send the file, or choose a shorter time
          range or one class.
        </p>
      ) : (
        <input
          className="field mono"
          readOnly
          aria-label="Link to the record"
          value={address}
          onFocus={(event) => event.target.select()}
        />
      )}
      <p className="sub">
        The recipient drops the file here or opens the link. The key maps the numbers to the names: keep it.
      </p>
    </div>
  );
}

function ClassWords({ shared }: { shared: SharedRecord }) {
  const sentences = classSentences(shared);
  if (sentences.length === 0) return null;
  return (
    <ul className="stack gap-4 sub breaks">
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}

function Lines({ samples, before }: { samples: readonly ShareSample[]; before: readonly string[] }) {
  return (
    <ScrollBox label="Before and after" className={`panel stack text-1 ${css.shareRecordLines}`}>
      {samples.map(({ after, file, line }, i) => (
        <dl key={`${file} ${line}`}>
          {(before[i] ?? '') !== '' && (
            <div className="row start">
              <dt>log</dt>
              <dd className="mono dim breaks">{before[i]}</dd>
            </div>
          )}
          <div className="row start">
            <dt>shared</dt>
            <dd className="mono breaks">{after}</dd>
          </div>
        </dl>
      ))}
    </ScrollBox>
  );
}

/** The time that a record covers, and its ends as text. */
interface WholeSpan {
  from: EpochMicros;
  to: EpochMicros;
  first: string;
  last: string;
}

/** The span of all instances. Its ends are written with days when these differ. */
function spanOf({ instances, zone }: RecordView): WholeSpan {
  const from = Math.min(...instances.map((instance) => instance.from));
  const to = Math.max(...instances.map((instance) => instance.to));
  const days =
    formatTimeOfDay(from, zone, true).slice(0, 10) !== formatTimeOfDay(to, zone, true).slice(0, 10);
  return { from, to, first: formatTimeOfDay(from, zone, days), last: formatTimeOfDay(to, zone, days) };
}

/** Reads `10:00:30` of the record's first day, or `2026-11-22 10:00`, in the record's zone; 0 for an empty text. */
function fromClock(
  field: string,
  text: string,
  { from }: WholeSpan,
  zone: string,
): { ok: true; value: number } | { ok: false; error: string } {
  if (text.trim() === '') return { ok: true, value: 0 };
  const match = /^(?:(\d{4}-\d\d-\d\d)[T ])?(\d\d?:\d\d(?::\d\d)?)$/.exec(text.trim());
  const local = formatTimeOfDay(from, zone, true);
  // Offset of the zone: what its clock shows, read as UTC, minus the instant.
  const ahead = Date.parse(`${local.replace(' ', 'T')}Z`) - Math.floor(from / MICROS_PER_SECOND) * 1000;
  const [hours = '', ...rest] = (match?.[2] ?? '').split(':');
  const time = Date.parse(
    `${match?.[1] ?? local.slice(0, 10)}T${[hours.padStart(2, '0'), ...rest].join(':')}Z`,
  );
  return match === null || Number.isNaN(time)
    ? { ok: false, error: `${field}: “${text}” is not a time. Use 10:00, 10:00:30 or 2026-11-22 10:00.` }
    : { ok: true, value: (time - ahead) * 1000 };
}
