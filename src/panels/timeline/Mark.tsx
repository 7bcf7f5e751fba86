import { memo } from 'react';
import { useIdentity } from '../../charts/colours.ts';
import type { TimelineMark } from '../../protocol/answers.ts';
import { type PlacedMark, TRACK } from './layout.ts';
import css from './timeline.module.css';

/** Mark kinds shown beside wake-ups; arrivals would be in the same row. */
export function isOfWheel(kind: TimelineMark['kind']): boolean {
  return kind.startsWith('woke-') || kind === 'change';
}

interface MarkProps {
  placed: PlacedMark;
  /** SVG transform of the mark; absent = the mark is in its row of the track. */
  transform?: string;
}

export const Mark = memo(function Mark({ placed, transform }: MarkProps) {
  const { mark, x, future } = placed;
  const identity = useIdentity(mark.number);
  return (
    <g
      className={future ? `${css.mark} ${css.future}` : css.mark}
      data-look={mark.kind}
      transform={transform ?? `translate(${x} 0)`}
      data-break={`timeline:${mark.kind}`}
      {...identity}
    >
      <title>{mark.text}</title>
      <rect className="plot-ground" x="-6" y={TRACK.markTop - 3} width="12" height="20" />
      <path d={MARK_SHAPES[mark.kind]} />
    </g>
  );
});

const ROUND = `M-3.2 ${TRACK.markTop + 3.6}a3.2 3.2 0 1 0 6.4 0a3.2 3.2 0 1 0 -6.4 0z`;
const DIAMOND = `M0 ${TRACK.diamondTop}l4.6 4.6l-4.6 4.6l-4.6 -4.6z`;
const MARK_SHAPES = {
  injection: `M-3.6 ${TRACK.markTop}h7.2l-3.6 6.6z`,
  preemption: DIAMOND,
  dead: `M-3 ${TRACK.diamondTop + 1.5}l6 6m0 -6l-6 6`,
  alive: `M-3 ${TRACK.diamondTop + 4.5}a3 3 0 1 0 6 0a3 3 0 1 0 -6 0z`,
  deferred: `M3.4 ${TRACK.diamondTop + 4.5}a3.4 3.4 0 1 1 -1.2 -2.6m0.4 -2.4v2.8h-2.8`,
  herd: `M-4 ${TRACK.diamondTop + 2.5}h7m-2.4 -2.2l2.4 2.2l-2.4 2.2M-4 ${TRACK.diamondTop + 7}h7m-2.4 -2.2l2.4 2.2l-2.4 2.2`,
  change: `M-2.5 ${TRACK.diamondTop + 2}h5v5h-5z`,
  'woke-cascade': DIAMOND,
  'woke-ran': ROUND,
  'woke-empty': ROUND,
  purge: DIAMOND,
  over: `M0 ${TRACK.diamondTop}l4 7.4h-8z`,
  'purge-old': ROUND,
} as const;
