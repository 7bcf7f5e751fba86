import { useState, type SubmitEvent } from 'react';
import type { MailClass } from '../../protocol/classes.ts';
import type { RecordView } from '../../protocol/record.ts';
import type { SharedRecord } from '../../protocol/share.ts';
import { describeError } from '../../../scenario/schema-errors.ts';
import type { Records, RecordState } from '../../store/record.ts';
import { SharedReady } from './SharedReady.tsx';
import { fromClock, spanOf, type WholeSpan } from './clock-field.ts';
import './postfix.css';

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
  if (view === null || view.members.length === 0) return null;
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
    <section className="share-record" aria-label="Show it to others">
      <h2>Show it to others</h2>
      <p className="sub">
        Addresses, domains, machines, logins, message-ids and queue ids become numbers; answers of servers
        their code and kind; times are moved by whole minutes, to begin with 2001-01-01 00:00. Only settings
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
    <form onSubmit={onPrepare} className="share-record-form">
      <label>
        From
        <input
          className="field mono"
          value={form.from}
          placeholder={whole.first}
          onChange={(event) => set({ from: event.target.value })}
        />
      </label>
      <label>
        To
        <input
          className="field mono"
          value={form.to}
          placeholder={whole.last}
          onChange={(event) => set({ to: event.target.value })}
        />
      </label>
      <label>
        Only
        <input
          className="field mono"
          list="share-classes"
          value={form.only}
          placeholder="all mail"
          spellCheck={false}
          onChange={(event) => set({ only: event.target.value })}
        />
        <datalist id="share-classes">
          {classes.map(({ name }) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </datalist>
      </label>
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
