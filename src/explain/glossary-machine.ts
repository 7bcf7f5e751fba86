/** Words of timing wheels and of concurrency groups. */
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
    'A list of timers that fall due within the same tick of a wheel; it opens, and is emptied, as a whole.',
    'buckets',
  ),
  timer(
    'overflow wheel',
    WHEEL,
    'The next coarser level: one tick of it is a whole turn of the level below; it is made when a timer is too far off.',
    'overflow',
    'level of the wheel',
  ),
  timer('tick', WHEEL, 'The length of time that one bucket stands for.', 'ticks'),
  timer(
    'timing wheel',
    WHEEL,
    'A ring of buckets that holds timers by when they fall due, so that adding and cancelling one costs the same however many there are.',
    'wheel',
  ),
  timer(
    'wake-up',
    CLOCK,
    'The clock sleeps until the first armed bucket is due, then wakes once for all that is in it.',
    'wake-ups',
    'wakes',
  ),
  timer(
    'armed',
    CLOCK,
    'Said of a bucket that the clock will wake for; it stays armed when its last timer is cancelled.',
    'armed bucket',
  ),
  timer(
    'purgatory',
    'Current Design',
    'Where operations wait until they are satisfied or their time is up; each is on the wheel and under its keys.',
  ),
  timer(
    'delay queue',
    CLOCK,
    'The armed buckets of all wheels in the order in which they open; the clock sleeps until the first of them.',
  ),
  timer(
    'watch list',
    WATCHERS,
    'Operations that wait for one key; one that is completed stays on its other lists until these are checked or purged.',
    'watch lists',
    'watcher',
    'watchers',
    'watcher list',
  ),
  timer(
    'purge',
    WATCHERS,
    'A walk over all watch lists that takes completed operations out; begun when more of them are estimated to be left than the purge interval.',
    'purges',
    'purged',
  ),
  thread(
    'group',
    SOLUTION,
    'Threads of which about as many are kept runnable as its concurrency value says.',
    'concurrency group',
    'groups',
  ),
  thread(
    'concurrency value',
    VALUE,
    'How many threads of a group should be runnable at once; 0 stands for the number of CPUs.',
    'CV',
  ),
  thread(
    'runnable',
    RATIONALE,
    'On a CPU or ready for one; threads that wait inside their work are not, and do not count against the value.',
  ),
  thread('event source', SOLUTION, 'Where completed requests and signals queue until a thread fetches them.'),
  thread(
    'fetch',
    SOLUTION,
    'The call by which a thread asks for its next event, such as epoll_wait or io_getevents; it waits in the call when it gets none.',
    'fetches',
  ),
  thread(
    'gate',
    SOLUTION,
    'The test that a fetch has to pass: while no more threads are runnable than the value allows, its own among them, it takes an event; otherwise the thread waits although events are pending.',
  ),
  thread('run queue', RATIONALE, 'Threads that are ready and have no CPU yet; they count as runnable.'),
  thread(
    'waiter',
    SOLUTION,
    'A thread that waits for an event, or at the gate because enough others are runnable; the newest is woken first.',
    'waiters',
  ),
  thread(
    'overshoot',
    'SIDE EFFECTS TO CONSIDER',
    'More runnable threads than the value allows, because some came back from a wait; it drains as they fetch again.',
  ),
  thread(
    'page fault',
    RATIONALE,
    'A page of memory that is not there; a thread that waits until it is read is not counted, and comes back without asking the gate.',
    'page faults',
  ),
  thread(
    'signal',
    'SIGNAL HANDLING',
    'It interrupts the fetch of a waiting thread, which then runs even when the group is at its limit.',
    'signals',
  ),
];
