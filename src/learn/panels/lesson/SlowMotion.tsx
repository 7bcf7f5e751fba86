import { useEffect, useState } from 'react';
import { useActions, useView } from '../../../store/hooks.ts';
import { Sentence } from '../../../panels/kit/Sentence.tsx';
import { useWords } from '../kit/useWords.ts';
import type { Motion } from './useMotion.ts';
import './lesson.css';

/** A part stands so long, in milliseconds: long enough to read it and to look. */
const PART_MS = 2600;

interface SlowMotionProps extends Pick<Motion, 'parts' | 'at' | 'onAt'> {
  /** That of the parts' words. */
  language: string;
}

/**
 * A motion in its numbered parts, which light up one by one; to be held and gone through by hand. Where the reader wants no motion
 * it stands still until a part is chosen.
 */
export function SlowMotion({ parts, language, at, onAt }: SlowMotionProps) {
  const { slow: words } = useWords();
  const actions = useActions();
  const still = useView((view) => view.reducedMotion);
  const [playing, setPlaying] = useState(!still);
  const last = parts.length - 1;
  const moves = playing && at < last;
  const step = parts[at]?.step;
  useEffect(() => {
    if (step !== undefined) void actions.seek({ step });
  }, [actions, step]);
  useEffect(() => {
    if (!moves) return undefined;
    const timer = setTimeout(() => onAt(at + 1), PART_MS);
    return () => clearTimeout(timer);
  }, [moves, at, onAt]);
  const go = (to: number) => () => {
    setPlaying(false);
    onAt(to);
  };
  return (
    <section className="slow-motion" aria-label={words.label}>
      <ol lang={language}>
        {parts.map(({ said }, i) => (
          // The parts of a motion stay at their places.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={i} aria-current={i === at ? 'step' : undefined}>
            <span>
              <Sentence tokens={said} />
            </span>
          </li>
        ))}
      </ol>
      <div className="row">
        <button type="button" className="btn outlined" disabled={at === 0} onClick={go(at - 1)}>
          {words.back}
        </button>
        <button
          type="button"
          className="btn"
          onClick={() => {
            if (!moves && at === last) onAt(0);
            setPlaying(!moves);
          }}
        >
          {moves ? words.pause : words.play}
        </button>
        <button type="button" className="btn outlined" disabled={at === last} onClick={go(at + 1)}>
          {words.on}
        </button>
      </div>
    </section>
  );
}
