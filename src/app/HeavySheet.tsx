import { formatCount } from '../explain/format.ts';
import type { HeavyQuestion } from '../panels/kit/asked-heavy.ts';
import { Dialog } from '../ui/Dialog.tsx';
import css from './sheets.module.css';
import { Button } from '../ui/Button.tsx';

const NAME = 'A large run';
const LIMIT_BYTES = 512e6;

/** Asks for confirmation before a large run opens, with estimates of memory and time. */
export default function HeavySheet({ question, onClose }: { question: HeavyQuestion; onClose: () => void }) {
  const { title, estimate, answer } = question;
  const end = (): void => {
    // Only the first answer counts. This call answers "no" if the dialog closes without a choice.
    answer(false);
    onClose();
  };
  const needs = [
    ['Events', roughly(estimate.events)],
    ['Memory', `${roughly(estimate.bytes / 1e6)} MB`],
    ['Time', `${duration(estimate.ms)} to its end`],
  ] as const;
  return (
    <Dialog label={NAME} className={`sheet ${css.heavy}`} onClose={end}>
      {(close) => (
        <div className="stack gap-12">
          <h2>{NAME}</h2>
          <p className="strong breaks">{title === '' ? 'A run without a title' : title}</p>
          <dl className="stack gap-4">
            {needs.map(([name, amount]) => (
              <div key={name} className="row">
                <dt className="dim">{name}</dt>
                <dd>about {amount}</dd>
              </div>
            ))}
          </dl>
          <p className="dim">
            {estimate.bytes > LIMIT_BYTES
              ? 'A run may use 512 MB. This one will stop at that limit, before its end, and keep its results.'
              : 'It opens at its start and is simulated as you go on. You can leave it at any time.'}
          </p>
          <div className="row">
            <span className="grow" />
            <Button onClick={close}>Cancel</Button>
            <Button
              look="primary"
              onClick={() => {
                answer(true);
                close();
              }}
            >
              Open it
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  );
}

/** Rounded to one significant figure, because it is an estimate. */
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
