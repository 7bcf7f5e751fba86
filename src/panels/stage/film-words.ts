import { balanceOf } from '../../charts/coins.ts';
import type { JobRow } from '../../protocol/rows.ts';
import type { StageInput } from './input.ts';
import { priceWords, spentOn } from './stage-words.ts';

/** A preemption in one line: `1 pays 3 coins, 2 goes first`. */
export function paysWords(payer: JobRow, number: number, translated?: StageInput['pays']): string {
  const { paid, owed } = spentOn(payer, number);
  if (translated !== undefined) return translated(payer.number, number, paid, owed);
  return `${payer.number} ${priceWords(payer, number, 'pays')}, ${number} goes first`;
}

/** A preemption in words, for readers who do not see it move: `2 moved in front of 1. 1 paid 3 coins and has 1.` */
export function movedWords(payer: JobRow, number: number): [string, string] {
  const { owed } = spentOn(payer, number);
  const left = owed > 0 ? '' : ` and has ${balanceOf(payer)}`;
  return [
    `${number} moved in front of ${payer.number}.`,
    `${payer.number} ${priceWords(payer, number, 'paid')}${left}.`,
  ];
}
