import type { RecordState } from '../../store/record.ts';
import { count } from './words.ts';
import { formatBytes } from '../../../explain/figures.ts';
import './postfix.css';

interface ReadingProps {
  progress: NonNullable<RecordState['progress']>;
  cancelling: boolean;
  onCancel: () => void;
}

/** How far the reading is, and how to end it. */
export function Reading({ progress, cancelling, onCancel }: ReadingProps) {
  const { bytes: read, total, lines, name, secondsLeft } = progress;
  return (
    <div className="postfix-reading">
      <div className="row">
        <span>
          <b className="mono">{formatBytes(read)}</b> of {formatBytes(total)}, {count(lines, 'line')}
          {secondsLeft !== null && `, ${Math.ceil(secondsLeft)} s left`}
        </span>
        <span className="grow" />
        <button type="button" className="btn outlined" disabled={cancelling} onClick={onCancel}>
          {cancelling ? 'Ending…' : 'Cancel'}
        </button>
      </div>
      <progress aria-label="Bytes read" max={Math.max(total, 1)} value={Math.min(read, total)} />
      <p className="dim mono">{name}</p>
    </div>
  );
}
