import { useEffect } from 'react';
import { pageIdle } from '../../../store/idle.ts';

/** Stands where a picture is being loaded; the page is not idle before it has come. */
export function Loading() {
  useEffect(() => {
    const end = pageIdle.begin();
    return () => {
      pageIdle.frameIngested();
      end();
    };
  }, []);
  return <div className="lesson-wait" />;
}
