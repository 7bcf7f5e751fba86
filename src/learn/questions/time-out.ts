/** "When does the agent give up?": about an operation that times out. */
import { formatNumber } from '../../explain/figures.ts';
import { say, type Token } from '../../explain/tokens.ts';
import { timerName } from '../../protocol/timer-name.ts';
import { MICROS_PER_SECOND, type Micros, type Seconds } from '../../protocol/units.ts';
import type { Words } from '../words/en/index.ts';
import type { Draw } from './draw.ts';
import { goOnToEvent, type Probe } from './probe.ts';
import { arrange, type Choice, type Question } from './question.ts';

/** Maximum number of finished operations that are searched for one that timed out. */
const LOOKS = 400;

/** Timeouts of Postfix's SMTP client, in seconds, by phase. */
const TIMES = { connect: 30, greeting: 300, data: 180, 'data-done': 600 } as const;
type Phase = keyof typeof TIMES;

function isPhase(word: string): word is Phase {
  return Object.hasOwn(TIMES, word);
}

interface TimedOut extends Pick<Question, 'before' | 'after'> {
  phase: Phase;
  destination: string;
  begun: Micros;
  over: Micros;
  tick: Micros;
}

/** Asks about the next operation that times out. The picture stays at the stop, because the question is about the wait. */
export async function askTimeOut(
  probe: Probe,
  draw: Draw,
  _about: string,
  words: Words['ask'],
): Promise<Question | null> {
  const { cursor: here } = probe.sight();
  for (let i = 0; i < LOOKS; i += 1) {
    // oxlint-disable-next-line no-await-in-loop
    if (!(await goOnToEvent(probe, { kinds: ['operation.completed'], message: 0, destination: '' })))
      return null;
    // oxlint-disable-next-line no-await-in-loop
    const found = await timedOutHere(probe);
    if (found === null) continue;
    const { cursor: after } = probe.sight();
    // oxlint-disable-next-line no-await-in-loop
    const before = await probe.api.seek({ step: here.step });
    return timeOutQuestion(draw, { ...found, before, after }, words);
  }
  return null;
}

async function timedOutHere(probe: Probe): Promise<Omit<TimedOut, 'before' | 'after'> | null> {
  const { events, cursor } = probe.sight();
  const here = events.filter(({ step }) => step === cursor.step);
  const over = here.find(({ event }) => event.kind === 'operation.completed' && event.cause === 'expired');
  const timer = here.find(({ event }) => event.kind === 'timer.expired')?.event;
  if (over?.event.kind !== 'operation.completed' || timer?.kind !== 'timer.expired') return null;
  const { operation } = over.event;
  const phase = timerName(timer.label).split(' ')[0] ?? '';
  const records = await probe.api.ask('events', 1, cursor.event, ['operation.watched']);
  const begun = records.find(
    ({ event }) => event.kind === 'operation.watched' && event.operation === operation,
  );
  const wheel = await probe.api.ask('wheel', { follow: 0, open: null });
  if (begun?.event.kind !== 'operation.watched' || wheel === null || !isPhase(phase)) return null;
  const destination = begun.event.keys[0] ?? '';
  return { phase, destination, begun: begun.at, over: over.at, tick: wheel.tick };
}

function timeOutQuestion(
  draw: Draw,
  { phase, destination, begun, over, tick, before, after }: TimedOut,
  { timeOut: words }: Words['ask'],
): Question {
  const time = TIMES[phase];
  const endOf = (seconds: Seconds): Micros => Math.ceil((begun + seconds * MICROS_PER_SECOND) / tick) * tick;
  const from = begun / MICROS_PER_SECOND;
  const rounded = endOf(time) !== (from + time) * MICROS_PER_SECOND;
  const choice = (instant: Micros, why: Token[]): Choice => ({
    key: String(instant / MICROS_PER_SECOND),
    label: words.at(formatNumber(instant / MICROS_PER_SECOND)),
    hint: '',
    why,
  });
  return {
    kind: 'time-out',
    text: words.text(words.phases[phase].waits, { mono: destination }, formatNumber(from)),
    choices: arrange(
      draw,
      choice(over, words.said(time, from, rounded)),
      Object.entries(TIMES).map(([other, seconds]) =>
        choice(endOf(seconds), say`${isPhase(other) ? words.phases[other].wrong : ''}`),
      ),
    ),
    right: String(over / MICROS_PER_SECOND),
    before,
    after,
    number: 0,
  };
}
