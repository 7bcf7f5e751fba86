import type { LiveMoment } from '../../protocol/live.ts';
import {
  type EpochMicros,
  type EpochSeconds,
  MICROS_PER_MINUTE,
  MICROS_PER_SECOND,
  type Seconds,
} from '../../../protocol/units.ts';
import type { Destination } from './destination.ts';
import { Ring } from './ring.ts';

const MOMENTS_MAX = 200;
/**
 * A moment is reported again only if the last moment of the same kind and destination is at least this old
 * (microseconds).
 */
const QUIET = 300 * MICROS_PER_SECOND;
/** A sender starts a burst with this many messages within ten seconds. */
const BURST = 50;
const BURST_SECONDS = 10;
/**
 * Mail counts as slow when the median b of a minute exceeds this (seconds), until that median is below a tenth of this.
 */
const SLOW = 60;
const SENDERS_MAX = 2000;

/** The events of the log, one line each, in order. */
export class Moments {
  readonly list: LiveMoment[] = [];
  private readonly senders = new Map<string, { came: Ring; began: number }>();
  private waits: { at: EpochMicros; b: Seconds }[] = [];
  private slowSince = 0;
  private readonly fullSince = new Map<string, number>();

  /** Adds a moment and drops the oldest if there are too many. */
  tell(at: EpochMicros, what: LiveMoment['what'], subject: string, n = 0, m = 0): void {
    this.list.push({ at, what, subject, n, m });
    if (this.list.length > MOMENTS_MAX) this.list.shift();
  }

  /** Evaluates an attempt for a recipient of a destination. `atOnce` = concurrent deliveries to it. */
  tried(of: Destination, at: EpochMicros, outcome: string, reply: string, atOnce: number): void {
    if (outcome === 'suspended') {
      of.putOff++;
      if (of.deadSince !== null) return;
      of.deadSince = at;
      of.putOff = 1;
      this.tell(at, 'dead', of.name);
      return;
    }
    if (of.deadSince !== null && !['connection', 'handshake', 'local', 'unknown'].includes(outcome)) {
      this.tell(at, 'alive', of.name, Math.round((at - of.deadSince) / MICROS_PER_SECOND), of.putOff);
      of.deadSince = null;
    }
    if (outcome === 'connection' || outcome === 'handshake') {
      if (/ 421[- ]/.test(reply)) this.once(of, at, 'busy-refused', Math.max(1, Math.round(atOnce)));
      else this.once(of, at, 'refused');
    } else if (outcome === 'refused-later') this.once(of, at, 'later');
  }

  private once(of: Destination, at: EpochMicros, what: LiveMoment['what'], n = 0): void {
    const last = of.told.get(what);
    of.told.set(what, at);
    if (last === undefined || at - last > QUIET) this.tell(at, what, of.name, n);
  }

  came(sender: string, at: EpochMicros): void {
    let known = this.senders.get(sender);
    if (known === undefined) {
      if (this.senders.size >= SENDERS_MAX) this.senders.clear();
      this.senders.set(sender, (known = { came: new Ring(60), began: 0 }));
    }
    known.came.add(Math.floor(at / MICROS_PER_SECOND), 1);
  }

  /** Records b (seconds) of a recipient's first attempt. */
  waited(at: EpochMicros, b: Seconds): void {
    this.waits.push({ at, b });
  }

  /** Evaluates a second of the log that has ended. */
  second(second: EpochSeconds): void {
    const at = second * MICROS_PER_SECOND;
    for (const [sender, of] of this.senders) {
      const came = of.came.sum(second - BURST_SECONDS + 1, second + 1);
      if (of.began === 0 && came >= BURST) {
        of.began = at;
        this.tell(at, 'burst', sender, came);
      } else if (came === 0) {
        if (of.began !== 0) this.tell(at, 'burst-over', sender);
        this.senders.delete(sender);
      }
    }
    this.waits = this.waits.filter((one) => one.at > at - MICROS_PER_MINUTE);
    const median = this.medianWait();
    if (this.slowSince === 0 && median > SLOW) this.slow(at, median);
    else if (this.slowSince !== 0 && median < SLOW / 10) {
      this.tell(at, 'slow-over', '', median);
      this.slowSince = 0;
    }
  }

  /** Median b in seconds of first attempts in the last minute of the log. 0 if there were none. */
  medianWait(): number {
    const sorted = this.waits.map(({ b }) => b).sort((one, other) => one - other);
    return sorted[Math.floor(sorted.length / 2)] ?? 0;
  }

  /** Evaluates the mean number of busy processes of a transport over the last five seconds. */
  busy(transport: string, at: EpochMicros, busy: number, limit: number): void {
    const full = busy > limit * 0.95;
    if (full && !this.fullSince.has(transport)) {
      this.fullSince.set(transport, at);
      this.tell(at, 'all-busy', transport, limit);
    }
    if (busy < limit * 0.8) this.fullSince.delete(transport);
  }

  private slow(at: EpochMicros, median: Seconds): void {
    this.slowSince = at;
    this.tell(at, 'slow', '', median);
  }
}
