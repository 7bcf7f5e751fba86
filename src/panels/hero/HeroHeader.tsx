import type { ReactNode } from 'react';
import { useActions } from '../../store/hooks.ts';
import { ExportButton } from '../kit/ExportButton.tsx';
import { Icon } from '../kit/Icon.tsx';

/** Head of a panel that has the place of the stage: what it is, its own controls, and the way back. */
export function HeroHeader({ title, children }: { title: ReactNode; children?: ReactNode }) {
  const actions = useActions();
  return (
    <header className="hero-head">
      <h1>{title}</h1>
      <span className="grow" />
      {children}
      <ExportButton panel="stage" />
      <button
        type="button"
        className="btn"
        data-tip="back to the stage, Esc"
        data-tip-at="below"
        onClick={() => actions.setHero(null)}
      >
        <Icon name="close" />
        Stage
      </button>
    </header>
  );
}
