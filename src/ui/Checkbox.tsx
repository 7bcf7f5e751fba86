import type { ReactNode } from 'react';

interface CheckboxProps {
  checked: boolean;
  /** Called with the new state. Absent = the reader cannot change the checkbox. */
  onChange?: ((checked: boolean) => void) | undefined;
  className?: string | undefined;
  children: ReactNode;
}

export function Checkbox({ checked, onChange, className, children }: CheckboxProps) {
  return (
    <label className={`row sub ${className ?? ''}`.trim()}>
      <input
        type="checkbox"
        checked={checked}
        disabled={onChange === undefined}
        onChange={(event) => onChange?.(event.target.checked)}
      />
      {children}
    </label>
  );
}
