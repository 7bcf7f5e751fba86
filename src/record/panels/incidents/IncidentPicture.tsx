import { useRef } from 'react';
import { useSize } from '../../../charts/useSize.ts';
import type { Incident } from '../../incidents/incidents.ts';
import type { Finding } from '../../protocol/findings.ts';
import { chosenInstance, nameOfInstance, useRecords } from '../../store/record.ts';
import { firstsOf } from '../postfix/picked.ts';
import { RecordPicture } from '../postfix/RecordPicture.tsx';
import { useAsked } from '../postfix/useAsked.ts';
import css from './incidents.module.css';

/** Width in units that a bin of the picture takes, and the room beside the bins. */
const BIN = 6;
const BESIDE = 230;

/** The program's finding that the incident is about; null before it is computed. */
export function useFindingOf({ id, finding }: Incident): Finding | null {
  const name = nameOfInstance(chosenInstance(useRecords().state));
  const report = useAsked(`incident ${id} ${name.host} ${name.instance}`, async (questions) => {
    const answer = await questions.late({ ...name, classes: [], from: 0, to: 0 });
    return answer.ok ? answer.value : null;
  });
  return report?.findings.find(({ rule }) => rule === finding) ?? null;
}

/** The record over time, with a frame round the lane of the finding. */
export function IncidentPicture({ incident, zone }: { incident: Incident; zone: string }) {
  const instance = chosenInstance(useRecords().state);
  const name = nameOfInstance(instance);
  const finding = useFindingOf(incident);
  const box = useRef<HTMLDivElement>(null);
  const width = useSize(box)?.width ?? 0;
  const bins = Math.max(20, Math.min(240, Math.floor((width - BESIDE) / BIN)));
  const { lanes } = incident;
  const first = finding === null ? [] : firstsOf([finding]);
  const key = instance === null || width === 0 ? '' : JSON.stringify([incident.id, name, bins, first]);
  const overview = useAsked(key, (questions) =>
    questions.overview({
      ...name,
      from: instance?.from ?? 0,
      to: instance?.to ?? 0,
      bins,
      lanes,
      classes: [],
      only: '',
      first,
    }),
  );
  const framed =
    overview?.lanes.find(({ subject }) => subject === 1)?.name ??
    (overview?.lanes.length === 1 || lanes === 'transport' ? overview?.lanes[0]?.name : undefined);
  return (
    <div ref={box} className={css.incidentPicture}>
      {overview !== null && width > 0 && (
        <RecordPicture
          overview={overview}
          kind={lanes}
          heat={false}
          narrow={width < 640}
          zone={zone}
          brush={null}
          lane=""
          framed={framed ?? ''}
          marks={[]}
          onBrush={() => undefined}
          onLane={() => undefined}
        />
      )}
    </div>
  );
}
