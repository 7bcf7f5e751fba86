/** Stores the current step of the first minute, so that the step survives a reload of this tab. */
const KEY = 'qmgrscope.first';

export interface UnderWay {
  step: number;
  /** The letter that was chosen; '' = none. */
  answer: string;
}

/** Reads the stored step; null = none, or the browser refuses storage. */
export function underWay(): UnderWay | null {
  try {
    const [, step, answer = ''] = /^(\d)([AB]?)$/.exec(sessionStorage.getItem(KEY) ?? '') ?? [];
    return step === undefined ? null : { step: Number(step), answer };
  } catch {
    return null;
  }
}

/** Stores the step; null = the first minute has ended. */
export function keepUnderWay(now: UnderWay | null): void {
  try {
    if (now === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, `${now.step}${now.answer}`);
  } catch {
    // The browser refuses storage, so the first minute starts again after a reload.
  }
}
