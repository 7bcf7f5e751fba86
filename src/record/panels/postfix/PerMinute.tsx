import { useState } from 'react';
import { Field } from '../../../ui/Field.tsx';

interface PerMinuteProps {
  label: string;
  most: number;
  value: number;
  onValue: (perMinute: number) => void;
}

/** A field for a number per minute. It may be empty while the reader types. */
export function PerMinute({ label, most, value, onValue }: PerMinuteProps) {
  const [typed, setTyped] = useState(String(value));
  return (
    <Field
      text={label}
      line="row wrap"
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
