import type { LifeRow } from '../../../../protocol/ids.ts';
import { type Bytes } from '../../bytes/scan.ts';
import { hashOf } from '../../bytes/strings.ts';
import type { Instance } from '../instance.ts';

/** Rows of a table sorted by life: those of life n are starts[n] to starts[n + 1], in log order. */
interface ByLife {
  starts: Uint32Array;
  rows: Uint32Array;
}

/** Access to single messages: the lives of an id, and all rows of a life. */
export class Messages {
  private readonly instance: Instance;
  private deliveriesBy: ByLife | null = null;
  private parentsBy: ByLife | null = null;
  private childrenBy: ByLife | null = null;
  private messageIds: { heads: Uint32Array; next: Uint32Array } | null = null;

  constructor(instance: Instance) {
    this.instance = instance;
  }

  /** Lives with this queue id, latest first. Short ids are reused. */
  withId(id: string): number[] {
    const bytes = new TextEncoder().encode(id);
    const { sameId } = this.instance.tables.lives;
    const found: number[] = [];
    for (let life = this.instance.find(bytes, 0, bytes.length); life !== 0; life = sameId[life] ?? 0)
      found.push(life);
    return found;
  }

  /** Lives with this message-id (with or without brackets), in log order. */
  withMessageId(messageId: string): number[] {
    const bytes = new TextEncoder().encode(messageId.replace(/^<(.*)>$/, '$1'));
    const { heads, next } = (this.messageIds ??= this.indexMessageIds());
    const { lives } = this.instance.tables;
    const { texts } = this.instance.pools;
    const found: number[] = [];
    let life = heads[hashOf(bytes, 0, bytes.length) & (heads.length - 1)] ?? 0;
    for (; life !== 0; life = next[life] ?? 0)
      if (bytes.length > 0 && texts.is(lives.messageId[life] ?? 0, bytes, 0, bytes.length)) found.push(life);
    return found.reverse();
  }

  /** Rows of `activations` of a life, in log order. */
  activations(life: LifeRow): number[] {
    const { activations, lives } = this.instance.tables;
    return backwards(lives.lastActivation[life] ?? 0, activations.before);
  }

  /** Rows of `attempts` of a life, in log order. */
  attempts(life: LifeRow): number[] {
    const { attempts, lives } = this.instance.tables;
    return backwards(lives.lastAttempt[life] ?? 0, attempts.before);
  }

  deliveries(life: LifeRow): Uint32Array {
    const { deliveries, lives } = this.instance.tables;
    this.deliveriesBy ??= byLife(deliveries.life, deliveries.length, lives.length);
    return ofLife(this.deliveriesBy, life);
  }

  /** Rows of `links` from this life. The child may be in another instance. */
  children(life: LifeRow): Uint32Array {
    const { links, lives } = this.instance.tables;
    this.childrenBy ??= byLife(links.parent, links.length, lives.length);
    return ofLife(this.childrenBy, life);
  }

  /** Rows of `links` to this life from the same instance. */
  parents(life: LifeRow): Uint32Array {
    const { links, lives } = this.instance.tables;
    this.parentsBy ??= byLife(links.child, links.length, lives.length);
    return ofLife(this.parentsBy, life).filter((row) => links.instance[row] === 0);
  }

  private indexMessageIds(): { heads: Uint32Array; next: Uint32Array } {
    const { lives } = this.instance.tables;
    const { texts } = this.instance.pools;
    let size = 16;
    while (size < lives.length * 2) size *= 2;
    const heads = new Uint32Array(size);
    const next = new Uint32Array(lives.length);
    const bytes: Bytes = texts.bytes;
    for (let life = 1; life < lives.length; life++) {
      const at = lives.messageId[life] ?? 0;
      if (at === 0) continue;
      const slot = hashOf(bytes, at + 1, texts.end(at)) & (size - 1);
      next[life] = heads[slot] ?? 0;
      heads[slot] = life;
    }
    return { heads, next };
  }
}

function backwards(last: number, before: Uint32Array): number[] {
  const rows: number[] = [];
  for (let row = last; row !== 0; row = before[row] ?? 0) rows.push(row);
  return rows.reverse();
}

function byLife(lifeOf: Uint32Array, length: number, lives: number): ByLife {
  const starts = new Uint32Array(lives + 1);
  for (let row = 1; row < length; row++) {
    const life = lifeOf[row] ?? 0;
    if (life < lives) starts[life + 1] = (starts[life + 1] ?? 0) + 1;
  }
  for (let life = 1; life <= lives; life++) starts[life] = (starts[life] ?? 0) + (starts[life - 1] ?? 0);
  const rows = new Uint32Array(starts[lives] ?? 0);
  const next = starts.slice();
  for (let row = 1; row < length; row++) {
    const life = lifeOf[row] ?? 0;
    if (life >= lives) continue;
    const at = next[life] ?? 0;
    rows[at] = row;
    next[life] = at + 1;
  }
  return { starts, rows };
}

function ofLife({ starts, rows }: ByLife, life: LifeRow): Uint32Array {
  return life === 0 ? rows.subarray(0, 0) : rows.subarray(starts[life], starts[life + 1]);
}
