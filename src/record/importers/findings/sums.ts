/** `largest` sorts its candidates when there are 4 × `most` plus this many. */
const SPARE = 64;

/** The recipient of each attempt, and which attempts are their recipient's only one. */
interface Tries {
  recipientOf: Uint32Array;
  alone: Uint8Array;
}

/** Adds values by recipient. It uses columns with a row per recipient of the record, which are faster than a hash table. */
export class Sums {
  private readonly stamp: Uint32Array;
  /** Index of a recipient's sum in the result. */
  private readonly place: Uint32Array;
  private use = 0;

  /** @param recipients Number of recipient numbers, including 0. */
  constructor(recipients: number) {
    this.stamp = new Uint32Array(recipients);
    this.place = new Uint32Array(recipients);
  }

  /** Sums `values` (one per row) by the recipient of their row, in order of first appearance. */
  of(rows: ArrayLike<number>, values: ArrayLike<number>, recipientOf: Uint32Array): Float64Array {
    const { stamp, place } = this;
    const use = ++this.use;
    const found = new Float64Array(rows.length);
    let count = 0;
    for (let i = 0; i < rows.length; i++) {
      const recipient = recipientOf[rows[i] ?? 0] ?? 0;
      let at = place[recipient] ?? 0;
      if (stamp[recipient] !== use) {
        stamp[recipient] = use;
        at = place[recipient] = count++;
      }
      found[at] = (found[at] ?? 0) + (values[i] ?? 0);
    }
    return found.subarray(0, count);
  }

  /** Like `of`, with values from a column. Recipients with a single attempt are not looked up. */
  ofColumn(rows: Uint32Array, column: Float32Array, { recipientOf, alone }: Tries): Float64Array {
    const { stamp, place } = this;
    const use = ++this.use;
    const found = new Float64Array(rows.length);
    let count = 0;
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i] ?? 0;
      const value = column[row] ?? 0;
      if (alone[row] === 1) {
        found[count++] = value;
        continue;
      }
      const recipient = recipientOf[row] ?? 0;
      let at = place[recipient] ?? 0;
      if (stamp[recipient] !== use) {
        stamp[recipient] = use;
        at = place[recipient] = count++;
      }
      found[at] = (found[at] ?? 0) + value;
    }
    return found.subarray(0, count);
  }

  /** The last value above zero of each recipient, from a column. */
  lastOf(rows: Uint32Array, column: Float32Array, { recipientOf, alone }: Tries): Float64Array {
    const { stamp } = this;
    const use = ++this.use;
    const found = new Float64Array(rows.length);
    let count = 0;
    for (let i = rows.length - 1; i >= 0; i--) {
      const row = rows[i] ?? 0;
      if (alone[row] === 1) {
        const own = column[row] ?? 0;
        if (own > 0) found[count++] = own;
        continue;
      }
      const recipient = recipientOf[row] ?? 0;
      const value = column[row] ?? 0;
      if (stamp[recipient] === use) continue;
      stamp[recipient] = use;
      if (value > 0) found[count++] = value;
    }
    return found.subarray(0, count);
  }
}

/** A quantile: between two values it takes the upper one. Reorders `values`. 0 if empty. */
export function valueAtShare(values: Float64Array, share: number): number {
  return valuesAtShares(values, share)[0] ?? 0;
}

export function valuesAtShares(values: Float64Array, ...shares: readonly number[]): number[] {
  const { length } = values;
  return nths(
    values,
    shares.map((share) => Math.min(length - 1, Math.floor(length * share))),
  );
}

/** Indexes of the largest values, largest first. Equal values keep their order. */
export function largest(values: ArrayLike<number>, most: number): number[] {
  const compare = (one: number, other: number): number =>
    (values[other] ?? 0) - (values[one] ?? 0) || one - other;
  let kept: number[] = [];
  let least = -Infinity;
  for (let place = 0; place < values.length; place++) {
    if ((values[place] ?? 0) <= least) continue;
    kept.push(place);
    if (kept.length < most * 4 + SPARE) continue;
    kept = kept.sort(compare).slice(0, most);
    least = values[kept.at(-1) ?? 0] ?? 0;
  }
  return kept.sort(compare).slice(0, most);
}

/** From this number of values on, counting buckets in one pass is faster than quickselect over all values. */
const MIN_BUCKETED_VALUES = 4096;
/** A bucket is the upper half of a 32-bit float: sign, exponent and seven bits of the mantissa. Non-negative numbers keep their order. */
const BUCKETS = 1 << 16;
const LOWER_BITS = 16;

/**
 * The values at these places of the sorted order. Reorders `values`. Large inputs are counted in buckets first and must not be negative.
 */
export function nths(values: Float32Array | Float64Array, places: readonly number[]): number[] {
  if (values.length < MIN_BUCKETED_VALUES) return places.map((place) => parted(values, place));
  const { bucketOf, counts } = bucketsOf(values);
  return places.map((place) => {
    let bucket = 0;
    let below = 0;
    while (bucket < BUCKETS - 1 && below + (counts[bucket] ?? 0) <= place) below += counts[bucket++] ?? 0;
    const among = new Float64Array(counts[bucket] ?? 0);
    let count = 0;
    for (let i = 0; i < values.length; i++) if (bucketOf[i] === bucket) among[count++] = values[i] ?? 0;
    return parted(among, place - below);
  });
}

function bucketsOf(values: Float32Array | Float64Array): { bucketOf: Uint16Array; counts: Uint32Array } {
  const one = new Float32Array(1);
  const bits = new Uint32Array(one.buffer);
  const counts = new Uint32Array(BUCKETS);
  const bucketOf = new Uint16Array(values.length);
  for (let i = 0; i < values.length; i++) {
    one[0] = values[i] ?? 0;
    const bucket = (bits[0] ?? 0) >>> LOWER_BITS;
    bucketOf[i] = bucket;
    counts[bucket] = (counts[bucket] ?? 0) + 1;
  }
  return { bucketOf, counts };
}

/** Quickselect, usually linear. */
function parted(values: Float32Array | Float64Array, place: number): number {
  let [low, high] = [0, values.length - 1];
  while (low < high) {
    const middle = values[(low + high) >> 1] ?? 0;
    let [i, j] = [low, high];
    while (i <= j) {
      while ((values[i] ?? 0) < middle) i++;
      while ((values[j] ?? 0) > middle) j--;
      if (i > j) break;
      const held = values[i] ?? 0;
      values[i++] = values[j] ?? 0;
      values[j--] = held;
    }
    if (place <= j) high = j;
    else if (place >= i) low = i;
    else break;
  }
  return values[place] ?? 0;
}
