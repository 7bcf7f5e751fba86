/** Noun phrases for `InputError.accepted`. Figures are passed as they are to be displayed. */

import type { Seconds } from './units.ts';

export function wholeNumber(from: number | string, to?: number | string): string {
  return `a whole number from ${from}${to === undefined ? '' : ` to ${to}`}`;
}

/** Describes a main.cf time of at least `seconds`. `bareDays`: true if a number without a unit means days. */
export function timeText(seconds: Seconds, bareDays: boolean): string {
  return `a time such as 30s, 5m, 2h or 1d, from ${seconds}s${bareDays ? '; a number without a unit means days' : ''}`;
}

export function textUpTo(characters: number): string {
  return `a text of at most ${characters} characters`;
}
