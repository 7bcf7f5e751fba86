import { type ComponentType, type ReactNode, Suspense, useEffect, useState } from 'react';
import { fetchEarly, fetched } from './fetched.tsx';
import { useSession } from '../../store/hooks.ts';
import { Opening } from './Opening.tsx';

/**
 * A panel whose code is asked for once the first picture is on the screen, so that it does not stand in its way on a slow
 * line. The page is not idle before it has come. `beside`: as in `fetched`.
 */
export function late<Module, Props extends object>(
  load: () => Promise<Module>,
  part: (module: Module) => (props: Props) => ReactNode,
  beside = false,
): ComponentType<Props> {
  const Panel = fetched(async () => ({ default: part(await load()) }), beside);
  const ask = (): void => fetchEarly(load);
  return function Late(props: Props) {
    const seen = useFirstPicture(ask);
    // On a page without a run there is no picture to wait for, and nothing that would end the waiting.
    const coming = useSession((session) => session.opening !== null || session.status !== 'loading');
    if (!seen) return coming ? <Opening part /> : null;
    return (
      <Suspense fallback={<Opening part />}>
        <Panel {...props} />
      </Suspense>
    );
  };
}

let painted = false;

/**
 * True once a run has been on the screen, or could not be opened; it stays true for the life of the page. `soon` is called
 * while the picture is being painted: the line has nothing to do then.
 */
function useFirstPicture(soon: () => void): boolean {
  const ready = useSession((session) => session.status !== 'loading');
  const [seen, setSeen] = useState(painted);
  useEffect(() => {
    if (!ready || seen) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // The first frame measures the stage, the second draws it; hidden pages have no frames.
    const show = (): void => {
      clearTimeout(timer);
      painted = true;
      setSeen(true);
    };
    timer = setTimeout(show, 400);
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        soon();
        frame = requestAnimationFrame(() => setTimeout(show, 0));
      });
    });
    return () => {
      clearTimeout(timer);
      cancelAnimationFrame(frame);
    };
  }, [ready, seen, soon]);
  return seen;
}
