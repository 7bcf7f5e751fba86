import { type ReactNode, useState } from 'react';
import type { TimelineSlice } from '../../protocol/answers.ts';
import { lazyAfterFirstPaint } from '../kit/lazy.tsx';
import { PlayControls } from './PlayControls.tsx';
import { Track } from './Track.tsx';
import { useZoom } from './useZoom.ts';

const BranchRows = lazyAfterFirstPaint(
  () => import('./BranchRows.tsx'),
  (module) => module.BranchRows,
);

interface TimelinePanelProps {
  pulse?: boolean;
  /** Stands at the end of the row of controls. */
  end?: ReactNode;
}

/** Shows the controls, the track, and the hidden branches. */
export function TimelinePanel({ pulse = false, end }: TimelinePanelProps) {
  const [slice, setSlice] = useState<TimelineSlice | null>(null);
  const zoom = useZoom();
  return (
    <>
      <PlayControls pulse={pulse} branches={slice?.branches ?? []} zoom={zoom} end={end} />
      <Track zoom={zoom} onSlice={setSlice} />
      {slice !== null && slice.branches.length > 1 && <BranchRows slice={slice} window={zoom.window} />}
    </>
  );
}
