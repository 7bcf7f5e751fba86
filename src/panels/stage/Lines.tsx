import { memo, useContext } from 'react';
import { ColouredNumbers, identityAttributes } from '../../charts/colours.ts';
import type { LabelMark, LinkMark, StageLayout } from './marks.ts';
import './stage.css';

interface LinesProps {
  layout: StageLayout;
}

/** Leads and links: below the cards, and no target for the pointer. */
export const Lines = memo(function Lines({ layout }: LinesProps) {
  const coloured = useContext(ColouredNumbers);
  return (
    <svg className="lines" width={layout.width} height={layout.height} aria-hidden="true">
      {layout.links.toSorted(byWeight).map((link) => (
        <path
          key={link.key}
          data-key={link.key}
          className={`job-link ${link.kind}`}
          d={link.d}
          {...(link.number > 0 ? identityAttributes(link.number, coloured) : {})}
        />
      ))}
    </svg>
  );
});

/** The black line and the coloured ones lie on the faint ones. */
const WEIGHT: Record<LinkMark['kind'], number> = { lead: 0, stub: 1, child: 2, adoption: 3, current: 4 };

function byWeight(a: LinkMark, b: LinkMark): number {
  return WEIGHT[a.kind] - WEIGHT[b.kind];
}

/** The annotation layer. Screen readers have the same in the labels of the tree. */
export const Labels = memo(function Labels({ labels }: { labels: readonly LabelMark[] }) {
  return labels.map((label) => (
    <span
      key={label.key}
      data-key={`label:${label.key}`}
      className={`stage-label ${label.tone} ${label.anchor}`}
      style={{ transform: `translate(${label.x}px,${label.y}px)` }}
      aria-hidden="true"
    >
      <span>{label.text}</span>
    </span>
  ));
});
