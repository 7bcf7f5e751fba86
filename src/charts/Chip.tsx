import { useIdentity } from './colours.ts';

interface ChipProps {
  /** Message number; 0 draws nothing. */
  number: number;
  /** `small` = in tables and ghosts, `large` = in the sentence. */
  size?: 'small' | 'normal' | 'large';
  /** True to draw a ring, because the message is hovered or selected. */
  hit?: boolean;
  /** Accessible name of the chip, needed when the number alone says too little. */
  label?: string;
  className?: string | undefined;
}

/** A message: a filled square with its number inside. Text never has a message colour. */
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
