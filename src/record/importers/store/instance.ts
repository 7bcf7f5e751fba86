import type { LifeRow } from '../../../protocol/ids.ts';
import type { EpochMicros } from '../../../protocol/units.ts';
import { newRow } from '../bytes/columns.ts';
import { type Bytes } from '../bytes/scan.ts';
import { hashOf } from '../bytes/strings.ts';
import type { Gap } from './gaps.ts';
import type { Pools } from './pools.ts';
import { createTables, type Tables } from './tables.ts';

/** More lives are counted but not stored, so that a hostile log cannot fill the memory. */
const LIVES_MAX = 12_000_000;
/** Microseconds after its end in which a life still takes lines, because lines of several processes may be out of order. */
const LATE_LINES_US = 10_000_000;

/** One instance (host and syslog_name): its tables while they are filled, and the position of the current line. */
export class Instance {
  readonly host: number;
  readonly name: number;
  readonly pools: Pools;
  readonly tables: Tables = createTables();
  /** Position of the current line. */
  time = 0;
  file = 0;
  line = 0;
  /** Number of Postfix lines, and of lines in a known format. */
  lines = 0;
  understood = 0;
  /** `used`: lines about the queue. `duplicates`: lines read twice. */
  used = 0;
  duplicates = 0;
  from = 0;
  to = 0;
  /** Coarsest resolution of any stamp, in microseconds. Stamps in whole seconds cannot order events within a second. */
  resolution = 1;
  /** How far times may be off, in microseconds: less than `resolution` where they were found within their second. */
  accuracy = 0;
  /** Where stamps go backwards because the clock was set. Lines keep the order of the file. */
  readonly clockSteps: Gap[] = [];
  version = 0;
  configuration = 0;
  qmgr = 0;
  /** Last window by queue name. */
  readonly windows = new Map<number, number>();
  /** A feedback line that waits for its window line: kind (1 throttle, 2 unthrottle) and value. */
  feedbackKind = 0;
  feedback = 0;
  readonly agents = new Map<number, number>();
  /** Number of facts that were dropped because of the limits. */
  notKept = 0;
  private hashes = new Uint32Array(1024);
  private table = new Int32Array(2048);

  constructor(host: number, name: number, pools: Pools) {
    this.host = host;
    this.name = name;
    this.pools = pools;
    // Row 0 absorbs whatever exceeds the limits. Real rows start at 1.
    for (const table of Object.values(this.tables)) newRow(table);
  }

  /** The current life of an id, or 0. */
  find(buf: Bytes, from: number, to: number): number {
    return this.table[this.slot(hashOf(buf, from, to), buf, from, to)] ?? 0;
  }

  /** True if a message with this id is in the queue, or has just left it. */
  hasOpen(buf: Bytes, from: number, to: number): boolean {
    const life = this.find(buf, from, to);
    const ended = this.tables.lives.ended[life] ?? 0;
    return life !== 0 && (ended === 0 || this.time <= ended + LATE_LINES_US);
  }

  /** The latest life of an id that began in this range, or 0. */
  lifeNear(buf: Bytes, from: number, to: number, earliest: EpochMicros, latest: EpochMicros): number {
    const { firstTime, sameId } = this.tables.lives;
    for (let life = this.find(buf, from, to); life !== 0; life = sameId[life] ?? 0) {
      const began = firstTime[life] ?? 0;
      if (began >= earliest && began <= latest) return life;
    }
    return 0;
  }

  /** The life for a line with this id: the current one, or a new one if the id is unknown or its life ended long ago. */
  life(buf: Bytes, from: number, to: number): number {
    const hash = hashOf(buf, from, to);
    const slot = this.slot(hash, buf, from, to);
    const found = this.table[slot] ?? 0;
    if (found === 0) return this.begin(slot, hash, buf, from, to, 0);
    const ended = this.tables.lives.ended[found] ?? 0;
    if (ended !== 0 && this.time > ended + LATE_LINES_US) return this.begin(slot, hash, buf, from, to, found);
    return found;
  }

  /**
   * The life for a line that only occurs at arrival (client=, uid=, message-id=, the first `queue active`). A new
   * life if the id's last one has ended or is already `past` this point.
   */
  arriving(buf: Bytes, from: number, to: number, past: (life: LifeRow) => boolean): number {
    const hash = hashOf(buf, from, to);
    const slot = this.slot(hash, buf, from, to);
    const found = this.table[slot] ?? 0;
    if (found !== 0 && (this.tables.lives.ended[found] ?? 0) === 0 && !past(found)) return found;
    return this.begin(slot, hash, buf, from, to, found);
  }

  /** Rebuilds the id index after the tables were filled by unpacking. */
  indexIds(): void {
    const { lives } = this.tables;
    const { texts } = this.pools;
    const { bytes } = texts;
    let size = 2048;
    while (lives.length * 2 > size) size *= 2;
    this.table = new Int32Array(size);
    this.hashes = new Uint32Array(lives.length);
    for (let life = 1; life < lives.length; life++) {
      const at = lives.id[life] ?? 0;
      const hash = hashOf(bytes, at + 1, texts.end(at));
      this.hashes[life] = hash;
      // A later life replaces an earlier one with the same id.
      this.table[this.slot(hash, bytes, at + 1, texts.end(at))] = life;
    }
  }

  private begin(slot: number, hash: number, buf: Bytes, from: number, to: number, sameId: number): number {
    const { lives } = this.tables;
    if (lives.length >= LIVES_MAX) {
      this.notKept++;
      return 0;
    }
    const life = newRow(lives);
    lives.id[life] = sameId === 0 ? this.pools.texts.add(buf, from, to) : (lives.id[sameId] ?? 0);
    lives.firstTime[life] = this.time;
    lives.line[life] = this.line;
    lives.file[life] = this.file;
    lives.sameId[life] = sameId;
    this.keepHash(life, hash);
    this.table[slot] = life;
    if (lives.length * 2 > this.table.length) this.rehash();
    return life;
  }

  private slot(hash: number, buf: Bytes, from: number, to: number): number {
    const { table, hashes } = this;
    const { texts } = this.pools;
    const { id } = this.tables.lives;
    const mask = table.length - 1;
    let slot = hash & mask;
    for (let life = table[slot] ?? 0; life !== 0; life = table[slot] ?? 0) {
      if (hashes[life] === hash && texts.is(id[life] ?? 0, buf, from, to)) return slot;
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private keepHash(life: LifeRow, hash: number): void {
    if (life >= this.hashes.length) {
      const next = new Uint32Array(this.tables.lives.capacity);
      next.set(this.hashes);
      this.hashes = next;
    }
    this.hashes[life] = hash;
  }

  /** Doubles the table. Of lives with the same id the table only has the last one. */
  private rehash(): void {
    const old = this.table;
    const table = new Int32Array(old.length * 2);
    const mask = table.length - 1;
    for (const life of old) {
      if (life === 0) continue;
      let slot = (this.hashes[life] ?? 0) & mask;
      while (table[slot] !== 0) slot = (slot + 1) & mask;
      table[slot] = life;
    }
    this.table = table;
  }
}
