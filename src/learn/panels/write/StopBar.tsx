import { removeStop, swapWithNext } from '../../lessons/edit/edits.ts';
import { type Outline, outlineOf } from '../../lessons/edit/outline.ts';
import { Icon } from '../../../panels/kit/Icon.tsx';
import { lineSelection } from './TextPane.tsx';
import type { DraftText } from './useLessonDraft.ts';
import { useWrite } from './useWrite.ts';
import './write.css';

interface StopBarProps {
  draft: DraftText;
  outline: Outline;
  stop: number;
  onStop: (index: number) => void;
  onLine: (line: number) => void;
}

interface ToolButtonProps {
  icon: 'down' | 'close';
  label: string;
  tip: string;
  disabled: boolean;
  onPress: () => void;
  /** Its sign is turned. */
  up?: boolean;
}

function ToolButton({ icon, label, tip, disabled, onPress, up = false }: ToolButtonProps) {
  return (
    <button
      type="button"
      className={up ? 'icon-btn write-up' : 'icon-btn'}
      aria-label={label}
      data-tip={tip}
      data-tip-at="below"
      disabled={disabled}
      onClick={onPress}
    >
      <Icon name={icon} />
    </button>
  );
}

/** The stops in their order: go to one, move it, delete it; and what was done last, undone. */
export function StopBar({ draft, outline, stop, onStop, onLine }: StopBarProps) {
  const { stops } = outline;
  const { stops: words } = useWrite();
  const change = (make: (text: string) => string, then: number): void => {
    const next = outlineOf(make(draft.text));
    const line = next.stops[Math.max(0, Math.min(then, next.stops.length - 1))]?.from ?? 0;
    draft.edit(make, () => lineSelection(next, line, 3));
    onLine(line);
  };
  const name = stops[stop]?.raw.title ?? '';
  const last = stops.length - 1;
  return (
    <div className="write-stops" role="toolbar" aria-label={words.label}>
      <Steps outline={outline} stop={stop} onStop={onStop} />
      <span className="grow" />
      <ToolButton
        up
        icon="down"
        label={words.up}
        tip={words.upTip(name)}
        disabled={stop < 1}
        onPress={() => change((text) => swapWithNext(text, stop - 1), stop - 1)}
      />
      <ToolButton
        icon="down"
        label={words.down}
        tip={words.downTip(name)}
        disabled={stop < 0 || stop >= last}
        onPress={() => change((text) => swapWithNext(text, stop), stop + 1)}
      />
      <ToolButton
        icon="close"
        label={words.remove}
        tip={words.removeTip(name)}
        disabled={stop < 0}
        onPress={() => change((text) => removeStop(text, stop), Math.max(0, stop - 1))}
      />
      <button type="button" className="btn" disabled={draft.undo === null} onClick={() => draft.undo?.()}>
        {words.undo}
      </button>
      <button type="button" className="btn" disabled={draft.redo === null} onClick={() => draft.redo?.()}>
        {words.redo}
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
