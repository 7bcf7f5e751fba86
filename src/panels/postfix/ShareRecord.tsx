import { useState, type SubmitEvent } from 'react';
import type { RecordView } from '../../protocol/record.ts';
import type { SharedRecord } from '../../protocol/share.ts';
import { describeError } from '../../scenario/schema-errors.ts';
import type { Records, RecordState } from '../../store/record.ts';
import { saveBlob, saveText } from '../kit/files.ts';
import { count, figure } from './words.ts';
import { fromClock, spanOf } from './clock-field.ts';
import './share-record.css';

interface ShareProps {
  records: Records;
  state: RecordState & { view: RecordView | null };
}

/** A record for other people: other names, with a preview of what leaves. Nothing is sent: a link, a file, a key that stays. */
export function ShareRecord({ records, state }: ShareProps) {
  const { view, classes, options } = state;
  const [form, setForm] = useState({ from: '', to: '', only: '' });
  const [fault, setFault] = useState('');
  const [busy, setBusy] = useState(false);
  const [shared, setShared] = useState<{ record: SharedRecord; before: readonly string[] } | null>(null);
  if (view === null || view.members.length === 0) return null;
  const whole = spanOf(view);
  const set = (part: Partial<typeof form>): void => setForm({ ...form, ...part });
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
    if (wrong !== '' || !from.ok || !to.ok) return;
    setBusy(true);
    const only =
      form.only === '' ? [] : [classes.find(({ name }) => name === form.only)?.predicate ?? form.only];
    const answer = await records.ask((questions) =>
      questions.share({ from: from.value, to: to.value, only }),
    );
    setBusy(false);
    if (answer === null) return;
    if (!answer.ok) return setFault(answer.errors.map(describeError).join('; '));
    if (answer.value.counts.messages === 0)
      return setFault('from, to, only: no message is left; accepted: a choice that leaves one');
    setShared({ record: answer.value, before: await linesBefore(records, answer.value) });
  };
  return (
    <section className="share-record" aria-label="Show it to others">
      <h2>Show it to others</h2>
      <p className="sub">
        Addresses, domains, machines, logins, message-ids and queue ids become numbers; answers of servers
        their code and kind; times begin at 2001-01-01 with their minutes kept. Only settings of the scheduler
        go along. Nothing leaves before you send it yourself.
      </p>
      <form onSubmit={(event) => void prepare(event)} className="share-record-form">
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
              <option key={name} value={name} />
            ))}
          </datalist>
        </label>
        <button type="submit" className="btn outlined" disabled={busy}>
          {busy ? 'Preparing…' : 'Preview'}
        </button>
      </form>
      {fault !== '' && (
        <p className="field-error" role="alert">
          {fault}
        </p>
      )}
      {shared !== null && <Ready shared={shared.record} before={shared.before} zone={options.zone} />}
    </section>
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

function Ready({ shared, before }: { shared: SharedRecord; before: readonly string[]; zone: string }) {
  const { counts, bundle, link, linkLength, key, samples } = shared;
  const [said, setSaid] = useState('');
  const address = link === '' ? '' : `${location.href.replace(/#.*$/, '')}#${link}`;
  const saveFile = async (): Promise<void> => {
    const stream = new Blob([bundle]).stream().pipeThrough(new CompressionStream('gzip'));
    saveBlob('record.qmgr.gz', await new Response(stream).blob());
  };
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(address);
      setSaid('Copied');
    } catch {
      setSaid('Select the link and press Ctrl C');
    }
  };
  return (
    <div className="share-record-ready" role="region" aria-label="What would leave">
      <p>
        <b>
          {count(counts.lines, 'line')}, {count(counts.messages, 'message')},{' '}
          {count(counts.settings, 'setting')}
        </b>
        {counts.settingsLeft > 0 &&
          `; ${count(counts.settingsLeft, 'setting')} that others need not see stay here`}
        .
      </p>
      {/* A keyboard scrolls only what it can reach. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="share-record-lines" tabIndex={0} role="region" aria-label="Before and after">
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
      <div className="row share-record-ways">
        <button type="button" className="btn primary" onClick={() => void saveFile()}>
          Save the file
        </button>
        {address !== '' && (
          <button type="button" className="btn outlined" onClick={() => void copy()}>
            Copy a link
          </button>
        )}
        <button
          type="button"
          className="btn outlined"
          onClick={() => saveText('record-key.txt', `${key}\n`, 'text/plain')}
        >
          Save the key
        </button>
        <span role="status">{said}</span>
      </div>
      {address === '' ? (
        <p className="sub">
          {linkLength === 0 ? 'Too much for a link' : `A link would have ${figure(linkLength)} characters`}:
          at most 8{'\u202f'}000 arrive everywhere. Send the file, or cut it by time or by class.
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
        Who gets it drops the file here, or opens the link. The key says which name is which: keep it. A
        report of one page is under “Take away” in the{' '}
        <a className="link" href="#postfix&tab=overview">
          overview
        </a>
        .
      </p>
    </div>
  );
}
