import { Suspense, useCallback, useEffect, useState } from 'react';
import { fetched } from '../panels/kit/fetched.tsx';
import { onExportAsked } from '../panels/kit/asked-export.ts';
import { type HeavyQuestion, onHeavyAsked } from '../panels/kit/asked-heavy.ts';
import { onTourAsked } from '../panels/kit/asked-tour.ts';
import { Opening } from '../panels/kit/Opening.tsx';

const ExportSheet = fetched(() => import('../panels/export/ExportSheet.tsx'));
const HeavySheet = fetched(() => import('./HeavySheet.tsx'));
const Tour = fetched(() => import('../panels/tour/Tour.tsx'));

/** Opens what any panel may ask for, with its code when it is first asked for: the export sheet, the tour, the question about a large run. */
export function AskedSheets() {
  const [asked, setAsked] = useState<{ panelId: string | null } | null>(null);
  const [tour, setTour] = useState(false);
  const [heavy, setHeavy] = useState<HeavyQuestion | null>(null);
  useEffect(() => onExportAsked((panelId) => setAsked({ panelId })), []);
  useEffect(() => onTourAsked(() => setTour(true)), []);
  useEffect(() => onHeavyAsked(setHeavy), []);
  const close = useCallback(() => setAsked(null), []);
  const endTour = useCallback(() => setTour(false), []);
  return (
    <>
      {asked !== null && (
        <Suspense fallback={<Opening />}>
          <ExportSheet panelId={asked.panelId} onClose={close} />
        </Suspense>
      )}
      {heavy !== null && (
        <Suspense fallback={<Opening />}>
          <HeavySheet question={heavy} onClose={() => setHeavy(null)} />
        </Suspense>
      )}
      {tour && (
        <Suspense fallback={<Opening />}>
          <Tour onClose={endTour} />
        </Suspense>
      )}
    </>
  );
}
