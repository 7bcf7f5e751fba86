/**
 * Real incidents: recordings of a real Postfix 3.7.11 with replaced names, each with a lesson. The effects of changes
 * were measured with the same mail and servers; no figure comes from the engine.
 */

import type { FindingRule } from '../protocol/findings.ts';

interface IncidentAnswer {
  text: string;
  right: boolean;
  because: string;
}

/** A change tried with the real Postfix, and its measured effect. */
interface IncidentChange {
  /** The change, as an argument of `postconf -e` or as another action, and its measured effect. */
  change: string;
  did: string;
  /** Whether the change is worth making. `leave`: changing nothing is best. */
  helps: boolean | 'leave' | 'unclear';
}

export interface Incident {
  id: string;
  /** The finding in the incident's record that the lesson is about. */
  finding: FindingRule;
  title: string;
  /** What the users complained about. */
  reported: string;
  /** Classes of the incident's mail, each with a name. */
  classes: readonly { name: string; predicate: string }[];
  /** What the lanes of the picture stand for. */
  lanes: 'destination' | 'transport' | 'relay';
  /** What to look at in the picture, for readers who ask for a hint. */
  hint: string;
  question: string;
  answers: readonly IncidentAnswer[];
  changes: readonly IncidentChange[];
  /** Why the changes had these effects. */
  lesson: string;
}

export const INCIDENTS: readonly Incident[] = [
  {
    id: 'newsletter',
    finding: 'agents-busy',
    title: 'A newsletter before password resets',
    reported:
      '“Password resets came a minute late.” A newsletter to 1,500 recipients was sent as one message; resets have one recipient each.',
    classes: [
      { name: 'resets', predicate: 'from=u0002@*' },
      { name: 'newsletter', predicate: 'from=u0001@*' },
    ],
    lanes: 'transport',
    hint: 'The framed lane stays at its limit of 10 for about two minutes. The last line, deliveries that wait for their turn, begins and ends with that time.',
    question: 'What did the resets wait for?',
    answers: [
      {
        text: 'Their own servers were slow',
        right: false,
        because:
          'Connection and delivery took about a second. Nearly all of their time was spent before that, in the queue manager.',
      },
      {
        text: 'The windows of their destinations were full',
        right: false,
        because:
          'Each destination starts with five concurrent deliveries, and there are sixty destinations, so no window was full. Concurrency limits change nothing here.',
      },
      {
        text: 'All ten processes of smtp were delivering the newsletter',
        right: true,
        because:
          'One message held nine tenths of the deliveries: 74 with up to 50 recipients, up to 40 s each. A reset can preempt it only when it has earned enough delivery slots: one per five entries, 14 in total.',
      },
    ],
    changes: [
      {
        change: 'smtp_destination_concurrency_limit = 5',
        did: 'No effect: the 90th percentile of resets is 47.6 s before and after. Processes are the limit, not windows.',
        helps: false,
      },
      {
        change: 'default_delivery_slot_cost = 2',
        did: '90th percentile of resets: from 47.6 s to 2.9 s. The newsletter ends 2 s later (139 s instead of 137 s).',
        helps: true,
      },
      {
        change: 'maxproc of smtp: 20',
        did: '90th percentile of resets: from 47.6 s to 1.6 s. The newsletter ends after 86 s. Servers must accept twice as many sessions.',
        helps: true,
      },
      {
        change: 'smtp_destination_recipient_limit = 10',
        did: '90th percentile of resets: from 47.6 s to 24 s, because shorter deliveries free processes sooner. The newsletter ends 8 s earlier.',
        helps: true,
      },
      {
        change: 'smtp_destination_recipient_limit = 1',
        did: '90th percentile of resets: 0.17 s. The newsletter ends 31 s later, with 1,500 deliveries instead of 74.',
        helps: true,
      },
    ],
    lesson:
      'One large message earns delivery slots slowly when its deliveries are long. A lower slot cost, more processes or smaller deliveries let resets through. A concurrency limit does not help when processes are scarce.',
  },
  {
    id: 'relayhost',
    finding: 'sessions',
    title: 'A relay host that accepts eight sessions',
    reported:
      '“A quarter of our reports arrive half a minute late, in bursts.” All mail goes to one relay host.',
    classes: [],
    lanes: 'relay',
    hint: 'Red bars below the framed lane are replies with code 421. They appear where the lane is highest.',
    question: 'Why did the relay host refuse?',
    answers: [
      {
        text: 'It was down',
        right: false,
        because: 'It accepted eight sessions all the time. Its reply was 421, “too many connections”.',
      },
      {
        text: 'Postfix opened more sessions than the relay host accepts',
        right: true,
        because:
          'The window of one destination grows to 20. The finding counts how many sessions were open at each refusal: 8.',
      },
      {
        text: 'Too many messages in a minute',
        right: false,
        because:
          'Refusals depend on the number of open sessions, not of messages. When that number falls, mail is accepted immediately.',
      },
    ],
    changes: [
      {
        change: 'smtp_destination_concurrency_limit = 8',
        did: 'Deferred at the first attempt: 24 instead of 55 of 219. 90th percentile of reports: 1.5 s instead of 27 s. The remaining deferrals come from moments when it refused every connection.',
        helps: true,
      },
      {
        change: 'smtp_destination_concurrency_positive_feedback = 1/concurrency (negative too)',
        did: 'Refusals are halved (33 instead of 62), because the window grows more slowly. 90th percentile of reports: 23 s.',
        helps: true,
      },
      {
        change: 'smtp_destination_rate_delay = 1s',
        did: 'Worse: 163 of 219 deferred, 90th percentile of reports 236 s. A delay means one delivery at a time, and then one refusal makes the destination dead.',
        helps: false,
      },
      {
        change: 'smtp_destination_rate_delay = 1s, smtp_destination_concurrency_failed_cohort_limit = 10',
        did: 'Hardly any deferrals (6), but the median report waits 110 s: one message per 1.5 s is slower than mail arrives.',
        helps: false,
      },
    ],
    lesson:
      'A server that accepts n sessions needs a concurrency limit of n. A rate delay is different: it serializes deliveries.',
  },
  {
    id: 'provider-down',
    finding: 'dead',
    title: 'A provider is down for a minute',
    reported:
      '“Some invoices to one provider came two minutes late.” The provider had hung up without a greeting, then refused connections.',
    classes: [
      { name: 'invoices', predicate: 'from=u001@*' },
      { name: 'notices', predicate: 'from=u002@*' },
    ],
    lanes: 'destination',
    hint: 'The framed lane has a pale red zone. No attempt starts in it, although mail arrives.',
    question: 'Why was mail late that arrived while the provider was dead?',
    answers: [
      {
        text: 'It was not tried until its backoff had ended',
        right: true,
        because:
          'A dead destination occupies no process. Its mail is deferred immediately and tried when its backoff (20 s to 80 s here) has ended and the queue is scanned.',
      },
      {
        text: 'Processes were blocked by the hanging provider',
        right: false,
        because:
          'Only until three attempts had failed (cohort limit 1). After that no delivery was sent there.',
      },
      {
        text: 'Other destinations had to wait too',
        right: false,
        because: 'Their lanes continue as before, with a median b of 1 ms.',
      },
    ],
    changes: [
      {
        change: 'smtp_destination_concurrency_failed_cohort_limit = 3',
        did: '84 instead of 73 of 631 deferred at the first attempt. It is dead after five failures instead of three, so more attempts fail.',
        helps: false,
      },
      {
        change: 'postqueue -f just after it was back (at 105 s)',
        did: '90th percentile of notices: 1.3 s instead of 20.7 s. But repeated runs without it gave between 1.3 s and 27 s. A flush only helps mail that is waiting at that moment.',
        helps: 'unclear',
      },
    ],
    lesson:
      'While a destination is down, attempts gain nothing. What counts is when it is tried again: the backoff times, and a flush of that destination once you know that it is back.',
  },
  {
    id: 'greylisting',
    finding: 'greylisting',
    title: 'Greylisting',
    reported:
      '“The first mail to a new customer always takes half a minute.” Four of eight domains greylist.',
    classes: [{ name: 'lists', predicate: 'from=u001@*' }],
    lanes: 'destination',
    hint: 'Bars below four lanes are replies with code 450 to first attempts. The same recipients are accepted at the next attempt.',
    question: 'What decides how late greylisted mail is?',
    answers: [
      {
        text: 'The greylisting time of the servers',
        right: false,
        because: 'They accepted the second attempt whenever it came. It came when the backoff had ended.',
      },
      {
        text: 'minimal_backoff_time and queue_run_delay',
        right: true,
        because:
          'The next attempt is due after at least 20 s and comes with the next scan, every 10 s. That is 20 to 30 s here, and 5 to 10 minutes with the defaults.',
      },
      {
        text: 'The concurrency limit',
        right: false,
        because: 'The median of b is 2 ms, so nothing waits in the queue manager.',
      },
    ],
    changes: [
      {
        change: 'smtp_destination_recipient_limit = 1',
        did: 'Worse: 224 instead of 190 of 389 deferred, 64 replies with code 421, and the last mail after 199 s instead of 29 s. One server accepts 18 sessions a minute, and now every recipient needs its own session.',
        helps: false,
      },
      {
        change: 'Change nothing',
        did: 'Lists: median 21 s, 90th percentile 30 s. That is the cost of greylisting when the first retry comes after 20 s. Only the receiver can end it, by exempting your server.',
        helps: 'leave',
      },
    ],
    lesson:
      'A 4xx reply inside a session concerns only the recipient. It changes no window, and no limit makes it faster. The backoff times decide when it is tried again; shorter ones also retry more often what is down.',
  },
  {
    id: 'rate-delay',
    finding: 'dead',
    title: 'A rate delay that defers everything',
    reported:
      '“We set a rate delay so that the relay host stops refusing, and now nearly everything is deferred.”',
    classes: [],
    lanes: 'relay',
    hint: 'The framed lane never has more than one delivery at a time. Most of what stands below it are attempts that were skipped, not refusals.',
    question: 'Why was so much mail deferred when the relay host refused only four times?',
    answers: [
      {
        text: 'The delay of 1 s is too short',
        right: false,
        because: 'The delay works: at most one message per 1.5 s. The refusals do not depend on the rate.',
      },
      {
        text: 'Each refusal made the destination dead, and its whole backlog was deferred',
        right: true,
        because:
          'A rate delay makes the concurrency 1. With a failed cohort limit of 1 a single refused connection is a whole cohort. The destination is then dead, and all its waiting mail is deferred immediately.',
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
        did: 'Deferred at the first attempt: 6 instead of 163 of 219; “suspended” lines: 0 instead of 307. The median report still waits 110 s because of the delay.',
        helps: true,
      },
      {
        change: 'No rate delay, smtp_destination_concurrency_limit = 8',
        did: '24 of 219 deferred, 90th percentile of reports 1.5 s. The queue is empty after 141 s instead of 357 s.',
        helps: true,
      },
    ],
    lesson:
      'A note in postconf(5) says so: with a rate delay, set the failed cohort limit to 10 or more. And first find out whether the rate is what the other side objects to.',
  },
  {
    id: 'afternoon',
    finding: 'dead',
    title: 'An ordinary afternoon',
    reported: '“161 deferrals in five minutes. Is our queue manager too slow?” No sender had complained.',
    classes: [],
    lanes: 'destination',
    hint: 'The line of deliveries that wait for their turn stays near 0. Look below the lanes instead.',
    question: 'How much of the delay was the queue manager’s?',
    answers: [
      { text: 'Most of it', right: false, because: 'No recipient waited over 10 s in the queue manager.' },
      {
        text: 'Hardly any: a server was down, one greylisted, and a mailbox was full',
        right: true,
        because:
          'Under 1 % of the time was b, and 95 % was between attempts: one destination was down and marked dead three times, one greylisted, and one had a full mailbox.',
      },
      {
        text: 'About half',
        right: false,
        because: 'b was under 1 % of the time. The verdict above the findings shows where the rest went.',
      },
    ],
    changes: [
      {
        change: 'Change nothing',
        did: 'Mail for destinations that came back was delivered by the next attempts; 23 recipients bounced, as their servers demanded.',
        helps: 'leave',
      },
      {
        change: 'postqueue -f (the postmaster did, three minutes into the record)',
        did: 'Seven messages became active early; 6 of 14 attempts were deferred again. A flush tries everything, including dead destinations.',
        helps: false,
      },
    ],
    lesson:
      'A deferral is not a fault of the scheduler. Look at b first: if it is small, the delay lies with other servers.',
  },
];
