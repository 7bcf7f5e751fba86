import { formatMany, formatTimeOfDay } from '../../explain/record-format.ts';
import { formatWhole } from '../../../explain/figures.ts';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { useState, type SubmitEvent } from 'react';
import type { MailClass } from '../../protocol/classes.ts';
import type { RecordView } from '../../protocol/record.ts';
import type { SharedRecord, ShareSample } from '../../protocol/share.ts';
import { describeError } from '../../../scenario/schema-errors.ts';
import { type Records, type RecordState, chosenInstance, useRecords } from '../../store/record.ts';
import css from './postfix.module.css';
import { reportPage } from '../../explain/findings/report-page.ts';
import { classSentences } from '../../explain/records.ts';
import { lateAgain } from '../../store/shared-again.ts';
import { pageAddress } from '../../../ui/copy-text.ts';
import { Field } from '../../../ui/Field.tsx';
import { saveBlob, saveText } from '../../../panels/kit/files.ts';
import { ONE_PAGE } from '../../../explain/labels.ts';
import { MICROS_PER_SECOND, type EpochMicros } from '../../../protocol/units.ts';

/** What the reader has written. */
interface Cut {
  from: string;
  to: string;
  only: string;
}

/** What can be sent, and what it was made of: once one of them is another, it has to be looked at again before it leaves. */
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

/** A record for other people: other names, with a preview of what leaves. Nothing is sent: a link, a file, a key that stays. */
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
    const from = fromClock('from', form.from, whole, view.zone);
    const to = fromClock('to', form.to, whole, view.zone);
    const wrong = !from.ok
      ? from.error
      : !to.ok
        ? to.error
        : to.value !== 0 && to.value <= from.value
          ? 'to: accepted: a time after “from”'
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
      return setFault('from, to, only: no message is left; accepted: a choice that leaves one');
    const before = await linesBefore(records, answer.value);
    setShared({ record: answer.value, before, form, classes });
  };
  return (
    <section className={css.shareRecord} aria-label="Show it to others">
      <h2>Show it to others</h2>
      <p className="sub">
        Addresses, domains, machines, logins, message-ids and queue ids become numbers. Server replies keep
        only code and type. Times are shifted by whole minutes, to begin with 2001-01-01 00:00. Only settings
        of the scheduler go along, and the classes of mail that you have named, with other names in their
        tests. Nothing leaves before you send it yourself.
      </p>
      <Choice
        form={form}
        set={set}
        whole={whole}
        classes={classes}
        busy={busy}
        onPrepare={(event) => void prepare(event)}
      />
      {fault !== '' && (
        <p className="field-error" role="alert">
          {fault}
        </p>
      )}
      {shared !== null && <Ready prepared={shared} form={form} classes={classes} />}
    </section>
  );
}

/** What can leave, as long as it is what was chosen. */
function Ready({
  prepared,
  form,
  classes,
}: {
  prepared: Prepared;
  form: Cut;
  classes: readonly MailClass[];
}) {
  if (prepared.form !== form || prepared.classes !== classes)
    return (
      <p className="sub" role="status">
        What is to be shown was changed: look at the preview again before it leaves.
      </p>
    );
  return (
    <>
      {form.only !== '' && (
        <p className="sub">
          What other mail held meanwhile does not leave, so whoever gets this cannot see all that it waited
          for: the record says so.
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

/** Which part of the record. */
function Choice({ form, set, whole, classes, busy, onPrepare }: ChoiceProps) {
  return (
    <form onSubmit={onPrepare} className={css.shareRecordForm}>
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

/** The lines that samples were made of, as they stand in the files; '' where the files are not here. */
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

/** Why mail was late in what would leave, as a page to print or to send: the names of the file and of its key, its times, its part. */
async function saveReport(shared: SharedRecord, state: RecordState): Promise<string> {
  const instance = chosenInstance(state);
  const report = instance && (await lateAgain(shared, instance, { from: 0, to: 0, exact: false }));
  if (report === null) return 'No message of this instance is in what would leave';
  saveText('qmgrscope-report.html', reportPage(report, 'UTC'), 'text/html');
  return '';
}

/** What would leave: figures, a line of each kind before and after, and the ways to take it. */
function SharedReady({ shared, before }: { shared: SharedRecord; before: readonly string[] }) {
  const { counts, bundle, link, linkLength, key, samples } = shared;
  const { state } = useRecords();
  const [said, setSaid] = useState('');
  const address = link === '' ? '' : pageAddress(`#${link}`);
  const report = async (): Promise<void> => {
    setSaid('Reading what would leave…');
    setSaid(await saveReport(shared, state).catch((error: unknown) => `The report ended: ${String(error)}`));
  };
  return (
    <div className={css.shareRecordReady} role="region" aria-label="What would leave">
      <p>
        <b>
          {formatMany(counts.lines, 'line')}, {formatMany(counts.messages, 'message')},{' '}
          {formatMany(counts.settings, 'setting')}
        </b>
        {counts.settingsLeft > 0 &&
          `; ${formatMany(counts.settingsLeft, 'setting')} that others need not see stay here`}
        .
      </p>
      <ClassWords shared={shared} />
      <Lines samples={samples} before={before} />
      <div className={`row ${css.shareRecordWays}`}>
        <button type="button" className="btn primary" onClick={() => void saveFile(bundle)}>
          Save the file
        </button>
        {address !== '' && <CopyButton text={address} label="Copy a link" byHand={LINK_BY_HAND} />}
        <button
          type="button"
          className="btn outlined"
          onClick={() => saveText('record-key.txt', `${key}\n`, 'text/plain')}
        >
          Save the key
        </button>
        <button type="button" className="btn outlined" onClick={() => void report()}>
          {ONE_PAGE}
        </button>
        <span role="status">{said}</span>
      </div>
      {address === '' ? (
        <p className="sub">
          {linkLength === 0
            ? 'Too much for a link'
            : `A link would have ${formatWhole(linkLength)} characters`}
          : at most 8{'\u202f'}000 arrive everywhere. Send the file, or cut it by time or by class.
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
        Who gets it drops the file here, or opens the link. The key says which name is which: keep it.
      </p>
    </div>
  );
}

/** Which classes go along, and which stay. */
function ClassWords({ shared }: { shared: SharedRecord }) {
  const sentences = classSentences(shared);
  if (sentences.length === 0) return null;
  return (
    <ul className={css.shareRecordClasses}>
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}

function Lines({ samples, before }: { samples: readonly ShareSample[]; before: readonly string[] }) {
  return (
    <>
      {/* A keyboard scrolls only what it can reach. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={css.shareRecordLines} tabIndex={0} role="region" aria-label="Before and after">
        {samples.map(({ after, file, line }, i) => (
          <dl key={`${file} ${line}`}>
            {(before[i] ?? '') !== '' && (
              <div>
                <dt>log</dt>
                <dd className="mono dim">{before[i]}</dd>
              </div>
            )}
            <div>
              <dt>shared</dt>
              <dd className="mono">{after}</dd>
            </div>
          </dl>
        ))}
      </div>
    </>
  );
}

/** The time that a record covers, and how a reader would write its ends. */
interface WholeSpan {
  from: EpochMicros;
  to: EpochMicros;
  first: string;
  last: string;
}

/** The span of a whole record, over its instances, with the clock of its ends; with days where they are two. */
function spanOf({ instances, zone }: RecordView): WholeSpan {
  const from = Math.min(...instances.map((instance) => instance.from));
  const to = Math.max(...instances.map((instance) => instance.to));
  const days =
    formatTimeOfDay(from, zone, true).slice(0, 10) !== formatTimeOfDay(to, zone, true).slice(0, 10);
  return { from, to, first: formatTimeOfDay(from, zone, days), last: formatTimeOfDay(to, zone, days) };
}

/** `10:00:30` of the record's first day, or `2026-11-22 10:00`, in the record's zone; 0 when it is empty. */
function fromClock(
  field: string,
  text: string,
  { from }: WholeSpan,
  zone: string,
): { ok: true; value: number } | { ok: false; error: string } {
  if (text.trim() === '') return { ok: true, value: 0 };
  const match = /^(?:(\d{4}-\d\d-\d\d)[T ])?(\d\d?:\d\d(?::\d\d)?)$/.exec(text.trim());
  const local = formatTimeOfDay(from, zone, true);
  // How far the zone is ahead then: what its clock shows, read as UTC, less the instant.
  const ahead = Date.parse(`${local.replace(' ', 'T')}Z`) - Math.floor(from / MICROS_PER_SECOND) * 1000;
  const [hours = '', ...rest] = (match?.[2] ?? '').split(':');
  const time = Date.parse(
    `${match?.[1] ?? local.slice(0, 10)}T${[hours.padStart(2, '0'), ...rest].join(':')}Z`,
  );
  return match === null || Number.isNaN(time)
    ? { ok: false, error: `${field}: “${text}”; accepted: 10:00, 10:00:30 or 2026-11-22 10:00` }
    : { ok: true, value: (time - ahead) * 1000 };
}
