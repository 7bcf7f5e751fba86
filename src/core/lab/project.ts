import type { LabDesignRow, LabReport } from '../../protocol/lab.ts';
import type { TimerToken, WheelDetail, WheelQuestion } from '../../protocol/wheel.ts';
import type { WhyQuestion, WhyReason } from '../../protocol/why.ts';
import { labCounters } from '../timers/lab.ts';
import { DESIGNS, type LabMachine } from '../timers/lab-model.ts';
import { projectLab, type RequestState } from '../timers/project-lab.ts';
import { projectStructure } from '../timers/project-detail.ts';
import { purgatoryCounts } from '../timers/purgatory-model.ts';
import { watchedKeys, watchListCount } from '../timers/watch-list.ts';
import { wheelDueOf } from '../timers/wheel.ts';
import { wheelBucketOf, wheelOwnerOf, wheelPlaceOf } from '../timers/wheel-read.ts';
import type { DesignsLab, LabSim } from './model.ts';
import { rawNext } from './raw.ts';
import { historyOf } from './samples.ts';
import { MICROS_PER_MILLI } from '../../protocol/units.ts';

const MOST_SAMPLES = 250;
const MOST_LISTS = 8;
const MOST_NODES = 24;
/** Largest number of heap entries shown: twelve rows. Rows below would be thinner than a line. */
const MOST_HEAP = 4095;

/** Returns the raw wheel, with times in microseconds; null in a run of designs. */
export function labWheel(sim: LabSim, question: WheelQuestion): WheelDetail | null {
  const { raw } = sim;
  if (raw === null) return null;
  const token = (record: number, level: number, bucket: number): TimerToken => {
    const id = wheelOwnerOf(raw.wheel, record);
    const mark = id < 1000 ? String(id) : `…${String(id).slice(-2)}`;
    return {
      id,
      due: wheelDueOf(raw.wheel, record) * MICROS_PER_MILLI,
      level,
      bucket,
      label: `timer ${id}`,
      form: 'other',
      mark,
      number: 0,
    };
  };
  const next = rawNext(raw);
  return {
    ...projectStructure(raw.wheel, { unit: MICROS_PER_MILLI, token }, question),
    at: sim.now * MICROS_PER_MILLI,
    step: sim.step,
    nextWakeUp: next === null ? -1 : next * MICROS_PER_MILLI,
    watched: [],
    estimate: null,
    followed: null,
    wakeUp: null,
  };
}

/** Explains why a timer of the raw wheel has not run: its place, and when its bucket opens. */
export function labWhy({ raw }: LabSim, question: WhyQuestion): WhyReason {
  if (raw === null || question.about !== 'timer') return { rule: 'unknown' };
  const { number } = question;
  const record = raw.records[number];
  if (record === undefined || number === 0) return { rule: 'unknown' };
  const place = record === 0 ? null : wheelPlaceOf(raw.wheel, record);
  if (place === null) return { rule: 'timer.over', number };
  const [level, bucket] = place;
  return {
    rule: 'timer.waits',
    number,
    label: '',
    due: wheelDueOf(raw.wheel, record) * MICROS_PER_MILLI,
    level,
    bucket,
    opens: wheelDueOf(raw.wheel, wheelBucketOf(raw.wheel, record)) * MICROS_PER_MILLI,
    tick: raw.wheel.levelTick[level]! * MICROS_PER_MILLI,
  };
}

/** Returns the state of the three designs; null in a run of a raw wheel. */
export function labReport(sim: LabSim): LabReport | null {
  const { designs: lab } = sim;
  if (lab === null) return null;
  const keys = longestKeys(lab);
  return {
    now: sim.now * MICROS_PER_MILLI,
    settings: lab.settings,
    stream: lab.stream,
    span: Math.max(lab.span, sim.now),
    arrived: lab.machines.today.tally.arrivals,
    designs: DESIGNS.map((design) => designRow(lab.machines[design], keys)),
    history: historyOf(lab.samples, MOST_SAMPLES),
    purged: DESIGNS.flatMap((design) => lab.purged[design] ?? []),
  };
}

function designRow(m: LabMachine, keys: readonly number[]): LabDesignRow {
  const picture = projectLab(m, keys, MOST_NODES);
  const { estimatedTotal, delayed } = purgatoryCounts(m.purgatory);
  return {
    design: m.design,
    counters: { ...labCounters(m) },
    heap: picture.heap.slice(0, MOST_HEAP).map(letter).join(''),
    heapLength: m.heap.length,
    levels: picture.levels.map((level) => ({
      tick: level.tick * MICROS_PER_MILLI,
      currentTime: level.currentTime * MICROS_PER_MILLI,
      count: level.buckets.reduce((sum, bucket) => sum + bucket.count, 0),
      buckets: level.buckets.map(({ index, count }) => ({ index, count })),
    })),
    armed: m.wheel.queue.length,
    timers: m.wheel.count,
    lists: keys.map((key, i) => ({
      key,
      nodes: (picture.lists[i] ?? []).map(letter).join(''),
      total: watchListCount(m.purgatory, key),
    })),
    estimate: estimatedTotal - delayed,
    nextCollection: (m.tally.collections + 1) * m.params.collectEvery - m.now,
  };
}

function letter(state: RequestState): string {
  return state === 'pending' ? 'p' : state === 'cleared' ? 'c' : 'r';
}

/** Returns the keys with the longest lists over all designs. Ties are ordered by key, so rows stay in place. */
function longestKeys(lab: DesignsLab): number[] {
  const lengths = new Map<number, number>();
  for (const design of DESIGNS) {
    const { purgatory } = lab.machines[design];
    for (const key of watchedKeys(purgatory))
      lengths.set(key, (lengths.get(key) ?? 0) + watchListCount(purgatory, key));
  }
  return [...lengths]
    .toSorted((a, b) => b[1] - a[1] || a[0] - b[0])
    .slice(0, MOST_LISTS)
    .map(([key]) => key);
}
