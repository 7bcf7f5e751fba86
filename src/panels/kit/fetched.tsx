import { lazy, type ReactNode, useEffect, useState } from 'react';
import { whileBusy } from '../../store/idle.ts';
import './fetched.css';

type Part<Props> = (props: Props) => ReactNode;

/** What each part that could not be fetched does to try again: where one comes now, the others do too. */
const missing = new Set<() => void>();

/**
 * A part of the page with code of its own, fetched when it is first drawn (inside a `Suspense`). One that cannot be fetched
 * says so in its place, with a way to try again, and the rest of the page stays as it is. `beside`: the same file brings
 * something that has a place, and says it.
 */
export function fetched<Props extends object>(
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
export function LoadAgain({ className }: { className: string }) {
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
      <div className="notice unfetched" role="alert">
        <span>
          A part of the page could not be fetched{tries > 1 && `, ${tries} times`}.
          {kept && ' It is there now, but this browser asks only once.'}
        </span>
        {!kept && (
          <button type="button" className="btn outlined" onClick={() => missing.forEach((again) => again())}>
            Try again
          </button>
        )}
        <LoadAgain className={kept ? 'btn outlined' : 'btn'} />
      </div>
    );
  };
}
