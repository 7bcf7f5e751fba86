import { useState } from 'react';
import type { RuleTrace } from '../../explain/rules/rule.ts';

interface Place {
  key: string;
  at: number;
}

/**
 * Which visit of a trace the reader looks at. Who comes to an instant sees its last line, because the picture shows the
 * state after it; who goes on line by line from the instant before sees its first.
 */
export function usePlace(trace: RuleTrace | undefined, key: string, playing: boolean) {
  const [place, setPlace] = useState<Place>({ key: '', at: 0 });
  const [entrance, setEntrance] = useState<'first' | 'last'>('last');
  const last = Math.max(0, (trace?.visits.length ?? 1) - 1);
  const own = `${key}:${trace?.rule ?? ''}`;
  const arrived = entrance === 'first' && !playing ? 0 : last;
  const at = Math.min(last, place.key === own && !playing ? place.at : arrived);
  return {
    at,
    /** The reader has gone to this line, and not only to this instant. */
    stepped: !playing && (place.key === own || entrance === 'first'),
    last,
    go: (to: number) => setPlace({ key: own, at: Math.max(0, Math.min(last, to)) }),
    /** How the next instant is entered. */
    enter: setEntrance,
  };
}
