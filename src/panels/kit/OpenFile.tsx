import { useRef, useState, type ChangeEvent } from 'react';
import { openTextFile } from './read-file.ts';
import { Button } from '../../ui/Button.tsx';

interface OpenFileProps {
  text: string;
  /** Accessible name of the button: the kind of file. */
  name: string;
  /** File extensions and types for the file picker. */
  accept: string;
  /** Resolves to an error message, or null. */
  onFile: (text: string) => Promise<string | null>;
}

/** A file button that shows the error of the chosen file. */
export function OpenFile({ text, name, accept, onFile }: OpenFileProps) {
  const input = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<string | null>(null);
  const read = async (event: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const file = event.target.files?.[0];
    // Clearing the field allows choosing the same file again after correcting it.
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
