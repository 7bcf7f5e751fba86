import { type ReactNode, useState } from 'react';
import { copyText } from './copy-text.ts';

interface CopyButtonProps {
  /** What is copied; a function where it is made when it is asked for. */
  text: string | (() => string);
  /** What to do where the browser does not copy, as on a page that came by plain http. */
  byHand: string;
  label?: ReactNode;
  copied?: string;
  /** For those who hear the page, where the label alone does not say what is copied. */
  name?: string;
  className?: string | undefined;
  disabled?: boolean;
  /** Called when it was asked for, whether it could be copied or not. */
  onAsked?: () => void;
  /** Called when it could not be copied: the place to select the text. */
  onRefused?: () => void;
}

/** Copies a text, and says that it did: on the button, and to those who hear the page. */
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
