import { Controls } from './Controls.tsx';
import { Track } from './Track.tsx';
import './timeline.css';

/** The run along simulated time, with everything that moves through it. */
export function TimelinePanel({ pulse = false }: { pulse?: boolean }) {
  return (
    <>
      <Controls pulse={pulse} />
      <Track />
    </>
  );
}
