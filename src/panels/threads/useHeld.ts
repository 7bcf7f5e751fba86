import { useEffect, useRef, useState } from 'react';
import { useSession } from '../../store/hooks.ts';

/** Words and figures that change more often than this are not read by any reader. */
const EVERY_MS = 150;

/** A value for text beside a picture that plays: a few times a second then, and always the present one when it stands. */
export function useHeld<T>(value: T): T {
  const playing = useSession((session) => session.playing);
  const latest = useRef(value);
  const [held, setHeld] = useState<{ value: T } | null>(null);
  useEffect(() => {
    latest.current = value;
  });
  useEffect(() => {
    if (!playing) return undefined;
    const take = (): void => setHeld({ value: latest.current });
    const timer = setInterval(take, EVERY_MS);
    return () => {
      clearInterval(timer);
      setHeld(null);
    };
  }, [playing]);
  return playing && held !== null ? held.value : value;
}
