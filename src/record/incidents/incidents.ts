/**
 * Real incidents: recordings of a real Postfix 3.7.11, with other names, each with a lesson. What changes did is measured, with the
 * same mail and the same servers; no figure here is the engine's.
 */

import type { FindingRule } from '../protocol/findings.ts';

/** An answer to choose, and what is to be said to it. */
interface IncidentAnswer {
  text: string;
  right: boolean;
  because: string;
}

/** A change that was tried with the real Postfix, and what it did. */
interface IncidentChange {
  /** As `postconf -e` takes it, or what was done. */
  change: string;
  did: string;
  /** Worth doing there; `leave`: it is no change, and the best that can be done. */
  helps: boolean | 'leave' | 'unclear';
}

export interface Incident {
  id: string;
  /** The finding of its record that the lesson is about. */
  finding: FindingRule;
  title: string;
  /** What was reported. */
  reported: string;
  /** Names for classes of its mail. */
  classes: readonly { name: string; predicate: string }[];
  /** What to look at in the overview. */
  look: string;
  question: string;
  answers: readonly IncidentAnswer[];
  changes: readonly IncidentChange[];
  /** Why the changes did what they did. */
  lesson: string;
}

export const INCIDENTS: readonly Incident[] = [
  {
    id: 'newsletter',
    finding: 'agents-busy',
    title: 'A newsletter before password resets',
    reported:
      '“Password resets came a minute late.” A newsletter of 1,500 recipients was sent as one message; resets have one recipient each.',
    classes: [
      { name: 'resets', predicate: 'from=u0002@*' },
      { name: 'newsletter', predicate: 'from=u0001@*' },
    ],
    look: 'Set the lanes to Transport. The lane of smtp is full at 10 for about two minutes: that is its process limit. In the heat map, waits of more than 10 s begin with it and end with it.',
    question: 'What did the resets wait for?',
    answers: [
      {
        text: 'Their own servers were slow',
        right: false,
        because:
          'The verdict says where their time went: nearly all of b was the process limit. Connection and delivery took about a second.',
      },
      {
        text: 'The windows of their destinations were full',
        right: false,
        because:
          'Five at once are allowed to each destination at the start, and there are sixty: no window was in the way. Concurrency limits change nothing here.',
      },
      {
        text: 'All ten processes of smtp were delivering the newsletter',
        right: true,
        because:
          'One message held nine tenths of the deliveries: 74 of up to 50 recipients, up to 40 s each. A reset can only be let in before it when enough delivery slots have been earned: one for every five entries, 14 times in all.',
      },
    ],
    changes: [
      {
        change: 'smtp_destination_concurrency_limit = 5',
        did: 'Nothing: nine of ten resets wait up to 47.6 s before and after. Processes are the limit, not windows.',
        helps: false,
      },
      {
        change: 'default_delivery_slot_cost = 2',
        did: 'Nine of ten resets: from 47.6 s to 2.9 s. The newsletter ends 2 s later (139 s instead of 137 s).',
        helps: true,
      },
      {
        change: 'maxproc of smtp: 20',
        did: 'Nine of ten resets: from 47.6 s to 1.6 s. The newsletter ends after 86 s. It needs servers that take twice as many sessions.',
        helps: true,
      },
      {
        change: 'smtp_destination_recipient_limit = 10',
        did: 'Nine of ten resets: from 47.6 s to 24 s; shorter deliveries free processes sooner. The newsletter ends 8 s earlier.',
        helps: true,
      },
      {
        change: 'smtp_destination_recipient_limit = 1',
        did: 'Nine of ten resets: 0.17 s. The newsletter ends 31 s later: 1,500 deliveries instead of 74.',
        helps: true,
      },
    ],
    lesson:
      'One large message earns delivery slots slowly when its deliveries are long. A lower slot cost, more processes or smaller deliveries let resets in; a limit of a destination does not, when the processes are what is scarce.',
  },
  {
    id: 'relayhost',
    finding: 'sessions',
    title: 'A relay host that takes eight sessions',
    reported:
      '“A quarter of our reports arrives half a minute late, in bursts.” All mail goes to one relay host.',
    classes: [],
    look: 'There is one destination: the relay host. Red ticks below its lane are answers of 421. They stand where the lane is at its highest.',
    question: 'Why did the relay host refuse?',
    answers: [
      {
        text: 'It was down',
        right: false,
        because: 'It took eight sessions all the time. What it said is 421, “too many connections”.',
      },
      {
        text: 'Postfix opened more sessions than it takes',
        right: true,
        because:
          'The window of one destination grows to 20. The finding counts how many sessions were open at each refusal: 8.',
      },
      {
        text: 'Too many messages in a minute',
        right: false,
        because:
          'Refusals follow the number of sessions that are open, not the number of messages: when it falls, mail is taken at once.',
      },
    ],
    changes: [
      {
        change: 'smtp_destination_concurrency_limit = 8',
        did: 'Put off at the first try: 24 instead of 55 of 219. Nine of ten reports within 1.5 s instead of 27 s. What is left are moments in which it refused every connection.',
        helps: true,
      },
      {
        change: 'smtp_destination_concurrency_positive_feedback = 1/concurrency (negative too)',
        did: 'Refusals are halved (33 instead of 62), since the window climbs more slowly. Nine of ten reports: 23 s.',
        helps: true,
      },
      {
        change: 'smtp_destination_rate_delay = 1s',
        did: 'Worse: 163 of 219 put off, nine of ten reports after 236 s. A delay means one at a time, and then one refusal makes the destination dead.',
        helps: false,
      },
      {
        change: 'smtp_destination_rate_delay = 1s, smtp_destination_concurrency_failed_cohort_limit = 10',
        did: 'Hardly anything is put off (6), but half the reports wait 110 s: one mail in 1.5 s is slower than what arrives.',
        helps: false,
      },
    ],
    lesson:
      'A server that takes n sessions wants a concurrency limit of n. A rate delay is another thing: it serializes.',
  },
  {
    id: 'provider-down',
    finding: 'dead',
    title: 'A provider is down for a minute',
    reported:
      '“Some invoices to one provider came two minutes late.” It had hung up without a greeting, then refused connections.',
    classes: [
      { name: 'invoices', predicate: 'from=u001@*' },
      { name: 'notices', predicate: 'from=u002@*' },
    ],
    look: 'One lane has a pale red zone: the destination was dead. Select it. All that arrives for it meanwhile is put off without a try.',
    question: 'What made mail late that arrived while the provider was dead?',
    answers: [
      {
        text: 'It was never tried before its backoff was over',
        right: true,
        because:
          'A dead destination costs no process: its mail is deferred at once, and tried when its backoff (20 s to 80 s here) is over and the queue is scanned.',
      },
      {
        text: 'Processes were blocked by the hanging provider',
        right: false,
        because:
          'Only until three tries had failed (cohort limit 1). Then no delivery was sent there any more.',
      },
      {
        text: 'Other destinations had to wait too',
        right: false,
        because: 'Their lanes go on as before: b at the median is 1 ms.',
      },
    ],
    changes: [
      {
        change: 'smtp_destination_concurrency_failed_cohort_limit = 3',
        did: '84 instead of 73 of 631 put off at the first try: it dies after five failures instead of three, so more is tried in vain.',
        helps: false,
      },
      {
        change: 'postqueue -f just after it was back (at 105 s)',
        did: 'Nine of ten notices: 1.3 s instead of 20.7 s. But the same mail with other chances of the servers gave between 1.3 s and 27 s without it: a flush helps only what waits at that moment.',
        helps: 'unclear',
      },
    ],
    lesson:
      'While a destination is down nothing can be gained by trying. What counts is when it is tried again: the backoff times, and a flush of that destination when one knows that it is back.',
  },
  {
    id: 'greylisting',
    finding: 'greylisting',
    title: 'Greylisting',
    reported:
      '“The first mail to a new customer always takes half a minute.” Four of eight domains greylist.',
    classes: [{ name: 'lists', predicate: 'from=u001@*' }],
    look: 'Grey ticks below four lanes: 450 to first tries. The same recipients are taken at the next one.',
    question: 'What decides how long greylisted mail is late?',
    answers: [
      {
        text: 'The greylisting time of the servers',
        right: false,
        because: 'They took the second try whenever it came. It came when the backoff was over.',
      },
      {
        text: 'minimal_backoff_time and queue_run_delay',
        right: true,
        because:
          'The next try is due after 20 s at least and comes with the next scan, every 10 s: 20 to 30 s here, 5 to 10 minutes with the defaults.',
      },
      {
        text: 'The concurrency limit',
        right: false,
        because: 'b is 2 ms at the median: nothing waits in the queue manager.',
      },
    ],
    changes: [
      {
        change: 'smtp_destination_recipient_limit = 1',
        did: 'Worse: 224 instead of 190 of 389 put off, 64 answers of 421, and the last mail after 199 s instead of 29 s. One server takes 18 sessions a minute, and every recipient is a session now.',
        helps: false,
      },
      {
        change: 'Change nothing',
        did: 'Lists: half the recipients within 21 s, nine of ten within 30 s. That is what greylisting costs when the first retry comes after 20 s; only the receiver can end it, by letting your server through.',
        helps: 'leave',
      },
    ],
    lesson:
      'An answer of 4xx inside a session belongs to the recipient: no window and no limit slows down for it, and none makes it faster. The backoff times say when it is tried again; shorter ones also try more often what is down.',
  },
  {
    id: 'rate-delay',
    finding: 'dead',
    title: 'A rate delay that defers everything',
    reported:
      '“We set a rate delay so that the relay host stops refusing, and now nearly everything is deferred.”',
    classes: [],
    look: 'The lane never has more than one delivery at once, and 307 of the 530 lines of tries say “put off without a try”. Only four answers are real refusals.',
    question: 'Why was so much put off, when the relay host refused four times?',
    answers: [
      {
        text: 'The delay of 1 s is too short',
        right: false,
        because: 'It is kept: one mail in 1.5 s at most. The refusals have nothing to do with the pace.',
      },
      {
        text: 'Each refusal made the destination dead, and with it the whole backlog was deferred',
        right: true,
        because:
          'A rate delay makes the concurrency 1. With a failed cohort limit of 1 a single refusal of a connection is a whole cohort: the destination is dead, and all that waits for it is deferred at once.',
      },
      {
        text: 'The active queue was full',
        right: false,
        because: 'There are 219 messages; its limit is 20,000.',
      },
    ],
    changes: [
      {
        change: 'smtp_destination_concurrency_failed_cohort_limit = 10',
        did: 'Put off at the first try: 6 instead of 163 of 219; lines “suspended”: 0 instead of 307. Half the reports still wait 110 s: the delay itself.',
        helps: true,
      },
      {
        change: 'No rate delay, smtp_destination_concurrency_limit = 8',
        did: '24 of 219 put off, nine of ten reports within 1.5 s, the queue is empty after 141 s instead of 357 s.',
        helps: true,
      },
    ],
    lesson:
      'postconf(5) says it in a note: with a rate delay set the failed cohort limit to 10 or more. And ask first whether it is the pace that the other side minds.',
  },
  {
    id: 'afternoon',
    finding: 'dead',
    title: 'An ordinary afternoon',
    reported: '“161 deferrals in five minutes. Is our queue manager too slow?” No sender had complained.',
    classes: [],
    look: 'The heat map is dark at the bottom only: b is below 20 ms for nine of ten recipients and 1 s at most. The findings are all about others.',
    question: 'How much of the delay was the queue manager’s?',
    answers: [
      { text: 'Most of it', right: false, because: 'No recipient waited over 10 s in the queue manager.' },
      {
        text: 'Hardly any: servers were down, greylisted, or full',
        right: true,
        because:
          'Under 1 % of the time was b; 95 % lay between tries: one destination down and taken for dead three times, one that greylists, one with a full mailbox.',
      },
      {
        text: 'About half',
        right: false,
        because: 'b was under 1 % of the time: the verdict above the findings says where the rest went.',
      },
    ],
    changes: [
      {
        change: 'Change nothing',
        did: 'Mail for the destinations that came back was delivered by the next tries; 23 recipients were returned, as their servers said.',
        helps: 'leave',
      },
      {
        change: 'postqueue -f (the postmaster did, three minutes into the record)',
        did: 'Seven messages became active before their time; 6 of 14 tries were put off again. A flush tries everything, the dead destinations too.',
        helps: false,
      },
    ],
    lesson:
      'A deferral is not a fault of the scheduler. Look at b first: if it is small, the rest is between your server and others.',
  },
];
