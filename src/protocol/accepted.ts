/** What fields take, as the noun phrases of `InputError.accepted`. Figures come as the reader is to see them. */

import type { Seconds } from './units.ts';

/** A whole number from `from`, to `to` where there is an end. */
export function wholeNumber(from: number | string, to?: number | string): string {
  return `a whole number from ${from}${to === undefined ? '' : ` to ${to}`}`;
}

/** A time of main.cf from `seconds`; one that has no unit may be days. */
export function timeText(seconds: Seconds, bareDays: boolean): string {
  return `a time such as 30s, 5m, 2h or 1d, from ${seconds}s${bareDays ? '; a bare number is days' : ''}`;
}

/** A text of a length. */
export function textUpTo(characters: number): string {
  return `a text of at most ${characters} characters`;
}
