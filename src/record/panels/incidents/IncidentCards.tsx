import { Frame, type Plot } from '../../../plot/Frame.tsx';
import { type Box, boxesPath } from '../../../plot/paths.ts';
import type { ReactNode } from 'react';
import { PictureCard } from '../../../panels/gallery/PictureCard.tsx';
import { INCIDENTS } from '../../incidents/incidents.ts';
import css from './incidents.module.css';
import { type IncidentStrip, INCIDENT_STRIPS } from './incident-strips.ts';

/** A card for each incident, as items of a list. */
export function incidentCards(): ReactNode[] {
  return INCIDENTS.map(({ id, title, reported }) => (
    <li key={id}>
      <PictureCard
        href={`#postfix&tab=incidents&id=${id}`}
        title={title}
        sentence={complaintOf(reported)}
        picture={<Thumb id={id} />}
      />
    </li>
  ));
}

/** The complaint in the users' words: the quotation at the start of the text, or else the whole text. */
export function complaintOf(reported: string): string {
  return /^“[^”]*”/.exec(reported)?.[0] ?? reported;
}

function Thumb({ id }: { id: string }) {
  const strip = INCIDENT_STRIPS[id];
  if (strip === undefined) return null;
  return (
    <Frame hidden height={132} margins={{ left: 0, right: 0, top: 4, bottom: 0 }}>
      {(plot) => <Strip strip={strip} plot={plot} />}
    </Frame>
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
