/** What is said of a check of settings that finds nothing wrong. */
export const NOTHING_WRONG = 'Nothing contradicts itself.';
