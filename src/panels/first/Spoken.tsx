import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { RealMillis } from '../../protocol/units.ts';
import './first.css';

/** What comes a moment later, such as a table that is fetched, is said together with the rest. */
const TOGETHER: RealMillis = 400;
/** Then it has been taken: who reads on through the page is not to meet it a second time. */
const TAKEN: RealMillis = 3000;

/**
 * What a step says, for the ear in its order and once: a screen reader tells the paragraphs of a live region one by one, in
 * whatever order they came, and each bold word of them again.
 */
export function Spoken({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const [said, setSaid] = useState('');
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    let timer: ReturnType<typeof setTimeout>;
    let before = '';
    const hear = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        const parts = [...element.querySelectorAll('p')].map((part) => part.textContent.trim());
        const all = parts.join(' ');
        // Of what has become more only that: the question is asked when the film stops.
        setSaid(before !== '' && all.startsWith(before) ? all.slice(before.length).trim() : all);
        before = all;
        timer = setTimeout(() => setSaid(''), TAKEN);
      }, TOGETHER);
    };
    hear();
    const observer = new MutationObserver(hear);
    observer.observe(element, { childList: true, subtree: true, characterData: true });
    return () => {
      observer.disconnect();
      clearTimeout(timer);
    };
  }, []);
  return (
    <>
      <div className="first-text" ref={box}>
        {children}
      </div>
      <p className="sr-only" role="status">
        {said}
      </p>
    </>
  );
}
