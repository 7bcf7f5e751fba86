import { useAnswerHere } from '../learn/panels/exercise/useAnswerHere.ts';
import { AddStop } from '../learn/panels/write/AddStop.tsx';
import { SharePopover } from '../panels/share/SharePopover.tsx';

/** Content of the Share button, with additions from lessons: the answer of an exercise, and a link into a lesson. */
export default function ShareHere({ onCopied }: { onCopied: (hash: string) => void }) {
  return <SharePopover onCopied={onCopied} useAnswer={useAnswerHere} more={<AddStop />} />;
}
