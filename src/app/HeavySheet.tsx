import { formatCount } from '../explain/format.ts';
import type { HeavyQuestion } from '../panels/kit/asked-heavy.ts';
import { Dialog } from '../ui/Dialog.tsx';
import './sheet.css';
import './heavy.css';

const NAME = 'A large run';
const LIMIT_BYTES = 512e6;

/** What a large run will need, before it is opened. */
export default function HeavySheet({ question, onClose }: { question: HeavyQuestion; onClose: () => void }) {
  const { title, estimate, answer } = question;
  const end = (): void => {
    // Only the first answer counts: this one does where it was closed without any.
    answer(false);
    onClose();
  };
  return (
    <Dialog label={NAME} className="sheet heavy" onClose={end}>
      {(close) => (
        <>
          <h2>{NAME}</h2>
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
            <button type="button" className="btn" onClick={close}>
              Cancel
            </button>
            <button
              type="button"
              className="btn primary"
              onClick={() => {
                answer(true);
                close();
              }}
            >
              Open it
            </button>
          </div>
        </>
      )}
    </Dialog>
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
