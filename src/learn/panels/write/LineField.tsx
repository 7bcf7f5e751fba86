import { useState, type ComponentProps } from 'react';
import './write.module.css';

interface LineFieldProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange'> {
  /** As the text of the lesson has it. */
  value: string;
  onSay: (value: string) => void;
  /** Without it there is nothing that the line says: an empty field writes nothing. */
  needed?: boolean;
}

/**
 * A field that says a line of the text. A line has no space at its end, but an author who types has one after each word: what was
 * typed stands here as long as the line means the same.
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

/** As a line can hold it: the words of a mark stand between quotation marks, so that those within are curly ones. */
function meant(typed: string): string {
  return typed.replaceAll('"', '”').trim();
}
