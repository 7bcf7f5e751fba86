/** Speeds in simulated seconds per second. The last is as fast as the machine can. */
export const SPEEDS: readonly number[] = [
  0.001,
  0.002,
  0.005,
  0.01,
  0.05,
  0.1,
  0.25,
  0.5,
  1,
  2,
  5,
  10,
  25,
  50,
  100,
  1000,
  Number.POSITIVE_INFINITY,
];

/** A speed as text: `2×`, or words for the unlimited speed. */
export function speedText(speed: number): string {
  if (speed === 0.001) return '1 ms = 1 s';
  return Number.isFinite(speed) ? `${speed}×` : 'as fast as possible';
}

/** The next speed in the list; the same speed at its ends. */
export function nextSpeed(speed: number, direction: 1 | -1): number {
  const here = SPEEDS.findIndex((s) => s >= speed);
  const at = Math.min(SPEEDS.length - 1, Math.max(0, (here < 0 ? SPEEDS.length - 1 : here) + direction));
  return SPEEDS[at] ?? 1;
}
