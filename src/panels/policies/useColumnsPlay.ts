import type { Micros } from '../../protocol/units.ts';
import { useEffect, useRef, useState } from 'react';
import { pageIdle } from '../../store/idle.ts';
import { useView } from '../../store/hooks.ts';

/** Microseconds of the model in a second. */
export const PLAY_SPEEDS = [
  { value: 100, text: '0.1 ms = 1 s' },
  { value: 1_000, text: '1 ms = 1 s' },
  { value: 10_000, text: '10 ms = 1 s' },
  { value: 100_000, text: '100 ms = 1 s' },
] as const;
type PlaySpeed = (typeof PLAY_SPEEDS)[number]['value'];

/** All columns draw again with each step: twenty a second are smooth and leave time for the reader. */
const STEP_MS = 50;
/** Without motion: so long each picture stands. */
const STILL_MS = 500;

interface Play {
  playing: boolean;
  speed: PlaySpeed;
  setSpeed: (speed: PlaySpeed) => void;
  toggle: () => void;
}

/** Moves the instant of all columns on; it stops at the end of the last run. */
export function useColumnsPlay(at: Micros, end: Micros, onAt: (at: Micros) => void): Play {
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState<PlaySpeed>(1_000);
  const still = useView((view) => view.reducedMotion);
  const latest = useRef({ at, end, onAt });
  useEffect(() => {
    latest.current = { at, end, onAt };
  });
  useEffect(() => {
    if (!playing) return undefined;
    const over = pageIdle.begin();
    const every = still ? STILL_MS : STEP_MS;
    const timer = setInterval(() => {
      const { at: now, end: last, onAt: move } = latest.current;
      const next = Math.min(last, now + (speed * every) / 1_000);
      move(next);
      if (next >= last) setPlaying(false);
    }, every);
    return () => {
      clearInterval(timer);
      over();
    };
  }, [playing, speed, still]);
  return {
    playing,
    speed,
    setSpeed,
    toggle() {
      // From the end it begins anew: there is nothing behind it.
      if (!playing && at >= end) onAt(0);
      setPlaying(!playing);
    },
  };
}
