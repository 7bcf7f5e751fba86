import type { Seconds } from '../../../protocol/units.ts';

/**
 * Pictures of the cards: each recording in 48 equal intervals. Written by
 * `UPDATE=1 npx vitest run tests/unit/incidents.test.ts`; the test fails when the figures of a recording have changed.
 */
export interface IncidentStrip {
  /** Time from the first to the last line, in whole seconds. */
  seconds: Seconds;
  /** Highest number of concurrent deliveries in each interval. */
  atOnce: readonly number[];
  /** Number of attempts that ended with status=deferred in each interval. */
  putOff: readonly number[];
}

export const INCIDENT_STRIPS: Readonly<Record<string, IncidentStrip>> = {
  newsletter: {
    seconds: 205,
    atOnce: numbers(
      '0 0 0 0 0 1 2 1 1 10 10 10 10 10 10 10 10 10 10 10 10 10 10 10 10 10 10 10 10 10 10 10 10 7 5 4 2 1 1 1 1 1 1 1 1 1 1 0',
    ),
    putOff: numbers(
      '0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0',
    ),
  },
  relayhost: {
    seconds: 173,
    atOnce: numbers(
      '0 0 0 0 0 0 0 1 1 1 9 1 0 1 1 1 9 0 1 5 10 8 2 1 2 2 1 5 9 0 1 1 9 3 1 1 3 1 5 9 1 1 1 1 1 1 1 3',
    ),
    putOff: numbers(
      '0 0 0 0 0 0 0 0 0 0 14 0 0 0 0 0 1 1 0 0 20 0 0 0 0 0 0 0 3 0 0 0 15 5 0 0 0 0 0 3 0 0 0 0 0 0 0 0',
    ),
  },
  'provider-down': {
    seconds: 192,
    atOnce: numbers(
      '0 0 7 6 5 11 5 4 5 5 5 7 9 9 1 2 2 3 5 7 5 3 6 3 6 3 5 3 3 13 14 4 11 5 12 6 6 11 5 7 4 2 12 2 3 7 3 0',
    ),
    putOff: numbers(
      '0 0 0 0 0 0 0 0 0 0 0 0 0 11 4 3 2 5 1 23 4 2 14 1 18 4 2 31 4 7 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0',
    ),
  },
  greylisting: {
    seconds: 184,
    atOnce: numbers(
      '0 0 0 1 4 4 4 2 4 5 5 4 9 7 4 10 3 2 9 1 6 6 4 6 4 3 2 4 12 4 2 7 4 6 3 2 12 4 9 9 3 10 1 0 6 0 5 5',
    ),
    putOff: numbers(
      '0 0 0 0 6 5 2 3 4 12 1 7 11 9 1 3 3 4 1 1 1 10 7 2 5 2 1 8 9 10 1 5 7 13 5 5 6 6 3 5 3 3 0 0 0 0 0 0',
    ),
  },
  'rate-delay': {
    seconds: 387,
    atOnce: numbers(
      '0 0 0 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1',
    ),
    putOff: numbers(
      '0 0 0 0 0 0 0 0 0 0 109 0 0 0 135 0 0 0 67 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0',
    ),
  },
  afternoon: {
    seconds: 331,
    atOnce: numbers(
      '5 5 0 6 12 3 4 4 3 3 3 2 4 3 2 3 3 4 6 2 2 6 1 4 5 3 5 1 3 2 1 2 3 1 1 1 0 0 4 0 0 0 0 0 0 0 0 0',
    ),
    putOff: numbers(
      '1 5 1 4 13 2 4 0 2 3 9 1 7 4 8 19 5 4 25 9 7 13 2 2 0 0 7 0 0 1 0 1 0 0 1 0 0 0 1 0 0 0 0 0 0 0 0 0',
    ),
  },
};

function numbers(text: string): number[] {
  return text.split(' ').map(Number);
}
