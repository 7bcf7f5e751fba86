/** Questions about the wheel, about watch lists and about threads, with what is said of each answer. */
import { threadSentence } from '../../../explain/kinds/threads.ts';
import { explainTimer, type TimerExplanation, type WheelState } from '../../../explain/timers.ts';
import { formatNumber } from '../../../explain/figures.ts';
import { formatCounted } from '../../../explain/format.ts';
import { say, type Token } from '../../../explain/tokens.ts';
import type { ThreadEvent, TimerEvent } from '../../../protocol/events.ts';
import type { Micros } from '../../../protocol/units.ts';

type OnTheWheel = Extract<TimerEvent, { kind: 'timer.added' | 'bucket.opened' }>;
type OfThreads = Extract<ThreadEvent, { kind: 'thread.released' | 'group.count' }>;

/** What happened on the wheel, and to a thread. */
export const happened = {
  timer: (event: OnTheWheel, at: Micros, wheel: WheelState): Omit<TimerExplanation, 'section'> =>
    explainTimer(event, at, wheel),
  thread: (event: OfThreads): Token[] => threadSentence(event),
};

export const bucket = {
  text: (at: string, due: string): Token[] =>
    say`At ${at} a timer is set for ${due}. Into which bucket does it go?`,
  place: (level: number, index: number): Token[] => say`level ${level + 1}, bucket ${index}`,
  instant: 'A bucket stands for an instant, not for a delay from now.',
  tooFar: 'The first level does not reach that far: it would come round too early.',
  lowest: 'The first level reaches that far, and the lowest that does is taken.',
  down: 'Buckets are rounded down: it opens no later than the timer is due.',
  earlier: 'That one opens a bucket earlier.',
  later: 'That one opens two buckets later.',
};

export const wakeUp = {
  text: (now: string): Token[] => say`It is ${now}. When does the clock wake next?`,
  at: (instant: string): Token[] => say`at ${instant}`,
  empty: 'It is empty, but an armed bucket stays in the queue of the clock.',
  holds: (timers: number): string => `It holds ${formatCounted(timers, 'timer')}.`,
  said: (place: Token[], opens: string, held: string): Token[] =>
    say`The first armed bucket is ${place}, which opens at ${opens}. ${held} The clock sleeps until then: nothing ticks in between.`,
  noTicks: 'The clock does not tick: only armed buckets wake it.',
  notTimers: 'The clock wakes for buckets, not for timers.',
  before: 'A bucket before that one is armed.',
  tickLate: 'That is a tick too late.',
  ticksLate: 'That is two ticks too late.',
};

export const opens = {
  text: (level: number, index: number, at: string): Token[] =>
    say`Level ${level + 1}, bucket ${index} is the next to open, at ${at}. What happens to its timers?`,
  nothing: 'nothing: it is empty',
  run: (ran: number): string => formatCounted(ran, 'runs', 'run'),
  fall: (moved: number): string => `${formatCounted(moved, 'falls', 'fall')} to a lower level`,
  both: (ran: number, moved: number): string =>
    `${formatCounted(ran, 'runs', 'run')}, ${formatCounted(moved, 'falls', 'fall')}`,
  notDue: 'What is not due within the tick falls to a lower level instead.',
  due: 'What is due within the tick runs at once, whatever the level.',
  otherWay: 'It is the other way round.',
  never: 'A bucket that holds timers never opens for nothing.',
  still: 'Something runs only if it is still there and due.',
  above: 'Something falls only from a level above the first.',
  noMore: 'It holds no more than that.',
};

export const timeOut = {
  text: (waits: string, destination: Token, from: string): Token[] =>
    say`From ${from} s on an agent ${waits} ${destination}. When does it give up, if nothing comes?`,
  phases: {
    connect: {
      waits: 'waits for a connection to',
      wrong: 'That is how long it waits for a connection.',
    },
    greeting: {
      waits: 'has a connection and waits for the greeting of',
      wrong: 'That is how long it waits for a greeting.',
    },
    data: { waits: 'sends data to', wrong: 'That is how long it waits while data are sent.' },
    'data-done': {
      waits: 'has sent everything and waits for the reply of',
      wrong: 'That is how long it waits for the reply to the end of the data.',
    },
  },
  at: (seconds: string): Token[] => say`at ${seconds} s`,
  said: (time: number, from: number, rounded: boolean): Token[] =>
    say`Its timeout is ${time} s: ${formatNumber(from)} + ${time} = ${formatNumber(from + time)} s${rounded ? '; a deadline is rounded up to a whole tick of the wheel' : ''}.`,
};

/** How many nodes stand on the lists: the answers of both questions about them. */
export const nodes = (n: number): string => formatCounted(n, 'node');

export const watchList = {
  text: (keys: number): Token[] =>
    say`A request waits under ${formatCounted(keys, 'key')}, and a check of one of them completes it now. It has a node on each key’s watch list. How many of them stay in today’s design?`,
  said: (keys: number, stays: number): Token[] =>
    say`The check walks one list and takes the request out of that, and its timer is unlinked from the wheel. On its other ${keys === 2 ? 'list' : 'lists'} it stays: ${keys} − 1 = ${stays}.`,
  search: 'A check walks the list of its own key only; to find the others would cost a search.',
  leaves: 'The list of the key that was checked is walked anyway, and the request leaves it.',
  wheelToo: 'It stands once under each key, and the wheel lets go of it at once.',
  once: 'It stands once under each key.',
};

export const purge = {
  text: (interval: number, visits: number, pending: number): Token[] =>
    say`More than ${interval} completed requests are estimated to be on the watch lists, so today’s design purges now. The lists hold ${visits} nodes, one for each request and key, and ${pending} requests are pending. How many nodes are freed?`,
  said: (visits: number, kept: number, pending: number, freed: number): Token[] =>
    say`All ${visits} nodes are visited. The ${kept} of the ${pending} pending requests, one under each key, stay: ${visits} − ${kept} = ${freed}.`,
  all: 'A purge walks all nodes, but those of pending requests have to stay.',
  interval: 'That is how many completed requests it takes to begin; each may stand under several keys.',
  kept: 'Those are the nodes that stay.',
  pending: 'Their requests still wait: they stay.',
  something: 'It begins only when there is something to free.',
};

export const whoWakes = {
  text: 'Which thread is woken next?',
  longest: 'It has waited longest, and the newest waiter is woken first: its caches are still warm.',
  notOnTop: 'It waits too, but not on top of the stack.',
};

export const count = {
  text: (happens: Token[], group: Token, from: number, of: { byThen: boolean; limit: number }): Token[] =>
    say`${happens} ${group} counts ${from} runnable${of.byThen ? ' by then' : ''}, its limit is ${of.limit}. How many does it count then?`,
  /** What its thread does, by the cause of the change. */
  happens: {
    unblock: 'comes back from a wait in its handler.',
    block: 'blocks in its handler.',
    'page-fault': 'has to wait for a page of memory.',
    released: 'is woken in its fetch.',
    asks: 'asks for an event.',
    timeout: 'has waited for as long as it wanted to.',
    signal: 'gets a signal.',
    'fault-done': 'has its page.',
    stop: 'is stopped.',
    continue: 'may continue.',
    herd: 'is woken with all others.',
  },
  something: (thread: Token): Token[] => say`Something happens to ${thread}.`,
  goesOn: (thread: Token, group: Token, atEnd: number): Token[] =>
    say` The instant goes on, to ${thread}: at its end, in the picture, ${group} counts ${atEnd}.`,
  counts: (thread: string): string =>
    `${thread} is on a CPU or in the run queue then, so it counts. That moves the count at once.`,
  needsNoCpu: (thread: string): string =>
    `${thread} needs no CPU for as long as it waits, whatever it waits for, so it does not count. That moves the count at once.`,
  inFetch: (thread: string): string =>
    `${thread} waits in its fetch then, and a thread that waits does not count. That moves the count at once.`,
  noBound: 'The concurrency value is no bound: a thread that comes back from a wait is counted, not stopped.',
  otherWay: 'The other way: becoming runnable counts up, waiting counts down.',
  noReset: 'Nothing resets the count.',
  once: 'One thread counts once.',
};
