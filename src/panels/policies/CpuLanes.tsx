import { useMemo, useRef } from 'react';
import { useSize } from '../../charts/useSize.ts';
import type { PolicyRun } from '../../protocol/policies.ts';
import type { Micros } from '../../protocol/units.ts';
import { formatMicros } from './figures.ts';
import { lanePaths } from './picture.ts';
import './policies.css';

/** Half of the window, µs. */
const REACH = 2_000;
const LANES_MAX = 8;
const LANE = 12;
const GAP = 8;
const LABEL = 36;

/** The CPUs two milliseconds before and after the instant: busy stretches, and a black mark for each switch. */
export function CpuLanes({ run, cpus, at }: { run: PolicyRun; cpus: number; at: Micros }) {
  const ref = useRef<HTMLDivElement>(null);
  const size = useSize(ref);
  const width = Math.max(40, (size?.width ?? 240) - LABEL);
  const shown = Math.min(cpus, LANES_MAX);
  const { stretches } = run.recording;
  const lanes = useMemo(() => {
    const window = { from: at - REACH, to: at + REACH };
    return Array.from({ length: shown }, (_, cpu) => lanePaths(stretches, cpu, window, width, LANE));
  }, [stretches, shown, at, width]);
  const busy = useMemo(() => busyShare(run, at, cpus), [run, at, cpus]);
  const height = shown * (LANE + GAP);
  return (
    <figure className="plot">
      <figcaption className="plot-name">
        <span>{shown < cpus ? `CPUs, ${shown} of ${cpus}` : 'CPUs'}, 4 ms around the instant</span>
        <span>
          <i className="key-switch" aria-hidden="true" /> switch
        </span>
      </figcaption>
      <div ref={ref}>
        <svg
          width="100%"
          height={height + 14}
          role="img"
          aria-label={`CPUs around ${formatMicros(at)}: ${Math.round(busy * 100)} % of their time in use`}
        >
          {lanes.map(({ busy: bars, switching }, cpu) => (
            // The lane is the CPU: its number is what it is.
            // oxlint-disable-next-line react/no-array-index-key
            <g key={cpu} transform={`translate(0 ${cpu * (LANE + GAP) + 2})`}>
              <text x="0" y={LANE - 2} className="axis">
                cpu {cpu}
              </text>
              <g transform={`translate(${LABEL} 0)`}>
                <path className="lane-line" d={`M0 ${LANE / 2}h${width}`} />
                <path className="lane-busy" d={bars} />
                <path className="lane-switch" d={switching} />
              </g>
            </g>
          ))}
          <path className="instant" d={`M${LABEL + width / 2} 0v${height}`} />
          <text x={LABEL} y={height + 11} className="axis">
            −2 ms
          </text>
          <text x={LABEL + width} y={height + 11} className="axis" textAnchor="end">
            +2 ms
          </text>
        </svg>
      </div>
    </figure>
  );
}

function busyShare({ recording }: PolicyRun, at: Micros, cpus: number): number {
  const { from, to } = recording.stretches;
  let sum = 0;
  for (let i = 0; i < from.length; i++) {
    sum += Math.max(0, Math.min(at + REACH, to[i] ?? 0) - Math.max(at - REACH, from[i] ?? 0));
  }
  return sum / (2 * REACH * cpus);
}
