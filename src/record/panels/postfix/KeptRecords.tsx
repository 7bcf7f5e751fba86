import { formatInstant, formatMany, formatTimeRange } from '../../explain/record-format.ts';
import { useEffect, useState, type SubmitEvent } from 'react';
import type { KeptRecord, RecordView } from '../../protocol/record.ts';
import type { Records, RecordState } from '../../store/record.ts';
import { KEEP_HERE } from '../../../explain/labels.ts';
import { formatBytes } from '../../../explain/figures.ts';
import { Field } from '../../../ui/Field.tsx';
import { Button } from '../../../ui/Button.tsx';

const NAME_MAX = 80;

interface KeptProps {
  records: Records;
  state: RecordState;
}

/** Records kept on this machine, which open without their files. */
export function KeptList({ records, state: { kept, busy, open, options } }: KeptProps) {
  useEffect(() => {
    if (kept === null) records.listKept();
  }, [records, kept]);
  if (kept === null || kept.length === 0) return null;
  return (
    <section className="stack" aria-label="Kept on this machine">
      <h2>Kept on this machine</h2>
      <ul className="stack">
        {kept.map((record) => (
          <li key={record.id} className="row text-2">
            <div className="grow breaks">
              <b>{record.name}</b>
              <p className="sub">{about(record, options.zone)}</p>
            </div>
            <Button
              look="outlined"
              aria-label={`Open ${record.name}`}
              disabled={busy || !record.readable || open?.id === record.id}
              onClick={() => records.openKept(record)}
            >
              {open?.id === record.id ? 'Open now' : 'Open'}
            </Button>
            <button
              type="button"
              className="link"
              aria-label={`Delete ${record.name}`}
              disabled={busy}
              onClick={() => records.forget(record)}
            >
              Delete
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function about({ readable, from, to, messages, bytes: size }: KeptRecord, zone: string): string {
  if (!readable)
    return `${formatBytes(size)}, kept by another version of this page or damaged. Read its files again.`;
  const when = from === 0 ? '' : `${formatTimeRange(from, to, zone)}, `;
  return `${when}${formatMany(messages, 'message')}, ${formatBytes(size)}`;
}

export function KeepRecord({ records, state }: KeptProps & { state: { view: RecordView | null } }) {
  const { view, busy, said, open } = state;
  const [name, setName] = useState(() => nameOf(view));
  if (view === null) return null;
  const keep = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    records.keep(name.trim() === '' ? nameOf(view) : name.trim());
  };
  return (
    <section className="stack" aria-label="Keep this record">
      {open === null ? (
        <form onSubmit={keep} className="stack gap-6">
          <label htmlFor="keep-name">Keep this record, to open it again without its files</label>
          <p className="sub">It stays in this browser, with the addresses and replies of the log.</p>
          <div className="row">
            <Field id="keep-name" className="grow" maxLength={NAME_MAX} value={name} onChange={setName} />
            <button type="submit" className="btn outlined" disabled={busy}>
              {busy ? 'Keeping\u2026' : KEEP_HERE}
            </button>
          </div>
        </form>
      ) : (
        <p className="sub">“{open.name}”, as kept on this machine. New files begin another record.</p>
      )}
      <p role="status">{said}</p>
    </section>
  );
}

/** Suggests a name for a record, such as `mx1, 21 Nov 2026`. */
function nameOf(view: RecordView | null): string {
  const [first] = view?.instances ?? [];
  if (view === null || first === undefined) return view?.files[0]?.name ?? 'Record';
  return `${first.host || first.instance}, ${formatInstant(first.from, view.zone).day}`.slice(0, NAME_MAX);
}
