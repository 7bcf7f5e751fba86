import { formatFine } from '../../../explain/format.ts';
import { THREADS } from '../units.ts';
import type { KindView } from '../view.ts';

/** A stream of requests. */
export const STREAM_VIEW: KindView = {
  units: () => THREADS,
  legend: ['▲ over the limit', '■ by hand'],
  clock: formatFine,
  instant: formatFine,
  counts: 'event',
  short: true,
  // A millisecond takes a second: some of them are all there is, and at the speed of mail they would be over at once.
  speed: 0.001,
};

/** A story: its script is all that happens. */
export const STORY_VIEW: KindView = {
  ...STREAM_VIEW,
  foreseen: ({ script }) => script.at(-1)?.at ?? 0,
};
