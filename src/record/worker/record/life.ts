import { holdersBeside } from '../../importers/findings/find.ts';
import { globalOf } from '../../importers/findings/limits.ts';
import { arrivalOf, WHOLE_SECONDS } from '../../importers/findings/pauses.ts';
import { labelOf } from '../../importers/findings/traffic.ts';
import type { Member } from '../../importers/store/record.ts';
import { ENDS, LINK_KINDS, OUTCOMES, STATUSES } from '../../importers/store/tables.ts';
import type { AttemptRow, LifeRow } from '../../../protocol/ids.ts';
import type { LifeGroup, LifeTry, MessageLife } from '../../protocol/record-questions.ts';
import {
  type EpochMicros,
  MICROS_PER_MINUTE,
  MICROS_PER_SECOND,
  type Seconds,
} from '../../../protocol/units.ts';
import { fateOf } from './found.ts';
import { type HeldRecord, lateIn, queriesOf } from './held.ts';

const SUSPENDED = OUTCOMES.indexOf('suspended');
/** Limits per group: recipients listed, and attempts drawn. */
const NAMED = 50;
const TRIES = 60;

/** The life of a message. Null if no message has the id. */
export function lifeOf(held: HeldRecord, member: Member, id: string): MessageLife | null {
  const { instance } = member;
  const { lives, activations } = instance.tables;
  const { strings, texts } = instance.pools;
  const queries = queriesOf(held, member);
  const [life] = queries.messages.withId(id);
  if (life === undefined) return null;
  const rows = queries.messages.attempts(life);
  const [first] = rows;
  const arrived =
    first === undefined
      ? (lives.firstTime[life] ?? 0)
      : Math.min(lives.firstTime[life] ?? 0, arrivalOf(instance, first));
  const rule = {
    minimal: globalOf(held.settings, 'minimal_backoff_time', 300),
    maximal: globalOf(held.settings, 'maximal_backoff_time', 4000),
    scan: globalOf(held.settings, 'queue_run_delay', 300),
  };
  const ended = lives.ended[life] ?? 0;
  const groups = groupsOf(held, member, rows, arrived, rule).map((group) =>
    // A message that has ended has no next attempt.
    ended === 0 ? group : { ...group, next: group.next.filter(({ came }) => came >= 0) },
  );
  return {
    id,
    sender: strings.text(lives.sender[life] ?? 0),
    size: lives.size[life] ?? 0,
    nrcpt: lives.nrcpt[life] ?? 0,
    client: strings.text(lives.client[life] ?? 0),
    user: strings.text(lives.user[life] ?? 0),
    messageId: texts.text(lives.messageId[life] ?? 0),
    arrived,
    ended,
    end: ENDS[lives.end[life] ?? 0] ?? 'open',
    activations: queries.messages
      .activations(life)
      .map((row) => ((activations.time[row] ?? 0) - arrived) / MICROS_PER_SECOND),
    groups,
    links: linksOf(held, member, life),
    where: [
      ...whereTimeWent(held, member, rows),
      {
        cause: 'active without an attempt',
        seconds: untriedTime(member, queries.messages.activations(life), rows),
      },
    ],
    holders: holdersBeside(lateIn(held, member), life).map(({ name, share, id: one, messages }) => ({
      name,
      share,
      id: one,
      messages,
    })),
    sentence: fatesOf(groups),
    rule,
    nextTry: ended === 0 ? nextOf(groups) : null,
  };
}

/** The next attempt of the message, which is that of its last deferred recipient, because a message is retried as a whole. */
function nextOf(groups: readonly LifeGroup[]): MessageLife['nextTry'] {
  const open = groups
    .filter(({ parts }) => parts.some(({ fate }) => fate === 'deferred'))
    .flatMap(({ next }) => next.filter(({ came }) => came < 0));
  const [last] = open.sort((one, other) => other.notBefore - one.notBefore);
  return last === undefined ? null : { notBefore: last.notBefore, latest: last.latest };
}

function fatesOf(groups: readonly LifeGroup[]): MessageLife['sentence'] {
  const found = { sent: 0, deferred: 0, bounced: 0, waited: 0, total: 0 };
  for (const { parts, tries } of groups) {
    for (const { fate, count } of parts) found[fate] += count;
    for (const one of tries) {
      found.waited = Math.max(found.waited, one.b);
      found.total = Math.max(found.total, one.end);
    }
  }
  return found;
}

/** Finds other queue ids of the same mail, which come from content filters, notifications and requeues. */
function linksOf(held: HeldRecord, member: Member, life: LifeRow): MessageLife['links'] {
  const { lives, links } = member.instance.tables;
  const { messages } = queriesOf(held, member);
  const related = (row: LifeRow, to: 'parent' | 'child'): MessageLife['links'][number] => ({
    id: member.instance.pools.texts.text(
      lives.id[(to === 'child' ? links.child[row] : links.parent[row]) ?? 0] ?? 0,
    ),
    kind: LINK_KINDS[links.kind[row] ?? 0] ?? '',
    to,
    time: links.time[row] ?? 0,
  });
  return [
    ...Array.from(messages.parents(life), (row) => related(row, 'parent')),
    ...Array.from(messages.children(life))
      .filter((row) => links.instance[row] === 0)
      .map((row) => related(row, 'child')),
  ];
}

function tryOf({ result }: HeldRecord, { instance }: Member, row: AttemptRow, arrived: EpochMicros): LifeTry {
  const { attempts, deliveries, activations, agents } = instance.tables;
  const { strings, replies } = instance.pools;
  const delivery = attempts.delivery[row] ?? 0;
  const activation = deliveries.activation[delivery] ?? 0;
  const agent = deliveries.agent[delivery] ?? 0;
  const since = (time: EpochMicros): Seconds => (time - arrived) / MICROS_PER_SECOND;
  const end = attempts.time[row] ?? 0;
  return {
    to: strings.text(attempts.to[row] ?? 0),
    recipients: 1,
    status: STATUSES[attempts.status[row] ?? 0] ?? '',
    putOff: attempts.outcome[row] === SUSPENDED,
    ordinal: activations.ordinal[activation] ?? 0,
    active: since(activations.time[activation] || end),
    start: since(deliveries.start[delivery] || end),
    end: since(end),
    a: attempts.a[row] ?? 0,
    b: attempts.b[row] ?? 0,
    c: attempts.c[row] ?? 0,
    d: attempts.d[row] ?? 0,
    relay: strings.text(attempts.relay[row] ?? 0),
    reply: replies.text(attempts.reply[row] ?? 0),
    line: attempts.line[row] ?? 0,
    file: result.files[attempts.file[row] ?? 0]?.name ?? '',
    agent: `${strings.text(agents.tag[agent] ?? 0)}[${agents.pid[agent] ?? 0}]`,
  };
}

/** Groups recipients by destination, with outcomes and attempts (one per request). */
function groupsOf(
  held: HeldRecord,
  member: Member,
  rows: readonly number[],
  arrived: EpochMicros,
  { minimal, maximal, scan }: MessageLife['rule'],
): LifeGroup[] {
  const { attempts, lives } = member.instance.tables;
  const { traffic } = lateIn(held, member);
  const byRecipient = new Map<number, number[]>();
  for (const row of rows) {
    const to = attempts.to[row] ?? 0;
    byRecipient.set(to, [...(byRecipient.get(to) ?? []), row]);
  }
  const groups = new Map<string, LifeGroup & { deliveries: Map<number, LifeTry | null> }>();
  for (const [to, own] of byRecipient) {
    const last = own.at(-1) ?? 0;
    const expired = lives.expired[attempts.life[last] ?? 0] !== 0;
    const fate = fateOf(STATUSES[attempts.status[last] ?? 0], expired);
    const destination = labelOf(traffic, (traffic.destinationOf[last] ?? 1) - 1);
    let group = groups.get(destination);
    if (group === undefined)
      groups.set(
        destination,
        (group = {
          destination,
          recipients: [],
          count: 0,
          parts: [],
          tries: [],
          next: [],
          deliveries: new Map(),
        }),
      );
    group.count++;
    const part = group.parts.find((one) => one.fate === fate);
    if (part === undefined) group.parts.push({ fate, count: 1 });
    else part.count++;
    if (group.recipients.length < NAMED) group.recipients.push(member.instance.pools.strings.text(to));
    for (const row of own) {
      const delivery = attempts.delivery[row] ?? 0;
      const known = group.deliveries.get(delivery);
      if (known !== undefined) {
        if (known !== null) known.recipients++;
        continue;
      }
      const one = group.tries.length < TRIES ? tryOf(held, member, row, arrived) : null;
      group.deliveries.set(delivery, one);
      if (one !== null) group.tries.push(one);
    }
  }
  return [...groups.values()].map(({ deliveries, ...group }) => {
    void deliveries;
    group.tries.sort((one, other) => one.end - other.end);
    group.next = group.tries
      .filter(({ status }) => status === 'deferred')
      .map(({ end }) => {
        const due = end + Math.max(minimal, Math.min(maximal, end));
        const came = group.tries.find((one) => one.active > end);
        return { notBefore: due - WHOLE_SECONDS, latest: due + scan, came: came?.active ?? -1 };
      });
    return group;
  });
}

/** Seconds from activations without an attempt to the activation after each, where that took a minute or longer. */
function untriedTime({ instance }: Member, active: readonly number[], rows: readonly AttemptRow[]): Seconds {
  const { attempts, activations, deliveries } = instance.tables;
  const tried = new Set(rows.map((row) => deliveries.activation[attempts.delivery[row] ?? 0]));
  let sum = 0;
  for (const [i, row] of active.entries()) {
    const next = active[i + 1];
    if (next === undefined || tried.has(row)) continue;
    const time = (activations.time[next] ?? 0) - (activations.time[row] ?? 0);
    if (time >= MICROS_PER_MINUTE) sum += time;
  }
  return sum / MICROS_PER_SECOND;
}

/** Divides the slowest recipient's time: before the queue manager, b by cause, c and d, and between attempts. */
function whereTimeWent(held: HeldRecord, member: Member, rows: readonly number[]): MessageLife['where'] {
  const { attempts, activations, deliveries } = member.instance.tables;
  const { waits } = lateIn(held, member);
  const longest = rows.reduce(
    (found, row) => ((attempts.delay[row] ?? 0) > (attempts.delay[found] ?? 0) ? row : found),
    rows.at(-1) ?? 0,
  );
  const own = rows.filter((row) => attempts.to[row] === attempts.to[longest]);
  const sum = {
    before: 0,
    agents: 0,
    window: 0,
    rate: 0,
    dead: 0,
    other: 0,
    connect: 0,
    deliver: 0,
    pause: 0,
  };
  for (const [i, row] of own.entries()) {
    if (activations.ordinal[deliveries.activation[attempts.delivery[row] ?? 0] ?? 0] === 1)
      sum.before += attempts.a[row] ?? 0;
    const known =
      (waits.agents[row] ?? 0) + (waits.window[row] ?? 0) + (waits.rate[row] ?? 0) + (waits.dead[row] ?? 0);
    sum.agents += waits.agents[row] ?? 0;
    sum.window += waits.window[row] ?? 0;
    sum.rate += waits.rate[row] ?? 0;
    sum.dead += waits.dead[row] ?? 0;
    sum.other += Math.max(0, (waits.all[row] ?? 0) - known);
    sum.connect += attempts.c[row] ?? 0;
    sum.deliver += attempts.d[row] ?? 0;
    const next = own[i + 1];
    if (next !== undefined) {
      const again = activations.time[deliveries.activation[attempts.delivery[next] ?? 0] ?? 0] ?? 0;
      sum.pause += Math.max(0, (again - (attempts.time[row] ?? 0)) / MICROS_PER_SECOND);
    }
  }
  return [
    { cause: 'before the queue manager (a)', seconds: sum.before },
    { cause: 'all agents busy (b)', seconds: sum.agents },
    { cause: 'window full (b)', seconds: sum.window },
    { cause: 'rate delay (b)', seconds: sum.rate },
    { cause: 'destination dead (b)', seconds: sum.dead },
    { cause: 'process start or unknown cause (b)', seconds: sum.other },
    { cause: 'connection (c)', seconds: sum.connect },
    { cause: 'transmission (d)', seconds: sum.deliver },
    { cause: 'waiting for the next attempt', seconds: sum.pause },
  ];
}
