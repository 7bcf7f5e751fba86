import type { Finding, FindingRule } from '../../protocol/findings.ts';
import { type FindingContext, pausesInRange, replyOf, seconds } from './finding-context.ts';
import { PUT_OFF, type PutOff } from './pauses.ts';
import { once } from './prepared.ts';
import { STATUSES } from '../store/tables.ts';
import { tallyOf } from './rules-outside.ts';
import { Tally } from './tally.ts';
import { labelOf } from './traffic.ts';
import { type Trouble, troublesOf } from './troubles.ts';
import { lastedOf, recipientsOf, type Untried, untriedAmong } from './untried.ts';

/** The rule that reports each cause of deferral on this machine's side, and whether it has one finding per destination. */
const RULES: readonly { why: PutOff; rule: FindingRule; byDestination: boolean }[] = [
  { why: 'login', rule: 'login-refused', byDestination: true },
  { why: 'tls', rule: 'tls-failed', byDestination: true },
  { why: 'loop', rule: 'mail-loop', byDestination: true },
  { why: 'setup', rule: 'own-failure', byDestination: false },
  { why: 'local', rule: 'own-failure', byDestination: false },
  { why: 'mailbox', rule: 'mailbox-full', byDestination: true },
  { why: 'recipients', rule: 'recipient-limit', byDestination: true },
  { why: 'resolver', rule: 'resolver', byDestination: false },
  { why: 'network', rule: 'network', byDestination: false },
  { why: 'ipv6', rule: 'ipv6', byDestination: false },
];

/** Failures of this machine, and of mailboxes: one finding each, whatever the number of destinations that they concern. */
export function ownFailures(context: FindingContext): Finding[] {
  const found: Finding[] = [];
  for (const { why, rule, byDestination } of RULES) {
    for (const [key, rows] of groupsOf(context, why, rule, byDestination)) {
      const tally = tallyOf(context, rows);
      if (tally.cost < context.thresholds.cost) continue;
      const subject = byDestination
        ? labelOf(context.traffic, key)
        : rule === 'own-failure'
          ? (context.traffic.transports[key]?.name ?? '')
          : '';
      found.push(
        tally.finding(rule, subject, figuresOf(context, rule, tally), {
          words: { reply: mostSaid(context, tally.rows), ...wordsOf(context, tally) },
        }),
      );
    }
  }
  return found;
}

/** Pauses of one cause in the time range, by destination, by transport, or all together. */
function groupsOf(
  context: FindingContext,
  why: PutOff,
  rule: FindingRule,
  byDestination: boolean,
): Map<number, Uint32Array> {
  const { traffic, pauses } = context;
  const all = pausesOfKind(context, why);
  if (!byDestination && rule !== 'own-failure') return new Map(all.length === 0 ? [] : [[0, all]]);
  const groups = new Map<number, number[]>();
  for (const row of all) {
    const place = (traffic.destinationOf[pauses.before[row] ?? 0] ?? 0) - 1;
    const key = byDestination ? place : (traffic.destinations[place]?.transport ?? 0);
    const list = groups.get(key);
    if (list === undefined) groups.set(key, [row]);
    else list.push(row);
  }
  return new Map([...groups].map(([key, rows]) => [key, Uint32Array.from(rows)]));
}

function pausesOfKind(context: FindingContext, why: PutOff): Uint32Array {
  const { pauses, prepared } = context;
  const kind = PUT_OFF.indexOf(why);
  const all = once(prepared, `pauses ${why}`, () => {
    const rows: number[] = [];
    for (let row = 0; row < pauses.length; row++) if (pauses.why[row] === kind) rows.push(row);
    return Uint32Array.from(rows);
  });
  return pausesInRange(context, all);
}

function mostSaid(context: FindingContext, rows: ArrayLike<number>): string {
  const counts = new Map<string, number>();
  for (let i = 0; i < Math.min(rows.length, 2000); i++) {
    const reply = replyOf(context, rows[i] ?? 0).replace(/^delivery temporarily suspended: /, '');
    counts.set(reply, (counts.get(reply) ?? 0) + 1);
  }
  const [[reply] = ['']] = [...counts].sort(([, one], [, other]) => other - one);
  return reply;
}

function wordsOf({ traffic }: FindingContext, { rows }: Tally): Record<string, string> {
  const place = (traffic.destinationOf[rows[0] ?? 0] ?? 0) - 1;
  const transport = traffic.transports[traffic.destinations[place]?.transport ?? 0];
  const { tables, pools } = traffic.instance;
  return {
    transport: transport?.name ?? 'smtp',
    to: pools.strings.text(tables.attempts.to[rows[0] ?? 0] ?? 0),
  };
}

function figuresOf(context: FindingContext, rule: FindingRule, { rows }: Tally): Record<string, number> {
  const { traffic } = context;
  const { to } = traffic.instance.tables.attempts;
  const figures: Record<string, number> = { tries: rows.length };
  if (rule === 'mailbox-full') figures['addresses'] = new Set(Array.from(rows, (row) => to[row] ?? 0)).size;
  if (rule === 'recipient-limit') figures['accepted'] = mostTaken(context, rows);
  if (rule === 'resolver' || rule === 'network' || rule === 'ipv6')
    figures['destinations'] = new Set(Array.from(rows, (row) => traffic.destinationOf[row] ?? 0)).size;
  return figures;
}

const SENT = STATUSES.indexOf('sent');

/**
 * Most recipients that the server accepted in a session in which it deferred others. Attempts with the same process,
 * message, activation and relay count as one session.
 */
function mostTaken({ traffic }: FindingContext, rows: ArrayLike<number>): number {
  const { attempts, deliveries } = traffic.instance.tables;
  const session = (row: number): string => {
    const delivery = attempts.delivery[row] ?? 0;
    return `${deliveries.agent[delivery] ?? 0} ${deliveries.activation[delivery] ?? 0} ${attempts.relay[row] ?? 0}`;
  };
  const taken = new Map<string, number>();
  const lives = new Set<number>();
  for (let i = 0; i < rows.length; i++) {
    taken.set(session(rows[i] ?? 0), 0);
    lives.add(attempts.life[rows[i] ?? 0] ?? 0);
  }
  for (let row = 1; row < attempts.length; row++) {
    if (attempts.status[row] !== SENT || !lives.has(attempts.life[row] ?? 0)) continue;
    const count = taken.get(session(row));
    if (count !== undefined) taken.set(session(row), count + 1);
  }
  return Math.max(0, ...taken.values());
}

/**
 * A line about a failing program explains mail that was put off or dropped within this time before or after it
 * (microseconds). It is longer than transport_retry_time.
 */
const EXPLAINS = 900_000_000;

/** Reports the troubles that Postfix logged about itself, with the mail that waited because of each. */
export function ownTroubles(context: FindingContext): Finding[] {
  const troubles = troublesOf(context).filter(({ from, to }) => to >= context.from && from <= context.to);
  const failed = troubles.filter(({ rule }) => rule === 'transport-failed');
  const tallies = new Map<Trouble | null, Tally>();
  const of = (trouble: Trouble | null): Tally => {
    let tally = tallies.get(trouble);
    if (tally === undefined) tallies.set(trouble, (tally = new Tally(context)));
    return tally;
  };
  const { pauses } = context;
  for (const row of pausesOfKind(context, 'transport')) {
    const [from, to] = [pauses.from[row] ?? 0, pauses.to[row] ?? 0];
    of(nearest(failed, from, context)).add(pauses.before[row] ?? 0, seconds(to - from), from, to);
  }
  const found: Finding[] = [];
  const lost = untriedAmong(context, null).filter(({ end }) => end === 'again');
  const dropped = new Map<Trouble, Untried[]>();
  for (const one of lost) {
    const trouble = nearest(failed, one.from, context);
    if (trouble === null) continue;
    const list = dropped.get(trouble);
    if (list === undefined) dropped.set(trouble, [one]);
    else list.push(one);
  }
  for (const trouble of troubles) found.push(told(context, trouble, of(trouble), dropped.get(trouble) ?? []));
  const rest = tallies.get(null);
  if (rest !== undefined && rest.cost >= context.thresholds.cost)
    found.push(rest.finding('transport-failed', '', { tries: rest.rows.length }, { words: { line: '' } }));
  return found;
}

/** The failure with the line nearest to an instant, before or after it and at most EXPLAINS away. */
function nearest(failed: readonly Trouble[], time: number, { traffic }: FindingContext): Trouble | null {
  const { events } = traffic.instance.tables;
  let [best, least] = [null as Trouble | null, EXPLAINS];
  for (const trouble of failed)
    for (const row of trouble.rows) {
      const away = Math.abs(time - (events.time[row] ?? 0));
      if (away < least) [best, least] = [trouble, away];
    }
  // If only one program failed, it explains the mail, however long ago its line is.
  return best ?? (failed.length === 1 && (failed[0]?.from ?? Infinity) <= time ? (failed[0] ?? null) : null);
}

function told(context: FindingContext, trouble: Trouble, tally: Tally, dropped: readonly Untried[]): Finding {
  const { rule, subject, rows, from, to, line, figures, words } = trouble;
  const { tables, pools } = context.traffic.instance;
  const { events, lives } = tables;
  const finding = tally.finding(
    rule,
    words['transport'] ?? subject,
    { ...figures, tries: tally.rows.length, lines: rows.length, dropped: dropped.length },
    { words: { line, program: subject, ...words } },
  );
  const waits = dropped.map(lastedOf);
  const lines = rows.slice(0, 20).map((row) => ({
    file: context.files[events.file[row] ?? 0] ?? '',
    line: events.line[row] ?? 0,
  }));
  return {
    ...finding,
    from: Math.min(from, finding.from),
    to: Math.max(to, finding.to),
    cost: finding.cost + dropped.reduce((sum, one) => sum + lastedOf(one) * recipientsOf(context, one), 0),
    recipients: finding.recipients + dropped.reduce((sum, one) => sum + recipientsOf(context, one), 0),
    median:
      finding.recipients === 0 ? (waits.toSorted((a, b) => a - b)[waits.length >> 1] ?? 0) : finding.median,
    longest: Math.max(finding.longest, ...waits),
    rests: {
      count: rows.length + finding.rests.count,
      ids: [
        ...new Set([
          ...dropped.map(({ life }) => pools.texts.text(lives.id[life] ?? 0)),
          ...finding.rests.ids,
        ]),
      ].slice(0, 20),
      lines: [...lines, ...finding.rests.lines].slice(0, 20),
    },
  };
}

/** Mail that was active without an attempt, and that no line about a program explains. */
export function untried(context: FindingContext): Finding[] {
  const { thresholds, traffic } = context;
  const failed = troublesOf(context).filter(({ rule }) => rule === 'transport-failed');
  const all = untriedAmong(context, context.only).filter(
    (one) => one.end !== 'again' || nearest(failed, one.from, context) === null,
  );
  const cost = all.reduce((sum, one) => sum + lastedOf(one) * recipientsOf(context, one), 0);
  const [first] = all;
  if (first === undefined || cost < thresholds.cost) return [];
  const { tables, pools } = traffic.instance;
  const { activations, lives } = tables;
  const waits = all.map(lastedOf).sort((a, b) => a - b);
  const count = (end: Untried['end']): number => all.filter((one) => one.end === end).length;
  const finding: Finding = {
    rule: 'untried',
    from: all.reduce((least, { from }) => Math.min(least, from), Infinity),
    to: all.reduce((most, { to }) => Math.max(most, to), 0),
    subject: '',
    cost,
    recipients: all.reduce((sum, one) => sum + recipientsOf(context, one), 0),
    median: waits[waits.length >> 1] ?? 0,
    longest: waits.at(-1) ?? 0,
    figures: {
      messages: new Set(all.map(({ life }) => life)).size,
      shortest: waits[0] ?? 0,
      quiet: all.every(({ quiet }) => quiet) ? 1 : 0,
      restart: count('restart'),
      again: count('again'),
      open: count('open'),
    },
    words: {},
    shares: [],
    rests: {
      count: all.length,
      ids: [...new Set(all.map(({ life }) => pools.texts.text(lives.id[life] ?? 0)))].slice(0, 20),
      lines: all.slice(0, 20).map(({ activation }) => ({
        file: context.files[activations.file[activation] ?? 0] ?? '',
        line: activations.line[activation] ?? 0,
      })),
    },
  };
  return [finding];
}
