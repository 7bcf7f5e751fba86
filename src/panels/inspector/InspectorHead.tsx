import type { ReactNode } from 'react';
import { Icon } from '../../ui/Icon.tsx';
import css from './inspector.module.css';

interface InspectorHeadProps {
  /** Of the heading, which names the section. */
  id: string;
  /** What closing does: "clear the selection". */
  close: string;
  tip: string;
  onClose: () => void;
  children: ReactNode;
}

/** What is inspected, and the way out. */
export function InspectorHead({ id, close, tip, onClose, children }: InspectorHeadProps) {
  return (
    <div className={`row ${css.inspectorHead}`}>
      <h2 id={id} className="grow">
        {children}
      </h2>
      <button
        type="button"
        className="icon-btn"
        aria-label={close}
        data-tip={tip}
        data-tip-at="end"
        onClick={onClose}
      >
        <Icon name="close" />
      </button>
    </div>
  );
}
