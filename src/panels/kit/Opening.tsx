import { useEffect } from 'react';
import { pageIdle } from '../../store/idle.ts';
import './opening.css';

/**
 * What stands where a part of the page is being loaded: the page is not idle before the part has come and was painted.
 * `part` = a panel beside others: keys go on meaning what they mean, while what opens above the page takes
 * them. `main` = it has the place of the stage, which keeps its size and the target of the skip link.
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
