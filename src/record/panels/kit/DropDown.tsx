import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef } from 'react';
import { Icon } from '../../../ui/Icon.tsx';
import { keepBeside } from '../../../ui/placement.ts';
import { Popover } from '../../../ui/Popover.tsx';

interface DropDownProps {
  /** Text of the button. */
  text: ReactNode;
  /** Accessible name of what opens. */
  label: string;
  className: string | undefined;
  popoverClass: string | undefined;
  children: (close: () => void) => ReactNode;
}

/** A button that opens a popover below itself. */
export function DropDown({ text, label, className, popoverClass, children }: DropDownProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const popover = useRef<HTMLDivElement>(null);
  return (
    <>
      <button ref={button} type="button" className={className} popoverTarget={id}>
        {text}
        <Icon name="down" />
      </button>
      <Popover id={id} ref={popover} label={label} className={popoverClass}>
        {(close) => (
          <Below button={button} popover={popover}>
            {children(close)}
          </Below>
        )}
      </Popover>
    </>
  );
}

interface BelowProps {
  button: RefObject<HTMLButtonElement | null>;
  popover: RefObject<HTMLDivElement | null>;
  children: ReactNode;
}

/** Keeps the popover below its button while it is open. */
function Below({ button, popover, children }: BelowProps) {
  useLayoutEffect(() => {
    if (button.current === null || popover.current === null) return undefined;
    return keepBeside(popover.current, button.current, ['bottom-start', 'bottom-end']);
  }, [button, popover]);
  return children;
}
