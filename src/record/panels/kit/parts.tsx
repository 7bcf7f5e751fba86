import { useRef } from 'react';
import { COPY_BY_HAND } from '../../../explain/labels.ts';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import css from './kit.module.css';
import { Button } from '../../../ui/Button.tsx';

/** Shows an error, which screen readers announce. Shows nothing for an empty text. */
export function Fault({ text }: { text: string }) {
  return text === '' ? null : (
    <p className="field-error" role="alert">
      {text}
    </p>
  );
}

/** Command lines to run in a terminal, with a Copy button. */
export function CopyCommand({ text }: { text: string }) {
  return (
    <div className={`row wrap between start ${css.sunk}`}>
      <pre className="mono">{text}</pre>
      <span>
        <CopyButton text={text} byHand={COPY_BY_HAND} />
      </span>
    </div>
  );
}

interface FileButtonProps {
  text: string;
  /** Accessible name of the input. */
  label: string;
  className?: string;
  /** If true, the reader chooses a folder instead of files. */
  folder?: boolean;
  onChoose: (files: FileList | null) => void;
}

/** A button that opens the file chooser of the browser. */
export function FileButton({ text, label, className = '', folder = false, onChoose }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button className={className} onClick={() => input.current?.click()}>
        {text}
      </Button>
      <input
        // React has no name for the property that chooses folders.
        ref={(element) => {
          input.current = element;
          if (element !== null) element.webkitdirectory = folder;
        }}
        type="file"
        multiple={!folder}
        hidden
        aria-label={label}
        onChange={({ target }) => {
          onChoose(target.files);
          // The browser reports no change when the same file, which may have grown, is chosen again. An emptied input reports it.
          target.value = '';
        }}
      />
    </>
  );
}

/** Text with line breaks allowed after `_`, `/`, `=` and before `@`. Copied text has no extra characters. */
export function Breakable({ text }: { text: string }) {
  // oxlint-disable-next-line react/no-array-index-key -- parts of one text, which are never moved
  return text.split(/(?<=[_/=])|(?=@)/).flatMap((part, i) => (i === 0 ? [part] : [<wbr key={i} />, part]));
}
