import type { Term } from './term-documents.ts';
import { CLOCK, LISTS, WATCHERS } from './timer-words.ts';

const WHEEL = 'Hierarchical Timing Wheel';
const RATIONALE = 'RATIONALE';
const SOLUTION = 'SOLUTION';
const VALUE = 'CONCURRENCY VALUE';

function timer(name: string, section: string, definition: string, ...also: string[]): Term {
  return { term: name, also, definition, section, document: 'timers' };
}

function thread(name: string, section: string, definition: string, ...also: string[]): Term {
  return { term: name, also, definition, section, document: 'threads' };
}

export const MACHINE_TERMS: readonly Term[] = [
  timer(
    'bucket',
    LISTS,
    'A list of timers that are due within the same tick of a wheel; the whole bucket opens at once.',
    'buckets',
  ),
  timer(
    'overflow wheel',
    WHEEL,
    'The next coarser level of the wheel; one of its ticks equals a full turn of the level below; it is added when a timer is due too far ahead.',
    'overflow',
    'level of the wheel',
  ),
  timer('tick', WHEEL, 'The time span of one bucket.', 'ticks'),
  timer(
    'timing wheel',
    WHEEL,
    'A ring of buckets that holds timers by due time; adding or cancelling a timer costs the same however many there are.',
    'wheel',
  ),
  timer(
    'wake-up',
    CLOCK,
    'The clock sleeps until the first armed bucket is due, then wakes once for all timers in it.',
    'wake-ups',
    'wakes',
  ),
  timer(
    'armed',
    CLOCK,
    'A bucket is armed if the clock will wake for it; it stays armed when its last timer is cancelled.',
    'armed bucket',
  ),
  timer(
    'purgatory',
    'Current Design',
    'Holds operations until they are satisfied or time out; each is on the wheel and on the watch lists of its keys.',
  ),
  timer(
    'delay queue',
    CLOCK,
    'The armed buckets of all wheels in the order in which they open; the clock sleeps until the first one.',
  ),
  timer(
    'watch list',
    WATCHERS,
    'Operations that wait for one key; a completed operation stays on its other lists until they are checked or purged.',
    'watch lists',
    'watcher',
    'watchers',
    'watcher list',
  ),
  timer(
    'purge',
    WATCHERS,
    'A walk over all watch lists that removes completed operations; it starts when the estimated number of these exceeds the purge interval.',
    'purges',
    'purged',
  ),
  thread(
    'group',
    SOLUTION,
    'A set of threads of which about as many are kept runnable as its concurrency value says.',
    'concurrency group',
    'groups',
  ),
  thread(
    'concurrency value',
    VALUE,
    'The number of threads of a group that should be runnable at the same time; 0 means the number of CPUs.',
    'CV',
  ),
  thread(
    'runnable',
    RATIONALE,
    'On a CPU or ready for one; threads that wait inside their handlers are not runnable and do not count against the value.',
  ),
  thread('event source', SOLUTION, 'Where completed requests and signals queue until a thread fetches them.'),
  thread(
    'fetch',
    SOLUTION,
    'The call by which a thread asks for its next event, such as epoll_wait or io_getevents; without an event it waits in the call.',
    'fetches',
  ),
  thread(
    'gate',
    SOLUTION,
    'The test at each fetch; if the runnable threads, itself included, do not exceed the concurrency value, the thread takes an event; otherwise it waits although events are pending.',
  ),
  thread('run queue', RATIONALE, 'Threads that are ready but have no CPU yet; they count as runnable.'),
  thread(
    'waiter',
    SOLUTION,
    'A thread that waits for an event, or at the gate because enough others are runnable; the newest waiter is woken first.',
    'waiters',
  ),
  thread(
    'overshoot',
    'SIDE EFFECTS TO CONSIDER',
    'More runnable threads than the value allows, because some returned from a wait; it shrinks as they fetch again.',
  ),
  thread(
    'page fault',
    RATIONALE,
    'An access to memory that must first be read from disk; the waiting thread does not count as runnable and returns without passing the gate.',
    'page faults',
  ),
  thread(
    'signal',
    'SIGNAL HANDLING',
    'Interrupts the fetch of a waiting thread; the thread then runs even when the group is at its limit.',
    'signals',
  ),
];
