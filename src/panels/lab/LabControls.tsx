import type { ReactNode } from 'react';
import { useSession } from '../../store/hooks.ts';
import { LabKind } from './LabKind.tsx';
import './lab.css';

/** What is done to a laboratory: its kind, what the run is about, and what its kind takes. */
export function LabControls({ children }: { children: ReactNode }) {
  const about = useSession((session) => session.scenario?.about ?? '');
  return (
    <aside className="lab-controls side" aria-label="Controls of the laboratory">
      <LabKind />
      {about !== '' && <p className="side-note">{about}</p>}
      {children}
    </aside>
  );
}
