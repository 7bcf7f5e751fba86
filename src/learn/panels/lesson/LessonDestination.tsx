import { useState } from 'react';
import { useApp, useSession } from '../../../store/hooks.ts';
import { selectTransports } from '../../../store/selectors.ts';
import { ConcurrencyChart } from '../../../panels/destination/ConcurrencyChart.tsx';
import '../../../panels/destination/destination.css';
import { useWindowHistory } from '../../../panels/destination/useWindowHistory.ts';
import { DestinationBadge } from '../../../panels/dock/DestinationMarks.tsx';
import '../../../panels/hero/hero.css';
import './lesson.css';
import { WindowLarge, WindowNow } from './LessonWindow.tsx';
import { NO_DELIVERY } from '../../../explain/labels.ts';

/** One destination of smtp: its window now, and what every report did to it. */
export default function LessonDestination({ name }: { name: string }) {
  const history = useWindowHistory('smtp', name);
  const [chosen, setChosen] = useState<number | null>(null);
  const [other, setOther] = useState(false);
  const smtp = useApp((state) => selectTransports(state).find((row) => row.name === 'smtp')?.id);
  const queue = useSession((session) => {
    for (const row of session.queues.values()) if (row.transport === smtp && row.name === name) return row;
    return undefined;
  });
  const last = history?.total ?? 0;
  return (
    <section className="lesson-destination" aria-label={`Destination ${name}`}>
      <div className="lesson-destination-now">
        <b className="mono">{name}</b>
        {queue === undefined ? (
          <span className="dim">nothing is queued for it</span>
        ) : (
          <>
            <DestinationBadge queue={queue} />
            <WindowNow queue={queue} />
          </>
        )}
      </div>
      {history === null ? (
        <div className="lesson-window">
          {queue === undefined ? <p>{NO_DELIVERY}</p> : <WindowLarge queue={queue} />}
        </div>
      ) : (
        <ConcurrencyChart
          history={history}
          selected={chosen ?? last}
          onSelect={(n) => setChosen(n === last ? null : n)}
          serverTakes={0}
          outages={[]}
          showOther={other}
          onToggleOther={() => setOther(!other)}
        />
      )}
    </section>
  );
}
