/** Questions about the wheel, watch lists and threads, and the comments on each answer. */
import { threadSentence } from '../../../explain/kinds/threads.ts';
import { explainTimer, type TimerExplanation, type WheelState } from '../../../explain/timers.ts';
import { formatNumber } from '../../../explain/figures.ts';
import { formatCounted } from '../../../explain/format.ts';
import { say, type Token } from '../../../explain/tokens.ts';
import type { ThreadEvent, TimerEvent } from '../../../protocol/events.ts';
import type { Micros } from '../../../protocol/units.ts';

type OnTheWheel = Extract<TimerEvent, { kind: 'timer.added' | 'bucket.opened' }>;
type OfThreads = Extract<ThreadEvent, { kind: 'thread.released' | 'group.count' }>;

/** Says what happened on the wheel and to a thread. */
export const happened = {
  timer: (event: OnTheWheel, at: Micros, wheel: WheelState): Omit<TimerExplanation, 'section'> =>
    explainTimer(event, at, wheel),
  thread: (event: OfThreads): Token[] => threadSentence(event),
};

export const bucket = {
  text: (at: string, due: string): Token[] =>
    say`At ${at} a timer is set for ${due}. Into which bucket does it go?`,
  place: (level: number, index: number): Token[] => say`level ${level + 1}, bucket ${index}`,
  instant: 'A bucket is for an instant, not for a delay from now.',
  tooFar: 'The first level does not reach that far. The timer would come up too early.',
  lowest: 'The first level reaches that far, and the lowest such level is used.',
  down: 'Due times are rounded down: the bucket opens no later than the timer is due.',
  earlier: 'That is one bucket too early.',
  later: 'That is two buckets too late.',
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
  notDue: 'A timer that is not due within the tick falls to a lower level instead.',
  due: 'A timer that is due within the tick runs immediately, whatever the level.',
  otherWay: 'It is the other way round.',
  never: 'A bucket that holds timers never opens for nothing.',
  still: 'A timer runs only if it is still there and due.',
  above: 'A timer falls only from a level above the first.',
  noMore: 'It holds no more than that.',
};

export const timeOut = {
  text: (waits: string, destination: Token, from: string): Token[] =>
    say`An agent ${waits} ${destination} since ${from} s. When does it give up if nothing comes?`,
  phases: {
    connect: {
      waits: 'has been waiting for a connection to',
      wrong: 'That is how long it waits for a connection.',
    },
    greeting: {
      waits: 'is connected and has been waiting for the greeting of',
      wrong: 'That is how long it waits for a greeting.',
    },
    data: { waits: 'has been sending data to', wrong: 'That is how long it waits while data are sent.' },
    'data-done': {
      waits: 'has sent everything and has been waiting for the reply of',
      wrong: 'That is how long it waits for the reply to the end of the data.',
    },
  },
  at: (seconds: string): Token[] => say`at ${seconds} s`,
  said: (time: number, from: number, rounded: boolean): Token[] =>
    say`Its timeout is ${time} s: ${formatNumber(from)} + ${time} = ${formatNumber(from + time)} s${rounded ? '; a deadline is rounded up to a whole tick of the wheel' : ''}.`,
};

/** Counts list nodes in words, for the answers of two questions. */
export const nodes = (n: number): string => formatCounted(n, 'node');

export const watchList = {
  text: (keys: number): Token[] =>
    say`A request waits under ${formatCounted(keys, 'key')}, and a check of one key completes it now. It has a node on each key’s watch list. How many of these nodes stay in today’s design?`,
  said: (keys: number, stays: number): Token[] =>
    say`The check walks one list and removes the request from it, and its timer is unlinked from the wheel. It stays on its other ${keys === 2 ? 'list' : 'lists'}: ${keys} − 1 = ${stays}.`,
  search: 'A check walks only the list of its own key. Finding the other nodes would cost a search.',
  leaves: 'The check walks the list of its key anyway, and the request leaves it.',
  wheelToo: 'It has one node under each key, and it leaves the wheel immediately.',
  once: 'It has one node under each key.',
};

export const purge = {
  text: (interval: number, visits: number, pending: number): Token[] =>
    say`More than ${interval} completed requests are estimated to be on the watch lists, so today’s design purges now. The lists hold ${visits} nodes, one for each request and key, and ${pending} requests are pending. How many nodes are freed?`,
  said: (visits: number, kept: number, pending: number, freed: number): Token[] =>
    say`All ${visits} nodes are visited. The ${kept} nodes of the ${pending} pending requests, one under each key, stay: ${visits} − ${kept} = ${freed}.`,
  all: 'A purge walks all nodes, but those of pending requests have to stay.',
  interval: 'That many completed requests start a purge. Each may have nodes under several keys.',
  kept: 'Those are the nodes that stay.',
  pending: 'Their requests still wait, so they stay.',
  something: 'A purge starts only when there is something to free.',
};

export const whoWakes = {
  text: 'Which thread is woken next?',
  longest: 'It has waited longest, and the newest waiter is woken first: its caches are still warm.',
  notOnTop: 'It waits too, but not on top of the stack.',
};

export const count = {
  text: (happens: Token[], group: Token, from: number, of: { byThen: boolean; limit: number }): Token[] =>
    say`${happens} ${group} counts ${from} runnable ${from === 1 ? 'thread' : 'threads'}${of.byThen ? ' by then' : ''}, and its limit is ${of.limit}. How many does it count afterwards?`,
  /** Says what the thread does, by the cause of the change. */
  happens: {
    unblock: 'comes back from a wait in its handler.',
    block: 'blocks in its handler.',
    'page-fault': 'has to wait for a page of memory.',
    released: 'is woken in its fetch.',
    asks: 'asks for an event.',
    timeout: 'reaches the timeout of its fetch.',
    signal: 'gets a signal.',
    'fault-done': 'has its page.',
    stop: 'is stopped.',
    continue: 'may continue.',
    herd: 'is woken with all others.',
  },
  something: (thread: Token): Token[] => say`Something happens to ${thread}.`,
  goesOn: (thread: Token, group: Token, atEnd: number): Token[] =>
    say` In the same instant ${thread} follows, so in the picture ${group} counts ${atEnd}.`,
  counts: (thread: string): string =>
    `${thread} is then on a CPU or in the run queue, so it counts. The count changes immediately.`,
  needsNoCpu: (thread: string): string =>
    `${thread} needs no CPU while it waits, whatever it waits for, so it does not count. The count changes immediately.`,
  inFetch: (thread: string): string =>
    `${thread} then waits in its fetch, and a waiting thread does not count. The count changes immediately.`,
  noBound:
    'The concurrency value is not a hard limit: a thread that returns from a wait is counted, not stopped.',
  otherWay: 'It is the other way round: becoming runnable counts up, waiting counts down.',
  noReset: 'Nothing resets the count.',
  once: 'One thread counts once.',
};
