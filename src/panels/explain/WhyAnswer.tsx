import { useSession } from '../../store/hooks.ts';
import { useKind } from '../kinds/views.ts';
import { Sentence } from '../kit/Sentence.tsx';
import type { WhySentences } from './useWhy.ts';

/** An answer, and of which instant it is: a run that plays goes on under it. */
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
