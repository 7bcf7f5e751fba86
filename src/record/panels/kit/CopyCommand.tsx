import { COPY_BY_HAND } from '../../../explain/labels.ts';
import { CopyButton } from '../../../ui/CopyButton.tsx';

/** Command lines to run in a terminal, with a Copy button. */
export function CopyCommand({ text, className }: { text: string; className: string | undefined }) {
  return (
    <div className={className}>
      <pre className="mono">{text}</pre>
      <CopyButton text={text} byHand={COPY_BY_HAND} />
    </div>
  );
}
