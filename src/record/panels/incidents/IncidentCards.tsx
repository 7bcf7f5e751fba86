import { formatMany, formatLasting } from '../../explain/record-format.ts';
import { INCIDENTS } from '../../incidents/incidents.ts';
import css from './incidents.module.css';
import { type IncidentStrip, INCIDENT_STRIPS } from './incident-strips.ts';

/** The incidents, each a way to its recording and lesson. */
export function IncidentCards() {
  return (
    <ul className={css.incidentsList}>
      {INCIDENTS.map(({ id, title, reported }) => (
        <li key={id}>
          <a className={css.incidentCard} href={`#postfix&tab=incidents&id=${id}`}>
            <b>{title}</b>
            <span>{reported}</span>
            <IncidentPicture id={id} />
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Of the picture's 60 units of height: deliveries stand on this line, what was put off hangs below it. */
const BASE = 42;
const ABOVE = 38;
const BELOW = 16;

/** The recording of an incident in little: deliveries at once, and below the line tries that were put off. */
function IncidentPicture({ id }: { id: string }) {
  const strip = INCIDENT_STRIPS[id];
  if (strip === undefined) return null;
  const bins = strip.atOnce.length;
  const most = Math.max(1, ...strip.atOnce);
  const mostOff = Math.max(1, ...strip.putOff);
  return (
    <>
      <svg
        className={css.incidentPicture}
        viewBox={`0 0 ${bins} 60`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {strip.atOnce.map((count, i) => (
          // A bin has no other name than its place.
          // oxlint-disable-next-line react/no-array-index-key
          <g key={i}>
            <Bar at={i} top={BASE - (count / most) * ABOVE} height={(count / most) * ABOVE} look="at-once" />
            <Bar at={i} top={BASE + 2} height={((strip.putOff[i] ?? 0) / mostOff) * BELOW} look="put-off" />
          </g>
        ))}
        <path className={css.incidentBase} d={`M0 ${BASE + 1}H${bins}`} vectorEffect="non-scaling-stroke" />
      </svg>
      <span className={css.incidentFacts}>{words(strip, most)}</span>
    </>
  );
}

interface BarProps {
  at: number;
  top: number;
  height: number;
  look: 'at-once' | 'put-off';
}

function Bar({ at, top, height, look }: BarProps) {
  return height === 0 ? null : (
    <rect className={css.incidentBar} data-look={look} x={at + 0.1} y={top} width={0.8} height={height} />
  );
}

function words({ seconds, putOff }: IncidentStrip, most: number): string {
  const off = putOff.reduce((sum, count) => sum + count, 0);
  const atOnce = most === 1 ? 'Never more than one delivery at once' : `Up to ${most} deliveries at once`;
  const below = off === 0 ? 'no try was put off' : `below in red, ${formatMany(off, 'try', 'tries')} put off`;
  return `${atOnce} in ${formatLasting(seconds)}; ${below}`;
}
