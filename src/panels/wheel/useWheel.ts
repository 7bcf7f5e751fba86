import type { WheelDetail, WheelQuestion } from '../../protocol/wheel.ts';
import { useLatest } from '../kit/useLatest.ts';

/** The wheel at the cursor, as it changes; null before the first answer, and in a run without one. */
export function useWheel({ follow, open }: WheelQuestion): WheelDetail | null {
  const key = `${follow} ${open === null ? '' : `${open.level} ${open.bucket}`}`;
  return useLatest(key, (actions) => actions.ask('wheel', { follow, open }));
}
