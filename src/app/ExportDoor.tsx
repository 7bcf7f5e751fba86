import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { onExportAsked } from '../panels/kit/export-door.ts';
import { Opening } from './Opening.tsx';

const ExportSheet = lazy(() => import('../panels/export/ExportSheet.tsx'));

/** Opens the export sheet for whoever asks for it. */
export function ExportDoor() {
  const [asked, setAsked] = useState<{ panelId: string | null } | null>(null);
  useEffect(() => onExportAsked((panelId) => setAsked({ panelId })), []);
  const close = useCallback(() => setAsked(null), []);
  if (asked === null) return null;
  return (
    <Suspense fallback={<Opening />}>
      <ExportSheet panelId={asked.panelId} onClose={close} />
    </Suspense>
  );
}
