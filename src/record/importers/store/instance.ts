import type { LifeRow } from '../../../protocol/ids.ts';
import type { EpochMicros } from '../../../protocol/units.ts';
import { newRow } from '../bytes/columns.ts';
import { type Bytes } from '../bytes/scan.ts';
import { hashOf } from '../bytes/strings.ts';
import type { Gap } from './gaps.ts';
import type { Pools } from './pools.ts';
import { createTables, type Tables } from './tables.ts';

/** More lives than this are not kept one by one: a hostile log could otherwise fill the memory. */
const LIVES_MAX = 12_000_000;
/** Time after its end in which a life still takes lines: lines of several processes are not in order. */
const LATE_LINES_US = 10_000_000;

/** One (host, syslog_name): its tables while they are filled, and where the present line stands. */
export class Instance {
  readonly host: number;
  readonly name: number;
  readonly pools: Pools;
  readonly tables: Tables = createTables();
  /** Of the present line. */
  time = 0;
  file = 0;
  line = 0;
  /** Postfix lines, those of a known form, those read twice. */
  lines = 0;
  understood = 0;
  /** Of these, those that say something about the queue. */
  used = 0;
  duplicates = 0;
  from = 0;
  to = 0;
  /** The coarsest stamps' last digit, microseconds: whole seconds cannot order what happened within one. */
  resolution = 1;
  /** Where stamps go back: the clock was set. Lines keep the order of the file. */
  readonly clockSteps: Gap[] = [];
  version = 0;
  configuration = 0;
  qmgr = 0;
  /** Last window of each queue name. */
  readonly windows = new Map<number, number>();
  /** A feedback line waits for its window line: of this form (1 throttle, 2 unthrottle), with this value. */
  feedbackKind = 0;
  feedback = 0;
  readonly agents = new Map<number, number>();
  /** Lines that could not be kept because of the limits. */
  notKept = 0;
  private hashes = new Uint32Array(1024);
  private table = new Int32Array(2048);

  constructor(host: number, name: number, pools: Pools) {
    this.host = host;
    this.name = name;
    this.pools = pools;
    // Row 0 takes what is beyond the limits; rows are named from 1 on.
    for (const table of Object.values(this.tables)) newRow(table);
  }

  /** The present life of an id, 0 when there is none. */
  find(buf: Bytes, from: number, to: number): number {
    return this.table[this.slot(hashOf(buf, from, to), buf, from, to)] ?? 0;
  }

  /** The life of an id that began in a time; the latest such one, 0 when there is none. */
  lifeNear(buf: Bytes, from: number, to: number, earliest: EpochMicros, latest: EpochMicros): number {
    const { firstTime, sameId } = this.tables.lives;
    for (let life = this.find(buf, from, to); life !== 0; life = sameId[life] ?? 0) {
      const began = firstTime[life] ?? 0;
      if (began >= earliest && began <= latest) return life;
    }
    return 0;
  }

  /** The life that a line with this id belongs to: the present one, or one that began before the record. */
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
   * The life that arrives with this line (client=, uid=, message-id=, the first `queue active`): a new one when the id
   * has had one already that went `past` this point.
   */
  arriving(buf: Bytes, from: number, to: number, past: (life: LifeRow) => boolean): number {
    const hash = hashOf(buf, from, to);
    const slot = this.slot(hash, buf, from, to);
    const found = this.table[slot] ?? 0;
    if (found !== 0 && (this.tables.lives.ended[found] ?? 0) === 0 && !past(found)) return found;
    return this.begin(slot, hash, buf, from, to, found);
  }

  /** Ids are found again after the tables were filled from elsewhere. */
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
      // A later life with the same id takes the place of the one before.
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

  /** Twice the table; of lives with one id only the last stays in it. */
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
