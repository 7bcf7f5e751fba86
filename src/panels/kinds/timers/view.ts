import { formatClock, formatFine, formatMillis } from '../../../explain/format.ts';
import { WAKEUP } from '../units.ts';
import type { KindView, UnitChoice } from '../view.ts';

const ONE_WHEEL: readonly UnitChoice[] = [WAKEUP, { value: 'event', text: 'step' }];
const THREE_DESIGNS: readonly UnitChoice[] = [
  { value: 'purge', text: 'purge', title: 'to the next purge or garbage collection' },
  { value: 'event', text: '10 ms' },
  { value: 'second', text: 'second' },
];

const LABORATORY = {
  counts: 'event',
  instant: formatFine,
  short: true,
} as const;

/** One raw wheel. */
export const WHEEL_VIEW: KindView = {
  ...LABORATORY,
  units: () => ONE_WHEEL,
  wakes: () => true,
  leaps: true,
  clock: formatMillis,
};

/** Three designs on one stream. */
export const DESIGNS_VIEW: KindView = {
  ...LABORATORY,
  units: () => THREE_DESIGNS,
  legend: ['○ purge, old', '◆ purge, today', '■ by hand'],
  clock: formatClock,
};
