import { useAnswerHere } from '../learn/panels/exercise/useAnswerHere.ts';
import { AddStop } from '../learn/panels/write/AddStop.tsx';
import { SharePopover } from '../panels/share/SharePopover.tsx';

/** What the Share button opens, with what lessons add: the answer of an exercise, and a way into a lesson. */
export default function ShareHere({ onCopied }: { onCopied: (hash: string) => void }) {
  return <SharePopover onCopied={onCopied} useAnswer={useAnswerHere} more={<AddStop />} />;
}
