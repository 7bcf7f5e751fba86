import type { ThreadToken } from '../protocol/threads-view.ts';

/** Words for the states of threads, as shown beside a thread's name. */
export const THREAD_STATES: Readonly<Record<ThreadToken['state'], string>> = {
  running: 'on a CPU',
  ready: 'in the run queue',
  'blocked-in-fetch': 'waits in its fetch',
  'blocked-in-handler': 'blocked in its handler',
  stopped: 'stopped',
  exited: 'gone',
};

/** Says what the gauge of a destination window counts. */
export const WINDOW_COUNTS = 'entries on the busy list, waiting or computing';
