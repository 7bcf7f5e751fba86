import type { ReactNode } from 'react';
import './progress.css';
import { Button } from './Button.tsx';

interface ProgressProps {
  /** Accessible name. */
  name: string;
  /** Amount of work done, from 0 to `max`; undefined = unknown. */
  value: number | undefined;
  max?: number;
  text?: ReactNode;
  /** True if the bar has its own line below the text. */
  ownLine?: boolean;
  /** Called when the reader presses the cancel button; absent = no such button. */
  onCancel?: () => void;
  /** True while the work is cancelled but has not ended yet. */
  cancelling?: boolean;
}

/** Progress of long work, with a cancel button. Bar and button do not move when the text changes. */
export function Progress(props: ProgressProps) {
  const { name, value, max = 1, text, ownLine = false, onCancel, cancelling = false } = props;
  return (
    <span className="progress" data-own-line={ownLine || undefined}>
      <progress aria-label={name} max={max} value={value} />
      {onCancel !== undefined && (
        <Button look="outlined" disabled={cancelling} onClick={onCancel}>
          {cancelling ? 'Ending…' : 'Cancel'}
        </Button>
      )}
      {text !== undefined && <span>{text}</span>}
    </span>
  );
}
