import type { ComponentProps } from 'react';

/** Every slider has a name: an accessible name, or an id to which a `<label>` refers. */
type Name = { label: string; id?: never } | { id: string; label?: never };

type SliderProps = Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange' | 'aria-label' | 'id'> &
  Name & {
    value: number;
    /** The value in words, for screen readers. */
    text?: string | undefined;
    onChange: (value: number) => void;
  };

export function Slider({ label, value, text, onChange, ...rest }: SliderProps) {
  return (
    <input
      {...rest}
      type="range"
      value={value}
      aria-label={label}
      aria-valuetext={text}
      onChange={(event) => onChange(event.target.valueAsNumber)}
    />
  );
}
