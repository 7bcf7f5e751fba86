import type { ReactNode } from 'react';

interface SegmentedProps<T extends string | number> {
  label: string;
  value: T;
  options: readonly { value: T; text: ReactNode; title?: string }[];
  onChange: (value: T) => void;
  className?: string | undefined;
}

/**
 * A row of buttons to choose one of two to five short values. Buttons with `aria-pressed` instead of radios, because a
 * focused radio would take the ← and → keys, which step the run.
 */
export function Segmented<T extends string | number>(props: SegmentedProps<T>) {
  return (
    <div className={`seg ${props.className ?? ''}`} role="group" aria-label={props.label}>
      {props.options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === props.value}
          data-tip={option.title}
          onClick={() => {
            props.onChange(option.value);
          }}
        >
          {option.text}
        </button>
      ))}
    </div>
  );
}
