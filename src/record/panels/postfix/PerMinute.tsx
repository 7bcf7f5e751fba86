import { useState } from 'react';
import './postfix.css';

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
    <label className="postfix-try">
      {label}
      <input
        className="field"
        type="number"
        min={1}
        max={most}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          if (!Number.isNaN(target.valueAsNumber))
            onValue(Math.max(1, Math.min(most, Math.round(target.valueAsNumber))));
        }}
        onBlur={() => setTyped(String(value))}
      />
    </label>
  );
}
