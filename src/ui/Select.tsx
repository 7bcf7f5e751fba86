import type { ComponentProps, ReactNode } from 'react';
import './select.css';

type Value = string | number;

export interface Choice<T extends Value> {
  value: T;
  text: string;
  disabled?: boolean;
  lang?: string;
}

interface ChoiceGroup<T extends Value> {
  group: string;
  options: readonly Choice<T>[];
}

type Option<T extends Value> = T | Choice<T> | ChoiceGroup<T>;

/** Every select has a name: a visible label, an accessible name, or an id to which a `<label>` on the page refers. */
type Name =
  | {
      text: ReactNode;
      line?: string | undefined;
    }
  | { label: string; text?: never; line?: never }
  | { id: string; label?: never; text?: never; line?: never };

type SelectProps<T extends Value> = Name & {
  value: T;
  /** The options, or groups of them. A string is both value and text. A group without options is not shown. */
  options: readonly Option<T>[];
  onChange: (value: T) => void;
  label?: string;
} & Pick<
    ComponentProps<'select'>,
    'id' | 'className' | 'title' | 'disabled' | 'ref' | 'onFocus' | 'onPointerDown'
  >;

/** A drop-down list. For two to five short choices see `Segmented`. */
export function Select<T extends Value>(props: SelectProps<T>) {
  const { text, line, label, value, options, onChange, className, ...rest } = props;
  const select = (
    <select
      {...rest}
      className={className === undefined ? 'pick' : `pick ${className}`}
      aria-label={label}
      value={value}
      onChange={({ target }) => {
        const all = options.flatMap((one) => (isGroup(one) ? one.options : choiceOf(one)));
        const chosen = all.find((choice) => String(choice.value) === target.value);
        if (chosen !== undefined) onChange(chosen.value);
      }}
    >
      {options.map((one) =>
        isGroup(one)
          ? one.options.length > 0 && (
              <optgroup key={`group ${one.group}`} label={one.group}>
                {one.options.map(optionOf)}
              </optgroup>
            )
          : optionOf(choiceOf(one)),
      )}
    </select>
  );
  if (text === undefined) return select;
  return (
    <label className={line}>
      <span>{text}</span> {select}
    </label>
  );
}

function isGroup<T extends Value>(option: Option<T>): option is ChoiceGroup<T> {
  return typeof option === 'object' && 'group' in option;
}

function choiceOf<T extends Value>(option: T | Choice<T>): Choice<T> {
  return typeof option === 'object' ? option : { value: option, text: String(option) };
}

function optionOf<T extends Value>({ text, ...rest }: Choice<T>) {
  return (
    <option key={rest.value} {...rest}>
      {text}
    </option>
  );
}
