import type { JobId } from '../../protocol/ids.ts';
import type { JobRow } from '../../protocol/rows.ts';

/** Which job an arrow leads to from another; the same one when there is nowhere to go, null for other keys. */
export function focusAfter(
  key: string,
  from: JobId,
  jobs: readonly JobRow[],
  orientation: 'rail' | 'outline',
): JobId | null {
  const at = jobs.findIndex((job) => job.id === from);
  const job = jobs[at];
  if (job === undefined) return null;
  // Arrows go where the eye goes: turned by 90°, the list runs down and parents are to the left.
  const turned: Record<string, string> = {
    ArrowLeft: 'ArrowUp',
    ArrowRight: 'ArrowDown',
    ArrowUp: 'ArrowLeft',
    ArrowDown: 'ArrowRight',
  };
  switch (orientation === 'outline' ? (turned[key] ?? key) : key) {
    case 'ArrowLeft':
      return jobs[at - 1]?.id ?? from;
    case 'ArrowRight':
      return jobs[at + 1]?.id ?? from;
    case 'ArrowUp':
      return jobs.some((other) => other.id === job.parent) ? job.parent : from;
    case 'ArrowDown':
      return jobs.find((other) => other.parent === job.id)?.id ?? from;
    case 'Home':
      return jobs[0]?.id ?? from;
    case 'End':
      return jobs.at(-1)?.id ?? from;
    default:
      return null;
  }
}
