import { keepUnderWay, underWay } from '../learn/panels/first/under-way.ts';

/** Set in this browser once the first minute has begun. */
const WELCOMED_KEY = 'qmgrscope.welcomed';

function wasHere(): boolean {
  try {
    return localStorage.getItem(WELCOMED_KEY) !== null;
  } catch {
    // Without storage the first minute comes with each visit.
    return false;
  }
}

let newcomer: boolean | null = null;

/** Whether the first minute was never seen in this browser, or is under way in this tab. Stays the same until `welcomed`. */
export function isNewcomer(): boolean {
  if (newcomer === null) {
    newcomer = !wasHere() || underWay() !== null;
    // Once begun, it never comes again by itself.
    if (location.hash.replace('#', '') === '') rememberWelcomed();
  }
  return newcomer;
}

/** The first minute is over, or the reader opened something else. */
export function welcomed(): void {
  newcomer = false;
  keepUnderWay(null);
  rememberWelcomed();
}

function rememberWelcomed(): void {
  try {
    localStorage.setItem(WELCOMED_KEY, '1');
  } catch {
    // As above.
  }
}
