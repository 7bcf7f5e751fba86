/** The step survives a reload of this tab. */
const KEY = 'qmgrscope.first';

export interface UnderWay {
  step: number;
  /** The letter that was chosen; '' = none. */
  answer: string;
}

/** The saved step; null = none, or storage is refused. */
export function underWay(): UnderWay | null {
  try {
    const [, step, answer = ''] = /^(\d)([AB]?)$/.exec(sessionStorage.getItem(KEY) ?? '') ?? [];
    return step === undefined ? null : { step: Number(step), answer };
  } catch {
    return null;
  }
}

/** Saves the step; null = the first minute has ended. */
export function keepUnderWay(now: UnderWay | null): void {
  try {
    if (now === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, `${now.step}${now.answer}`);
  } catch {
    // Storage is refused: after a reload it starts again.
  }
}
