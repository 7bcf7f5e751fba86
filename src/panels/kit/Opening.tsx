import { useEffect } from 'react';
import { pageIdle } from '../../store/idle.ts';

/**
 * What stands where a part of the page is being loaded: the page is not idle before the part has come and was painted.
 * `main` = it has the place of the stage, which keeps its size and the target of the skip link.
 */
export function Opening({ main = false }: { main?: boolean }) {
  useEffect(() => {
    const end = pageIdle.begin();
    return () => {
      pageIdle.frameIngested();
      end();
    };
  }, []);
  return main ? <main className="hero-wait" id="stage" tabIndex={-1} /> : <span hidden data-opening />;
}
