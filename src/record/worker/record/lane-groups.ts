import { parsePredicate } from '../../importers/classes/parse.ts';
import { classOfLives, selectLives } from '../../importers/classes/select.ts';
import type { Traffic } from '../../importers/findings/traffic.ts';
import type { Instance } from '../../importers/store/instance.ts';
import { Levels } from '../../importers/store/queries/levels.ts';
import { NO_GROUP, tableRows } from '../../importers/store/queries/order.ts';
import type { Groups } from '../../importers/store/queries/groups.ts';
import type { RecordQueries } from '../../importers/store/queries/queries.ts';
import type { Member } from '../../importers/store/record.ts';
import type { AttemptRow } from '../../../protocol/ids.ts';
import type { OverviewQuestion, Selection } from '../../protocol/record-questions.ts';
import { type HeldRecord, lateIn, predicatesOf, queriesOf } from './held.ts';

/**
 * Name of the grouping by next hop. Its groups are the destinations of the findings, whose next hops include relays
 * that only log lines show.
 */
const NEXT_HOP = 'next-hop';

/**
 * Groupings already defined, by name, with the input of each. Cached because a new grouping sorts all attempts again.
 */
const defined = new WeakMap<RecordQueries, Map<string, string>>();

function define(queries: RecordQueries, name: string, from: string, groups: () => Groups): string {
  const known = defined.get(queries) ?? new Map<string, string>();
  defined.set(queries, known);
  if (known.get(name) === from) return name;
  known.set(name, from);
  queries.define(name, groups());
  return name;
}

/** Returns the name of the grouping for this kind of lane, defining it if needed. */
export function laneGroups(
  held: HeldRecord,
  member: Member,
  { lanes, classes }: Pick<OverviewQuestion, 'lanes' | 'classes'>,
): string {
  const queries = queriesOf(held, member);
  if (lanes === 'destination')
    return define(queries, NEXT_HOP, '', () => byNextHop(lateIn(held, member).traffic));
  if (lanes !== 'class') return lanes;
  return define(queries, 'class', JSON.stringify(classes), () => byClass(member.instance, classes));
}

/** Groups by next hop. The group of a destination is its place in `traffic.destinations`. */
function byNextHop({ destinations, destinationOf, transports }: Traffic): Groups {
  return {
    count: destinations.length,
    name: (group) => {
      const { name = '', transport = 0 } = destinations[group] ?? {};
      return `${transports[transport]?.name ?? ''}:${name}`;
    },
    ofAttempt: destinationOf.map((place) => (place === 0 ? NO_GROUP : place - 1)),
  };
}

function byClass(instance: Instance, classes: OverviewQuestion['classes']): Groups {
  const predicates = predicatesOf(classes);
  const of = classOfLives(instance, predicates.ok ? predicates.value : []);
  const { attempts } = instance.tables;
  const ofAttempt = new Uint32Array(attempts.length).fill(NO_GROUP);
  for (let row = 1; row < attempts.length; row++) ofAttempt[row] = of[attempts.life[row] ?? 0] ?? 0;
  return {
    count: classes.length + 1,
    name: (group) => (group === 0 ? 'other mail' : (classes[group - 1]?.name ?? '')),
    ofAttempt,
  };
}

/** Returns a test whether an attempt is in the selected lane. Without a lane it is always true. */
export function isInLane(
  held: HeldRecord,
  member: Member,
  { lane, lanes }: Pick<Selection, 'lane' | 'lanes'>,
  classes: OverviewQuestion['classes'],
): (attempt: AttemptRow) => boolean {
  if (lane === '') return () => true;
  const groups = queriesOf(held, member).groups(laneGroups(held, member, { lanes, classes }));
  const { count, name, ofAttempt } = groups;
  const isLane = Array.from({ length: count }, (_, group) => name(group) === lane);
  return (attempt) => isLane[ofAttempt?.[attempt] ?? 0] === true;
}

/** Mail that a predicate selects. */
export interface SelectedMail {
  /** 1 for each life; null = all mail. */
  lives: Uint8Array | null;
  /** Returns the name of a grouping that has only the selected mail. */
  by(grouping: string): string;
  /** Messages in the queue over time. */
  inQueue(from: number, to: number, bins: number): { most: Int32Array; mean: Float64Array };
}

/** Selects mail for all series of an overview. A predicate that cannot be read selects all mail. */
export function selectedMail(held: HeldRecord, member: Member, only: string): SelectedMail {
  const queries = queriesOf(held, member);
  const read = only.trim() === '' ? null : parsePredicate(only);
  if (read === null || !read.ok)
    return {
      lives: null,
      by: (grouping) => grouping,
      inQueue: (from, to, bins) => queries.levels('inQueue', { from, to }, bins),
    };
  const { instance } = member;
  const lives = selectLives(instance, read.value);
  const { attempts } = instance.tables;
  return {
    lives,
    by: (grouping) =>
      define(queries, `selected-${grouping}`, only, () => {
        const { count, name, ofAttempt } = queries.groups(grouping);
        const selected = new Uint32Array(attempts.length).fill(NO_GROUP);
        for (let row = 1; row < attempts.length; row++)
          if (lives[attempts.life[row] ?? 0] === 1) selected[row] = ofAttempt?.[row] ?? 0;
        return { count, name, ofAttempt: selected };
      }),
    inQueue(from, to, bins) {
      const { firstTime, ended, length } = instance.tables.lives;
      const until = instance.to + 1;
      return new Levels({
        rows: tableRows(length, (row) => lives[row] === 1),
        from: firstTime,
        to: ended.map((end) => (end === 0 ? until : end)),
        groupOf: null,
        groups: 1,
      }).series(0, from, to, bins);
    },
  };
}
