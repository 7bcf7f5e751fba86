import { type Finding, type LateOptions, type LateReport, THRESHOLDS } from '../../protocol/findings.ts';
import type { Settings } from '../../protocol/settings.ts';
import type { Predicate } from '../classes/fields.ts';
import { classOfLives, selectLives } from '../classes/select.ts';
import type { Member } from '../store/record.ts';
import type { Ground } from './ground.ts';
import { pausesOf } from './pauses.ts';
import {
  activeQueue,
  beforeQueue,
  flushes,
  logGaps,
  reloads,
  scanWaits,
  slowOutside,
} from './rules-around.ts';
import { putOffOutside } from './rules-outside.ts';
import { agentsBusy, windowFull } from './rules-queue.ts';
import { type Traffic, trafficOf } from './traffic.ts';
import { verdictOf } from './verdict.ts';
import { type Waits, waitsOf } from './waits.ts';
import type { Pauses } from './pauses.ts';

/** What is worked out once for a record; every question with other classes or times uses it. */
export interface Late {
  member: Member;
  traffic: Traffic;
  waits: Waits;
  pauses: Pauses;
}

/** Works out what every question about lateness needs, of one instance after `finish`. */
export function lateOf(member: Member, settings: Settings | null): Late {
  const traffic = trafficOf(member.instance, settings);
  return { member, traffic, waits: waitsOf(traffic), pauses: pausesOf(traffic) };
}

const RULES: readonly ((ground: Ground) => Finding[])[] = [
  agentsBusy,
  windowFull,
  putOffOutside,
  activeQueue,
  beforeQueue,
  slowOutside,
  scanWaits,
  flushes,
  reloads,
  logGaps,
];

/**
 * Why mail was late: a verdict for each class (for all mail without one), by counts, and what is found, costliest first.
 *
 * @param predicates those of `options.classes`, read; files: names of the record's files.
 */
export function findLate(
  { member, traffic, waits, pauses }: Late,
  predicates: readonly Predicate[],
  files: readonly string[],
  { classes, from, to, thresholds }: LateOptions,
): LateReport {
  const { instance } = member;
  const ground: Ground = {
    traffic,
    waits,
    pauses,
    thresholds: { ...THRESHOLDS, ...thresholds },
    from,
    to: to === 0 ? Infinity : to,
    files,
    gaps: [...member.gaps.list(), ...member.lost],
    classOf: classOfLives(instance, predicates),
    classes: classes.map(({ name }) => name),
  };
  const verdicts = [
    verdictOf(ground, null, null),
    ...classes.flatMap((mailClass, place) => {
      const predicate = predicates[place];
      return predicate === undefined ? [] : [verdictOf(ground, mailClass, selectLives(instance, predicate))];
    }),
  ];
  const [all] = verdicts;
  const findings = RULES.flatMap((rule) => rule(ground)).sort((one, other) => other.cost - one.cost);
  return {
    host: member.host,
    instance: member.name,
    from: from === 0 ? instance.from : from,
    to: to === 0 ? instance.to : to,
    cost: all === undefined ? 0 : all.time.before + all.time.queue + all.time.pause,
    verdicts,
    findings,
    whyCounts: '',
    thresholds: ground.thresholds,
  };
}
