import { useEffect } from 'react';
import { pageIdle } from '../../store/idle.ts';
import './opening.css';

/**
 * Placeholder of a part that is loading; the page counts as busy until the part is painted. `part`: a panel beside
 * others is loading, so keyboard shortcuts stay active. `main`: replaces the stage, with its size and skip-link target.
 */
export function Opening({ main = false, part = false }: { main?: boolean; part?: boolean }) {
  useEffect(() => {
    const end = pageIdle.begin();
    return () => {
      pageIdle.frameIngested();
      end();
    };
  }, []);
  if (part) return <span hidden />;
  return main ? <main className="opening-main" id="stage" tabIndex={-1} /> : <span hidden data-opening />;
}
