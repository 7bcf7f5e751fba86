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

/** The first branch, from which every try forks. */
const FIRST_BRANCH = 1;

const useSaid = (): typeof english => ownWords(useWords(), 'said', english);

/**
 * Shows the latest decision of a try, in the words of the first minute. `before`: the branch that was shown when the
 * try began. Decisions of that branch and of the first branch are not part of the try. This code is loaded late,
 * possibly after the end of the try, so its first render does not mark the beginning of the try.
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

export function FirstHeadline() {
  const { headline } = useSaid();
  return <Headline leads={false} over={false} {...(headline === undefined ? {} : { tell: headline })} />;
}
