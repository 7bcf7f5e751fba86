import { useEffect, useState } from 'react';
import { LoadAgain } from '../panels/kit/fetched.tsx';

/** What a browser says of code that it could not fetch: Chromium, Firefox, WebKit; the page's, and that of its workers. */
const UNFETCHED = /dynamically imported module|Importing a module script failed|Unable to preload CSS/;

/**
 * What is done with code of its own that could not be fetched, where no part of the page has a place for it: without this
 * a button would do nothing and not say so.
 */
export function UnfetchedBar() {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const hear = ({ reason }: PromiseRejectionEvent): void => {
      if (UNFETCHED.test(String(reason))) setShown(true);
    };
    addEventListener('unhandledrejection', hear);
    return () => removeEventListener('unhandledrejection', hear);
  }, []);
  if (!shown) return null;
  return (
    <div className="notice file-problem" role="alert">
      <span>
        A part of the page could not be fetched: what you did last may have done nothing. What is open is
        still there; try it again, or load the page again.
      </span>
      <LoadAgain className="btn outlined" />
      <button type="button" className="btn" onClick={() => setShown(false)}>
        Dismiss
      </button>
    </div>
  );
}
