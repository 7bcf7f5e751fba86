import { useRef, useState, type ChangeEvent } from 'react';
import { openTextFile } from './read-file.ts';
import { Button } from '../../ui/Button.tsx';

interface OpenFileProps {
  /** On the button. */
  text: string;
  /** What the file is, for screen readers. */
  name: string;
  /** Endings and types that the browser offers. */
  accept: string;
  /** The answer says what is wrong with the file. */
  onFile: (text: string) => Promise<string | null>;
}

/** A button that asks for a file, and what is wrong with the one that was chosen. */
export function OpenFile({ text, name, accept, onFile }: OpenFileProps) {
  const input = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<string | null>(null);
  const read = async (event: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const file = event.target.files?.[0];
    // The same file, mended, can be chosen again.
    event.target.value = '';
    if (file !== undefined) setFault(await openTextFile(file, onFile));
  };
  return (
    <>
      <Button look="outlined" onClick={() => input.current?.click()}>
        {text}
      </Button>
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        aria-label={name}
        onChange={(event) => void read(event)}
      />
      {fault !== null && (
        <p className="field-error" role="alert">
          {fault}
        </p>
      )}
    </>
  );
}
