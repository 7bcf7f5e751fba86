import { Frame, type Plot } from '../../../plot/Frame.tsx';
import { type Box, boxesPath } from '../../../plot/paths.ts';
import { formatMany, formatLasting } from '../../explain/record-format.ts';
import { INCIDENTS } from '../../incidents/incidents.ts';
import css from './incidents.module.css';
import { type IncidentStrip, INCIDENT_STRIPS } from './incident-strips.ts';

/** Shows a card for each incident, which links to the recording and the lesson of the incident. */
export function IncidentCards() {
  return (
    <ul className={css.incidentsList}>
      {INCIDENTS.map(({ id, title, reported }) => {
        const strip = INCIDENT_STRIPS[id];
        return (
          <li key={id}>
            <a
              className={`panel stack gap-6 text-2 sub ${css.incidentCard}`}
              href={`#postfix&tab=incidents&id=${id}`}
            >
              <b className="strong">{title}</b>
              <span>{reported}</span>
              {strip !== undefined && (
                <>
                  <Frame hidden height={64} margins={{ left: 0, right: 0, top: 4, bottom: 0 }}>
                    {(plot) => <Strip strip={strip} plot={plot} />}
                  </Frame>
                  <span>{stripWords(strip)}</span>
                </>
              )}
            </a>
          </li>
        );
      })}
    </ul>
  );
}

/** Concurrent deliveries are drawn above the base line in this share of the height, deferred attempts below the line. */
const ABOVE = 0.65;
const BELOW = 0.3;

function Strip({ strip: { atOnce, putOff }, plot }: { strip: IncidentStrip; plot: Plot }) {
  const each = plot.width / atOnce.length;
  const base = plot.top + plot.height * ABOVE;
  const bars = (counts: readonly number[], room: number, down: boolean): string => {
    const high = (room * plot.height) / Math.max(1, ...counts);
    return boxesPath(
      counts.flatMap((count, i): Box[] => {
        const height = count * high;
        const box = { x: (i + 0.1) * each, y: down ? base + 2 : base - height, width: each * 0.8, height };
        return count === 0 ? [] : [box];
      }),
    );
  };
  return (
    <>
      <path className={css.incidentAtOnce} d={bars(atOnce, ABOVE, false)} />
      <path className={css.incidentPutOff} d={bars(putOff, BELOW, true)} />
      <path className={css.incidentBase} d={`M0 ${base + 1}H${plot.width}`} />
    </>
  );
}

function stripWords({ seconds, atOnce, putOff }: IncidentStrip): string {
  const most = Math.max(1, ...atOnce);
  const off = putOff.reduce((sum, count) => sum + count, 0);
  const deliveries = most === 1 ? 'One delivery at a time' : `Up to ${most} concurrent deliveries`;
  const deferred =
    off === 0 ? 'No attempt was deferred.' : `Below in red: ${formatMany(off, 'deferred attempt')}.`;
  return `${deliveries} in ${formatLasting(seconds)}. ${deferred}`;
}
