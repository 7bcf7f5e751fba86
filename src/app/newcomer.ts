import { keepUnderWay, underWay } from '../learn/panels/first/under-way.ts';

/** Set in this browser once the first minute has begun. */
const WELCOMED_KEY = 'qmgrscope.welcomed';

function wasHere(): boolean {
  try {
    return localStorage.getItem(WELCOMED_KEY) !== null;
  } catch {
    // Without storage, the first minute appears on each visit.
    return false;
  }
}

let newcomer: boolean | null = null;

/** True if the first minute was never seen in this browser or is in progress in this tab. Constant until `welcomed`. */
export function isNewcomer(): boolean {
  if (newcomer === null) {
    newcomer = !wasHere() || underWay() !== null;
    // Once the first minute has begun, it never starts automatically again.
    if (location.hash.replace('#', '') === '') rememberWelcomed();
  }
  return newcomer;
}

/** Call when the first minute is over or the reader opened something else. */
export function welcomed(): void {
  newcomer = false;
  keepUnderWay(null);
  rememberWelcomed();
}

function rememberWelcomed(): void {
  try {
    localStorage.setItem(WELCOMED_KEY, '1');
  } catch {
    // Without storage, nothing to do.
  }
}
