import type { ComponentProps } from 'react';
import './field.css';

/** Every text area has a name: an accessible name, or an id to which a `<label>` refers. */
type Name = { label: string; id?: never } | { id: string; label?: never };

type TextAreaProps = Omit<ComponentProps<'textarea'>, 'onChange' | 'aria-label' | 'id' | 'className'> &
  Name & {
    /** `code` = addresses, settings or log lines, without spell checking. */
    kind?: 'text' | 'code';
    onChange?: ((text: string) => void) | undefined;
  };

export function TextArea({ label, kind = 'text', onChange, ...rest }: TextAreaProps) {
  return (
    <textarea
      spellCheck={kind === 'text' ? undefined : false}
      aria-label={label}
      {...rest}
      className={kind === 'text' ? 'field text-area' : 'field mono text-area'}
      onChange={onChange && ((event) => onChange(event.target.value))}
    />
  );
}
