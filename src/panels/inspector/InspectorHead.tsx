import type { ReactNode } from 'react';
import css from './inspector.module.css';
import { IconButton } from '../../ui/Button.tsx';

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
      <IconButton name={close} icon="close" tip={tip} tipAt="end" onClick={onClose} />
    </div>
  );
}
