import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useRef } from 'react';
import { Icon } from './Icon.tsx';

interface DialogProps {
  /** Its name, for those who hear the page. */
  label: string;
  /** Id of the text that they hear after the name. */
  describedBy?: string;
  className: string | undefined;
  /** It was closed, by a button or with Esc: take it off the page. */
  onClose: () => void;
  onKeyDown?: (event: KeyboardEvent) => void;
  /** `close` closes it and gives the focus back to what had it before. */
  children: (close: () => void) => ReactNode;
}

/** A dialog over the page, which takes no keys and no clicks meanwhile: open as long as it is on the page. */
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
  /** What the button that closes it is called. */
  closeName?: string;
}

/** A dialog with a title, and a button in its corner that closes it. */
export function Sheet({ title, about, closeName = 'Close', className, children, ...dialog }: SheetProps) {
  return (
    <Dialog {...dialog} label={title} className={`sheet ${className}`}>
      {(close) => (
        <>
          <header className="sheet-head">
            <h2>{title}</h2>
            {about !== undefined && <span className="dim">{about}</span>}
            <button type="button" className="icon-btn" aria-label={closeName} onClick={close}>
              <Icon name="close" />
            </button>
          </header>
          {children(close)}
        </>
      )}
    </Dialog>
  );
}
