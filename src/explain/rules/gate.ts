/** A thread fetches, waits at the gate, or is woken (threads/README.md §5, §6). */
import type { EventRecord } from '../../protocol/events.ts';
import { counted, say } from '../tokens.ts';
import { line, type RuleTrace, Walk } from './rule.ts';

const LINES = [
  line('on a fetch of a thread:'),
  line('  if runnable > concurrency value: it waits at the gate'),
  line('  else if nothing is pending: it waits, newest on top'),
  line('  else it takes what is pending'),
  line('  if more is pending and there is room: wake the newest (W3)'),
  line('on an event at the source:'),
  line('  if there is room: wake the newest (W1)'),
  line('when a counted thread blocks, leaves or ends:'),
  line('  if that makes room, and something is pending: wake the newest (W2)'),
];

/** More events of one step than this are counted, not told one by one. */
const TOLD = 16;

/** What the gates of the groups did in this step, or null when they did nothing. */
export function gateTrace(events: readonly EventRecord[]): RuleTrace | null {
  const walk = new Walk();
  const own = events.filter(({ event }) => TELL[event.kind] !== undefined);
  for (const { event } of own.slice(0, TOLD)) TELL[event.kind]?.(walk, event as never);
  if (own.length > TOLD) walk.visit(1, say`and ${own.length - TOLD} more`);
  if (walk.visits.length === 0) return null;
  const source = 'Concurrency management groups, Solution';
  return { rule: 'gate', title: 'Gate', lines: LINES, visits: walk.visits, source };
}

type Of<K extends EventRecord['event']['kind']> = Extract<EventRecord['event'], { kind: K }>;

const TELL: Partial<Record<EventRecord['event']['kind'], (walk: Walk, event: never) => void>> = {
  'fetch.waited': waited,
  'fetch.returned': returned,
  'source.posted': (walk: Walk, { item, pending }: Of<'source.posted'>) => {
    walk.visit(6, say`${{ mono: item }}, ${pending} pending`);
  },
  'thread.released': released,
};

function waited(walk: Walk, { name, reason, runnable, limit, pending }: Of<'fetch.waited'>): void {
  walk.visit(1, say`${{ mono: name }}`);
  const over = reason !== 'event';
  const counts = say`The thread itself is counted: with ${counted(limit, 'runnable thread', 'runnable threads')} the group is full.`;
  walk.test(2, say`${runnable} > ${limit}`, over, { otherwise: counts });
  if (!over) walk.test(3, say`${pending} pending`, true);
}

function returned(walk: Walk, { name, items, pending, error }: Of<'fetch.returned'>): void {
  walk.visit(1, say`${{ mono: name }}`);
  const got = items.length > 3 ? counted(items.length, 'event', 'events') : items.join(', ');
  walk.visit(4, error === '' ? say`${{ mono: got }}, ${pending} left` : say`nothing: ${error}`);
}

function released(walk: Walk, { name, cause, byName, detail }: Of<'thread.released'>): void {
  const who = say`wakes ${{ mono: name }}`;
  if (cause === 'W1') walk.test(7, who, true);
  else if (cause === 'W3') walk.test(5, who, true);
  else if (cause === 'W2') {
    walk.visit(8, say`${{ mono: byName === '' ? detail : byName }}`).test(9, who, true);
  } else walk.visit(1, say`${{ mono: name }} goes on: ${cause}`);
}
