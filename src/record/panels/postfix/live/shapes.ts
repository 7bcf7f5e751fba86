/** Paths of pictures whose bins stand side by side; pure geometry, in pixels. */

const at = (value: number): string => value.toFixed(1);

/** An area of steps from the ground up. */
export function steps(values: readonly number[], width: number, height: number, top: number): string {
  const wide = width / Math.max(1, values.length);
  let path = `M0 ${at(height)}`;
  for (const [i, value] of values.entries()) {
    const y = at(height - (Math.min(value, top) / top) * height);
    path += `V${y}H${at((i + 1) * wide)}`;
  }
  return `${path}V${at(height)}Z`;
}

/** A line of steps. */
export function line(values: readonly number[], width: number, height: number, top: number): string {
  const wide = width / Math.max(1, values.length);
  return values
    .map(
      (value, i) =>
        `${i === 0 ? 'M0 ' : 'V'}${at(height - (Math.min(value, top) / top) * height)}H${at((i + 1) * wide)}`,
    )
    .join('');
}

/** Ticks that hang below the ground, longer where there are more: at most `most` pixels. */
export function hangingTicks(values: readonly number[], width: number, ground: number, most: number): string {
  const wide = width / Math.max(1, values.length);
  return values
    .flatMap((value, i) =>
      value > 0
        ? [`M${at((i + 0.5) * wide)} ${at(ground)}v${at(Math.min(most, 2 + Math.log2(value + 1)))}`]
        : [],
    )
    .join('');
}

/** A round number that is not below the largest value: 1, 2 or 5 times a power of ten. */
export function roundTop(largest: number): number {
  if (!(largest > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(largest));
  return [1, 2, 5, 10].map((n) => n * power).find((n) => n >= largest * 0.999) ?? largest;
}

/** Whole minutes at which the axis has a mark (microseconds): about `wanted` of them. */
export function marks(from: number, to: number, wanted: number): number[] {
  const minutes = (to - from) / 60e6;
  const each = [1, 2, 3, 5, 10, 15, 30, 60].find((n) => minutes / n <= wanted) ?? 60;
  const step = each * 60e6;
  const list: number[] = [];
  for (let time = Math.ceil(from / step) * step; time <= to; time += step) list.push(time);
  return list;
}
