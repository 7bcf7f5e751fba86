import { type ReactNode, useState } from 'react';
import { copyText } from './copy-text.ts';

interface CopyButtonProps {
  /** The text to copy, or a function that computes it on click. */
  text: string | (() => string);
  /** Instruction that is shown when the browser refuses to copy, for example on plain http. */
  byHand: string;
  label?: ReactNode;
  copied?: string;
  /** Accessible name, needed when the label does not say what is copied. */
  name?: string;
  className?: string | undefined;
  disabled?: boolean;
  /** Called on each click, whether or not copying works. */
  onAsked?: () => void;
  /** Called when copying was refused, to select the text. */
  onRefused?: () => void;
}

/** Copies a text and confirms it, on the button and to screen readers. */
export function CopyButton(props: CopyButtonProps) {
  const { text, byHand, label = 'Copy', copied = 'Copied', name, className = 'btn outlined' } = props;
  const [done, setDone] = useState<boolean | null>(null);
  const copy = async (): Promise<void> => {
    const isCopied = await copyText(typeof text === 'string' ? text : text());
    setDone(isCopied);
    if (!isCopied) props.onRefused?.();
    props.onAsked?.();
  };
  return (
    <>
      <button
        type="button"
        className={className}
        aria-label={name}
        disabled={props.disabled === true}
        onClick={() => void copy()}
      >
        {done === true ? copied : label}
      </button>
      <span role="status" className={done === true ? 'sr-only' : 'copy-by-hand'}>
        {done !== null && (done ? copied : byHand)}
      </span>
    </>
  );
}
