import type { Micros } from '../protocol/units.ts';
import type { ThreadToken, ThreadsRow } from '../protocol/threads-view.ts';
import { formatCount, formatSeconds, formatCounted } from './format.ts';

/** The limit or wait that holds an agent (world/README.md §1). */
export type Hold =
  /** Held by the concurrency value: at the gate, or asleep although events are pending, because the group is full. */
  | { by: 'value'; runnable: number; limit: number; pending: number }
  /** Held by windows: entries wait, but every window is full. `destinations` = the destinations with full windows. */
  | { by: 'window'; todo: number; destinations: string[] }
  /** No entries wait. */
  | { by: 'nothing' }
  /** The agent waits for a server. It occupies its window and its process but is not counted as runnable. */
  | { by: 'server'; destination: string; phase: string; until: Micros }
  /** The agent is runnable and waits in the run queue, because all CPUs are busy. */
  | { by: 'cpus'; place: number; online: number }
  | { by: 'working'; destination: string; phase: string; cpu: number }
  | { by: 'stopped' }
  | { by: 'fault' }
  | { by: 'rate-delay' };

/** What holds an agent. All rows are of one instant. */
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

/** True when the process limit prevents the creation of another agent. It never holds an existing one. */
export function processLimitHolds({ pool, source, windows }: ThreadsRow): boolean {
  if (pool === null || pool.live < pool.max || pool.busy < pool.max) return false;
  const open = windows.some(({ todo, busy, window }) => todo > 0 && busy < window);
  return open || source.pending > 0;
}

/** Names the limit and answers "which limit holds it?" in one sentence. */
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
        sentence: `${formatCount(hold.todo)} entries wait, but ${named(hold.destinations)} ${hold.destinations.length === 1 ? 'takes' : 'take'} no more deliveries now: no entry can be selected, so no event is pending.`,
      };
    case 'nothing':
      return { limit: 'no limit', sentence: 'There is nothing to deliver. It waits for an event.' };
    case 'server':
      return {
        limit: 'no limit',
        sentence: `It waits for ${hold.destination} (${hold.phase})${patience(hold.until)}. Its delivery stays in flight and its process in use, but it does not count as runnable.`,
      };
    case 'cpus':
      return {
        limit: 'CPUs',
        sentence: `It is runnable and counted, number ${hold.place} in the run queue: all ${hold.online} CPUs are busy.`,
      };
    case 'working':
      return {
        limit: 'no limit',
        sentence: `It runs on CPU ${hold.cpu}${hold.destination === '' ? '' : ` for ${hold.destination} (${hold.phase})`}.`,
      };
    case 'stopped':
      return { limit: 'no limit', sentence: 'It is stopped until it receives SIGCONT.' };
    case 'fault':
      return { limit: 'no limit', sentence: 'It waits for a page from disk and does not count as runnable.' };
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
