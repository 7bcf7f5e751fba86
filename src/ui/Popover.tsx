import { type ReactNode, type RefObject, Suspense, useState } from 'react';

interface PopoverProps {
  /** Goes into `popoverTarget` of the button that opens it. */
  id: string;
  /** Its name, for those who hear the page. */
  label: string;
  /** `note` = it only tells something. */
  role?: 'dialog' | 'note';
  className: string | undefined;
  /** For those that no button opens. */
  ref?: RefObject<HTMLDivElement | null>;
  onClose?: () => void;
  /** What is in it, made when it opens. `close` closes it and gives the focus back to what had it before. */
  children: (close: () => void) => ReactNode;
}

/** What opens over the page beside a button, and closes with Esc or a click elsewhere. The page stays in use. */
export function Popover({ id, label, role = 'dialog', className, ref, onClose, children }: PopoverProps) {
  /** Itself while it is open. */
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
