/**
 * One number from the `rev`s of everything that a row shows, so that equal numbers mean an equal row. The greatest
 * `rev` would not do: after a step back an older change of one record may stand beside a newer one of another.
 */
export function mixRevs(revs: readonly number[]): number {
  let a = 0x9e3779b9;
  let b = 0x85ebca6b;
  for (const rev of revs) {
    a = Math.imul(a ^ rev, 0x01000193);
    a ^= a >>> 15;
    b = Math.imul(b + rev, 0xc2b2ae35);
    b ^= b >>> 13;
  }
  return (a >>> 0) * 0x200000 + (b >>> 11);
}
