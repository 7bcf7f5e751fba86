import { Notice } from '../../ui/Notice.tsx';
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useSession } from '../../store/hooks.ts';
import { whileBusy } from '../../store/idle.ts';
import { Opening } from './Opening.tsx';
import { Button } from '../../ui/Button.tsx';

type Part<Props> = (props: Props) => ReactNode;

/** What each part that could not be fetched does to try again: where one comes now, the others do too. */
const missing = new Set<() => void>();

/**
 * A part of the page with code of its own, fetched when it is first drawn (inside a `Suspense`). One that cannot be fetched
 * says so in its place, with a way to try again, and the rest of the page stays as it is. `beside`: the same file brings
 * something that has a place, and says it.
 */
export function lazyWithRetry<Props extends object>(
  load: () => Promise<{ default: Part<Props> }>,
  beside = false,
): Part<Props> {
  return lazy(() => load().catch(() => ({ default: lost(load, beside) })));
}

/** Loads a part before it is drawn. A failed load is tried again when the part is drawn, and reported there. */
export function fetchEarly(load: () => Promise<unknown>): void {
  void load().catch(() => undefined);
}

/** A fresh start. */
export function LoadAgain({ className }: { className: string | undefined }) {
  return (
    <button type="button" className={className} onClick={() => location.reload()}>
      Load the page again
    </button>
  );
}

/**
 * Whether what an import says it could not fetch can be fetched now. Firefox then still gives the failure that it has kept: it
 * asks for a module once in the life of a page.
 */
async function isThere(error: unknown): Promise<boolean> {
  const address = /https?:\S+/.exec(String(error))?.[0];
  if (address === undefined) return false;
  return fetch(address, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
}

function lost<Props extends object>(
  load: () => Promise<{ default: Part<Props> }>,
  beside: boolean,
): Part<Props> {
  let Found: Part<Props> | undefined;
  return function Lost(props: Props) {
    const [tries, setTries] = useState(1);
    const [kept, setKept] = useState(false);
    useEffect(() => {
      const fetchIt = async (): Promise<void> => {
        try {
          Found = (await load()).default;
        } catch (error) {
          setKept(await isThere(error));
        }
        setTries((before) => before + 1);
      };
      const again = (): void => void whileBusy(fetchIt());
      missing.add(again);
      return () => void missing.delete(again);
    }, []);
    if (Found !== undefined) return <Found {...props} />;
    return beside ? null : (
      <Notice
        role="alert"
        inPlace
        actions={
          <>
            {!kept && (
              <Button look="outlined" onClick={() => missing.forEach((again) => again())}>
                Try again
              </Button>
            )}
            <LoadAgain className={kept ? 'btn outlined' : 'btn'} />
          </>
        }
      >
        A part of the page could not be fetched{tries > 1 && `, ${tries} times`}.
        {kept && ' It is there now, but this browser asks only once.'}
      </Notice>
    );
  };
}

/**
 * A panel whose code is asked for once the first picture is on the screen, so that it does not stand in its way on a slow
 * line. The page is not idle before it has come. `beside`: as in `lazyWithRetry`.
 */
export function lazyAfterFirstPaint<Module, Props extends object>(
  load: () => Promise<Module>,
  part: (module: Module) => (props: Props) => ReactNode,
  beside = false,
): ComponentType<Props> {
  const Panel = lazyWithRetry(async () => ({ default: part(await load()) }), beside);
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
