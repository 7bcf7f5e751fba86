/**
 * The jobs of the worker that reads outside input: links, files, lessons, libraries. The page itself inflates, parses and
 * checks none of it.
 */

/** Time limit of each kind in milliseconds, from its start. Slower input is refused with a reason. */
export const READING_BUDGET_MS = {
  /** The run in a link. */
  link: 500,
  /** The run in a link, with more time because a reader asked for another try. */
  'link-again': 5_000,
  /** The lesson in a link, or the text of a lesson being written. */
  lesson: 500,
  /** The lesson in a link, retried with more time on a slow or busy machine. */
  'lesson-again': 5_000,
  /** The shared record in a link. */
  record: 500,
  /** The text of a file: a scenario, a saved run or a lesson. */
  file: 5_000,
  /** A shared record as a file, compressed or not. */
  'record-file': 5_000,
  /** A scenario as a value, from the page around an embedded view. */
  scenario: 5_000,
  /** A library: up to two thousand links. */
  library: 60_000,
} as const;

export type ReadingKind = keyof typeof READING_BUDGET_MS;

/** Progress of a reading job: `begun` starts the time limit; then a share from 0 to 1. */
export type ReadingSaid = 'begun' | number;
