/** A timer is placed on the wheel, a bucket opens, a timer runs or falls a level (timers/README.md §2, §3, §5). */
import type { EventRecord } from '../../protocol/events.ts';
import { timerName } from '../../protocol/timer-name.ts';
import { MICROS_PER_SECOND, type Micros } from '../../protocol/units.ts';
import { seconds } from '../kinds/wheel.ts';
import { figure, say } from '../tokens.ts';
import { line, type RuleTrace, Walk } from './rule.ts';

const LINES = [
  line('if due < time of the wheel + tick: it runs at once'),
  line('level = the lowest whose whole turn reaches that far'),
  line('bucket = ⌊due ÷ tick of the level⌋ mod number of buckets'),
  line('it goes to the end of that bucket'),
  line('when a bucket comes due:'),
  line('  every level moves to that instant'),
  line('  for each timer in the bucket:'),
  line('    if it is due within this tick: it runs'),
  line('    else it is placed again: it falls to a lower level'),
];

/** More timers of one bucket than this are counted, not told one by one. */
const TOLD = 12;

/** What the wheel did in this step, or null when it did nothing. */
export function wheelTrace(events: readonly EventRecord[]): RuleTrace | null {
  const walk = new Walk();
  let told = 0;
  for (const { event } of events) if (tell(walk, event, told)) told++;
  if (told > TOLD) walk.visit(7, say`and ${told - TOLD} more`);
  if (walk.visits.length === 0) return null;
  const source = 'Purgatory redesign proposal, Hierarchical Timing Wheel';
  return { rule: 'wheel', title: 'Wheel', lines: LINES, visits: walk.visits, source };
}

/** Lines for one event; true when it was one timer's. */
function tell(walk: Walk, event: EventRecord['event'], told: number): boolean {
  if (event.kind === 'bucket.opened') {
    const { level, bucket, opens } = event;
    walk
      .visit(5, say`level ${level + 1}, bucket ${bucket}, ${instant(opens)}`)
      .visit(6, say`${instant(opens)}`);
    if (event.ran + event.moved === 0) walk.visit(7, say`it is empty: its timers were cancelled`);
    return false;
  }
  if (event.kind !== 'timer.added' && event.kind !== 'timer.cascaded' && event.kind !== 'timer.expired') {
    return false;
  }
  if (told >= TOLD) return true;
  const name = timerName(event.label);
  if (event.kind === 'timer.expired') {
    walk.visit(7, say`${name}`).test(8, say`due ${instant(event.due)}`, true);
    return true;
  }
  if (event.kind === 'timer.cascaded') {
    walk.visit(7, say`${name}`).test(8, say`due ${instant(event.due)}`, false);
    walk.visit(9, say`level ${event.fromLevel + 1} → ${event.toLevel + 1}, bucket ${event.bucket}`);
    return true;
  }
  const later = say`A timer of this very tick would be late by a whole turn on the wheel, so it is not put there.`;
  const atOnce = event.bucket < 0;
  walk.test(1, say`${name}: due ${instant(event.due)}, wheel ${instant(event.wheelTime)}`, atOnce, {
    otherwise: later,
  });
  if (atOnce) return true;
  walk.visit(2, say`level ${event.level + 1}`);
  walk.visit(3, say`bucket ${event.bucket}`);
  walk.visit(4, say`opens at ${instant(event.opens)}`);
  return true;
}

/** The laboratory's wheels turn within milliseconds, those of mail within minutes. */
function instant(micros: Micros): string {
  return micros < MICROS_PER_SECOND ? `${figure(micros / 1000)} ms` : seconds(micros);
}
