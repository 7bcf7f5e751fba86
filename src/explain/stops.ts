import type { StopTest } from '../protocol/debug.ts';
import { CHANGE_KINDS, type EventKind } from '../protocol/events.ts';

/** A breakpoint about a job or a destination. */
export interface Stop {
  word: string;
  /** True if the breakpoint needs a number. */
  limit?: boolean;
  test: (subject: string, limit: number) => StopTest;
  say: (subject: string, limit: number) => string;
}

function ofMessage(word: string, kinds: EventKind[]): Stop {
  return {
    word,
    test: (subject) => ({ event: { kinds, message: Number(subject), destination: '' } }),
    say: (subject) => `${subject} ${word}`,
  };
}

function ofDestination(word: string, kinds: EventKind[]): Stop {
  return {
    word,
    test: (destination) => ({ event: { kinds, message: 0, destination } }),
    say: (subject) => `${subject} ${word}`,
  };
}

function ofValue(word: string, expression: (subject: string, limit: number) => string, unit = ''): Stop {
  return {
    word: unit === '' ? word : `${word}, in ${unit}`,
    limit: true,
    test: (subject, limit) => ({ expression: expression(subject, limit) }),
    say: (subject, limit) => `${subject} ${word} ${limit}${unit === '' ? '' : ` ${unit}`}`,
  };
}

export const JOB_STOPS: readonly Stop[] = [
  ofMessage('is selected', ['entry.selected']),
  ofMessage('preempts or is preempted', ['job.preempted']),
  ofMessage('is blocked', ['job.blocked']),
  ofMessage('leaves the list', ['job.retired', 'job.popped']),
  ofMessage('is done', ['message.done']),
  ofValue('waits longer than', (subject, limit) => `wait(${subject}) > ${limit}`, 's'),
];

export const QUEUE_STOPS: readonly Stop[] = [
  ofValue('has a window below', (subject, limit) => `window(${subject}) < ${limit}`),
  ofDestination('is dead', ['queue.dead']),
  ofDestination('has room again', ['queue.unblocked']),
  ofValue('has more waiting than', (subject, limit) => `waiting(${subject}) > ${limit}`),
  ofDestination('changes its window', ['queue.window']),
];

/** A breakpoint about no particular job or destination. */
export interface NamedStop {
  text: string;
  test: StopTest;
}

function named(text: string, ...kinds: EventKind[]): NamedStop {
  return { text, test: { event: { kinds, message: 0, destination: '' } } };
}

const PREEMPTED = named('a job is preempted', 'job.preempted');
const DEAD = named('a destination goes dead', 'queue.dead', 'transport.dead');
const DONE = named('a message is done', 'message.done');
const RUNS = named('a timer runs', 'timer.expired');
const FALLS = named('a timer falls to a finer level', 'timer.cascaded');
const WOKEN = named('a thread is woken', 'thread.released');
/** Stops when a group exceeds its limit. Uses an expression, because no kind of event marks this. */
const OVER_LIMIT: NamedStop = {
  text: 'more threads run than their group allows',
  test: { expression: 'overshoot > 0' },
};
/** The clock wakes for a bucket whose timers were all cancelled. */
export const WAKES_FOR_NOTHING: NamedStop = {
  text: 'a wake-up finds nothing to do',
  test: { event: { kinds: ['bucket.opened'], message: 0, destination: '', nothing: true } },
};
const PURGED = 'watch lists are purged';
export const PURGE_STOP = named(PURGED, 'purgatory.purged');

/** Breakpoints about timers: of a run's wheel and of the laboratory. */
export const TIMER_STOPS: readonly NamedStop[] = [
  WAKES_FOR_NOTHING,
  named('the clock wakes up', 'bucket.opened'),
  FALLS,
  RUNS,
  named('a timer is cancelled', 'timer.cancelled'),
  named('a level is added', 'wheel.overflowed'),
];
export const DESIGN_STOPS: readonly NamedStop[] = [
  named(PURGED, 'lab.purged'),
  named('garbage is collected', 'lab.collected'),
];

/** Breakpoints about no particular job or destination: on mail, and on concurrency groups. */
export const MAIL_STOPS: readonly NamedStop[] = [
  PREEMPTED,
  named('a job becomes a blocker', 'job.blocked'),
  DEAD,
  DONE,
  FALLS,
  WAKES_FOR_NOTHING,
  { text: 'more than 10 jobs on the list', test: { expression: 'jobs > 10' } },
];
export const GROUP_STOPS: readonly NamedStop[] = [
  OVER_LIMIT,
  WOKEN,
  named('a fetch waits', 'fetch.waited'),
  named('a thread gets a CPU', 'cpu.dispatched'),
  named('a thread is created', 'thread.created'),
];

/** Breakpoint for each kind of timeline mark. */
export const TIMELINE_STOPS: ReadonlyMap<string, NamedStop> = new Map([
  ['injection', named('a message arrives', 'message.injected')],
  ['preemption', PREEMPTED],
  ['dead', DEAD],
  ['alive', named('a destination is alive again', 'queue.revived', 'transport.revived')],
  ['deferred', DONE],
  ['herd', WOKEN],
  [
    'change',
    named(
      'something is changed by hand',
      ...CHANGE_KINDS,
      'group.limit',
      'lab.added',
      'lab.cancelled',
      'lab.jumped',
    ),
  ],
  ['purge', named(PURGED, 'purgatory.purged', 'lab.purged')],
  ['purge-old', named(PURGED, 'lab.purged')],
  ['woke-cascade', FALLS],
  ['woke-ran', RUNS],
  ['woke-empty', WAKES_FOR_NOTHING],
  ['over', OVER_LIMIT],
]);
