import type { ReactNode } from 'react';
import './progress.css';

interface ProgressProps {
  /** What is under way, for those who hear the page. */
  name: string;
  /** How much of `max` is done; undefined = it is not known. */
  value: number | undefined;
  max?: number;
  /** What is shown after the bar: how far it is, or what is being done. */
  text?: ReactNode;
  /** The bar stands below the text, as wide as its place. */
  ownLine?: boolean;
  /** Adds a button that ends it. */
  onCancel?: () => void;
  /** It was asked to end, and has not ended yet. */
  cancelling?: boolean;
}

/** How far something is that takes time, and a way to end it. Bar and button stay in place whatever the text says. */
export function Progress(props: ProgressProps) {
  const { name, value, max = 1, text, ownLine = false, onCancel, cancelling = false } = props;
  return (
    <span className="progress" data-own-line={ownLine || undefined}>
      <progress aria-label={name} max={max} value={value} />
      {onCancel !== undefined && (
        <button type="button" className="btn outlined" disabled={cancelling} onClick={onCancel}>
          {cancelling ? 'Ending…' : 'Cancel'}
        </button>
      )}
      {text !== undefined && <span>{text}</span>}
    </span>
  );
}
