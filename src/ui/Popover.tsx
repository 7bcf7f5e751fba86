import { type ReactNode, type RefObject, Suspense, useState } from 'react';

interface PopoverProps {
  /** Id for the `popoverTarget` of the button that opens the popover. */
  id: string;
  /** Accessible name. */
  label: string;
  /** `note` = text without controls. */
  role?: 'dialog' | 'note';
  className: string | undefined;
  /** Ref for code that opens the popover itself. */
  ref?: RefObject<HTMLDivElement | null>;
  onClose?: () => void;
  /** Renders the content while the popover is open. Calling `close` closes it and restores the focus. */
  children: (close: () => void) => ReactNode;
}

/** A non-modal popover. Esc or a click elsewhere closes it. */
export function Popover({ id, label, role = 'dialog', className, ref, onClose, children }: PopoverProps) {
  const [open, setOpen] = useState<HTMLElement | null>(null);
  return (
    <div
      ref={ref}
      id={id}
      popover="auto"
      className={`popover ${className}`}
      role={role}
      aria-label={label}
      onToggle={({ newState, currentTarget }) => {
        setOpen(newState === 'open' ? currentTarget : null);
        if (newState === 'closed') onClose?.();
      }}
    >
      {open !== null && <Suspense fallback={null}>{children(() => open.hidePopover())}</Suspense>}
    </div>
  );
}
