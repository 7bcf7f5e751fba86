import { Notice } from '../../ui/Notice.tsx';
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useSession } from '../../store/hooks.ts';
import { whileBusy } from '../../store/idle.ts';
import { Opening } from './Opening.tsx';
import { Button } from '../../ui/Button.tsx';

type Part<Props> = (props: Props) => ReactNode;

/** Retry callbacks of all parts that failed to load. When one part loads, the others try again too. */
const missing = new Set<() => void>();

/**
 * A lazily loaded component (inside a `Suspense`). If loading fails, it shows an error with a retry button in its
 * place. `beside`: show no error here, because another part of the same file shows it.
 */
export function lazyWithRetry<Props extends object>(
  load: () => Promise<{ default: Part<Props> }>,
  beside = false,
): Part<Props> {
  return lazy(() => load().catch(() => ({ default: lost(load, beside) })));
}

/** Preloads a part. A failed load is retried and reported when the part is drawn. */
export function fetchEarly(load: () => Promise<unknown>): void {
  void load().catch(() => undefined);
}

export function LoadAgain({ className }: { className: string | undefined }) {
  return (
    <button type="button" className={className} onClick={() => location.reload()}>
      Reload the page
    </button>
  );
}

/**
 * True if the URL in an import error can be fetched now. Then only a reload helps in Firefox, which caches a failed
 * import for the life of the page.
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
        {kept && ' It is available now, but this browser does not retry. Reload the page.'}
      </Notice>
    );
  };
}

/**
 * A panel loaded after the first picture is on screen, so that it does not delay the picture on a slow connection. The
 * page counts as busy until it has loaded. `beside`: as in `lazyWithRetry`.
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
    // On a page without a run there is no picture to wait for.
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
 * True once a run has been painted or has failed to open; never false again. Calls `soon` during the first paint, when
 * the network is idle.
 */
function useFirstPicture(soon: () => void): boolean {
  const ready = useSession((session) => session.status !== 'loading');
  const [seen, setSeen] = useState(painted);
  useEffect(() => {
    if (!ready || seen) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // The first frame measures the stage, the second draws it. Hidden pages have no frames.
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
