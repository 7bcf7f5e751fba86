import { formatWhole } from '../../../explain/figures.ts';
import type { Finding, FindingRule, Share } from '../../protocol/findings.ts';
import { MICROS_PER_SECOND } from '../../../protocol/units.ts';
import { quoted, formatLasting, formatMany, formatPercent, formatTimeOfDay } from '../record-format.ts';
import { OWN_TITLES, OWN_WORDS } from './own-sentences.ts';
import { ANOTHER, capital, type WriteFinding, f, fates, joined, w, waits, when } from './sentence-parts.ts';

/** A finding in words, the same for the page and the command line. It contains text from a log: never use it as HTML. */
export interface FindingWords {
  title: string;
  sentence: string;
  /** `evidence` and `help` together. */
  detail: string;
  /** States the cause in figures, and what became of the mail. */
  evidence: string;
  /** Says what would help: a setting, a repair, or nothing in the queue manager. */
  help: string;
}

/** Writes a hint if the server is a service of this machine: a content filter, or the LMTP server of the mailboxes. */
const ownServer = (one: Finding): string =>
  w(one, 'own') === ''
    ? ''
    : `${one.subject} is a service of this machine. Check that its program runs and listens there.`;

const perMinute = (one: Finding): string =>
  `It got ${formatMany(f(one, 'perMinute'), 'delivery', 'deliveries')} per minute, each of one message to one or more recipients.`;

export const RULE_TITLES: Readonly<Record<FindingRule, string>> = {
  'agents-busy': 'All agents of a transport busy',
  'one-message': 'One message held the agents',
  'window-full': 'A destination’s window was full',
  'rate-delay': 'A rate delay allows one delivery at a time',
  dead: 'A destination was dead',
  sessions: 'Connections refused',
  'provider-rate': 'Rate limited by a provider',
  greylisting: 'Greylisting',
  unreachable: 'A destination could not be reached',
  'put-off': 'Deferred by the server',
  retries: 'Retries fill the active queue',
  flush: 'Flush or restart storm',
  'before-queue': 'Slow before the queue manager',
  'slow-connect': 'Slow connection set-up',
  'slow-server': 'Slow server',
  reload: 'A restart reset windows and dead destinations',
  scan: 'Mail waited for a queue scan',
  incoming: 'The active queue was full',
  'log-gap': 'Log gap',
  ...OWN_TITLES,
};

export function findingWords(finding: Finding, zone: string): FindingWords {
  const [sentence, evidence, help] = WORDS[finding.rule](finding, zone);
  const again = f(finding, 'again');
  const more =
    again === 0 || finding.rule === 'flush'
      ? ''
      : `The same happened ${formatMany(again, 'more time')}, at less cost each.`;
  return {
    title: RULE_TITLES[finding.rule],
    sentence: joined(sentence, more),
    detail: joined(evidence, help),
    evidence,
    help,
  };
}

/** Writes a share as `97 % news@shop.example (30 messages, 1,500 recipients)`. */
export function holder({ name, share, messages, recipients, id }: Share): string {
  const of = id === '' ? formatMany(messages, 'message') : `message ${id}`;
  return `${formatPercent(share)} ${name} (${of}, ${formatMany(recipients, 'recipient')})`;
}

const holders = (shares: readonly Share[]): string =>
  shares
    .filter(({ share }) => share >= 0.01)
    .slice(0, 2)
    .map(holder)
    .join('; ');

/** Says why preemption did not let other mail pass a large message. */
function preemptionOf(one: Finding): string {
  const [cost, least] = [f(one, 'slotCost'), f(one, 'minimumSlots')];
  const entries = formatWhole(f(one, 'entries'));
  if (cost < 2) return `Preemption is off (delivery_slot_cost = ${cost}).`;
  if (f(one, 'entries') < least * cost)
    return `With ${entries} entries it is too small to be preempted. The minimum is minimum_delivery_slots ${least} × delivery_slot_cost ${cost}.`;
  return joined(
    `Preemption helps little. The message has ${entries} entries (up to ${formatWhole(f(one, 'recipientLimit'))} recipients each).`,
    `It earns one delivery slot per ${cost} entries, ${formatWhole(f(one, 'lends'))} in total.`,
    f(one, 'preempted') < 0 ? '' : `The log shows ${formatMany(f(one, 'preempted'), 'preemption')} of it.`,
  );
}

/** States the concurrency limit of a destination whose window was full. */
function limitOf(one: Finding): string {
  const limit = f(one, 'limit');
  const name = `${w(one, 'transport')}_destination_concurrency_limit`;
  if (f(one, 'otherTime') === 1)
    return `The settings are of another time, so the limit of that time (${name}) is unknown.`;
  if (f(one, 'limitStated') !== 1)
    return `The limit (${name}) is ${formatWhole(limit)} by default, but the record has no main.cf.`;
  return limit === 0 ? `There is no limit (${name}).` : `The limit is ${formatWhole(limit)} (${name}).`;
}

/**
 * If the transport has more other destinations than this, the advice leaves the settings of the transport unchanged.
 */
const FEW_DESTINATIONS = 2;

/** How to stay within the number of sessions that a server accepts. A parameter of a transport holds for all its destinations. */
function withinLimit(one: Finding, sessions: number): string {
  const [transport, others] = [w(one, 'transport'), f(one, 'others')];
  if (others > FEW_DESTINATIONS)
    return `A transport of its own for ${one.subject} with at most ${formatMany(sessions, 'delivery', 'deliveries')} at the same time stays within that; ${transport}_destination_concurrency_limit would also slow ${formatMany(others, 'other destination')}.`;
  return `${transport}_destination_concurrency_limit = ${formatWhole(sessions)} stays within that (it is ${formatWhole(f(one, 'limit'))}${f(one, 'limitStated') === 1 ? '' : ' unless main.cf, which is not in the record, sets another'}).`;
}

const WORDS: Readonly<Record<FindingRule, WriteFinding>> = {
  'agents-busy'(one, zone) {
    const others = f(one, 'others');
    const [first] = one.shares;
    const had = first === undefined ? '' : `, ${formatPercent(first.share)} of the time with ${first.name}`;
    const all =
      f(one, 'agents') === 1
        ? `The only agent (delivery process) of ${one.subject} was`
        : `All ${formatWhole(f(one, 'agents'))} agents (delivery processes) of ${one.subject} were`;
    return [
      joined(
        `${all} busy ${when(one, zone)}${had}.`,
        `${capital(waits(one))}.`,
        others > 0 && first !== undefined
          ? `Behind it ${formatMany(others, 'recipient')} of other mail waited up to ${formatLasting(f(one, 'othersLongest'))}.`
          : '',
      ),
      joined(
        `No agent was free for ${formatLasting(f(one, 'busy'))} in total.`,
        `Agents were held by ${holders(one.shares)}.`,
        f(one, 'seen') === 1
          ? 'master.cf is not in the record, so the number is inferred: no more were ever busy together.'
          : f(one, 'assumed') === 1
            ? 'master.cf is not in the record, so the number is assumed.'
            : '',
      ),
      `Their number is the process limit of ${one.subject} in master.cf (maxproc), or default_process_limit.`,
    ];
  },
  'one-message'(one, zone) {
    return [
      joined(
        `One message to ${formatMany(f(one, 'recipients'), 'recipient')} held the agents of ${one.subject} for ${formatPercent(f(one, 'share'))} of their time ${when(one, zone)}.`,
        `It is ${w(one, 'id')} from ${w(one, 'sender')}.`,
        `${capital(waits(one, 'of other mail waited'))}.`,
      ),
      preemptionOf(one),
      'A lower delivery_slot_cost, more processes, or fewer recipients in each delivery lets other mail pass sooner.',
    ];
  },
  'window-full'(one, zone) {
    const stated = f(one, 'limitStated') === 1;
    return [
      `${capital(waits(one))}. The window of ${one.subject} was full ${when(one, zone)}.`,
      joined(
        `It had at most ${formatMany(f(one, 'peak'), 'concurrent delivery', 'concurrent deliveries')}. ${limitOf(one)}`,
        f(one, 'stated') === 1
          ? 'Agents (delivery processes) were free.'
          : 'Agents (delivery processes) were free, if the process limit is the default (the record has no master.cf).',
        !stated && f(one, 'peak') === 1
          ? `One delivery at a time while mail waits indicates a limit of 1 or a rate delay (${w(one, 'transport')}_destination_rate_delay).`
          : '',
        perMinute(one),
        `Most of them: ${holders(one.shares)}.`,
      ),
      f(one, 'otherTime') === 1
        ? ''
        : 'A higher limit sends this mail sooner, if the server accepts more sessions at a time.',
    ];
  },
  'rate-delay'(one, zone) {
    return [
      `${capital(waits(one))}. ${one.subject} got one delivery at a time, ${formatLasting(f(one, 'rateDelay'))} apart, ${when(one, zone)}.`,
      joined(
        `${w(one, 'transport')}_destination_rate_delay = ${f(one, 'rateDelay')}s makes its limit 1, and the delay starts when a delivery ends.`,
        perMinute(one),
        `Most of them: ${holders(one.shares)}.`,
      ),
      'A shorter rate delay, or a concurrency limit in its place, sends this mail sooner.',
    ];
  },
  dead(one, zone) {
    const skipped = `${formatMany(f(one, 'suspended'), 'attempt was', 'attempts were')} skipped`;
    const deaths = f(one, 'deaths') > 1 ? `${formatWhole(f(one, 'deaths'))} times ` : '';
    const from = one.from + f(one, 'deadAfter') * MICROS_PER_SECOND;
    const dead = when({ from, to: from + f(one, 'deadFor') * MICROS_PER_SECOND, figures: one.figures }, zone);
    return [
      `${capital(waits(one, 'waited', ANOTHER))}. ${one.subject} was dead ${deaths}${dead}; ${skipped}.`,
      joined(
        `${formatMany(f(one, 'tried'), 'attempt')} failed, ${formatWhole(f(one, 'killed'))} in a row before it was first marked dead: ${quoted(w(one, 'reply'))}.`,
        fates(one),
      ),
      joined(ownServer(one), cohortHelp(one)),
    ];
  },
  sessions(one, zone) {
    const n = f(one, 'sessions');
    const share = f(one, 'above');
    // If most refusals came at the same number of open sessions, that number is the server's limit.
    const sure = n > 0 && share >= 0.5;
    const [tries, apart] = [f(one, 'tries'), f(one, 'apart')];
    const other = w(one, 'other');
    // Refusals with fewer open sessions have another reason, especially if the reply differs.
    const fewer =
      apart > 0 && other !== '' && other !== w(one, 'reply')
        ? `The others said ${quoted(other)}, even with fewer sessions open, so no limit explains them.`
        : '';
    const peak = `up to ${formatWhole(f(one, 'peak'))} were attempted at the same time.`;
    return [
      sure
        ? `${capital(waits(one, 'waited', ANOTHER))}. ${one.subject} refused ${formatMany(tries - apart, 'connection')} ${when(one, zone)} while ${formatMany(n, 'session')} ${n === 1 ? 'was' : 'were'} open${apart > 0 ? `, and ${formatWhole(apart)} more ${fewer === '' ? 'with fewer open' : 'for another reason'}` : ''}.`
        : `${capital(waits(one, 'waited', ANOTHER))}. ${one.subject} refused ${formatMany(tries, 'connection')} ${when(one, zone)}.`,
      joined(
        `${quoted(w(one, 'reply'))}.`,
        sure ? fewer : '',
        sure
          ? `${formatPercent(share)} of ${fewer === '' ? 'the refusals' : 'the first'} came with ${formatWhole(n)} open; ${peak}`
          : `They came with any number of open sessions; ${peak}`,
        fates(one),
      ),
      sure ? withinLimit(one, n) : '',
    ];
  },
  'provider-rate'(one, zone) {
    const destinations = f(one, 'destinations');
    return [
      `${capital(waits(one, 'waited', ANOTHER))}. ${one.subject} limits the rate and deferred ${formatMany(f(one, 'tries'), 'attempt')} ${when(one, zone)}.`,
      joined(
        `${quoted(w(one, 'reply'))}.`,
        `It began after ${formatMany(f(one, 'perMinute'), 'delivery', 'deliveries')} within a minute.`,
        destinations > 1
          ? `They went to ${formatMany(destinations, 'destination')} that share this relay but have separate windows and rate delays.`
          : '',
        fates(one),
      ),
      f(one, 'eachRecipient') === 1
        ? `${w(one, 'transport')}_destination_recipient_limit = 1 makes every recipient a separate delivery and destination. So no window or rate delay limits them together.`
        : 'A transport of its own with a rate delay or a lower limit keeps below that rate.',
    ];
  },
  greylisting(one, zone) {
    const many = one.subject === '' && f(one, 'destinations') !== 1;
    const at = one.subject === '' ? formatMany(f(one, 'destinations'), 'destination') : one.subject;
    return [
      `${capital(waits(one, 'waited', ' for the next attempt'))}. ${at} ${many ? 'defer' : 'defers'} first attempts and ${many ? 'accept' : 'accepts'} later ones (greylisting) ${when(one, zone)}.`,
      joined(
        `${formatWhole(f(one, 'tries'))} of ${formatMany(f(one, 'all'), 'attempt')} were deferred at ${w(one, 'names')}${f(one, 'destinations') > 4 ? ' …' : ''}.`,
        `${quoted(w(one, 'reply'))}.`,
        'The wait is the backoff (minimal_backoff_time) plus the time until the next scan.',
        fates(one),
      ),
      'Shorter backoff times retry sooner, but the server may demand a longer wait. Later mail of a known sender often passes at the first attempt.',
    ];
  },
  unreachable(one, zone) {
    const own = ownServer(one);
    return [
      `${capital(waits(one, 'waited', ANOTHER))}. ${one.subject} could not be reached ${when(one, zone)}.`,
      joined(`${formatMany(f(one, 'tries'), 'attempt')} failed: ${quoted(w(one, 'reply'))}.`, fates(one)),
      own === '' ? 'Nothing in the queue manager: its server did not answer.' : own,
    ];
  },
  'put-off'(one, zone) {
    return [
      `${capital(waits(one, 'waited', ANOTHER))}. ${one.subject} deferred ${formatMany(f(one, 'tries'), 'attempt')} ${when(one, zone)}.`,
      joined(
        `${quoted(w(one, 'reply'))}.`,
        f(one, 'nothing') === 1 ? 'Between these replies the server accepted no mail at all.' : '',
        fates(one),
      ),
      f(one, 'sender') === 1
        ? 'The reply is about this machine: its address is on a list, or its name is missing in the DNS. No setting of the queue manager changes it.'
        : f(one, 'nothing') === 1
          ? 'The problem is on the side of the server.'
          : 'The reply is about the recipient or the message, so no setting of the queue manager changes it.',
    ];
  },
  retries(one, zone) {
    const clogs = f(one, 'clogs');
    return [
      `${capital(waits(one))}. Retries filled ${formatPercent(f(one, 'share'))} of the active queue ${when(one, zone)}.`,
      joined(
        `Up to ${formatMany(f(one, 'peak'), 'deferred message was', 'deferred messages were')} active at the same time; the limit is ${formatWhole(f(one, 'limit'))} (qmgr_message_active_limit).`,
        `Postfix warns at a fifth of it${clogs > 0 ? `, and did so ${formatMany(clogs, 'time')}` : ''}.`,
      ),
      'A transport of their own for the failing destinations keeps retries from other mail.',
    ];
  },
  flush(one, zone) {
    const restart = w(one, 'restart');
    const [again, said, fresh] = [f(one, 'again'), f(one, 'said'), f(one, 'fresh')];
    const why =
      again === 0
        ? ''
        : again === said
          ? `, all with ${quoted(w(one, 'reply'))}`
          : `, most (${formatWhole(said)}) with ${quoted(w(one, 'reply'))}`;
    return [
      `${formatMany(f(one, 'messages'), 'deferred message')} became active early and together, ${when(one, zone)}${restart === '' ? ', probably by a flush.' : `, after a ${restart === 'new-qmgr' ? 'restart of the queue manager' : restart}.`}`,
      joined(
        `${again === 0 ? 'None' : formatWhole(again)} of ${formatMany(f(one, 'tries'), 'attempt')} ${again === 1 ? 'was' : 'were'} deferred again${why}.`,
        fates(one),
        fresh === 0
          ? ''
          : `New mail that became active meanwhile (${formatMany(fresh, 'recipient')}) waited a median of ${formatLasting(f(one, 'freshMedian'))} (at most ${formatLasting(f(one, 'freshLongest'))}).`,
        'postqueue -f itself is not logged.',
      ),
      'Flushed mail has no priority: the queue manager takes mail from incoming and deferred in turn.',
    ];
  },
  'before-queue'(one, zone) {
    return [
      `${capital(waits(one, 'waited', ' between arrival and the active queue'))}. This mail was late before it reached the queue manager, ${when(one, zone)}.`,
      'This is the first figure of delays= (a): a content filter, cleanup, milters, or a busy incoming queue.',
      'No setting of the scheduler changes it.',
    ];
  },
  'slow-connect'(one, zone) {
    return [
      `${capital(waits(one, 'took', ' longer'))}. Connections to ${one.subject} took ${formatLasting(f(one, 'least'))} or more ${when(one, zone)}.`,
      `The usual time is ${formatLasting(f(one, 'usual'))} (c: DNS, connection, greeting, TLS). Each connection occupies an agent.`,
      'More processes prevent other mail from waiting, but no setting makes the connection faster.',
    ];
  },
  'slow-server'(one, zone) {
    return [
      `${capital(waits(one, 'took', ' longer'))}. ${one.subject} took ${formatLasting(f(one, 'least'))} or more per recipient ${when(one, zone)}.`,
      `The usual time is ${formatLasting(f(one, 'usual'))} (d, divided by the recipients of the request). Each delivery occupies an agent.`,
      'More processes prevent other mail from waiting, but no setting makes the server faster.',
    ];
  },
  reload(one, zone) {
    return [
      `${capital(waits(one))}. A ${w(one, 'kind') === 'new-qmgr' ? 'restart' : w(one, 'kind')} of Postfix reset windows and dead destinations ${when(one, zone)}.`,
      'Windows restart at initial_destination_concurrency, dead destinations are tried again, and rate delays restart.',
      'No setting prevents this; only fewer restarts help.',
    ];
  },
  scan(one, zone) {
    return [
      `${capital(waits(one, 'waited', ' after the backoff had ended'))}. Deferred mail waited for a scan of the deferred queue ${when(one, zone)}.`,
      `This is ${formatPercent(f(one, 'share'))} of all time between attempts. queue_run_delay is ${formatLasting(f(one, 'queueRunDelay'))}, minimal_backoff_time ${formatLasting(f(one, 'minimalBackoff'))}.`,
      'A shorter queue_run_delay scans more often.',
    ];
  },
  incoming(one, zone) {
    return [
      `${capital(waits(one, 'waited', ' in the incoming queue'))}. The active queue was full ${when(one, zone)}.`,
      `qmgr_message_active_limit = ${formatWhole(f(one, 'limit'))}.`,
      'Other findings say which mail filled it.',
    ];
  },
  'log-gap'(one, zone) {
    return [
      f(one, 'lost') === 1
        ? `The syslog daemon reported lost lines at ${formatTimeOfDay(one.from, zone)}.`
        : `The log has no lines ${when(one, zone)}: ${formatLasting(f(one, 'seconds'))}, over ten times the usual pause.`,
      'What happened meanwhile is unknown. It may be in another file.',
      '',
    ];
  },
  ...OWN_WORDS,
};

/** Says whether a higher failed cohort limit would have kept a dead destination in use. */
function cohortHelp(one: Finding): string {
  const name = `${w(one, 'transport')}_destination_concurrency_failed_cohort_limit`;
  const limit = f(one, 'cohorts');
  const next = f(one, 'next');
  const after = `The next attempt, ${formatLasting(next)} later,`;
  return joined(
    next < 0
      ? 'The record has no later attempt.'
      : f(one, 'nextAnswered') === 1
        ? `${after} got a reply, so ${name} above ${limit} would have kept the destination in use.`
        : `Nothing in the queue manager. ${after} failed too, so ${name} above ${limit} would only have caused more failures.`,
    f(one, 'rateDelay') > 0
      ? 'With a rate delay one failure is a whole cohort, so postconf(5) recommends a limit of 10 or more.'
      : '',
  );
}
