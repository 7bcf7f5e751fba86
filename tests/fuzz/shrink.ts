/** Time limit for shrinking a failing input, in milliseconds. */
const PATIENCE_MS = 10_000;

/** Finds the smallest text that still fails. Removes whole lines first, then smaller and smaller pieces. */
export async function shrink(
  input: string,
  fails: (input: string) => Promise<boolean>,
  now: () => number = () => performance.now(),
): Promise<string> {
  const end = now() + PATIENCE_MS;
  const lines = await without(
    input.split('\n'),
    (list) => fails(list.join('\n')),
    () => now() < end,
  );
  const letters = await without(
    [...lines.join('\n')],
    (list) => fails(list.join('')),
    () => now() < end,
  );
  return letters.join('');
}

/** Removes pieces of decreasing size (half, a quarter …) as long as the rest still fails. */
async function without(
  list: readonly string[],
  fails: (list: readonly string[]) => Promise<boolean>,
  time: () => boolean,
): Promise<readonly string[]> {
  let left = list;
  for (
    let size = Math.ceil(left.length / 2);
    size >= 1 && time();
    size = size === 1 ? 0 : Math.ceil(size / 2)
  ) {
    for (let at = 0; at < left.length && time(); ) {
      const fewer = [...left.slice(0, at), ...left.slice(at + size)];
      // Each attempt depends on the previous one.
      // oxlint-disable-next-line no-await-in-loop
      if (fewer.length < left.length && (await fails(fewer))) left = fewer;
      else at += size;
    }
  }
  return left;
}
