import { useState, type ComponentProps } from 'react';

interface LineFieldProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange'> {
  /** The value in the text of the lesson. */
  value: string;
  onSay: (value: string) => void;
  /** True if the line cannot be empty. An empty field then changes nothing. */
  needed?: boolean;
}

/**
 * Edits a line of the text. A line has no space at its end, but an author types a space after each word. So the field
 * shows what the author typed as long as it gives the same line.
 */
export function LineField({ value, onSay, needed = false, ...input }: LineFieldProps) {
  const [typed, setTyped] = useState(value);
  const [emptied, setEmptied] = useState(false);
  const shown = emptied ? '' : meant(typed) === meant(value) ? typed : value;
  return (
    <input
      {...input}
      value={shown}
      onChange={({ target }) => {
        const empty = needed && meant(target.value) === '';
        setTyped(target.value);
        setEmptied(empty);
        if (!empty && meant(target.value) !== meant(value)) onSay(meant(target.value));
      }}
      onBlur={() => {
        setTyped(value);
        setEmptied(false);
      }}
    />
  );
}

/** Formats a typed value for its line. The line quotes the words of a mark, so quotation marks in them become curly. */
function meant(typed: string): string {
  return typed.replaceAll('"', '”').trim();
}
