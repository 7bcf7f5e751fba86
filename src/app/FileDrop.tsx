import { useEffect, useState } from 'react';
import { openTextFile } from '../panels/kit/read-file.ts';
import '../panels/script/script.css';

/** A file over the page is an offer to open it; what is wrong with one that was dropped is said until it is dismissed. */
export function FileDrop({ onFile }: { onFile: (text: string) => Promise<string | null> }) {
  const [over, setOver] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    const holdsFile = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;
    const onOver = (event: DragEvent): void => {
      if (!holdsFile(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const onLeave = (event: DragEvent): void => {
      // Only when the pointer leaves the page, not from one element to the next.
      if (event.relatedTarget === null) setOver(false);
    };
    const onDrop = (event: DragEvent): void => {
      if (!holdsFile(event)) return;
      event.preventDefault();
      setOver(false);
      const file = event.dataTransfer?.files[0];
      if (file !== undefined) void openTextFile(file, onFile).then(setProblem);
    };
    addEventListener('dragover', onOver);
    addEventListener('dragleave', onLeave);
    addEventListener('drop', onDrop);
    return () => {
      removeEventListener('dragover', onOver);
      removeEventListener('dragleave', onLeave);
      removeEventListener('drop', onDrop);
    };
  }, [onFile]);
  return (
    <>
      {over && <div className="drop-hint">Drop a scenario or a lesson to open it</div>}
      {problem !== null && (
        <div className="notice bad file-problem" role="alert">
          <span>The file cannot be opened. {problem}</span>
          <button type="button" className="btn outlined" onClick={() => setProblem(null)}>
            Dismiss
          </button>
        </div>
      )}
    </>
  );
}
