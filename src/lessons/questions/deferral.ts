/** Questions about mail that could not be delivered: how long it waits, and which scan takes it. */
import type { MessageId } from '../../protocol/ids.ts';
import { mailRun } from '../../scenario/kinds/narrow.ts';
import { counted, figure, say, type Token } from '../../explain/tokens.ts';
import { MICROS_PER_SECOND, type Micros } from '../../protocol/units.ts';
import type { Draw } from './draw.ts';
import { goOn, namesOf, type Probe, stepBehind } from './probe.ts';
import { arrange, type Choice, type Question } from './question.ts';

/** What was deferred next, in whole seconds as the queue manager counts. */
interface Deferred extends Pick<Question, 'before' | 'after'> {
  msg: MessageId;
  number: number;
  now: Micros;
  age: number;
  retryAt: number;
}

/** Ends of messages looked at for one that is deferred. */
const LOOKS = 400;

async function nextDeferred(probe: Probe, about: string): Promise<Deferred | null> {
  for (let i = 0; i < LOOKS; i += 1) {
    // oxlint-disable-next-line no-await-in-loop
    if (!(await goOn(probe, { kinds: ['message.done'], message: Number(about), destination: '' })))
      return null;
    const { events, cursor } = probe.sight();
    const record = events.find(({ event, step }) => event.kind === 'message.done' && step === cursor.step);
    if (record?.event.kind !== 'message.done' || record.event.retryAt === undefined) continue;
    const { msg, retryAt } = record.event;
    // oxlint-disable-next-line no-await-in-loop
    const places = await stepBehind(probe);
    const sight = probe.sight();
    const injected = sight.messages.get(msg)?.injected ?? 0;
    const now = Math.floor(record.at / MICROS_PER_SECOND);
    const age = now - Math.floor(injected / MICROS_PER_SECOND);
    return { msg, number: namesOf(sight).numberOf(msg), now, age, retryAt, ...places };
  }
  return null;
}

/** A parameter of the scenario in seconds, where it is written as a plain number; else its default. */
async function setting(probe: Probe, name: string, initial: number): Promise<number> {
  const scenario = mailRun((await probe.api.save()).scenario);
  const value = Number(scenario?.params[name] ?? initial);
  return Number.isFinite(value) ? value : initial;
}

function timeChoice(time: number, prefix: string, why: Token[]): Choice {
  return { key: String(time), label: say`${prefix}${figure(time)} s`, hint: '', why };
}

function mistakesOf(list: readonly (readonly [number, string])[], prefix: string): Choice[] {
  return list.flatMap(([time, why]) => (time < 0 ? [] : [timeChoice(time, prefix, say`${why}`)]));
}

/** "How long does it wait at least?": the backoff of the next message that is deferred; `about` = its number. */
export async function askDeferral(probe: Probe, draw: Draw, about: string): Promise<Question | null> {
  const deferred = await nextDeferred(probe, about);
  if (deferred === null) return null;
  const { number, now, age, retryAt, before, after } = deferred;
  const least = await setting(probe, 'minimal_backoff_time', 300);
  const most = await setting(probe, 'maximal_backoff_time', 4000);
  await probe.api.seek({ step: before.step });
  const right = retryAt - now;
  const bound =
    age < least
      ? `below minimal_backoff_time, so it waits ${least} s`
      : age > most
        ? `above maximal_backoff_time, so it waits ${most} s`
        : 'between the two backoff times, and just that long it waits';
  const chip = { chip: number };
  return {
    kind: 'deferral',
    text: say`${chip} is ${counted(age, 'second', 'seconds')} old, and what is left of it is about to be deferred. How long does it wait at least?`,
    choices: arrange(draw, timeChoice(right, '', say`The backoff is its age: ${age} s is ${bound}.`), [
      ...mistakesOf(
        [
          [age, 'So short a wait is not allowed: there is a least backoff.'],
          [2 * right, 'Nothing is doubled: attempts are not counted, only the age is.'],
          [least, 'That is the least. A message that is older waits longer.'],
          [most, 'That is the most: only a message as old as that waits so long.'],
          [0, 'It would be tried again at once and fail again.'],
        ],
        '',
      ),
    ]),
    right: String(right),
    before,
    after,
    number,
  };
}

/** "When is it tried again?": the scan of the deferred queue that takes the next message that is deferred. */
export async function askRetry(probe: Probe, draw: Draw, about: string): Promise<Question | null> {
  const deferred = await nextDeferred(probe, about);
  if (deferred === null) return null;
  const { number, now, retryAt, before, after } = deferred;
  await probe.api.seek({ step: after.step });
  const { reasons } = await probe.api.ask('why', { about: 'message', number });
  await probe.api.seek({ step: before.step });
  const waits = reasons.find((reason) => reason.rule === 'message.deferred');
  if (waits?.rule !== 'message.deferred') return null;
  const every = await setting(probe, 'queue_run_delay', 300);
  const right = waits.scan / MICROS_PER_SECOND;
  const chip = { chip: number };
  return {
    kind: 'retry',
    text: say`At ${now} s ${chip} is about to be deferred, with a backoff until ${retryAt} s. When is it tried again?`,
    choices: arrange(
      draw,
      timeChoice(
        right,
        'at ',
        say`The deferred queue is scanned every ${every} s, and the first scan at which the backoff is over comes at ${figure(right)} s.`,
      ),
      mistakesOf(
        [
          [retryAt, 'No timer belongs to a single message: a scan of the deferred queue has to come along.'],
          [right - every, 'That scan comes too early: the backoff is not over then.'],
          [right + every, 'A scan before that one finds the backoff over.'],
          [now + every, 'Scans come at their own times, not counted from a failure.'],
          [now, 'It would fail again at once.'],
        ].filter(([time]) => (time as number) >= now) as [number, string][],
        'at ',
      ),
    ),
    right: String(right),
    before,
    after,
    number,
  };
}
