import { FLUSH_TAKES } from '../../../protocol/recorded.ts';
import { MICROS_PER_SECOND, type Seconds } from '../../../protocol/units.ts';
import { find, get } from '../../tables.ts';
import { CURSOR } from './create.ts';
import type { World } from '../state.ts';
import type { RecordedWorld } from './model.ts';

/** What lies between two clocks may make a file seem to rest for so long. */
const DOUBT: Seconds = 2;

/**
 * Was this file activated by a flush (`postqueue -f`), which leaves no line? Asked when fact `fact` activates message
 * `index`, before it is fed again. A scan leaves files alone until a second before their time stamp (core/qmgr/README.md
 * §4.2). What rests much longer was asked for. A second or two prove nothing: the stamp of a file is counted from the turn of
 * the queue manager's event loop, its line bears the time at which it was written, and between the two a second may
 * begin, which counts once more where the delay is the age. Then others tell: a flush takes all, those that surely rest
 * among them.
 */
export function wasFlushed(world: World, recorded: RecordedWorld, index: number, now: Seconds): boolean {
  const early = earlyBy(world, recorded, index, now);
  if (early < 1 || early > DOUBT) return early > DOUBT;
  const { facts } = recorded.setup;
  const mine = get(recorded.one, CURSOR).next - 1;
  const at = facts.at[mine] as number;
  const second = (time: number): Seconds => Math.floor(time / MICROS_PER_SECOND);
  const seen = new Set([index]);
  for (const way of [-1, 1])
    for (let fact = mine + way; fact >= 0 && fact < facts.at.length; fact += way) {
      const then = facts.at[fact] as number;
      if (Math.abs(then - at) > FLUSH_TAKES * MICROS_PER_SECOND) break;
      if (facts.kind[fact] !== 'activate') continue;
      const other = facts.ref[fact] as number;
      // Its stamp belongs to the activation that is nearest, and to none before one that was done and put off since.
      if (seen.has(other)) continue;
      seen.add(other);
      if (statusOf(world, recorded, other) !== (way < 0 ? 'active' : 'deferred')) continue;
      if (earlyBy(world, recorded, other, now + second(then) - second(at)) > DOUBT) return true;
    }
  return false;
}

/** Seconds by which a file that was deferred is activated before a scan would; 0 or less = a scan may have done it. */
function earlyBy(world: World, recorded: RecordedWorld, index: number, now: Seconds): Seconds {
  const row = rowOf(world, recorded, index);
  return row === undefined ? 0 : row.fileTime - 1 - now;
}

const statusOf = (world: World, recorded: RecordedWorld, index: number) =>
  rowOf(world, recorded, index)?.status;

const rowOf = (world: World, recorded: RecordedWorld, index: number) =>
  find(world.qmgr.messages, get(recorded.messages, index + 1).msg);
