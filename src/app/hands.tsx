import { useKeys } from './useKeys.ts';
import { FileDrop } from './FileDrop.tsx';
import type { ShellActions } from './run-command.ts';
import { UpdateBar } from './UpdateBar.tsx';

// One file: what can be done with the page is asked for at once, after what there is to see.
export { BreakMenu } from './BreakMenu.tsx';
export { MessageMenu } from './MessageMenu.tsx';

interface HandsProps {
  shell: ShellActions;
  onFile: (text: string) => Promise<string | null>;
}

/** The keyboard, files that are dropped on the page, and word of a newer version. */
export function Hands({ shell, onFile }: HandsProps) {
  useKeys(shell);
  return (
    <>
      <FileDrop onFile={onFile} />
      <UpdateBar />
    </>
  );
}
