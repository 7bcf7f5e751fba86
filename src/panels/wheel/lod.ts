import type { WheelDetail } from '../../protocol/wheel.ts';

/** What the reader asked for: each timer, or numbers. */
export type Lod = 'timers' | 'counts';

/** Up to so many timers are drawn one by one, up to so many are numbers; above, buckets fill like glasses. */
const TOKENS_MAX = 120;
const COUNTS_MAX = 1000;
/** More segments than this are drawn on a canvas: an element each would cost more than a frame. */
const SEGMENTS_MAX = 320;

/** How the rings are drawn: fewer parts where there is less room. */
export function levelOfDetail(
  detail: Pick<WheelDetail, 'pending' | 'size' | 'levels'>,
  wanted: Lod,
  oneRing = false,
): 'tokens' | 'counts' | 'fill' {
  if (oneRing) return detail.pending > TOKENS_MAX || wanted === 'counts' ? 'counts' : 'tokens';
  if (detail.size * detail.levels.length > SEGMENTS_MAX || detail.pending > COUNTS_MAX) return 'fill';
  return wanted === 'counts' || detail.pending > TOKENS_MAX ? 'counts' : 'tokens';
}

/** Share of a bucket that is filled: logarithmic, so that one timer is seen beside ten thousand. */
export function fillShare(count: number): number {
  return count <= 0 ? 0 : Math.min(1, (Math.log10(count) + 0.6) / 4.6);
}
