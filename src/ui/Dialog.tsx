import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useRef } from 'react';
import { IconButton } from './Button.tsx';

interface DialogProps {
  /** Accessible name. */
  label: string;
  /** Id of the element with the accessible description. */
  describedBy?: string;
  className: string | undefined;
  /** Called after a button or Esc has closed the dialog. The parent must unmount it. */
  onClose: () => void;
  onKeyDown?: (event: KeyboardEvent) => void;
  /** Renders the content. Calling `close` closes the dialog and restores the focus. */
  children: (close: () => void) => ReactNode;
}

/** A modal dialog, open while mounted. */
export function Dialog({ label, describedBy, className, onClose, onKeyDown, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const close = useCallback(() => dialog.current?.close(), []);
  useEffect(() => {
    if (dialog.current?.open === false) dialog.current.showModal();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={className}
      aria-label={label}
      aria-describedby={describedBy}
      onClose={onClose}
      onKeyDown={onKeyDown}
    >
      {/* What is drawn calls it when a button is pressed. */}
      {/* oxlint-disable-next-line react/refs */}
      {children(close)}
    </dialog>
  );
}

interface SheetProps extends Omit<DialogProps, 'label' | 'describedBy'> {
  title: string;
  /** A few words beside the title. */
  about?: string;
  closeName?: string;
}

export function Sheet({ title, about, closeName = 'Close', className, children, ...dialog }: SheetProps) {
  return (
    <Dialog {...dialog} label={title} className={`sheet ${className}`}>
      {(close) => (
        <>
          <header className="sheet-head">
            <h2>{title}</h2>
            {about !== undefined && <span className="dim">{about}</span>}
            <IconButton name={closeName} icon="close" onClick={close} />
          </header>
          {children(close)}
        </>
      )}
    </Dialog>
  );
}
