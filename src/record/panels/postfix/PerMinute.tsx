import { useState } from 'react';
import { Field } from '../../../ui/Field.tsx';
import css from './postfix.module.css';

interface PerMinuteProps {
  label: string;
  most: number;
  value: number;
  onValue: (perMinute: number) => void;
}

/** A number a minute, as it is typed: a field that is empty for a moment stays so, or the next digit would go behind another. */
export function PerMinute({ label, most, value, onValue }: PerMinuteProps) {
  const [typed, setTyped] = useState(String(value));
  return (
    <Field
      text={label}
      line={css.postfixTry}
      type="number"
      min={1}
      max={most}
      value={typed}
      onChange={(text) => {
        setTyped(text);
        if (text !== '') onValue(Math.max(1, Math.min(most, Math.round(Number(text)))));
      }}
      onBlur={() => setTyped(String(value))}
    />
  );
}
