import type { ReactNode } from 'react';
import css from './inspector.module.css';
import { IconButton } from '../../ui/Button.tsx';

interface InspectorHeadProps {
  /** Id of the heading, which labels the section. */
  id: string;
  /** Label of the close button, such as "clear the selection". */
  close: string;
  tip: string;
  onClose: () => void;
  children: ReactNode;
}

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
