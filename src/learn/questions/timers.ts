/** Questions about the timing wheel: which bucket, when the clock wakes, what an opening bucket does. */
import { formatShortSeconds } from '../../explain/figures.ts';
import { say, type Token } from '../../explain/tokens.ts';
import type { TimerEvent } from '../../protocol/events.ts';
import type { WheelRow } from '../../protocol/rows.ts';
import type { Micros } from '../../protocol/units.ts';
import type { WheelDetail } from '../../protocol/wheel.ts';
import type { Words } from '../words/en/index.ts';
import type { Draw } from './draw.ts';
import { goOnToEvent, type Probe, stepBehind } from './probe.ts';
import { arrange, type Choice, type Question, sumsOf } from './question.ts';

type Timed<K extends TimerEvent['kind']> = Extract<TimerEvent, { kind: K }>;

/** The wheel at the cursor, in a mail run or in the laboratory. */
interface SeenWheel extends Pick<WheelDetail, 'tick' | 'size' | 'nextWakeUp' | 'timers' | 'queue'> {
  levels: WheelRow['levels'];
}

async function wheelAt({ api }: Probe): Promise<SeenWheel | null> {
  const detail = await api.ask('wheel', { follow: 0, open: null });
  if (detail === null) return null;
  const levels = detail.levels.map(({ tick, currentTime }, level) => ({
    tick,
    currentTime,
    buckets: detail.queue
      .filter((row) => row.level === level)
      .map(({ bucket, count, due }) => ({ index: bucket, count, due })),
  }));
  const { tick, size, nextWakeUp, timers, queue } = detail;
  return { tick, size, nextWakeUp, timers, queue, levels };
}

/** Maximum number of steps searched for a suitable one. */
const LOOKS = 60;

/** Finds the last event of a kind in the step at the cursor; null = none. */
function latest<K extends TimerEvent['kind']>(probe: Probe, kind: K): { event: Timed<K>; at: Micros } | null {
  const record = probe.sight().events.findLast(({ event }) => event.kind === kind);
  return record === undefined ? null : { event: record.event as Timed<K>, at: record.at };
}

/** "Into which bucket does it go?": asks about the next stored timer. */
export async function askBucket(
  probe: Probe,
  draw: Draw,
  _about: string,
  { bucket: words, happened }: Words['ask'],
): Promise<Question | null> {
  for (let i = 0; i < LOOKS; i += 1) {
    // oxlint-disable-next-line no-await-in-loop
    if (!(await goOnToEvent(probe, { kinds: ['timer.added'], message: 0, destination: '' }))) return null;
    const added = latest(probe, 'timer.added');
    // oxlint-disable-next-line no-await-in-loop
    const wheel = await wheelAt(probe);
    if (added === null || wheel === null || added.event.bucket < 0) continue;
    const { event, at } = added;
    const { sentence, arithmetic, notes } = happened.timer(event, at, wheel);
    const sums = sumsOf(arithmetic);
    const said = say`${sentence}${sums}${notes.flatMap((note) => say` ${note}`)}`;
    const right = `${event.level}.${event.bucket}`;
    // oxlint-disable-next-line no-await-in-loop
    const places = await stepBehind(probe);
    return {
      kind: 'bucket',
      text: words.text(formatShortSeconds(at), formatShortSeconds(event.due)),
      choices: arrange(
        draw,
        { key: right, label: words.place(event.level, event.bucket), hint: '', why: said },
        bucketMistakes(event, at, wheel, words),
      ),
      right,
      ...places,
      number: 0,
    };
  }
  return null;
}

function bucketMistakes(
  event: Timed<'timer.added'>,
  at: Micros,
  wheel: SeenWheel,
  words: Words['ask']['bucket'],
): Choice[] {
  const { level, bucket, due } = event;
  const { tick, size } = wheel;
  const width = tick * size ** level;
  const make = (atLevel: number, index: number, why: string): Choice => {
    const wrapped = ((index % size) + size) % size;
    return { key: `${atLevel}.${wrapped}`, label: words.place(atLevel, wrapped), hint: '', why: say`${why}` };
  };
  return [
    make(level, Math.floor((due - at) / width), words.instant),
    ...(level > 0
      ? [make(0, Math.floor(due / tick), words.tooFar)]
      : [make(1, Math.floor(due / (tick * size)), words.lowest)]),
    make(level, bucket + 1, words.down),
    make(level, bucket - 1, words.earlier),
    make(level, bucket + 2, words.later),
  ];
}

/** "When does the clock wake next?" */
export async function askWakeUp(
  probe: Probe,
  draw: Draw,
  _about: string,
  { wakeUp: words, bucket }: Words['ask'],
): Promise<Question | null> {
  // Asks just before the wake-up, because a timer that is set before it could arm an earlier bucket.
  if (!(await goOnToEvent(probe, { kinds: ['bucket.opened'], message: 0, destination: '' }))) return null;
  const { before, after } = await stepBehind(probe);
  const { cursor } = probe.sight();
  const wheel = await wheelAt(probe);
  if (wheel === null || wheel.nextWakeUp < 0) return null;
  const right = wheel.nextWakeUp;
  const soonest = wheel.timers[0];
  const armed = wheel.queue;
  const opening = armed.find(({ due }) => due === right);
  if (opening === undefined) return null;
  const held = opening.count === 0 ? words.empty : words.holds(opening.count);
  const said = words.said(bucket.place(opening.level, opening.bucket), formatShortSeconds(right), held);
  const mistakes: [Micros, string][] = [
    [(Math.floor(cursor.at / wheel.tick) + 1) * wheel.tick, words.noTicks],
    ...(soonest === undefined ? [] : ([[soonest.due, words.notTimers]] as [Micros, string][])),
    ...armed
      .filter(({ due, count }) => due > right && count > 0)
      .toSorted((a, b) => a.due - b.due)
      .slice(0, 2)
      .map(({ due }): [Micros, string] => [due, words.before]),
    [right + wheel.tick, words.tickLate],
    [right + 2 * wheel.tick, words.ticksLate],
  ];
  const choice = (instant: Micros, why: Token[]): Choice => ({
    key: String(instant),
    label: words.at(formatShortSeconds(instant)),
    hint: '',
    why,
  });
  return {
    kind: 'wake-up',
    text: words.text(formatShortSeconds(cursor.at)),
    choices: arrange(
      draw,
      choice(right, said),
      mistakes.flatMap(([at, why]) => (at > cursor.at ? [choice(at, say`${why}`)] : [])),
    ),
    right: String(right),
    before,
    after,
    number: 0,
  };
}

/**
 * "What happens when it opens?": asks how many timers of a bucket run and how many move down. `about` = `cascade`: the
 * next bucket that moves timers.
 */
export async function askOpens(
  probe: Probe,
  draw: Draw,
  about: string,
  { opens: words, happened }: Words['ask'],
): Promise<Question | null> {
  for (let i = 0; i < LOOKS * 4; i += 1) {
    // oxlint-disable-next-line no-await-in-loop
    if (!(await goOnToEvent(probe, { kinds: ['bucket.opened'], message: 0, destination: '' }))) return null;
    const records = probe
      .sight()
      .events.flatMap(({ event, at }) => (event.kind === 'bucket.opened' ? [{ event, at }] : []));
    const opened = about === 'cascade' ? records.find(({ event }) => event.moved > 0) : records[0];
    // oxlint-disable-next-line no-await-in-loop
    const wheel = await wheelAt(probe);
    if (opened === undefined || wheel === null) continue;
    const { event, at } = opened;
    const { sentence, notes } = happened.timer(event, at, wheel);
    const said = say`${sentence}${notes.flatMap((note) => say` ${note}`)}`;
    const { ran, moved } = event;
    const right = `${ran}.${moved}`;
    const all = ran + moved;
    const mistakes: [number, number, string][] = [
      [all, 0, words.notDue],
      [0, all, words.due],
      [moved, ran, words.otherWay],
      [0, 0, words.never],
      [1, 0, words.still],
      [0, 1, words.above],
      [all + 1, 0, words.noMore],
    ];
    const choice = (r: number, m: number, why: Token[]): Choice => ({
      key: `${r}.${m}`,
      label: say`${openLabel(r, m, words)}`,
      hint: '',
      why,
    });
    // oxlint-disable-next-line no-await-in-loop
    const places = await stepBehind(probe);
    return {
      kind: 'opens',
      text: words.text(event.level, event.bucket, formatShortSeconds(event.opens)),
      choices: arrange(
        draw,
        choice(ran, moved, said),
        mistakes.map(([r, m, why]) => choice(r, m, say`${why}`)),
      ),
      right,
      ...places,
      number: 0,
    };
  }
  return null;
}

function openLabel(ran: number, moved: number, words: Words['ask']['opens']): string {
  if (ran + moved === 0) return words.nothing;
  if (moved === 0) return words.run(ran);
  return ran === 0 ? words.fall(moved) : words.both(ran, moved);
}
