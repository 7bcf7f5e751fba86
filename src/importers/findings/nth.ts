/** The value that would stand at a place if they were ascending; the values change their order. Quickselect: linear, as a rule. */
export function nth(values: Float32Array | Float64Array, place: number): number {
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
