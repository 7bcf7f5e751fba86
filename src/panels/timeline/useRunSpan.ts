import { useEffect, useState } from 'react';
import type { Micros, RealMillis } from '../../protocol/units.ts';
import { useSession, useView } from '../../store/hooks.ts';
import { beginAnimation } from '../../store/idle.ts';
import { useKind } from '../kinds/views.ts';
import { spanFor } from './layout.ts';

const GROW_MS: RealMillis = 240;

/** End of an axis that shows the whole run. `shown` grows smoothly to `whole`, so that the axis does not jump. */
export function useRunSpan(): { whole: Micros; shown: Micros } {
  const run = useSession((session) => session.run);
  const head = useSession((session) => session.head.at);
  const still = useView((view) => view.reducedMotion);
  const { short } = useKind();
  const whole = spanFor(head, short);
  const [drawn, setDrawn] = useState({ run, to: whole });
  if (drawn.run !== run || (still && drawn.to !== whole)) setDrawn({ run, to: whole });
  const grows = drawn.run === run && drawn.to !== whole && !still;
  useEffect(() => {
    if (!grows) return undefined;
    const end = beginAnimation();
    let begun: number | undefined;
    let from: Micros | undefined;
    let frame = requestAnimationFrame(function grow(now) {
      begun ??= now;
      const share = Math.min(1, (now - begun) / GROW_MS);
      setDrawn((old) => {
        from ??= old.to;
        return { run, to: share === 1 ? whole : Math.round(from + (whole - from) * share * (2 - share)) };
      });
      if (share < 1) frame = requestAnimationFrame(grow);
    });
    return () => {
      cancelAnimationFrame(frame);
      end();
    };
  }, [grows, run, whole]);
  return { whole, shown: drawn.run === run ? drawn.to : whole };
}
