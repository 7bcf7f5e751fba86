import {
  type Finding,
  type LateOptions,
  type LateReport,
  type Share,
  THRESHOLDS,
} from '../../protocol/findings.ts';
import type { LifeRow } from '../../../protocol/ids.ts';
import { MICROS_PER_DAY } from '../../../protocol/units.ts';
import type { Settings } from '../../protocol/settings.ts';
import type { Predicate } from '../classes/fields.ts';
import { classOfSelected } from '../classes/select.ts';
import type { Member } from '../store/record.ts';
import type { FindingContext } from './finding-context.ts';
import { excerpt } from './excerpt.ts';
import { MAX_FINDINGS, TRIED_AGAIN as DEFERRING } from './tally.ts';
import { markCommonCauses } from './common-causes.ts';
import { type Pauses, pausesOf, numberRecipients } from './pauses.ts';
import {
  attemptsBetween,
  certainBetween,
  pausesAfter,
  prepare,
  type Prepared,
  selectedBy,
} from './prepared.ts';
import { fullActiveQueue, beforeQueue, logGaps, reloads, scanWaits, slowOutside } from './rules-around.ts';
import { flushes } from './rules-flush.ts';
import { putOffOutside } from './rules-outside.ts';
import { ownFailures, ownTroubles, untried } from './rules-own.ts';
import { agentsBusy, windowFull } from './rules-queue.ts';
import { type Traffic, trafficIn } from './traffic.ts';
import { holdersOf, verdictOf } from './verdict.ts';
import { type Waits, waitsOf } from './waits.ts';

/** Results computed once per record and shared by all questions, whatever their classes or times. */
export interface Late {
  member: Member;
  traffic: Traffic;
  waits: Waits;
  pauses: Pauses;
  prepared: Prepared;
}

/** Prepares an instance for all questions about late mail. Call after `finish`. */
export function lateOf(member: Member, settings: Settings | null): Late {
  return atOnce(workingOut(member, settings));
}

/** Does the work of `lateOf` in pieces. */
export function* workingOut(
  member: Member,
  settings: Settings | null,
): Generator<undefined, Late, undefined> {
  const traffic = yield* trafficIn(member.instance, settings);
  yield;
  const waits = waitsOf(traffic);
  yield;
  const recipients = numberRecipients(member.instance);
  yield;
  const pauses = pausesOf(traffic, recipients);
  yield;
  markCommonCauses(traffic, pauses);
  yield;
  return { member, traffic, waits, pauses, prepared: prepare(traffic, recipients) };
}

/** The rules in order. Some are generators that yield between cases, because a large record has thousands of them. */
const RULES: readonly ((
  context: FindingContext,
) => Finding[] | Generator<undefined, Finding[], undefined>)[] = [
  agentsBusy,
  windowFull,
  putOffOutside,
  ownFailures,
  ownTroubles,
  untried,
  fullActiveQueue,
  beforeQueue,
  slowOutside,
  scanWaits,
  flushes,
  reloads,
  logGaps,
];

/**
 * Who held the agents while the recipients of one message waited for an agent, largest share first. The message itself
 * appears by its queue id.
 */
export function holdersBeside(late: Late, life: LifeRow): Share[] {
  const { tables, pools } = late.member.instance;
  const { lives } = tables;
  const mine = new Uint8Array(lives.length);
  mine[life] = 1;
  const context = findingContext(late, [], [], { classes: [], from: 0, to: 0, thresholds: {} });
  return holdersOf(
    { ...context, classOf: new Uint16Array(mine), classes: [pools.texts.text(lives.id[life] ?? 0)] },
    mine,
  );
}

/**
 * Reports why mail was late: a verdict by counts for all mail and for each class, and findings, most expensive first.
 *
 * @param predicates The parsed predicates of `options.classes`.
 * @param files Names of the record's files.
 */
export function findLate(
  late: Late,
  predicates: readonly Predicate[],
  files: readonly string[],
  options: LateOptions,
): LateReport {
  return atOnce(findingLate(late, predicates, files, options));
}

/** Runs a generator to its end without yielding to other work. */
export function atOnce<T>(work: Generator<undefined, T, undefined>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
  }
}

/**
 * Does the work of `findLate` in pieces. Between two pieces a worker answers other questions.
 *
 * @param only The mail that the report is about; null = all mail.
 */
export function* findingLate(
  late: Late,
  predicates: readonly Predicate[],
  files: readonly string[],
  options: LateOptions,
  only: Predicate | null = null,
): Generator<undefined, LateReport, undefined> {
  const { member } = late;
  const { instance } = member;
  const { classes, from, to } = options;
  const context = findingContext(late, predicates, files, options, only);
  const all = yield* verdictOf(
    context,
    null,
    only === null ? null : selectedBy(instance, late.prepared, only),
  );
  const verdicts = [all];
  for (const [place, mailClass] of classes.entries()) {
    const predicate = predicates[place];
    if (predicate === undefined) continue;
    yield;
    verdicts.push(yield* verdictOf(context, mailClass, selectedBy(instance, late.prepared, predicate)));
  }
  let found = yield* runRules(context);
  // The thresholds suit a busy log. A short excerpt has fewer cases of a cause, so the rules run again with a lower
  // threshold.
  if (isNothing(found))
    found = yield* runRules({ ...context, thresholds: { ...context.thresholds, count: 1 } });
  // Leave out a cause that delayed none of the mail that the report is about.
  if (only !== null) found = found.filter(({ recipients }) => recipients > 0);
  const dated = instance.to - instance.from > MICROS_PER_DAY ? { dated: 1 } : {};
  found = recurring(found)
    .map((one) => ({ ...one, figures: { ...one.figures, ...dated } }))
    .sort((one, other) => other.cost - one.cost);
  scanLast(found);
  found.push(...excerpt(context, found, all));
  const findings = found.filter(({ rule }, rank) => rank < MAX_FINDINGS || rule === 'log-gap');
  return {
    host: member.host,
    instance: member.name,
    from: from === 0 ? instance.from : from,
    to: to === 0 ? instance.to : to,
    cost: all.time.before + all.time.queue + all.time.pause + all.time.untried,
    verdicts,
    findings,
    more: found.length - findings.length,
    whyCounts: '',
    thresholds: context.thresholds,
  };
}

function* runRules(context: FindingContext): Generator<undefined, Finding[], undefined> {
  const found: Finding[] = [];
  for (const rule of RULES) {
    yield;
    const of = rule(context);
    found.push(...(Array.isArray(of) ? of : yield* of));
  }
  return found;
}

/** If one rule has at least this many findings about one subject, they are joined into one. */
const RECURRING = 4;

/** Joins findings that recur: keeps the costliest, with the number of the others and the cost of all. */
function recurring(found: readonly Finding[]): Finding[] {
  const groups = new Map<string, Finding[]>();
  for (const one of found) {
    const key = `${one.rule} ${one.subject}`;
    const own = groups.get(key);
    if (own === undefined) groups.set(key, [one]);
    else own.push(one);
  }
  return [...groups.values()].flatMap((own) => {
    if (own.length < RECURRING || own[0]?.rule === 'log-gap') return own;
    const [most, ...others] = own.toSorted((one, other) => other.cost - one.cost);
    if (most === undefined) return own;
    const cost = others.reduce((sum, one) => sum + one.cost, most.cost);
    return [{ ...most, cost, figures: { ...most.figures, again: others.length } }];
  });
}

const isNothing = (found: readonly Finding[]): boolean => found.every(({ rule }) => rule === 'log-gap');

/** Moves findings about scans behind the finding about what deferred the mail, because a scan only adds to that wait. */
function scanLast(found: Finding[]): void {
  const scan = found.find(({ rule }) => rule === 'scan');
  const deferring = found.findLastIndex(({ rule, cost }) => DEFERRING.has(rule) && cost > 0);
  if (scan === undefined || deferring < found.indexOf(scan)) return;
  found.splice(found.indexOf(scan), 1);
  found.splice(deferring, 0, scan);
}

/** Builds the input of rules and verdicts. With `to` = 0 the time range ends with the record. */
export function findingContext(
  { member, traffic, waits, pauses, prepared }: Late,
  predicates: readonly Predicate[],
  files: readonly string[],
  { classes, from, to, thresholds }: Omit<LateOptions, 'classes'> & { classes: readonly { name: string }[] },
  only: Predicate | null = null,
): FindingContext {
  const end = to === 0 ? Infinity : to;
  const within = attemptsBetween(prepared, from, end);
  return {
    traffic,
    waits,
    pauses,
    prepared,
    within,
    paused: pausesAfter(pauses, within),
    certain: certainBetween(prepared, from, end),
    only: only === null ? null : selectedBy(member.instance, prepared, only).lives,
    thresholds: { ...THRESHOLDS, ...thresholds },
    from,
    to: end,
    files,
    gaps: [...member.gaps.list(), ...member.lost],
    classOf: classOfSelected(
      member.instance.tables.lives.length,
      predicates.map((predicate) => selectedBy(member.instance, prepared, predicate).lives),
    ),
    classes: classes.map(({ name }) => name),
  };
}
