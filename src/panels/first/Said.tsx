import { useState } from 'react';
import { said as english } from '../../words/en/said.ts';
import { Headline } from '../announce/Headline.tsx';
import { useNarratedMoment } from '../explain/useMoment.ts';
import '../explain/explain.css';
import { ownWords } from '../kit/own-words.ts';
import { SayText } from '../kit/SayText.tsx';
import { Sentence } from '../kit/Sentence.tsx';
import { useNames } from '../kit/useNames.ts';
import { useWords } from '../kit/useWords.ts';

const useSaid = (): typeof english => ownWords(useWords(), 'said', english);

/** Who got the agent that was free last, in the words of the first minute. What is not a decision leaves the last one standing. */
export function TurnSaid() {
  const { record } = useNarratedMoment();
  // What stands when a try begins is the end of the run before.
  const [before] = useState(record);
  const [last, setLast] = useState<typeof record>(null);
  const names = useNames();
  const { turn, arrives } = useSaid();
  if (record !== null && record !== before && record !== last) setLast(record);
  return (
    <div className="saybar">
      <SayText>{last === null ? arrives : <Sentence tokens={turn(last, names)} size="large" />}</SayText>
    </div>
  );
}

/** The headline of the first minute, whose picture is all that there is. */
export function FirstHeadline() {
  const { headline } = useSaid();
  return <Headline leads={false} over={false} {...(headline === undefined ? {} : { tell: headline })} />;
}
