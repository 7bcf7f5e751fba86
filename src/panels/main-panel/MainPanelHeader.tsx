import type { ReactNode } from 'react';
import { ExportButton } from '../kit/ExportButton.tsx';
import { BackToStage } from './BackToStage.tsx';
import css from './hero.module.css';

/** Header of a main panel: title, controls, and the button back to the stage. */
export function MainPanelHeader({ title, children }: { title: ReactNode; children?: ReactNode }) {
  return (
    <header className={css.heroHead}>
      <h1>{title}</h1>
      <span className="grow" />
      {children}
      <ExportButton panel="stage" />
      <BackToStage />
    </header>
  );
}
