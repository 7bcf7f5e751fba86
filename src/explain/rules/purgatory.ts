/** An operation waits in the purgatory, is checked, completed, or the lists are purged (timers/README.md §6). */
import type { EventRecord } from '../../protocol/events.ts';
import { counted, figure, say } from '../tokens.ts';
import { line, type RuleTrace, Walk } from './rule.ts';

const LINES = [
  line('on an operation with its keys:'),
  line('  if its condition holds: it is completed'),
  line('  it goes on the watch list of each key'),
  line('  if its condition holds by now: it is completed'),
  line('  else its timeout goes on the wheel'),
  line('on a change under a key: for each operation on its list'),
  line('  if its condition holds: it is completed'),
  line('on a timeout: the operation is completed by it'),
  line('on completion: its timeout leaves the wheel at once'),
  line('  its nodes on other watch lists stay until a walk finds them'),
  line('if completed ones still listed > interval: purge all lists'),
];

/** More operations of one step than this are counted, not told one by one. */
const TOLD = 12;

/** What the purgatory did in this step, or null when it did nothing. */
export function purgatoryTrace(events: readonly EventRecord[]): RuleTrace | null {
  const walk = new Walk();
  const own = events.filter(({ event }) => isOwn(event.kind));
  for (const { event } of own.slice(0, TOLD)) tell(walk, event);
  if (own.length > TOLD) walk.visit(6, say`and ${own.length - TOLD} more`);
  if (walk.visits.length === 0) return null;
  const source = 'Purgatory redesign proposal, WeakReference based Watcher List';
  return { rule: 'purgatory', title: 'Purgatory', lines: LINES, visits: walk.visits, source };
}

function isOwn(kind: string): boolean {
  return kind === 'operation.watched' || kind === 'operation.completed' || kind === 'purgatory.purged';
}

function tell(walk: Walk, event: EventRecord['event']): void {
  if (event.kind === 'operation.watched') {
    const name = `operation ${event.operation}`;
    const keys = event.keys.length > 3 ? counted(event.keys.length, 'key', 'keys') : event.keys.join(', ');
    walk.visit(1, say`${name}`).test(2, say`not yet`, false);
    walk.visit(3, say`${keys}`);
    const race = say`The second try catches what changed between the first one and the lists: without it that change would be missed.`;
    walk.test(4, say`not yet`, false, { otherwise: race });
    walk.visit(5, event.timer === 0 ? say`it has none` : say`timer ${event.timer}`);
  } else if (event.kind === 'operation.completed') {
    if (event.cause === 'expired') walk.visit(8, say`operation ${event.operation}`);
    else walk.visit(6, say`operation ${event.operation}`).test(7, say`completed`, true);
    walk.visit(9);
    walk.visit(10, say`${counted(event.nodesLeft, 'node', 'nodes')}`);
  } else if (event.kind === 'purgatory.purged') {
    walk.test(11, say`${figure(event.estimate)} > ${figure(event.interval)}`, true, {
      otherwise: say`Of ${event.visited} nodes visited ${event.removed} were taken off.`,
    });
  }
}
