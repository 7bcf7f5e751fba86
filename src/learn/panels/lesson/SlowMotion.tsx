import { useEffect, useState, useCallback } from 'react';
import { useActions, useView } from '../../../store/hooks.ts';
import { Sentence } from '../../../panels/kit/Sentence.tsx';
import { useWords } from '../kit/useWords.ts';
import type { Annotation } from '../../lessons/lesson.ts';
import type { SlowPart } from '../../questions/slow-motion.ts';
import type { Prepared } from './usePrepared.ts';
import { Button } from '../../../ui/Button.tsx';

/** The marks of one part of a slow motion. All have the number of that part. */
export interface MotionPart {
  marks: readonly Annotation[];
  number: number;
}

interface Motion {
  shown: boolean;
  parts: readonly SlowPart[];
  /** Index of the current part, from 0. */
  at: number;
  onAt: (at: number) => void;
  part: MotionPart | null;
}

/** State of a stop's slow motion. The first part is shown once the question of the stop is answered. */
export function useMotion(prepared: Prepared | null, answered: boolean): Motion {
  const key = prepared?.key ?? '';
  const [stood, setStood] = useState({ key, at: 0 });
  const at = stood.key === key ? stood.at : 0;
  const onAt = useCallback((to: number) => setStood({ key, at: to }), [key]);
  const shown = prepared !== null && answered && prepared.slow.length > 0;
  const part = shown ? prepared.slow[at] : undefined;
  const parts = prepared?.slow ?? [];
  return { shown, parts, at, onAt, part: part === undefined ? null : { marks: part.marks, number: at + 1 } };
}

/** Milliseconds per part: time to read its text and find its marks. */
const PART_MS = 2600;

interface SlowMotionProps extends Pick<Motion, 'parts' | 'at' | 'onAt'> {
  /** Language of the texts. */
  language: string;
}

/**
 * Shows the numbered parts of a slow motion one after the other. With reduced motion the reader must click each part.
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
    <section className="panel stack gap-12" aria-label={words.label}>
      <ol className="stack sub" lang={language}>
        {parts.map(({ said }, i) => (
          // oxlint-disable-next-line react/no-array-index-key
          <li
            key={i}
            className={`row baseline ${i === at ? 'strong' : ''}`}
            aria-current={i === at ? 'step' : undefined}
          >
            <kbd aria-hidden="true">{i + 1}</kbd>
            <span>
              <Sentence tokens={said} />
            </span>
          </li>
        ))}
      </ol>
      <div className="row">
        <Button look="outlined" disabled={at === 0} onClick={go(at - 1)}>
          {words.back}
        </Button>
        <Button
          onClick={() => {
            if (!moves && at === last) onAt(0);
            setPlaying(!moves);
          }}
        >
          {moves ? words.pause : words.play}
        </Button>
        <Button look="outlined" disabled={at === last} onClick={go(at + 1)}>
          {words.on}
        </Button>
      </div>
    </section>
  );
}
