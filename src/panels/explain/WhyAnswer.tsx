import { useSession } from '../../store/hooks.ts';
import { formatFine, formatSeconds } from '../kit/format.ts';
import { Sentence } from '../kit/Sentence.tsx';
import type { WhySentences } from './useWhy.ts';

/** An answer, and of which instant it is: a run that plays goes on under it. */
export function WhyAnswer({ answer }: { answer: WhySentences }) {
  const playing = useSession((session) => session.playing);
  const fine = useSession(({ scenario }) => scenario?.lab !== undefined || scenario?.cmgroup !== undefined);
  return (
    <>
      {answer.sentences.map((tokens, i) => (
        // oxlint-disable-next-line react/no-array-index-key
        <p className="side-note" key={i}>
          <Sentence tokens={tokens} size="small" />
          {i === 0 && playing && (
            <span className="dim"> As of {fine ? formatFine(answer.at) : formatSeconds(answer.at)}.</span>
          )}
        </p>
      ))}
    </>
  );
}
