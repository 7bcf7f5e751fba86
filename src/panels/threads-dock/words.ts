import type { Micros } from '../../protocol/units.ts';
import { formatCount, formatSeconds } from '../../explain/format.ts';
import type { Hold } from './held.ts';

/** The answer to "which limit holds it?" as one sentence, and the name of the limit. */
export function holdWords(hold: Hold): { limit: string; sentence: string } {
  switch (hold.by) {
    case 'value':
      return {
        limit: 'concurrency value',
        sentence: `${events(hold.pending)} pending, and ${hold.runnable} of at most ${hold.limit} agents are runnable: no room for one more.`,
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

function events(count: number): string {
  return count === 1 ? '1 event is' : `${formatCount(count)} events are`;
}

function named(names: readonly string[]): string {
  const shown = names.slice(0, 3).join(', ');
  return names.length > 3 ? `${shown} and ${names.length - 3} more` : shown || 'no destination';
}

function patience(until: Micros): string {
  return until < 0 ? '' : `, until ${formatSeconds(until)} at most`;
}

/** `5 ms`, `1.2 s`, `300 µs`: a duration with the unit that suits it. */
export function duration(micros: number): string {
  if (micros < 1_000) return `${Math.round(micros)} µs`;
  if (micros < 1_000_000) return `${trim(micros / 1_000)} ms`;
  return `${trim(micros / 1_000_000)} s`;
}

function trim(value: number): string {
  return value >= 100 ? String(Math.round(value)) : String(Math.round(value * 10) / 10);
}
