import { type ReactNode, useId } from 'react';
import { lazyWithRetry } from './lazy.tsx';
import { createPortal } from 'react-dom';
import { Popover } from '../../ui/Popover.tsx';
import './kit.css';

/** The glossary comes with what shows it. */
export const fetchPopover = () => import('../glossary/TermPopover.tsx');
const TermPopover = lazyWithRetry(fetchPopover);

interface TermProps {
  /** Signs that touch the word, such as a comma: they stay on its line. */
  before?: string;
  after?: string;
  /** The word as the glossary knows it. */
  name: string;
  /** What stands on the page; absent = the word itself. */
  children?: ReactNode;
  /** Inside a sentence: for the pointer only, because a sentence with five stops in it cannot be passed by keyboard. */
  inline?: boolean;
}

/** A word that explains itself where it stands: its meaning, and the section of the document. */
export function Term({ name, children, inline = false, before = '', after = '' }: TermProps) {
  const id = useId();
  return (
    <>
      <span className="term-signs">
        {before}
        <button type="button" className="term" popoverTarget={id} tabIndex={inline ? -1 : undefined}>
          {children ?? name}
        </button>
        {after}
      </span>
      {createPortal(
        // Not inside the sentence, which may hold no paragraphs.
        <Popover id={id} label={name} role="note" className="term-popover">
          {() => <TermPopover name={name} />}
        </Popover>,
        document.body,
      )}
    </>
  );
}
