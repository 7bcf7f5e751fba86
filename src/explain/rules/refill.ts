/** A batch of recipients is read from a queue file (qmgr/README.md §5, §6, §8). */
import type { EventRecord } from '../../protocol/events.ts';
import { counted, figure, type Names, say } from '../tokens.ts';
import { line, type RuleTrace, Walk } from './rule.ts';

const LINES = [
  line('room = recipients that may come into core'),
  line('read up to room recipients from the file'),
  line('sort them by transport and destination'),
  line('for each destination: one entry for up to so many recipients'),
  line('if the file may hold more: the rest waits in it'),
];

/** The last batch that was read in this step, or null when none was. */
export function refillTrace(events: readonly EventRecord[], names: Names): RuleTrace | null {
  const at = events.findLastIndex(({ event }) => event.kind === 'message.read');
  const read = events[at]?.event;
  if (read?.kind !== 'message.read') return null;
  const about = names.numberOf(read.msg);
  const walk = new Walk()
    .visit(1, say`${{ chip: about }} may have ${figure(read.limit)}`, about)
    .visit(2, say`${counted(read.count, 'recipient', 'recipients')}`, about);
  const assigned = events
    .slice(at)
    .find(({ event }) => event.kind === 'message.assigned' && event.msg === read.msg);
  if (assigned?.event.kind === 'message.assigned') {
    const { entries } = assigned.event;
    const queues = new Set(entries.map((entry) => entry.queue)).size;
    walk.visit(3, say`${counted(queues, 'destination', 'destinations')}`, about);
    walk.visit(4, say`${counted(entries.length, 'entry', 'entries')}`, about);
  }
  const later = say`They are read when delivery has made room: by count, by time, or when nothing else of it can go.`;
  walk.test(5, say`${figure(read.unread)} unread`, read.more, { about, otherwise: later });
  return {
    rule: 'refill',
    title: 'Read',
    lines: LINES,
    visits: walk.visits,
    source: 'SCHEDULER_README, Recipients and recipient limits',
  };
}
