import type { ComponentProps } from 'react';

/** Every slider has a name: an accessible name, the id of its `<label>`, or a `<label>` around it. */
type Name = { label: string } | { id: string } | { inLabel: true };

type SliderProps = Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange' | 'aria-label' | 'id'> &
  Name & {
    value: number;
    /** The value in words, for screen readers. */
    text?: string | undefined;
    onChange: (value: number) => void;
  };

export function Slider({ value, text, onChange, ...props }: SliderProps) {
  const { label, id, inLabel, ...rest } = { label: undefined, id: undefined, inLabel: undefined, ...props };
  return (
    <input
      {...rest}
      id={id}
      type="range"
      value={value}
      aria-label={label}
      aria-valuetext={text}
      onChange={(event) => onChange(event.target.valueAsNumber)}
    />
  );
}
