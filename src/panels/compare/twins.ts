import type { MessageNumber } from '../../protocol/ids.ts';
import type { CompareReport } from '../../protocol/studies.ts';

export type Side = 'a' | 'b';

/** Offset that the page adds to the number of a message that only the other side has. */
const ALONE = 1_000_000;

/**
 * Translates numbers of the same message between both sides. The page (hover, selection) uses the numbers of the branch
 * that it shows.
 */
export interface Twins {
  toPage(side: Side, number: MessageNumber): number;
  toSide(side: Side, number: number): MessageNumber;
  /** True for messages that the page's branch does not have. */
  isAlone(number: number): boolean;
}

/** `shown`: the side whose branch the page shows. */
export function twinsOf(report: CompareReport | null, shown: Side): Twins {
  const other = shown === 'a' ? 'b' : 'a';
  const toOther = new Map<number, number>();
  const toShown = new Map<number, number>();
  for (const message of report?.messages ?? []) {
    const [own, twin] = [message[shown].number, message[other].number];
    if (own === 0 || twin === 0) continue;
    toOther.set(own, twin);
    toShown.set(twin, own);
  }
  return {
    toPage: (side, number) =>
      side === shown || number === 0 ? number : (toShown.get(number) ?? ALONE + number),
    toSide: (side, number) => {
      if (side === shown) return number > ALONE ? 0 : number;
      return number > ALONE ? number - ALONE : (toOther.get(number) ?? 0);
    },
    isAlone: (number) => number > ALONE,
  };
}
