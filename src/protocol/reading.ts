/**
 * What the page asks the worker that reads what comes from outside: links, files, lessons, libraries. The page itself
 * inflates, parses and checks nothing of it.
 */

/** How long each kind may take from when it is begun, in milliseconds. What takes longer is refused by name. */
export const READING_BUDGET_MS = {
  /** The run in an address. */
  link: 500,
  /** The same, when a reader asks for it again with patience. */
  'link-again': 5_000,
  /** The lesson in an address, or the text of one that is being written. */
  lesson: 500,
  /** The same lesson in an address once more, on a machine that is slow or busy. */
  'lesson-again': 5_000,
  /** The shared record in an address. */
  record: 500,
  /** A scenario, a saved run or a lesson as the text of a file. */
  file: 5_000,
  /** A shared record as a file, packed or not. */
  'record-file': 5_000,
  /** A scenario as a value, from the page around an embedded view. */
  scenario: 5_000,
  /** A library: up to two thousand links. */
  library: 60_000,
} as const;

export type ReadingKind = keyof typeof READING_BUDGET_MS;

/** What the thread that reads says of its job: the budget runs from `begun`; then how much of it is done, from 0 to 1. */
export type ReadingSaid = 'begun' | number;
