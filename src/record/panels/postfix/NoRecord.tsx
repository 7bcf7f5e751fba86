import type { ReactNode } from 'react';
import './postfix.css';

/** In the place of a view that needs something that is not there: what, and where it is given. */
export function NoRecord({ children }: { children: ReactNode }) {
  return (
    <div className="postfix-none">
      <p>{children}</p>
      <a className="btn outlined" href="#postfix&tab=files">
        Files
      </a>
    </div>
  );
}
