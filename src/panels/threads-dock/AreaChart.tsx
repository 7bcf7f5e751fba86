import { memo } from 'react';
import type { CountSample } from '../../protocol/threads-view.ts';
import { formatSeconds } from '../../explain/format.ts';
import { AREA_BOX, areaLayout, areaWords } from './area-layout.ts';
import './threads-dock.css';

/** Runnable threads over their latest changes; red is above the concurrency value, which is dashed. */
export const AreaChart = memo(function AreaChart({ samples }: { samples: readonly CountSample[] }) {
  const picture = areaLayout(samples);
  const { width, height } = AREA_BOX;
  return (
    <figure className="threads-area">
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={areaWords(samples)}
      >
        <path className="area-base" d={`M0 ${height - 1}H${width}`} />
        <path className="area-count" d={picture.area} />
        <path className="area-over" d={picture.over} />
        <path className="area-limit" d={picture.limit} />
      </svg>
      <figcaption>
        {picture.from < 0
          ? 'one column a change; none so far'
          : `one column a change, ${formatSeconds(picture.from)} to ${formatSeconds(picture.to)}, up to ${picture.most}`}
      </figcaption>
    </figure>
  );
});
