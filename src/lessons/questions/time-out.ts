/** "When does the agent give up?": of an operation that ends by its timeout. */
import { figure, say, type Token } from '../../explain/tokens.ts';
import { timerName } from '../../protocol/timer-name.ts';
import { MICROS_PER_SECOND, type Micros } from '../../protocol/units.ts';
import type { Draw } from './draw.ts';
import { goOn, type Probe } from './probe.ts';
import { arrange, type Choice, type Question } from './question.ts';

/** Operations that end, looked at for one whose time is up. */
const LOOKS = 400;

/** What an SMTP client waits for, and for how long at most, in seconds. */
const PHASES = {
  connect: {
    time: 30,
    waits: 'waits for a connection to',
    wrong: 'That is how long it waits for a connection.',
  },
  greeting: {
    time: 300,
    waits: 'has a connection and waits for the greeting of',
    wrong: 'That is how long it waits for a greeting.',
  },
  data: { time: 180, waits: 'sends data to', wrong: 'That is how long it waits while data are sent.' },
  'data-done': {
    time: 600,
    waits: 'has sent everything and waits for the reply of',
    wrong: 'That is how long it waits for the reply to the end of the data.',
  },
} as const;
type Phase = keyof typeof PHASES;

function isPhase(word: string): word is Phase {
  return Object.hasOwn(PHASES, word);
}

interface TimedOut extends Pick<Question, 'before' | 'after'> {
  phase: Phase;
  destination: string;
  begun: Micros;
  over: Micros;
  tick: Micros;
}

/** The next operation that ends by its timeout. The picture stays where the stop is: the wait is what is asked about. */
export async function askTimeOut(probe: Probe, draw: Draw): Promise<Question | null> {
  const { cursor: here } = probe.sight();
  for (let i = 0; i < LOOKS; i += 1) {
    // oxlint-disable-next-line no-await-in-loop
    if (!(await goOn(probe, { kinds: ['operation.completed'], message: 0, destination: '' }))) return null;
    // oxlint-disable-next-line no-await-in-loop
    const found = await timedOutHere(probe);
    if (found === null) continue;
    const { cursor: after } = probe.sight();
    // oxlint-disable-next-line no-await-in-loop
    const before = await probe.api.seek({ step: here.step });
    return timeOutQuestion(draw, { ...found, before, after });
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
): Question {
  const { time, waits } = PHASES[phase];
  const endOf = (seconds: number): Micros => Math.ceil((begun + seconds * MICROS_PER_SECOND) / tick) * tick;
  const from = begun / MICROS_PER_SECOND;
  const exact = from + time;
  const rounded =
    endOf(time) === exact * MICROS_PER_SECOND
      ? ''
      : `; a deadline is rounded up to a whole tick of the wheel`;
  const choice = (instant: Micros, why: Token[]): Choice => ({
    key: String(instant / MICROS_PER_SECOND),
    label: say`at ${figure(instant / MICROS_PER_SECOND)} s`,
    hint: '',
    why,
  });
  return {
    kind: 'time-out',
    text: say`An agent ${waits} ${{ mono: destination }} since ${figure(from)} s. When does it give up, if nothing comes?`,
    choices: arrange(
      draw,
      choice(over, say`Its timeout is ${time} s: ${figure(from)} + ${time} = ${figure(exact)} s${rounded}.`),
      Object.values(PHASES).map((other) => choice(endOf(other.time), say`${other.wrong}`)),
    ),
    right: String(over / MICROS_PER_SECOND),
    before,
    after,
    number: 0,
  };
}
