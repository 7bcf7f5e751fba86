import { keepUnderWay, underWay } from '../learn/panels/first/under-way.ts';

const KEY = 'qmgrscope.welcomed';

function wasHere(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    // Nothing can be kept here: the first minute then comes with each visit, and is one key long.
    return false;
  }
}

let newcomer: boolean | null = null;

/**
 * Whether the first minute was never seen in this browser, or is under way in this tab; the answer stays during a visit,
 * until it is over.
 */
export function isNewcomer(): boolean {
  if (newcomer === null) {
    newcomer = !wasHere() || underWay() !== null;
    // Once it has begun it never comes again unasked, however it ends.
    if (location.hash.replace('#', '') === '') remember();
  }
  return newcomer;
}

/** The first minute is over, or something else was opened instead. */
export function welcomed(): void {
  newcomer = false;
  keepUnderWay(null);
  remember();
}

function remember(): void {
  try {
    localStorage.setItem(KEY, '1');
  } catch {
    // As above.
  }
}
