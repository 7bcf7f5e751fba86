import type { StopTest } from '../../protocol/debug.ts';
import type { EventKind } from '../../protocol/events.ts';

/** Something that can happen to a job or a destination, as a test. */
export interface Stop {
  word: string;
  /** It takes a number. */
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

/** The clock wakes for a bucket that was emptied since it was armed. */
export const WAKES_FOR_NOTHING: { text: string; test: StopTest } = {
  text: 'a wake-up finds nothing to do',
  test: { event: { kinds: ['bucket.opened'], message: 0, destination: '', nothing: true } },
};

/** What can happen to timers: of the run's wheel, of the laboratory's, of its three designs. */
export const TIMER_STOPS: readonly { text: string; test: StopTest }[] = [
  WAKES_FOR_NOTHING,
  { text: 'the clock wakes up', test: anything(['bucket.opened']) },
  { text: 'a timer falls to a finer level', test: anything(['timer.cascaded']) },
  { text: 'a timer runs', test: anything(['timer.expired']) },
  { text: 'a timer is cancelled', test: anything(['timer.cancelled']) },
  { text: 'a level is made', test: anything(['wheel.overflowed']) },
];
const PURGES: EventKind[] = ['purgatory.purged', 'lab.purged'];
export const PURGE_STOP = { text: 'watch lists are purged', test: anything(PURGES) };
export const DESIGN_STOPS = [
  PURGE_STOP,
  { text: 'garbage is collected', test: anything(['lab.collected']) },
] as const;

/** Breakpoints that need no subject. */
export const COMMON_STOPS: readonly { text: string; test: StopTest }[] = [
  { text: 'a job is preempted', test: anything(['job.preempted']) },
  { text: 'a job becomes a blocker', test: anything(['job.blocked']) },
  { text: 'a destination goes dead', test: anything(['queue.dead', 'transport.dead']) },
  { text: 'a message is done', test: anything(['message.done']) },
  { text: 'a timer cascades', test: anything(['timer.cascaded']) },
  { text: WAKES_FOR_NOTHING.text, test: WAKES_FOR_NOTHING.test },
  { text: 'more threads run than their group may', test: { expression: 'overshoot > 0' } },
  { text: 'more than 10 jobs on the list', test: { expression: 'jobs > 10' } },
];

function anything(kinds: EventKind[]): StopTest {
  return { event: { kinds, message: 0, destination: '' } };
}
