import type { Scenario } from '../../protocol/scenario.ts';
import { type ByKind, ofKind } from '../../scenario/kinds/by-kind.ts';
import { useSession } from '../../store/hooks.ts';
import {
  MAIL_STOPS,
  PURGE_STOP,
  TIMER_STOPS,
  GROUP_STOPS,
  DESIGN_STOPS,
  type NamedStop,
} from '../../explain/stops.ts';
import type { EventKind, EventNoun } from '../../protocol/events.ts';

export type UntilMode = 'expression' | 'event' | 'job' | 'destination' | 'timer';

interface EventGroup {
  word: string;
  kinds: readonly EventKind[];
}

/** Events of a kind of run, for "run until", breakpoints and log filters. */
export interface KindStops {
  modes: readonly UntilMode[];
  first: UntilMode;
  /** Example of an expression, for "run until". */
  example: string;
  /** Example of an expression for breakpoints, and the names that this kind of run has; absent = all. */
  guard: string;
  names?: readonly string[];
  /** Subjects of events, most used first, and the default event. */
  nouns: readonly EventNoun[];
  usual: EventKind;
  /** Present if events concern messages and destinations, which the reader can choose. */
  ofMail?: true;
  common: readonly NamedStop[];
  timers: readonly NamedStop[];
  /** Filters of the log. Events in no group are shown when no filter is chosen. */
  groups: readonly EventGroup[];
  /** Text common to all events of a kind. The search sends the matching kinds, as the worker has no sentences. */
  words: readonly (readonly [EventKind, string])[];
}

const STOPS: ByKind<KindStops> = {
  mail: ({ threads }) => (threads === undefined ? MAIL_RUN : AGENT_RUN),
  'timer-lab': ({ lab }) => (lab.kind === 'wheel' ? WHEEL_RUN : DESIGN_RUN),
  'threads-alone': () => THREAD_RUN,
};

/** The events that a run of this kind has. Without a run, those of mail. */
export function stopsOf(scenario: Scenario | null): KindStops {
  return scenario === null ? MAIL_RUN : ofKind(STOPS, scenario);
}

/** `stopsOf` of the run that is open. */
export function useStops(): KindStops {
  return useSession(({ scenario }) => stopsOf(scenario));
}

/** Texts of timer events, in which the search looks for words. */
const TIMER_WORDS: KindStops['words'] = [
  ['timer.cascaded', 'timer cascades falls'],
  ['timer.expired', 'timer expires'],
  ['timer.added', 'timer added'],
  ['timer.cancelled', 'timer cancelled'],
];

const MAIL_RUN: KindStops = {
  modes: ['expression', 'event', 'job', 'destination', 'timer'],
  first: 'expression',
  example: 'level >= 1 and busy(b.example) >= 3',
  guard: 'jobs > 3',
  usual: 'job.preempted',
  nouns: [
    'job',
    'entry',
    'message',
    'recipients',
    'queue',
    'transport',
    'delivery',
    'timer',
    'bucket',
    'wheel',
    'operation',
    'purgatory',
    'agents',
    'server',
    'param',
    'qmgr',
    'command',
    'record',
  ],
  ofMail: true,
  common: MAIL_STOPS,
  timers: [...TIMER_STOPS, PURGE_STOP],
  groups: [
    { word: 'injection', kinds: ['message.injected'] },
    { word: 'preemption', kinds: ['job.preempted'] },
    { word: 'selection', kinds: ['entry.selected'] },
    { word: 'blocked', kinds: ['job.blocked', 'queue.unblocked'] },
    { word: 'delivered', kinds: ['entry.done'] },
    { word: 'done', kinds: ['message.done'] },
    { word: 'window', kinds: ['queue.window', 'queue.dead', 'queue.revived'] },
    {
      word: 'timer',
      kinds: ['timer.added', 'timer.cancelled', 'timer.cascaded', 'timer.expired', 'bucket.opened'],
    },
  ],
  words: [
    ['message.injected', 'arrives with recipients injected injection'],
    ['job.preempted', 'preempts preempted for delivery slots stack level'],
    ['job.linked', 'joins the job list'],
    ['job.popped', 'leaves the preemption stack'],
    ['job.retired', 'leaves the job list nothing is left to select'],
    ['job.blocked', 'becomes a blocker blocked destinations have no room'],
    ['entry.selected', 'gets the turn selected'],
    ['entry.done', 'is delivered deferred failed done'],
    ['delivery.started', 'agent starts delivering'],
    ['delivery.ended', 'agent reports on'],
    ['message.done', 'is done its queue file is removed deferred'],
    ['message.read', 'recipients read into core'],
    ['queue.created', 'destination appears'],
    ['queue.dropped', 'has nothing left and is forgotten'],
    ['queue.dead', 'is dead until'],
    ['queue.window', 'window of'],
    ['queue.revived', 'may be tried again'],
    ...TIMER_WORDS,
  ],
};

/** The timer laboratory has no jobs or destinations. */
const WHEEL_RUN: KindStops = {
  modes: ['expression', 'event', 'timer'],
  first: 'timer',
  example: 'timers > 10',
  guard: 'timers > 3',
  usual: 'timer.cascaded',
  names: ['now', 'event', 'timers', 'cascades'],
  nouns: ['timer', 'bucket', 'wheel', 'lab', 'command'],
  common: TIMER_STOPS,
  timers: TIMER_STOPS,
  groups: [
    { word: 'added', kinds: ['timer.added'] },
    { word: 'cancelled', kinds: ['timer.cancelled'] },
    { word: 'cascade', kinds: ['timer.cascaded'] },
    { word: 'due', kinds: ['timer.expired'] },
    { word: 'bucket', kinds: ['bucket.opened'] },
    { word: 'level', kinds: ['wheel.overflowed'] },
    { word: 'by hand', kinds: ['lab.added', 'lab.cancelled', 'lab.jumped'] },
  ],
  words: [
    ...TIMER_WORDS,
    ['bucket.opened', 'bucket opens for nothing its timers were cancelled due falls'],
    ['wheel.overflowed', 'the wheel gets a level'],
    ['lab.added', 'timers are added due in'],
    ['lab.cancelled', 'timers are cancelled unlink stay armed'],
    ['lab.jumped', 'the clock jumps pass'],
  ],
};

const DESIGN_RUN: KindStops = {
  ...WHEEL_RUN,
  names: ['now', 'event', 'timers'],
  usual: 'lab.purged',
  nouns: ['lab', 'command'],
  common: DESIGN_STOPS,
  timers: DESIGN_STOPS,
  groups: [
    { word: 'requests', kinds: ['lab.passed'] },
    { word: 'purge', kinds: ['lab.purged'] },
    { word: 'collection', kinds: ['lab.collected'] },
    { word: 'by hand', kinds: ['lab.requested', 'lab.cancelled', 'lab.checked'] },
  ],
  words: [
    ['lab.passed', 'requests arrive answered timed out'],
    ['lab.purged', 'purges nodes heap entries visited freed still pending'],
    ['lab.collected', 'the garbage collector runs completed requests are cleared'],
    ['lab.requested', 'request waits under keys'],
    ['lab.cancelled', 'timers are cancelled'],
    ['lab.checked', 'key is checked completed'],
  ],
};

/** Thread runs have no jobs or destinations, and no timer that a reader can follow. */
const THREAD_RUN: KindStops = {
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

/** Mail whose agents are threads, which adds thread events. */
const AGENT_RUN: KindStops = {
  ...MAIL_RUN,
  nouns: [...new Set([...MAIL_RUN.nouns, ...THREAD_RUN.nouns])],
  common: [...MAIL_RUN.common, ...THREAD_RUN.common],
  groups: [...MAIL_RUN.groups, ...THREAD_RUN.groups],
  words: [...MAIL_RUN.words, ...THREAD_RUN.words],
};
