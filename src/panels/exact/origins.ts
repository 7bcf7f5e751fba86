/** Where each quantity of a reader's own record is from; the rules are those of `record/importers/README.md`. */
export const ORIGINS: readonly {
  origin: 'logged' | 'derived' | 'assumed';
  means: string;
  what: readonly string[];
}[] = [
  {
    origin: 'logged',
    means: 'It stands in a line.',
    what: [
      'When a message became active, and when each try ended, with a, b, c, d as printed (two digits)',
      'Whose turn it was, who was preempted by whom: with qmgr -v',
      'Window, successes, failures, cohorts: with destination_concurrency_feedback_debug',
      'What an operator did (postsuper), reloads, starts',
    ],
  },
  {
    origin: 'derived',
    means: 'It follows from lines and settings by a rule.',
    what: [
      'When a delivery began: its end less c and d, not before the message was active nor before the process was free; off by half a unit of what is printed',
      'Which lines are one delivery: same message, process, relay and delays',
      'How many agents are busy, how many deliveries a destination has at once, how much is in the queue: counted',
      'The next try: the age at the failed one between minimal and maximal backoff, then a scan',
      'The transport, from the tag of the process and master.cf; the destination, from maps, relayhost, or the domain',
      'Windows of a plain log: the rule of feedback over the outcomes',
    ],
  },
  {
    origin: 'assumed',
    means: 'A default or a guess; the page says which, and what would settle it.',
    what: [
      'Settings that were not given: the defaults of the version',
      'Year and zone of stamps that have none',
      'A process limit that no text states: the most that were busy while mail waited',
      'The order within one second, where stamps have whole seconds only',
      'Recipients that were never tried in the record: only their number is known',
      'In a model of the record (What if): servers, inferred from what they did',
    ],
  },
];
