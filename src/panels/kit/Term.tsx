import { type ReactNode, useContext, useId } from 'react';
import { lazyWithRetry } from './lazy.tsx';
import { PlainText } from './plain-text.ts';
import { createPortal } from 'react-dom';
import { Popover } from '../../ui/Popover.tsx';
import './kit.css';

/** Loads the popover, whose file contains the glossary. */
export const fetchPopover = () => import('../glossary/TermPopover.tsx');
const TermPopover = lazyWithRetry(fetchPopover);

interface TermProps {
  /** Punctuation before the term, kept on the same line. */
  before?: string;
  after?: string;
  /** Name of the term in the glossary. */
  name: string;
  /** Displayed text; default: `name`. */
  children?: ReactNode;
  /** True for a term inside a sentence, for the pointer only: five tab stops per sentence would be tedious. */
  inline?: boolean;
}

/** A glossary term that opens its definition and source. */
export function Term(props: TermProps) {
  if (!useContext(PlainText)) return <TermButton {...props} />;
  const { before, children, name, after } = props;
  return (
    <>
      {before}
      {children ?? name}
      {after}
    </>
  );
}

function TermButton({ name, children, inline = false, before = '', after = '' }: TermProps) {
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
        // The popover is outside the sentence's element, which may not contain paragraphs.
        <Popover id={id} label={name} role="note" className="term-popover">
          {() => <TermPopover name={name} />}
        </Popover>,
        document.body,
      )}
    </>
  );
}
