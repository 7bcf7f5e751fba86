import { useState } from 'react';
import type { TimelineSlice } from '../../protocol/session-api.ts';
import { Controls } from './Controls.tsx';
import { Track } from './Track.tsx';
import './timeline.css';

/** The run along simulated time, with everything that moves through it. */
export function TimelinePanel({ pulse = false }: { pulse?: boolean }) {
  const [branches, setBranches] = useState<TimelineSlice['branches']>([]);
  return (
    <>
      <Controls pulse={pulse} branches={branches} />
      <Track onBranches={setBranches} />
    </>
  );
}
