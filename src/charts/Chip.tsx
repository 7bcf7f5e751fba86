import { useIdentity } from './colours.ts';

interface ChipProps {
  /** Message number; 0 is drawn as nothing. */
  number: number;
  /** `small` in tables and ghosts, `large` in the sentence. */
  size?: 'small' | 'normal' | 'large';
  /** Ink ring: the message is hovered or selected somewhere. */
  hit?: boolean;
  /** Words for a screen reader when the number alone says too little. */
  label?: string;
  className?: string | undefined;
}

/** A message, everywhere: a filled square with the number always inside. Text is never set in a message colour. */
export function Chip({ number, size = 'normal', hit = false, label, className = '' }: ChipProps) {
  const identity = useIdentity(number);
  if (number <= 0) return null;
  const sizeClass = size === 'normal' ? '' : size;
  return (
    <span
      className={`chip collar ${sizeClass} ${className}`}
      {...identity}
      data-hit={hit || undefined}
      aria-label={label}
      role={label === undefined ? undefined : 'img'}
    >
      {number}
    </span>
  );
}
