import { formatWhole } from '../../../explain/figures.ts';
import type { Finding, FindingRule, Share } from '../../protocol/findings.ts';
import { MICROS_PER_SECOND } from '../../../protocol/units.ts';
import { quoted, formatLasting, formatMany, formatPercent, formatTimeOfDay } from '../record-format.ts';

/** A finding in words: the page and the command line say the same. Text in it comes from a log: show it as text. */
export interface FindingWords {
  /** What kind of thing it is, a few words. */
  title: string;
  sentence: string;
  /** The cause in figures, and the setting that has to do with it. */
  detail: string;
}

/** What became of recipients that were put off: whether any of their mail was returned, or only late. */
function fates(one: Finding): string {
  const [delivered, returned, open] = [f(one, 'delivered'), f(one, 'returned'), f(one, 'open')];
  const taken = f(one, 'taken');
  const all = delivered + returned + open + taken;
  if (all === 1) {
    if (delivered === 1) return 'Its mail was delivered later, not returned.';
    if (taken === 1) return 'Its message was deleted or queued anew (postsuper).';
    return returned === 1
      ? 'Its mail was returned to the sender.'
      : 'Its mail still waits at the end of the log.';
  }
  if (delivered === all) return `All ${formatWhole(all)} recipients had their mail later; none was returned.`;
  const none = (n: number): string => (n === 0 ? 'none' : formatWhole(n));
  const still =
    open === 0 ? '' : `; ${formatWhole(open)} still ${open === 1 ? 'waits' : 'wait'} at the end of the log`;
  const gone = taken === 0 ? '' : `; ${formatMany(taken, 'was', 'were')} deleted or queued anew (postsuper)`;
  return `In the end ${none(delivered)} of these ${formatWhole(all)} recipients had their mail, ${none(returned)} ${returned < 2 ? 'was' : 'were'} returned to the sender${gone}${still}.`;
}

/** How many it got while it was full, and what is counted. */
const deliveriesAMinute = (one: Finding): string =>
  `${formatMany(f(one, 'perMinute'), 'delivery', 'deliveries')} a minute, each of one message to one or more recipients`;

export const RULE_TITLES: Readonly<Record<FindingRule, string>> = {
  'agents-busy': 'All agents of a transport busy',
  'one-message': 'One message held the agents',
  'window-full': 'A destination’s window was full',
  'rate-delay': 'A rate delay serves one at a time',
  dead: 'A destination was dead',
  sessions: 'Connections refused',
  'provider-rate': 'Rate limited by a provider',
  greylisting: 'Greylisting',
  unreachable: 'A destination could not be reached',
  'put-off': 'Put off by the server',
  retries: 'Retries fill the active queue',
  flush: 'Flush or restart storm',
  'before-queue': 'Slow before the queue manager',
  'slow-connect': 'Slow connection set-up',
  'slow-server': 'Slow server',
  reload: 'A restart lost what was learned',
  scan: 'Mail waits for its scan',
  incoming: 'Incoming faster than the queue manager takes',
  'log-gap': 'Log gap',
};

/** Title, sentence and detail of a finding; instants by the clock of the zone. */
export function findingWords(finding: Finding, zone: string): FindingWords {
  const [sentence, detail] = WORDS[finding.rule](finding, zone);
  return { title: RULE_TITLES[finding.rule], sentence, detail };
}

type Write = (finding: Finding, zone: string) => [sentence: string, detail: string];

const f = ({ figures }: Finding, name: string): number => figures[name] ?? 0;
const w = ({ words }: Finding, name: string): string => words[name] ?? '';

function when({ from, to }: Pick<Finding, 'from' | 'to'>, zone: string): string {
  const start = formatTimeOfDay(from, zone);
  const end = formatTimeOfDay(to, zone);
  return start === end ? `at ${start}` : `from ${start} to ${end}`;
}

const waits = ({ recipients, median, longest }: Finding, what = 'waited'): string =>
  recipients === 1
    ? `one recipient ${what} ${formatLasting(longest)}`
    : `${formatMany(recipients, 'recipient')} ${what} ${formatLasting(median)} (median), the longest ${formatLasting(longest)}`;

/** `97 % news@shop.example (30 messages, 1,500 recipients)`. */
export function holder({ name, share, messages, recipients, id }: Share): string {
  const of = id === '' ? formatMany(messages, 'message') : `message ${id}`;
  return `${formatPercent(share)} ${name} (${of}, ${formatMany(recipients, 'recipient')})`;
}

const holders = (shares: readonly Share[]): string =>
  shares
    .filter(({ share }) => share >= 0.01)
    .slice(0, 3)
    .map(holder)
    .join('; ');

const WORDS: Readonly<Record<FindingRule, Write>> = {
  'agents-busy'(one, zone) {
    const others = f(one, 'others');
    const [first] = one.shares;
    const behind =
      others > 0 && first !== undefined
        ? ` Of other mail ${formatMany(others, 'recipient')} waited behind it, the longest ${formatLasting(f(one, 'othersLongest'))}.`
        : '';
    const had = first === undefined ? '' : `, ${formatPercent(first.share)} of the time with ${first.name}`;
    return [
      `${f(one, 'agents') === 1 ? `The one agent (delivery process) of ${one.subject} was` : `All ${formatWhole(f(one, 'agents'))} agents (delivery processes) of ${one.subject} were`} busy ${when(one, zone)}${had}: ${waits(one)}.${behind}`,
      `${formatLasting(f(one, 'busy'))} without a free agent. Who had them: ${holders(one.shares)}. The number is the process limit of ${one.subject} in master.cf (maxproc), else default_process_limit${f(one, 'seen') === 1 ? '. Without master.cf it is what the log shows: never more at once, and each end was the next one’s start' : f(one, 'assumed') === 1 ? '; it is assumed here: master.cf is not in the record' : ''}.`,
    ];
  },
  'one-message'(one, zone) {
    const cost = f(one, 'slotCost');
    const entries = formatWhole(f(one, 'entries'));
    const why =
      cost < 2
        ? `Preemption is off (delivery_slot_cost = ${cost}).`
        : f(one, 'entries') < f(one, 'minimumSlots') * cost
          ? `Its ${entries} entries are too few to be preempted: minimum_delivery_slots ${f(one, 'minimumSlots')} × delivery_slot_cost ${cost}.`
          : `Preemption helps little: of ${entries} entries (up to ${formatWhole(f(one, 'recipientLimit'))} recipients each) one delivery slot is earned for every ${cost}, ${formatWhole(f(one, 'lends'))} in all${f(one, 'preempted') >= 0 ? `; the log has ${formatWhole(f(one, 'preempted'))} preemptions of it` : ''}.`;
    return [
      `One message of ${formatMany(f(one, 'recipients'), 'recipient')} (${w(one, 'id')} from ${w(one, 'sender')}) had ${formatPercent(f(one, 'share'))} of the time of the agents of ${one.subject} ${when(one, zone)}: ${waits(one, 'of other mail waited')}.`,
      why,
    ];
  },
  'window-full'(one, zone) {
    const limit = f(one, 'limit');
    const name = `${w(one, 'transport')}_destination_concurrency_limit`;
    const stated = f(one, 'limitStated') === 1;
    const limitWords = stated
      ? `${limit === 0 ? 'there is no limit' : `the limit is ${formatWhole(limit)}`} (${name})`
      : `the limit (${name}) is ${formatWhole(limit)} unless main.cf, which is not in the record, says another`;
    const single =
      !stated && f(one, 'peak') === 1
        ? ` One at a time while mail waits is what a limit of 1 does, or a rate delay (${w(one, 'transport')}_destination_rate_delay).`
        : '';
    const free = 'while agents (delivery processes) were free';
    return [
      `${one.subject} had no room for more deliveries at once ${when(one, zone)}: ${waits(one)}.`,
      `At most ${formatMany(f(one, 'peak'), 'delivery', 'deliveries')} to it at once; ${limitWords}, ${f(one, 'stated') === 1 ? free : `${free} if the process limit, which is not in the record, is the usual one`}.${single} It got ${deliveriesAMinute(one)}. Most of it: ${holders(one.shares)}.`,
    ];
  },
  'rate-delay'(one, zone) {
    return [
      `${one.subject} got one delivery at a time, ${formatLasting(f(one, 'rateDelay'))} apart, ${when(one, zone)}: ${waits(one)}.`,
      `${w(one, 'transport')}_destination_rate_delay = ${f(one, 'rateDelay')}s makes its limit 1 and begins when a delivery ends: it got ${deliveriesAMinute(one)}. Most of it: ${holders(one.shares)}.`,
    ];
  },
  dead(one, zone) {
    const put = formatMany(f(one, 'suspended'), 'time');
    const limit = f(one, 'cohorts');
    const name = `${w(one, 'transport')}_destination_concurrency_failed_cohort_limit`;
    const next = f(one, 'next');
    const help =
      next < 0
        ? 'It was not tried again in the record.'
        : f(one, 'nextAnswered') === 1
          ? `The next try, ${formatLasting(next)} later, was answered: ${name} above ${limit} would have kept it in use.`
          : `The next try, ${formatLasting(next)} later, failed too: ${name} above ${limit} would have tried more in vain.`;
    const rate =
      f(one, 'rateDelay') > 0
        ? ' With a rate delay one failure is a whole cohort: postconf(5) advises a limit of 10 or more.'
        : '';
    const deaths = f(one, 'deaths') > 1 ? `${formatWhole(f(one, 'deaths'))} times ` : '';
    const from = one.from + f(one, 'deadAfter') * MICROS_PER_SECOND;
    const dead = when({ from, to: from + f(one, 'deadFor') * MICROS_PER_SECOND }, zone);
    return [
      `${one.subject} was taken for dead ${deaths}${dead}: ${put} mail for a recipient was put off without a try; with those whose tries failed ${waits(one, 'waited for another try')}.`,
      `${formatMany(f(one, 'tried'), 'try', 'tries')} failed, ${formatWhole(f(one, 'killed'))} in a row before the first death: ${quoted(w(one, 'reply'))}. ${help}${rate} ${fates(one)}`,
    ];
  },
  sessions(one, zone) {
    const n = f(one, 'sessions');
    const share = f(one, 'above');
    // Most refusals came at one number of open sessions; else something else refuses.
    const sure = n > 0 && share >= 0.5;
    const [tries, apart] = [f(one, 'tries'), f(one, 'apart')];
    const other = w(one, 'other');
    // What was refused with fewer open is no matter of that limit, least of all when the server says something else.
    const fewer =
      apart > 0 && other !== '' && other !== w(one, 'reply')
        ? `The others said ${quoted(other)}, also with fewer open: no limit explains them. `
        : '';
    return [
      sure
        ? `${one.subject} refused ${formatMany(tries - apart, 'time')} ${when(one, zone)} when ${formatMany(n, 'session')} ${n === 1 ? 'was' : 'were'} open${apart > 0 ? `, and ${formatMany(apart, 'more time')} ${fewer === '' ? 'when fewer were' : 'for another reason'}` : ''}: ${waits(one, 'waited for another try')}.`
        : `${one.subject} refused connections ${formatWhole(f(one, 'tries'))} times ${when(one, zone)}: ${waits(one, 'waited for another try')}.`,
      `${quoted(w(one, 'reply'))}. ${
        sure
          ? `${fewer}${formatPercent(share)} of ${fewer === '' ? 'the refusals' : 'the first'} came with ${formatWhole(n)} open; up to ${formatWhole(f(one, 'peak'))} were tried at once. ${w(one, 'transport')}_destination_concurrency_limit = ${formatWhole(n)} respects it (it is ${formatWhole(f(one, 'limit'))}${f(one, 'limitStated') === 1 ? '' : ' unless main.cf, which is not in the record, says another'}).`
          : `They came at any number of open sessions: up to ${formatWhole(f(one, 'peak'))} were tried at once.`
      } ${fates(one)}`,
    ];
  },
  'provider-rate'(one, zone) {
    const shared =
      f(one, 'destinations') > 1
        ? `, over ${formatMany(f(one, 'destinations'), 'destination')} that share this relay: each has a window and a rate delay of its own`
        : '';
    const each =
      f(one, 'eachRecipient') === 1
        ? ` ${w(one, 'transport')}_destination_recipient_limit = 1 makes every recipient a delivery and a destination of its own: no window and no rate delay holds them back together.`
        : '';
    return [
      `${one.subject} limits the rate: ${formatWhole(f(one, 'tries'))} tries were put off ${when(one, zone)}; ${waits(one, 'waited for another try')}.`,
      `${quoted(w(one, 'reply'))}. It began after ${formatMany(f(one, 'perMinute'), 'delivery', 'deliveries')} within a minute${shared}.${each} ${fates(one)}`,
    ];
  },
  greylisting(one, zone) {
    const at = one.subject === '' ? formatMany(f(one, 'destinations'), 'destination') : one.subject;
    return [
      `${at} ${one.subject === '' ? 'put' : 'puts'} first tries off and ${one.subject === '' ? 'take' : 'takes'} later ones (greylisting) ${when(one, zone)}: ${waits(one, 'waited for the next try')}.`,
      `${formatWhole(f(one, 'tries'))} of ${formatMany(f(one, 'all'), 'try', 'tries')}: ${w(one, 'names')}${f(one, 'destinations') > 4 ? ' …' : ''}. ${quoted(w(one, 'reply'))}. The wait is the backoff (minimal_backoff_time), then the next scan. ${fates(one)}`,
    ];
  },
  unreachable(one, zone) {
    return [
      `${one.subject} could not be reached ${when(one, zone)}: ${waits(one, 'waited for another try')}.`,
      `${formatMany(f(one, 'tries'), 'try', 'tries')} failed: ${quoted(w(one, 'reply'))}. ${fates(one)}`,
    ];
  },
  'put-off'(one, zone) {
    return [
      `${one.subject} put off ${formatMany(f(one, 'tries'), 'try', 'tries')} ${when(one, zone)}: ${waits(one, 'waited for another one')}.`,
      `${quoted(w(one, 'reply'))}. ${
        f(one, 'nothing') === 1
          ? 'Between the first and the last of these answers it took nothing, whoever the mail was for: the trouble was the server’s.'
          : 'The answer belongs to the recipient or the message: no setting of the queue manager changes it.'
      } ${fates(one)}`,
    ];
  },
  retries(one, zone) {
    return [
      `Retries filled ${formatPercent(f(one, 'share'))} of the active queue ${when(one, zone)}: ${waits(one)}.`,
      `${formatMany(f(one, 'peak'), 'deferred message')} active at once, the limit is ${formatWhole(f(one, 'limit'))} (qmgr_message_active_limit). Postfix warns of a fifth of it${f(one, 'clogs') > 0 ? `, and did ${formatWhole(f(one, 'clogs'))} times` : ''}.`,
    ];
  },
  flush(one, zone) {
    const restart = w(one, 'restart');
    const fresh = f(one, 'fresh');
    const newMail =
      fresh === 0
        ? ''
        : `New mail that became active until the last of them was tried (${formatMany(fresh, 'recipient')}) waited ${formatLasting(f(one, 'freshMedian'))} (median), the longest ${formatLasting(f(one, 'freshLongest'))}: flushed mail does not go before it, the scans of incoming and deferred are taken in turn. `;
    const [again, said] = [f(one, 'again'), f(one, 'said')];
    const why =
      again === 0
        ? ''
        : again === said
          ? `, all with ${quoted(w(one, 'reply'))}`
          : `, most (${formatWhole(said)}) with ${quoted(w(one, 'reply'))}`;
    return [
      `${formatMany(f(one, 'messages'), 'deferred message')} became active within seconds before their time ${when(one, zone)}${restart === '' ? ': a flush?' : `, after a ${restart === 'new-qmgr' ? 'restart of the queue manager' : restart}.`}`,
      `${again === 0 ? 'None' : formatWhole(again)} of ${formatMany(f(one, 'tries'), 'try', 'tries')} ${again === 1 ? 'was' : 'were'} put off again${why}. ${fates(one)} ${newMail}postqueue -f leaves no line in the log.`,
    ];
  },
  'before-queue'(one, zone) {
    return [
      `Mail was late before the queue manager had it, ${when(one, zone)}: ${waits(one)} between arrival and the active queue.`,
      'That is a of the first pass: a content filter, cleanup, milters, or a busy incoming queue. No setting of the scheduler changes it.',
    ];
  },
  'slow-connect'(one, zone) {
    return [
      `Connections to ${one.subject} took ${formatLasting(f(one, 'least'))} and more ${when(one, zone)}: ${waits(one, 'took longer by')}.`,
      `Usual is ${formatLasting(f(one, 'usual'))} (c: name server, connection, greeting, TLS). An agent is held meanwhile: more processes keep others from waiting for it, nothing here makes the connection faster.`,
    ];
  },
  'slow-server'(one, zone) {
    return [
      `${one.subject} took ${formatLasting(f(one, 'least'))} and more for a recipient ${when(one, zone)}: ${waits(one, 'took longer by')}.`,
      `Usual is ${formatLasting(f(one, 'usual'))} (d, divided by the recipients of the request). An agent is held meanwhile: more processes keep others from waiting for it, nothing here makes the server faster.`,
    ];
  },
  reload(one, zone) {
    return [
      `A ${w(one, 'kind') === 'new-qmgr' ? 'restart' : w(one, 'kind')} of Postfix lost what was learned, ${when(one, zone)}: ${waits(one)}.`,
      'Windows begin at initial_destination_concurrency again, dead destinations are alive, rate delays begin anew. No setting keeps that over a restart: only fewer of them do.',
    ];
  },
  scan(one, zone) {
    return [
      `Deferred mail waited for the scan of its queue ${when(one, zone)}: ${waits(one)} after its backoff was over.`,
      `${formatPercent(f(one, 'share'))} of all time between tries. queue_run_delay is ${formatLasting(f(one, 'queueRunDelay'))}, minimal_backoff_time ${formatLasting(f(one, 'minimalBackoff'))}.`,
    ];
  },
  incoming(one, zone) {
    return [
      `The active queue was at its limit ${when(one, zone)}: ${waits(one)} in the incoming queue.`,
      `qmgr_message_active_limit = ${formatWhole(f(one, 'limit'))}.`,
    ];
  },
  'log-gap'(one, zone) {
    return [
      f(one, 'lost') === 1
        ? `The syslog daemon says at ${formatTimeOfDay(one.from, zone)} that it lost lines.`
        : `No line ${when(one, zone)}: ${formatLasting(f(one, 'seconds'))}, ten times the usual pause.`,
      'What happened meanwhile is not known; it may lie in another file.',
    ];
  },
};
