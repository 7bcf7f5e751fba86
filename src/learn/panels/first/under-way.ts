/** Where the first minute stands in this tab: who loads the page again in the middle of it comes back to its step. */
const KEY = 'qmgrscope.first';

export interface UnderWay {
  step: number;
  /** The letter that was chosen; '' = none. */
  answer: string;
}

/** Where it stands; null = it is not under way, or nothing can be kept here. */
export function underWay(): UnderWay | null {
  try {
    const [, step, answer = ''] = /^(\d)([AB]?)$/.exec(sessionStorage.getItem(KEY) ?? '') ?? [];
    return step === undefined ? null : { step: Number(step), answer };
  } catch {
    return null;
  }
}

/** Keeps where it stands; null = it is over, however it ended. */
export function keepUnderWay(now: UnderWay | null): void {
  try {
    if (now === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, `${now.step}${now.answer}`);
  } catch {
    // Nothing can be kept here: it begins anew.
  }
}
