import { removeStop, swapWithNext } from '../../lessons/edit/edits.ts';
import { type Outline, outlineOf } from '../../lessons/edit/outline.ts';
import { Icon } from '../kit/Icon.tsx';
import { lineSelection } from './TextPane.tsx';
import type { DraftText } from './useDraft.ts';
import './write.css';

interface StopBarProps {
  draft: DraftText;
  outline: Outline;
  stop: number;
  onStop: (index: number) => void;
  onLine: (line: number) => void;
}

/** The stops in their order: go to one, move it, delete it; and what was done last, undone. */
export function StopBar({ draft, outline, stop, onStop, onLine }: StopBarProps) {
  const { stops } = outline;
  const change = (make: (text: string) => string, then: number): void => {
    const next = outlineOf(make(draft.text));
    const line = next.stops[Math.max(0, Math.min(then, next.stops.length - 1))]?.from ?? 0;
    draft.edit(make, () => lineSelection(next, line, 3));
    onLine(line);
  };
  const name = stops[stop]?.raw.title ?? '';
  const last = stops.length - 1;
  return (
    <div className="write-stops" role="toolbar" aria-label="Stops">
      <Steps outline={outline} stop={stop} onStop={onStop} />
      <span className="grow" />
      <button
        type="button"
        className="icon-btn write-up"
        aria-label="Move the stop up"
        data-tip={`move “${name}” up`}
        data-tip-at="below"
        disabled={stop < 1}
        onClick={() => change((text) => swapWithNext(text, stop - 1), stop - 1)}
      >
        <Icon name="down" />
      </button>
      <button
        type="button"
        className="icon-btn"
        aria-label="Move the stop down"
        data-tip={`move “${name}” down`}
        data-tip-at="below"
        disabled={stop < 0 || stop >= last}
        onClick={() => change((text) => swapWithNext(text, stop), stop + 1)}
      >
        <Icon name="down" />
      </button>
      <button
        type="button"
        className="icon-btn"
        aria-label="Delete the stop"
        data-tip={`delete “${name}”; Undo brings it back`}
        data-tip-at="below"
        disabled={stop < 0}
        onClick={() => change((text) => removeStop(text, stop), Math.max(0, stop - 1))}
      >
        <Icon name="close" />
      </button>
      <button type="button" className="btn" disabled={draft.undo === null} onClick={() => draft.undo?.()}>
        Undo
      </button>
      <button type="button" className="btn" disabled={draft.redo === null} onClick={() => draft.redo?.()}>
        Redo
      </button>
    </div>
  );
}

/** A button for each stop. */
function Steps({ outline: { stops }, stop, onStop }: Pick<StopBarProps, 'outline' | 'stop' | 'onStop'>) {
  return (
    <ol>
      {stops.map(({ from, raw }, i) => (
        <li key={from}>
          <button
            type="button"
            aria-label={`Stop ${i + 1}: ${raw.title}`}
            aria-current={i === stop ? 'step' : undefined}
            data-tip={raw.title}
            data-tip-at="below"
            onClick={() => onStop(i)}
          >
            {i + 1}
          </button>
        </li>
      ))}
      {stops.length === 0 && <li className="dim">no stops yet</li>}
    </ol>
  );
}
