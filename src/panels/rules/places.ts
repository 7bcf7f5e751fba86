import type { RuleTrace } from '../../explain/rules/rule.ts';

/** How a line stands to the one that is looked at. */
type LineState = 'now' | 'past' | 'ahead' | 'other';

/** What is shown of one line when the reader is at visit `at` of a trace: its state and its latest visit so far, or −1. */
export interface LinePlace {
  state: LineState;
  visit: number;
}

/** Every line's place, in the order of the lines. `at` counts visits from 0. */
export function placesOf({ lines, visits }: RuleTrace, at: number): LinePlace[] {
  return lines.map((_, i) => {
    const number = i + 1;
    let visit = -1;
    let comes = false;
    visits.forEach((each, v) => {
      if (each.line !== number) return;
      if (v <= at) visit = v;
      else comes = true;
    });
    if (visit === at) return { state: 'now', visit };
    if (visit >= 0) return { state: 'past', visit };
    return { state: comes ? 'ahead' : 'other', visit };
  });
}
