/** From so many on, one pass over all values to find the few that can be it is quicker than to part them again and again. */
const MANY = 4096;
/** The upper bits of a number as a float: sign, exponent and seven bits. Numbers that are not negative keep their order. */
const BUCKETS = 1 << 16;
const LOWER_BITS = 16;

/**
 * The values that would stand at such places if all were ascending; the values may change their order. Of many values, none of which
 * is negative, their buckets are counted first.
 */
export function nths(values: Float32Array | Float64Array, places: readonly number[]): number[] {
  if (values.length < MANY) return places.map((place) => parted(values, place));
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

/** Quickselect: linear, as a rule. */
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
