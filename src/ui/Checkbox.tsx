import type { ReactNode } from 'react';

interface CheckboxProps {
  checked: boolean;
  /** Absent = it cannot be changed. */
  onChange?: ((checked: boolean) => void) | undefined;
  className?: string | undefined;
  /** Its label. */
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
