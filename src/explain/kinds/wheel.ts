import { formatShortSeconds } from '../figures.ts';
import { formatCounted } from '../format.ts';
import type { TimerEvent } from '../../protocol/events.ts';
import { timerName } from '../../protocol/timer-name.ts';
import { TIME_RAN_OUT } from '../timer-words.ts';
import type { Token } from '../tokens.ts';
import { say } from '../tokens.ts';

/** Writes the sentence of an event of the wheel or the purgatory. Levels count from 1, buckets from 0. */
export function timerSentence(event: TimerEvent): Token[] {
  switch (event.kind) {
    case 'timer.added':
      if (event.bucket < 0) return say`${nameOf(event.label)}: due within this tick, so it is not stored.`;
      return say`${nameOf(event.label)} is due at ${formatShortSeconds(event.due)}: level ${event.level + 1}, bucket ${event.bucket}.`;
    case 'timer.cancelled':
      return say`${nameOf(event.label)} is no longer needed.`;
    case 'timer.cascaded':
      return say`${nameOf(event.label)} falls from level ${event.fromLevel + 1} to level ${event.toLevel + 1}, bucket ${event.bucket}.`;
    case 'timer.expired':
      return say`Time is up: ${timerName(event.label)}.`;
    case 'wheel.overflowed':
      return say`The wheel gets a level ${event.level + 1} with buckets of ${formatShortSeconds(event.tick)}.`;
    case 'bucket.opened':
      return openingSentence(event);
    case 'operation.watched':
      return say`Operation ${event.operation} waits for ${keyList(event.keys)}.`;
    case 'operation.completed':
      return say`Operation ${event.operation} is over: ${CAUSES[event.cause]}.`;
    case 'purgatory.purged':
      return say`Watch lists are purged: ${event.removed} of ${formatCounted(event.visited, 'node')} were completed.`;
    default:
      return event satisfies never;
  }
}

/** Timers of mail are named after what they wait for; laboratory timers only have a number. */
function nameOf(label: string): string {
  return /^timer \d+$/.test(label) ? `T${label.slice(1)}` : `Timer for ${timerName(label)}`;
}

function openingSentence({
  bucket,
  level,
  ran,
  moved,
}: Extract<TimerEvent, { kind: 'bucket.opened' }>): Token[] {
  const where = say`Bucket ${bucket} of level ${level + 1} opens`;
  if (ran + moved === 0) return say`${where} for nothing: its timers were cancelled.`;
  const due = formatCounted(ran, 'timer is due', 'timers are due');
  const falls = formatCounted(moved, 'timer falls', 'timers fall');
  if (moved === 0) return say`${where}: ${due}.`;
  return ran === 0
    ? say`${where}: ${falls} to a lower level.`
    : say`${where}: ${due}, ${falls} to a lower level.`;
}

/** Lists keys: "a.example" or "a.example and 1 other key". */
function keyList(keys: readonly string[]): Token[] {
  const [first = 'no key', ...others] = keys;
  if (others.length === 0) return [{ mono: first }];
  return say`${{ mono: first }} and ${formatCounted(others.length, 'other key')}`;
}

const CAUSES = {
  checked: 'a check completed it',
  expired: TIME_RAN_OUT,
} as const;
