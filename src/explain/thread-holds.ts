import type { Micros } from '../protocol/units.ts';
import type { ThreadToken, ThreadsRow } from '../protocol/threads-view.ts';
import { formatCount, formatSeconds, formatCounted } from './format.ts';

/** Which of the three limits holds an agent, or what else does (world/README.md §1). */
export type Hold =
  /** Held by the concurrency value: at the gate, or asleep while events are pending and the group is full. */
  | { by: 'value'; runnable: number; limit: number; pending: number }
  /** Nothing to take, although entries wait: every window is full. `destinations` are the fullest ones. */
  | { by: 'window'; todo: number; destinations: string[] }
  /** Nothing to take and nothing waits. */
  | { by: 'nothing' }
  /** Waits for a server: it fills a place of its window and a process, and leaves the count. */
  | { by: 'server'; destination: string; phase: string; until: Micros }
  /** Counted, in the run queue: all CPUs are busy. */
  | { by: 'cpus'; place: number; online: number }
  | { by: 'working'; destination: string; phase: string; cpu: number }
  | { by: 'stopped' }
  | { by: 'fault' }
  | { by: 'rate-delay' };

/** What keeps an agent where it is. Pure; rows of one instant. */
export function holdOf(token: ThreadToken, row: ThreadsRow): Hold {
  const { state, destination, phase } = token;
  if (state === 'stopped') return { by: 'stopped' };
  if (state === 'running') return { by: 'working', destination, phase, cpu: token.cpu - 1 };
  if (state === 'ready') return { by: 'cpus', place: row.runQueue.indexOf(token.id) + 1, online: row.online };
  if (state === 'blocked-in-handler') {
    if (token.waitsFor === 'page') return { by: 'fault' };
    if (phase === 'rate delay') return { by: 'rate-delay' };
    return { by: 'server', destination, phase: token.waitsFor || phase, until: token.until };
  }
  return asleep(row);
}

function asleep(row: ThreadsRow): Hold {
  const { group, source, windows } = row;
  if (source.pending > 0 && group !== null && group.available <= 0) {
    return { by: 'value', runnable: group.runnable, limit: group.limit, pending: source.pending };
  }
  const todo = windows.reduce((sum, window) => sum + window.todo, 0);
  if (source.pending > 0 || todo === 0) return { by: 'nothing' };
  const full = windows.filter((window) => window.todo > 0 && window.busy >= window.window);
  return { by: 'window', todo, destinations: full.map((window) => window.destination) };
}

/** The process limit holds no agent that exists: it keeps the next agent from being created. True when it does. */
export function processLimitHolds({ pool, source, windows }: ThreadsRow): boolean {
  if (pool === null || pool.live < pool.max || pool.busy < pool.max) return false;
  const open = windows.some(({ todo, busy, window }) => todo > 0 && busy < window);
  return open || source.pending > 0;
}

/** The answer to "which limit holds it?" as one sentence, and the name of the limit. */
export function holdWords(hold: Hold): { limit: string; sentence: string } {
  switch (hold.by) {
    case 'value':
      return {
        limit: 'concurrency value',
        sentence: `${formatCounted(hold.pending, 'event is', 'events are')} pending, and ${hold.runnable} of at most ${hold.limit} agents are runnable: no room for one more.`,
      };
    case 'window':
      return {
        limit: 'destination window',
        sentence: `${formatCount(hold.todo)} entries wait, but ${named(hold.destinations)} ${hold.destinations.length === 1 ? 'takes' : 'take'} no more deliveries now: nothing is selectable, so no event is pending.`,
      };
    case 'nothing':
      return { limit: 'no limit', sentence: 'Nothing is to be delivered: it waits for an event.' };
    case 'server':
      return {
        limit: 'no limit',
        sentence: `It waits for ${hold.destination} (${hold.phase})${patience(hold.until)}. Its delivery stays in flight and its process in use, and it has left the count.`,
      };
    case 'cpus':
      return {
        limit: 'CPUs',
        sentence: `It is runnable and counted, number ${hold.place} in the run queue: all ${hold.online} CPUs are busy.`,
      };
    case 'working':
      return {
        limit: 'no limit',
        sentence: `It computes on CPU ${hold.cpu}${hold.destination === '' ? '' : ` for ${hold.destination} (${hold.phase})`}.`,
      };
    case 'stopped':
      return { limit: 'no limit', sentence: 'It is stopped: only SIGCONT lets it go on.' };
    case 'fault':
      return { limit: 'no limit', sentence: 'It waits for a page from disk and has left the count.' };
    case 'rate-delay':
      return {
        limit: 'no limit',
        sentence: 'It waits out the rate delay of its transport before it may take an entry.',
      };
    default:
      return hold satisfies never;
  }
}

function named(names: readonly string[]): string {
  const shown = names.slice(0, 3).join(', ');
  return names.length > 3 ? `${shown} and ${names.length - 3} more` : shown || 'no destination';
}

function patience(until: Micros): string {
  return until < 0 ? '' : `, until ${formatSeconds(until)} at most`;
}
