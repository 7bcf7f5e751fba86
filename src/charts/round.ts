/** A coordinate to a hundredth of a pixel: what is drawn from it is short, and nothing of it can be seen to be missing. */
export function hundredths(value: number): number {
  return Math.round(value * 100) / 100;
}

/** A coordinate to a tenth of a pixel. */
export function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}
