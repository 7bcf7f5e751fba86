import { useState } from 'react';
import type { BranchId } from '../../../protocol/ids.ts';
import { useSession } from '../../../store/hooks.ts';
import { said as english } from '../../words/en/said.ts';
import { Headline } from '../../../panels/announce/Headline.tsx';
import { useNarratedMoment } from '../../../panels/explain/useMoment.ts';
import { ownWords, useWords } from '../kit/useWords.ts';
import { SayText } from '../../../panels/kit/SayText.tsx';
import { Sentence } from '../../../panels/kit/Sentence.tsx';
import { useNames } from '../../../panels/kit/useNames.ts';
import explainCss from '../../../panels/explain/explain.module.css';

/** The branch of the film. Every try forks from it. */
const FIRST_BRANCH = 1;

const useSaid = (): typeof english => ownWords(useWords(), 'said', english);

/**
 * Who got the agent that was free last, in the words of the first minute. What is not a decision leaves the last one standing.
 * `before`: the branch that was shown when the try began. Its decisions and those of the first branch belong to no try.
 * Comparing with the decision at the first render would be wrong: this code is loaded late, possibly after the try has ended.
 */
export function TurnSaid({ before }: { before: BranchId }) {
  const { record } = useNarratedMoment();
  const branch = useSession((session) => session.branch);
  const [last, setLast] = useState<typeof record>(null);
  const names = useNames();
  const { turn, arrives } = useSaid();
  if (record !== null && record !== last && branch !== before && branch !== FIRST_BRANCH) setLast(record);
  return (
    <div className={explainCss.saybar}>
      <SayText>{last === null ? arrives : <Sentence tokens={turn(last, names)} size="large" />}</SayText>
    </div>
  );
}

/** The headline of the first minute, whose picture is all that there is. */
export function FirstHeadline() {
  const { headline } = useSaid();
  return <Headline leads={false} over={false} {...(headline === undefined ? {} : { tell: headline })} />;
}
