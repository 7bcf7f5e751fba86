import { GROUP_STOPS } from '../../../explain/stops.ts';
import type { KindStops } from '../kind-stops.ts';

/** Threads alone have neither jobs nor destinations, and no timer that a reader can follow. */
export const THREAD_RUN: KindStops = {
  modes: ['expression', 'event'],
  first: 'expression',
  example: 'overshoot > 0',
  guard: 'runnable > 1',
  usual: 'thread.released',
  names: ['now', 'event', 'runnable', 'overshoot'],
  nouns: ['group', 'thread', 'fetch', 'source', 'cpu', 'pool', 'call', 'command'],
  common: GROUP_STOPS,
  timers: [],
  groups: [
    { word: 'count', kinds: ['group.count', 'group.limit'] },
    { word: 'wake-up', kinds: ['thread.released'] },
    { word: 'fetch', kinds: ['fetch.waited', 'fetch.returned'] },
    { word: 'arrival', kinds: ['source.posted'] },
    { word: 'CPU', kinds: ['cpu.dispatched'] },
    { word: 'thread', kinds: ['thread.created', 'thread.joined', 'thread.left', 'thread.state'] },
  ],
  words: [
    ['group.count', 'over by'],
    ['group.limit', 'concurrency value'],
    ['thread.released', 'rule woken released room herd exit gate'],
    ['thread.state', 'runnable running waiting in its fetch blocked stopped'],
    ['thread.created', 'thread is created'],
    ['thread.joined', 'is in group'],
    ['thread.left', 'leaves group'],
    ['fetch.waited', 'held at the gate nothing is pending waits on top of the stack'],
    ['fetch.returned', 'takes the fetch returns'],
    ['source.posted', 'arrives at pending'],
    ['source.bound', 'source is bound to group'],
    ['cpu.dispatched', 'gets CPU continues on CPU switch costs'],
    ['pool.grew', 'no thread is left on standby created'],
    ['call.failed', 'fails with nothing changes'],
  ],
};
