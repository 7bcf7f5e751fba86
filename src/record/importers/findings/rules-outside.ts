import type { Finding, FindingRule } from '../../protocol/findings.ts';
import { MICROS_PER_MINUTE } from '../../../protocol/units.ts';
import { OUTCOMES, STATUSES } from '../store/tables.ts';
import { greylisting, isGreylisting, takesAmong } from './greylisting.ts';
import { type FindingContext, joined, pausesInRange, replyOf, seconds } from './finding-context.ts';
import { Tally } from './tally.ts';
import { type Levels, levelAt, levelsOf } from './intervals.ts';
import { PUT_OFF, type PutOff } from './pauses.ts';
import { once } from './prepared.ts';
import { isAboutSender, isOwnServer } from './reply-faults.ts';
import { labelOf } from './traffic.ts';

const SENT = STATUSES.indexOf('sent');
/** Sessions that begin within this time (microseconds) count as concurrent, because the two digits of a delay do not give their order. */
const TOGETHER = 100_000;

/** Pauses of one destination by cause, as ascending rows. */
interface OfDestination {
  place: number;
  rows: Map<PutOff, Uint32Array>;
}

/** Pauses of the record by destination and cause, in order of first appearance. Computed once per record. */
function grouped({ traffic, pauses }: FindingContext): OfDestination[] {
  const lists = new Map<number, Map<PutOff, number[]>>();
  for (let row = 0; row < pauses.length; row++) {
    const place = (traffic.destinationOf[pauses.before[row] ?? 0] ?? 0) - 1;
    let rows = lists.get(place);
    if (rows === undefined) lists.set(place, (rows = new Map()));
    const why = PUT_OFF[pauses.why[row] ?? 0] ?? 'local';
    const list = rows.get(why);
    if (list === undefined) rows.set(why, [row]);
    else list.push(row);
  }
  return [...lists].map(([place, rows]) => ({
    place,
    rows: new Map([...rows].map(([why, list]) => [why, Uint32Array.from(list)])),
  }));
}

function byDestination(context: FindingContext): OfDestination[] {
  const { prepared } = context;
  const known = once(prepared, grouped, () => grouped(context));
  const found: (OfDestination & { first: number })[] = [];
  for (const { place, rows } of known) {
    const own = new Map<PutOff, Uint32Array>();
    let first = Infinity;
    for (const [why, list] of rows) {
      const within = pausesInRange(context, list);
      if (within.length === 0) continue;
      own.set(why, within);
      first = Math.min(first, within[0] ?? 0);
    }
    if (own.size > 0) found.push({ place, rows: own, first });
  }
  return found.sort((one, other) => one.first - other.first);
}

function rowsOf({ rows }: OfDestination, ...why: PutOff[]): Uint32Array {
  return joined(...why.flatMap((one) => rows.get(one) ?? []));
}

/** Adds these pauses to a tally, each under the attempt before it. */
export function tallyOf(context: FindingContext, rows: Uint32Array): Tally {
  const { pauses } = context;
  const { length } = rows;
  const before = new Uint32Array(length);
  const lasted = new Float64Array(length);
  let [from, to] = [Infinity, -Infinity];
  for (let i = 0; i < length; i++) {
    const row = rows[i] ?? 0;
    const begin = pauses.from[row] ?? 0;
    const end = pauses.to[row] ?? 0;
    before[i] = pauses.before[row] ?? 0;
    lasted[i] = seconds(end - begin);
    if (begin < from) from = begin;
    if (end > to) to = end;
  }
  return new Tally(context, { rows: before, seconds: lasted, from, to });
}

/** Finds deferrals caused by servers. The first rule that fits a pause reports it, so that each is reported once. */
export function* putOffOutside(context: FindingContext): Generator<undefined, Finding[], undefined> {
  const { thresholds } = context;
  const enough = (tally: Tally): boolean =>
    tally.rows.length >= thresholds.count && tally.cost >= thresholds.cost;
  const found: Finding[] = [];
  const grey: Uint32Array[] = [];
  const greyAt = new Set<string>();
  const rated = new Map<string, number[]>();
  for (const one of byDestination(context)) {
    yield;
    const name = labelOf(context.traffic, one.place);
    const dead = rowsOf(one, 'dead');
    const outside = rowsOf(one, 'too-many', 'unreachable', 'lost', 'rate');
    const whole = dead.length >= thresholds.count ? tallyOf(context, joined(dead, outside)) : null;
    if (whole !== null && enough(whole)) {
      found.push(deadDestination(context, one, dead, outside, whole));
      one.rows.delete('too-many');
      one.rows.delete('unreachable');
      one.rows.delete('rate');
    }
    const tooMany = rowsOf(one, 'too-many');
    const refused = tallyOf(context, tooMany);
    if (enough(refused)) found.push(tooManySessions(context, one, tooMany, refused));
    for (const row of rowsOf(one, 'rate')) {
      const relay = relayOf(context, row) || name;
      const list = rated.get(relay);
      if (list === undefined) rated.set(relay, [row]);
      else list.push(row);
    }
    const unreachable = tallyOf(context, rowsOf(one, 'unreachable', 'lost'));
    if (enough(unreachable)) found.push(plain(context, 'unreachable', name, unreachable));
    const session = rowsOf(one, 'session');
    if (isGreylisting(context, one.place, session)) {
      grey.push(session);
      greyAt.add(name);
    } else {
      const other = tallyOf(context, session);
      // A reply to a single recipient may concern only that mailbox, so it says nothing about the server.
      const several = differentRecipients(context, other.rows) >= RECIPIENTS_MIN;
      const own = isAboutSender(replyOf(context, other.rows[0] ?? 0)) ? 1 : 0;
      const nothing = own === 0 && several && !takesAmong(context, one.place, session) ? 1 : 0;
      if (enough(other)) found.push(plain(context, 'put-off', name, other, { nothing, sender: own }));
    }
  }
  for (const [relay, rows] of rated) {
    const tally = tallyOf(context, Uint32Array.from(rows));
    if (enough(tally)) found.push(providerRate(context, relay, rows, tally));
  }
  const greyed = tallyOf(context, joined(...grey));
  if (enough(greyed)) found.push(greylisting(context, greyed, [...greyAt]));
  return found;
}

/** Recipients that a server has to defer before it counts as the server's own problem. */
const RECIPIENTS_MIN = 3;

/** Marks a content filter or the LMTP server of the mailboxes as `own`, because this machine runs it. */
const ownWords = (name: string): Record<string, string> => (isOwnServer(name) ? { own: name } : {});

function differentRecipients({ traffic }: FindingContext, rows: Uint32Array): number {
  const { to } = traffic.instance.tables.attempts;
  const found = new Set<number>();
  for (let i = 0; i < rows.length && found.size < RECIPIENTS_MIN; i++) found.add(to[rows[i] ?? 0] ?? 0);
  return found.size;
}

function plain(
  context: FindingContext,
  rule: FindingRule,
  name: string,
  tally: Tally,
  more: Record<string, number> = {},
): Finding {
  const [row = 0] = tally.rows;
  return tally.finding(
    rule,
    name,
    { tries: tally.rows.length, ...more },
    { words: { reply: replyOf(context, row), ...ownWords(name) } },
  );
}

function relayOf({ traffic, pauses }: FindingContext, pause: number): string {
  const { tables, pools } = traffic.instance;
  const relay = pools.strings.text(tables.attempts.relay[pauses.before[pause] ?? 0] ?? 0);
  return relay === 'none' ? '' : relay.replace(/:\d+$/, '');
}

const ANSWERS = Uint8Array.from(OUTCOMES, (name) =>
  name === 'accepted' || name === 'refused-later' || name === 'refused' ? 1 : 0,
);
const isAnswer = (outcome: number): boolean => ANSWERS[outcome] === 1;

/** The attempts before these pauses, in log order. */
function attemptsBefore({ pauses }: FindingContext, rows: Uint32Array): Uint32Array {
  const found = new Uint32Array(rows.length);
  let ascending = true;
  for (let i = 0; i < rows.length; i++) {
    const row = pauses.before[rows[i] ?? 0] ?? 0;
    if (i > 0 && row < (found[i - 1] ?? 0)) ascending = false;
    found[i] = row;
  }
  return ascending ? found : found.sort();
}

/** A destination that the queue manager marked dead. */
function deadDestination(
  context: FindingContext,
  { place }: OfDestination,
  dead: Uint32Array,
  outside: Uint32Array,
  tally: Tally,
): Finding {
  const { traffic } = context;
  const { attempts } = traffic.instance.tables;
  const destination = traffic.destinations[place];
  const transport = traffic.transports[destination?.transport ?? 0];
  const failures = attemptsBefore(context, outside);
  const suspended = attemptsBefore(context, dead);
  // The log has no line for a death, so count one where suspended recipients follow new failures.
  let deaths = 0;
  let last = -1;
  let before = 0;
  for (const row of suspended) {
    while (before < failures.length && (failures[before] ?? 0) < row) before++;
    if (before !== last) deaths++;
    last = before;
  }
  const firstDead = suspended[0] ?? 0;
  const lastDead = suspended.at(-1) ?? 0;
  // Count failures in a row, because a reply in between resets the failed cohorts.
  let answered = 0;
  let next = 0;
  let revived = 0;
  const rows = destination?.rows ?? [];
  for (let i = 0; i < rows.length; i++) {
    const attempt = traffic.requests.last[rows[i] ?? 0] ?? 0;
    if (attempt < firstDead && isAnswer(attempts.outcome[attempt] ?? 0))
      answered = Math.max(answered, attempt);
    if (attempt > firstDead && (next === 0 || attempt < next)) next = attempt;
    if (attempt > lastDead && (revived === 0 || attempt < revived)) revived = attempt;
  }
  let killed = 0;
  let lastKilled = failures[0] ?? firstDead;
  for (let i = 0; i < failures.length && (failures[i] ?? 0) < firstDead; i++) {
    if ((failures[i] ?? 0) <= answered) continue;
    killed++;
    lastKilled = failures[i] ?? 0;
  }
  const reply = replyOf(context, lastKilled);
  return tally.finding(
    'dead',
    labelOf(traffic, place),
    {
      suspended: suspended.length,
      tried: failures.length,
      deaths,
      // Refusals may come long before and long after the death. This counts from the first pause to the death.
      deadAfter: seconds((attempts.time[firstDead] ?? 0) - tally.from),
      deadFor: seconds(
        (attempts.time[revived === 0 ? lastDead : revived] ?? 0) - (attempts.time[firstDead] ?? 0),
      ),
      cohorts: transport?.cohorts ?? 1,
      killed,
      // Seconds from the death to the next attempt, and whether the server replied to it.
      next: next === 0 ? -1 : seconds((attempts.time[next] ?? 0) - (attempts.time[firstDead] ?? 0)),
      nextAnswered: next !== 0 && isAnswer(attempts.outcome[next] ?? 0) ? 1 : 0,
      rateDelay: transport?.rateDelay ?? 0,
    },
    { words: { reply, transport: transport?.name ?? 'smtp', ...ownWords(labelOf(traffic, place)) } },
  );
}

/** Finds servers that answer 421 instead of a greeting or refuse connections: above a number of sessions, or always. */
function tooManySessions(
  context: FindingContext,
  { place }: OfDestination,
  rows: Uint32Array,
  tally: Tally,
): Finding {
  const { traffic, pauses } = context;
  const destination = traffic.destinations[place];
  const transport = traffic.transports[destination?.transport ?? 0];
  const open = acceptedLevels(context, place);
  const times = new Map<number, number>();
  /** Refused attempts by number of open sessions. Their replies distinguish too many sessions from an outage. */
  const like = new Map<number, number[]>();
  for (const row of rows) {
    const attempt = pauses.before[row] ?? 0;
    const level = levelAt(open, traffic.startOf[attempt] ?? 0);
    times.set(level, (times.get(level) ?? 0) + 1);
    const own = like.get(level);
    if (own === undefined) like.set(level, [attempt]);
    else own.push(attempt);
  }
  // Number of open sessions at which most refusals came. Starts and ends are rounded in the log, hence the tolerance of
  // 1.
  const [[sessions] = [0]] = [...times].sort(([, one], [, other]) => other - one);
  let above = 0;
  for (const [level, count] of times) if (level >= sessions - 1 && sessions > 0) above += count;
  const usual = mostSaid(context, like.get(sessions) ?? []);
  const other = mostSaid(
    context,
    [...like].flatMap(([level, own]) => (level < sessions - 1 ? own : [])),
  );
  // An outage may begin while sessions are open. Refusals with the same reply as those at few sessions belong to the
  // outage, however many sessions were open.
  const { reply } = traffic.instance.tables.attempts;
  let [apart, outage] = [0, 0];
  for (const [level, own] of like) {
    const few = level < sessions - 1;
    const said = own.reduce((sum, one) => sum + Number(reply[one] === other), 0);
    apart += other === usual ? Number(few) * own.length : said;
    if (!few && other !== usual) outage += said;
  }
  const peaks = once(context.prepared, tooManySessions, () => new Map<number, number>());
  let inFlight = peaks.get(place);
  if (inFlight === undefined) {
    inFlight = destination?.inFlight.level.reduce((most, level) => Math.max(most, level), 0) ?? 0;
    peaks.set(place, inFlight);
  }
  return tally.finding(
    'sessions',
    labelOf(traffic, place),
    {
      sessions,
      tries: rows.length,
      above: (above - outage) / Math.max(1, rows.length - (other === usual ? 0 : apart)),
      apart,
      peak: inFlight,
      limit: transport?.concurrency ?? 20,
      others: othersOf(context, destination?.transport),
      limitStated: traffic.settings?.hasMain === true ? 1 : 0,
    },
    {
      words: {
        reply: traffic.instance.pools.replies.text(usual),
        other: traffic.instance.pools.replies.text(other),
        transport: transport?.name ?? 'smtp',
        relay: relayOf(context, rows[0] ?? 0),
      },
    },
  );
}

/**
 * Number of other destinations of a transport. A limit of the transport applies to all of them, so a limit for one
 * destination needs a transport of its own.
 */
const othersOf = ({ traffic }: FindingContext, transport: number | undefined): number =>
  traffic.destinations.filter((one) => one.transport === transport).length - 1;

/** The most common reply to some attempts, as its number in `replies`. */
function mostSaid({ traffic }: FindingContext, attempts: readonly number[]): number {
  const { reply } = traffic.instance.tables.attempts;
  const counts = new Map<number, number>();
  for (const attempt of attempts) counts.set(reply[attempt] ?? 0, (counts.get(reply[attempt] ?? 0) ?? 0) + 1);
  const [[most] = [0]] = [...counts].sort(([, one], [, other]) => other - one);
  return most;
}

/** The number of concurrent accepted deliveries to a destination over time. */
function acceptedLevels({ traffic, prepared }: FindingContext, place: number): Levels {
  const levels = once(prepared, acceptedLevels, () => new Map<number, Levels>());
  const known = levels.get(place);
  if (known !== undefined) return known;
  const { attempts } = traffic.instance.tables;
  const { start, end, last } = traffic.requests;
  const rows = traffic.destinations[place]?.rows ?? [];
  const taken = Array.from(rows).filter((row) => attempts.status[last[row] ?? 0] === SENT);
  const found = levelsOf(taken, start, end);
  levels.set(place, found);
  return found;
}

function providerRate(
  context: FindingContext,
  relay: string,
  rows: readonly number[],
  tally: Tally,
): Finding {
  const { traffic, pauses } = context;
  const { tables, pools } = traffic.instance;
  const { attempts } = tables;
  const places = new Set<number>();
  let first = Infinity;
  for (const row of rows) {
    const refused = pauses.before[row] ?? 0;
    places.add((traffic.destinationOf[refused] ?? 1) - 1);
    first = Math.min(first, traffic.startOf[refused] ?? Infinity);
  }
  // Count the replies of sessions that began in the minute before the first refusal, because servers count sessions by their start.
  let taken = 0;
  for (const place of places)
    for (const row of traffic.destinations[place]?.rows ?? []) {
      const begun = traffic.requests.start[row] ?? 0;
      if (begun >= first + TOGETHER || begun < first - MICROS_PER_MINUTE) continue;
      if (isAnswer(attempts.outcome[traffic.requests.last[row] ?? 0] ?? 0)) taken++;
    }
  const [one = 0] = rows;
  const [place = 0] = places;
  const transport = traffic.transports[traffic.destinations[place]?.transport ?? 0];
  return tally.finding(
    'provider-rate',
    places.size === 1 ? labelOf(traffic, place) : relay,
    {
      tries: rows.length,
      perMinute: taken,
      destinations: places.size,
      eachRecipient: transport?.recipientLimit === 1 ? 1 : 0,
    },
    {
      words: {
        reply: replyOf(context, pauses.before[one] ?? 0),
        relay: pools.strings.text(attempts.relay[pauses.before[one] ?? 0] ?? 0),
        transport: transport?.name ?? 'smtp',
      },
    },
  );
}
