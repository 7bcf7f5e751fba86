import { useState } from 'react';
import { COPY_BY_HAND } from '../../../explain/labels.ts';
import { copyText } from '../../../panels/kit/copy-text.ts';

/** Command lines to run in a terminal, with a Copy button. */
export function CopyCommand({ text, className }: { text: string; className: string }) {
  const [done, setDone] = useState<boolean | null>(null);
  return (
    <div className={className}>
      <pre className="mono">{text}</pre>
      <button type="button" className="btn outlined" onClick={() => void copyText(text).then(setDone)}>
        {done === true ? 'Copied' : 'Copy'}
      </button>
      <span role="status">{done === false && COPY_BY_HAND}</span>
    </div>
  );
}
