/** Questions about deferred mail: how long it waits, and which scan picks it up. */
import type { MessageId, MessageNumber } from '../../protocol/ids.ts';
import { mailRun } from '../../scenario/kinds/narrow.ts';
import { formatNumber } from '../../explain/figures.ts';
import { say } from '../../explain/tokens.ts';
import { MICROS_PER_SECOND, type Seconds, schedulerSeconds } from '../../protocol/units.ts';
import type { Words } from '../words/en/index.ts';
import type { Draw } from './draw.ts';
import { goOnToEvent, namesOf, type Probe, stepBehind } from './probe.ts';
import { arrange, type Choice, type Question } from './question.ts';

/** The next deferred message, with times in whole seconds, as the queue manager counts. */
interface Deferred extends Pick<Question, 'before' | 'after'> {
  msg: MessageId;
  number: MessageNumber;
  now: Seconds;
  age: Seconds;
  retryAt: Seconds;
}

/** Maximum number of finished messages that are searched for a deferred one. */
const LOOKS = 400;

async function nextDeferred(probe: Probe, about: string): Promise<Deferred | null> {
  for (let i = 0; i < LOOKS; i += 1) {
    // oxlint-disable-next-line no-await-in-loop
    if (!(await goOnToEvent(probe, { kinds: ['message.done'], message: Number(about), destination: '' })))
      return null;
    const { events, cursor } = probe.sight();
    const record = events.find(({ event, step }) => event.kind === 'message.done' && step === cursor.step);
    if (record?.event.kind !== 'message.done' || record.event.retryAt === undefined) continue;
    const { msg, retryAt } = record.event;
    // oxlint-disable-next-line no-await-in-loop
    const places = await stepBehind(probe);
    const sight = probe.sight();
    const injected = sight.messages.get(msg)?.injected ?? 0;
    const now = schedulerSeconds(record.at);
    const age = now - schedulerSeconds(injected);
    return { msg, number: namesOf(sight).numberOf(msg), now, age, retryAt, ...places };
  }
  return null;
}

/** Returns a parameter in seconds if the scenario sets a plain number; else its default. */
async function setting(probe: Probe, name: string, initial: number): Promise<number> {
  const scenario = mailRun((await probe.api.save()).scenario);
  const value = Number(scenario?.params[name] ?? initial);
  return Number.isFinite(value) ? value : initial;
}

type TimeLabel = (seconds: string) => string;

const lasting: TimeLabel = (seconds) => `${seconds} s`;

function timeChoice(time: number, label: TimeLabel, why: string): Choice {
  return { key: String(time), label: say`${label(formatNumber(time))}`, hint: '', why: say`${why}` };
}

function mistakesOf(list: readonly (readonly [number, string])[], label: TimeLabel): Choice[] {
  return list.flatMap(([time, why]) => (time < 0 ? [] : [timeChoice(time, label, why)]));
}

/** "How long does it wait at least?": asks the backoff of the next deferred message. `about`: the message number. */
export async function askDeferral(
  probe: Probe,
  draw: Draw,
  about: string,
  { deferral }: Words['ask'],
): Promise<Question | null> {
  const deferred = await nextDeferred(probe, about);
  if (deferred === null) return null;
  const { number, now, age, retryAt, before, after } = deferred;
  const least = await setting(probe, 'minimal_backoff_time', 300);
  const most = await setting(probe, 'maximal_backoff_time', 4000);
  await probe.api.seek({ step: before.step });
  const right = retryAt - now;
  const said =
    age < least ? deferral.below(age, least) : age > most ? deferral.above(age, most) : deferral.between(age);
  return {
    kind: 'deferral',
    text: deferral.text({ chip: number }, age),
    choices: arrange(draw, timeChoice(right, lasting, said), [
      ...mistakesOf(
        [
          [age, deferral.tooShort],
          [2 * right, deferral.notDoubled],
          [least, deferral.least],
          [most, deferral.most],
          [0, deferral.atOnce],
        ],
        lasting,
      ),
    ]),
    right: String(right),
    before,
    after,
    number,
  };
}

/** "When is it tried again?": asks which scan picks up the next deferred message. */
export async function askRetry(
  probe: Probe,
  draw: Draw,
  about: string,
  { retry }: Words['ask'],
): Promise<Question | null> {
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
  return {
    kind: 'retry',
    text: retry.text({ chip: number }, now, retryAt),
    choices: arrange(
      draw,
      timeChoice(right, retry.at, retry.said(every, right)),
      mistakesOf(
        [
          [retryAt, retry.noTimer],
          [right - every, retry.tooEarly],
          [right + every, retry.tooLate],
          [now + every, retry.notFromHere],
          [now, retry.atOnce],
        ].filter(([time]) => (time as number) >= now) as [number, string][],
        retry.at,
      ),
    ),
    right: String(right),
    before,
    after,
    number,
  };
}
