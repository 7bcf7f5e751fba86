import { Notice } from '../ui/Notice.tsx';
import { useKeys } from './useKeys.ts';
import { type Frame, useShellActions } from './shell-actions.ts';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { onSendAsked } from '../panels/kit/asked-send.ts';
import { openTextFile } from '../panels/kit/read-file.ts';
import scriptCss from '../panels/script/script.module.css';
import { dismissUpdate, keepOffline, onUpdate, takeUpdate, updateWaits } from './offline.ts';
import { Button, IconButton } from '../ui/Button.tsx';

// Exported here so that all input code loads as one file after the first paint.
export { BreakMenu } from './BreakMenu.tsx';
export { MessageMenu } from './MessageMenu.tsx';

interface InputLayerProps {
  frame: Frame;
  onFile: (text: string) => Promise<string | null>;
}

/** Keyboard shortcuts, files dropped on the page, and the notice of a newer version. */
export function InputLayer({ frame, onFile }: InputLayerProps) {
  const shell = useShellActions(frame);
  useKeys(shell);
  useEffect(() => onSendAsked(shell.focusInjection), [shell]);
  return (
    <>
      <FileDrop onFile={onFile} />
      <UpdateBar />
    </>
  );
}

/** Opens files dropped on the page, and shows errors until they are dismissed. */
function FileDrop({ onFile }: { onFile: (text: string) => Promise<string | null> }) {
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
      // The drag ends only when the pointer leaves the page, not when it enters another element.
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
      {over && <div className={scriptCss.dropHint}>Drop a scenario or a lesson to open it</div>}
      {problem !== null && (
        <Notice
          tone="bad"
          role="alert"
          actions={
            <Button look="outlined" onClick={() => setProblem(null)}>
              Dismiss
            </Button>
          }
        >
          The file cannot be opened. {problem}
        </Notice>
      )}
    </>
  );
}

/** Delay before the offline copy is stored, so that it does not slow the first actions. */
const OFFLINE_DELAY_MS = 3000;

/** Offers to load a newer version. Reloading loses no run: the open run is in the address or stored on this machine. */
function UpdateBar() {
  const waits = useSyncExternalStore(onUpdate, updateWaits);
  useEffect(() => {
    const timer = setTimeout(() => void keepOffline(), OFFLINE_DELAY_MS);
    return () => {
      clearTimeout(timer);
    };
  }, []);
  if (!waits) return null;
  return (
    <div className="popover row gap-12 update" role="status">
      <span>A newer qmgrscope is ready. Loading it reopens this run at the same instant.</span>
      <Button look="primary" onClick={takeUpdate}>
        Load it
      </Button>
      <IconButton name="Not now" icon="close" onClick={dismissUpdate} />
    </div>
  );
}
