import type { ReactNode } from 'react';
import { Icon, type IconName } from '../panels/kit/Icon.tsx';

interface FoldingSideProps {
  area: 'explain' | 'world';
  name: string;
  /** On the rail that is left of it. */
  icon: IconName;
  /** The button that folds it away: its picture, and where its tip has room. */
  fold: { icon: IconName; tip: 'end' | 'below' };
  open: boolean;
  /** null where there is no rail: the panel stays. */
  onOpen: ((open: boolean) => void) | null;
  children: ReactNode;
}

/** A panel at the side of the stage, or the rail that brings it back. */
export function FoldingSide({ area, name, icon, fold, open, onOpen, children }: FoldingSideProps) {
  if (!open) {
    return (
      <aside className={`${area}-area`} aria-label={name}>
        <button type="button" className="rail-btn" onClick={() => onOpen?.(true)}>
          <Icon name={icon} />
          <span>{name}</span>
        </button>
      </aside>
    );
  }
  return (
    <aside className={`${area}-area side`} aria-label={name}>
      {onOpen !== null && (
        <button
          type="button"
          className="icon-btn fold"
          aria-label={`Fold ${name} away`}
          data-tip="fold away"
          data-tip-at={fold.tip}
          onClick={() => onOpen(false)}
        >
          <Icon name={fold.icon} />
        </button>
      )}
      {children}
    </aside>
  );
}
