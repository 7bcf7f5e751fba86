import { useState } from 'react';
import type { TimelineSlice } from '../../protocol/session-api.ts';
import { Controls } from './Controls.tsx';
import { Track } from './Track.tsx';
import { useZoom } from './useZoom.ts';
import './timeline.css';

/** The run along simulated time, with everything that moves through it. */
export function TimelinePanel({ pulse = false }: { pulse?: boolean }) {
  const [branches, setBranches] = useState<TimelineSlice['branches']>([]);
  const zoom = useZoom();
  return (
    <>
      <Controls pulse={pulse} branches={branches} zoom={zoom} />
      <Track zoom={zoom} onBranches={setBranches} />
    </>
  );
}
