import { memo } from 'react';
import { Chip } from '../../charts/Chip.tsx';
import type { GhostMark } from './marks.ts';
import { ghostLabel, ghostWords } from './words.ts';

interface GhostViewProps {
  mark: GhostMark;
  hit: boolean;
  dim: boolean;
}

/** A vanished job that others still hang from. Not a stop of the keyboard: there is nothing to do with it. */
export const GhostView = memo(function GhostView({ mark, hit, dim }: GhostViewProps) {
  return (
    <div
      className="ghost"
      role="note"
      aria-label={ghostLabel(mark.number, mark.adopter, mark.children)}
      data-key={`ghost:${mark.number}`}
      data-number={mark.number}
      data-hit={hit || undefined}
      data-dim={dim || undefined}
      style={{ transform: `translate(${mark.x}px,${mark.y}px)`, width: mark.width, height: mark.height }}
    >
      <span className="ghost-sign">?</span>
      <Chip number={mark.number} size="small" />
      <span>{ghostWords(mark.adopter !== 0)}</span>
    </div>
  );
});
