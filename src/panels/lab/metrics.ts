import type { LabDesign, LabMetric } from '../../protocol/lab.ts';
import { formatCount } from '../../explain/format.ts';

export const DESIGN_NAMES: Record<LabDesign, { name: string; since: string; about: string }> = {
  old: { name: 'Old', since: '0.8', about: 'Delay queue of requests, linked lists' },
  proposed: { name: 'Proposed', since: '', about: 'Wheel, weak-reference lists' },
  today: { name: 'Today', since: 'since 2015', about: 'Wheel, strong lists, estimated purge' },
};

/** Names of the counters that have a chart, in the order of the charts. */
export const METRIC_NAMES: Record<LabMetric, string> = {
  heapOps: 'Heap operations',
  nodeVisits: 'List-node visits',
  purges: 'Purge scans',
  retainedDone: 'Completed, still held',
  longestPause: 'Longest pause',
};

/** Compares a counter with that of the old design, such as `113× fewer`; '' when there is nothing to compare. */
export function comparedTo(value: number, old: number): string {
  if (old === 0 || value === old) return '';
  if (value === 0) return 'none';
  const [more, less] = value < old ? [old, value] : [value, old];
  const factor = more / less;
  const shown = factor >= 10 ? formatCount(Math.round(factor)) : factor.toFixed(1);
  return shown === '1.0' ? 'about the same' : `${shown}× ${value < old ? 'fewer' : 'more'}`;
}
