import { memo } from 'react';
import { Chip } from '../../charts/Chip.tsx';
import type { GhostMark } from './marks.ts';
import { ghostTitle, ghostWords } from './words.ts';
import './stage.css';

interface GhostViewProps {
  mark: GhostMark;
  hit: boolean;
  dim: boolean;
}

/**
 * A vanished job that others still hang from. Hidden from screen readers, who hear it from its children ("preempted 4,
 * which is gone, adopted by 1"): a tree may hold nothing but its items.
 */
export const GhostView = memo(function GhostView({ mark, hit, dim }: GhostViewProps) {
  return (
    <div
      className="ghost"
      aria-hidden="true"
      title={ghostTitle(mark.number, mark.adopter, mark.children)}
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
