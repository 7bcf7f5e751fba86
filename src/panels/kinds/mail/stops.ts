import { MAIL_STOPS, PURGE_STOP, TIMER_STOPS } from '../../../explain/stops.ts';
import type { KindStops } from '../kind-stops.ts';
import { THREAD_RUN } from '../threads/stops.ts';
import { TIMER_WORDS } from '../timers/stops.ts';

export const MAIL_RUN: KindStops = {
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

/** Mail whose agents are threads: what happens to those happens too. */
export const AGENT_RUN: KindStops = {
  ...MAIL_RUN,
  nouns: [...new Set([...MAIL_RUN.nouns, ...THREAD_RUN.nouns])],
  common: [...MAIL_RUN.common, ...THREAD_RUN.common],
  groups: [...MAIL_RUN.groups, ...THREAD_RUN.groups],
  words: [...MAIL_RUN.words, ...THREAD_RUN.words],
};
