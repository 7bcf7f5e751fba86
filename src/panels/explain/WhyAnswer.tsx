import { useEffect, useRef, useState } from 'react';
import type { Token } from '../../explain/tokens.ts';
import { explainWhy } from '../../explain/why.ts';
import type { Micros } from '../../protocol/units.ts';
import type { WhyQuestion } from '../../protocol/why.ts';
import { useApp, useRuntime, useSession } from '../../store/hooks.ts';
import { waitThen } from '../../store/idle.ts';
import { useKind } from '../kinds/views.ts';
import { createPace } from '../kit/pace.ts';
import { Sentence } from '../kit/Sentence.tsx';

/** An answer in sentences, with the instant at which it is valid. */
export interface WhySentences {
  sentences: Token[][];
  at: Micros;
}

/** Shows an answer; while the run plays, also its instant. */
export function WhyAnswer({ answer }: { answer: WhySentences }) {
  const playing = useSession((session) => session.playing);
  const { instant } = useKind();
  return (
    <>
      {answer.sentences.map((tokens, i) => (
        // oxlint-disable-next-line react/no-array-index-key
        <p className="side-note" key={i}>
          <Sentence tokens={tokens} size="small" />
          {i === 0 && playing && <span className="dim"> As of {instant(answer.at)}.</span>}
        </p>
      ))}
    </>
  );
}

/** Milliseconds between two answers while the run plays, so that each can be read. */
const PLAYING_MS = 1000;

/**
 * The answer to a question at the cursor; null without a question and before the first answer. Asks again when the
 * cursor moves, about once a second while playing.
 */
export function useWhy(question: WhyQuestion | null): WhySentences | null {
  const { actions, store } = useRuntime();
  const place = useSession((session) => `${session.run} ${session.branch} ${session.cursor.step}`);
  const run = useSession((session) => session.run);
  const playing = useApp(({ session, view }) => session.playing || view.scrubbing);
  const [pace] = useState(() => createPace(PLAYING_MS));
  const [answer, setAnswer] = useState<{ key: string; found: WhySentences } | null>(null);
  const asked = question === null ? '' : JSON.stringify(question);
  const key = `${run} ${asked}`;
  const last = useRef({ key: '', request: 0 });
  useEffect(() => {
    if (asked === '') return undefined;
    const known = last.current;
    return waitThen(
      () => {
        const request = known.request + 1;
        Object.assign(known, { key, request });
        const answered = pace.asked();
        actions
          .ask('why', JSON.parse(asked) as WhyQuestion)
          .then(
            (why) => {
              // If a newer question was asked meanwhile, drop this answer.
              if (known.request !== request) return;
              const { at } = store.getState().session.cursor;
              setAnswer({ key, found: { sentences: explainWhy(why), at } });
            },
            () => {
              // The run was replaced before the answer came; the next move of the cursor asks again.
            },
          )
          .finally(answered);
      },
      known.key === key ? pace.wait(playing) : 0,
    );
  }, [actions, store, asked, key, pace, place, playing]);
  return answer !== null && answer.key === key ? answer.found : null;
}
