import { formatCount } from '../explain/format.ts';
import { useEffect, useRef } from 'react';
import type { HeavyQuestion } from '../panels/kit/asked-heavy.ts';
import './sheet.css';
import './heavy.css';

const LIMIT_BYTES = 512e6;

/** What a large run will need, before it is opened. */
export default function HeavySheet({ question, onClose }: { question: HeavyQuestion; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  const { title, estimate, answer } = question;
  const decide = (open: boolean): void => {
    answer(open);
    onClose();
  };
  return (
    <dialog ref={dialog} className="sheet heavy" aria-labelledby="heavy-title" onCancel={() => decide(false)}>
      <h2 id="heavy-title">A large run</h2>
      <p className="heavy-name">{title === '' ? 'A run without a title' : title}</p>
      <dl>
        <dt>Events</dt>
        <dd>about {roughly(estimate.events)}</dd>
        <dt>Memory</dt>
        <dd>about {roughly(estimate.bytes / 1e6)} MB</dd>
        <dt>Time</dt>
        <dd>about {duration(estimate.ms)} to its end</dd>
      </dl>
      <p className="dim">
        {estimate.bytes > LIMIT_BYTES
          ? 'A run may take 512 MB: this one will stop there, before its end, with everything so far still there.'
          : 'It opens at its start and is simulated as you go on. You can leave it at any moment.'}
      </p>
      <div className="row">
        <span className="grow" />
        <button type="button" className="btn" onClick={() => decide(false)}>
          Cancel
        </button>
        <button type="button" className="btn primary" onClick={() => decide(true)}>
          Open it
        </button>
      </div>
    </dialog>
  );
}

/** One figure that counts, with the word for its size: it is an estimate. */
function roughly(value: number): string {
  const power = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, value))));
  const rounded = Math.max(1, Math.round(value / power) * power);
  if (rounded >= 1e6) return `${rounded / 1e6} million`;
  return formatCount(rounded);
}

function duration(ms: number): string {
  const seconds = ms / 1000;
  if (seconds < 90) return `${roughly(seconds)} s`;
  return seconds < 5400 ? `${roughly(seconds / 60)} minutes` : `${roughly(seconds / 3600)} hours`;
}
