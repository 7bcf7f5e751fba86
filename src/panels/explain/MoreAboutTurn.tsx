import { useEffect, useMemo, useRef } from 'react';
import { GLOSSARY } from '../../explain/glossary.ts';
import type { Moment } from '../../explain/moment.ts';
import { type Token, toText } from '../../explain/tokens.ts';
import { Happened } from '../announce/Happened.tsx';
import { TermCard } from '../glossary/TermCard.tsx';
import { Sentence } from '../kit/Sentence.tsx';
import { termsIn } from '../kit/terms.ts';
import { RuleLink } from '../rules/RuleInstead.tsx';
import { wrappable } from '../world/Parameters.tsx';
import { Inflation } from '../waits/Inflation.tsx';
import { OnTheWheel } from './OnTheWheel.tsx';
import { WhyNot } from './WhyNot.tsx';
import css from './explain.module.css';

/** Shows more about an instant: "why not" questions, the rule, timers, costs of preemption, terms, headlines. */
export default function MoreAboutTurn({ moment }: { moment: Moment }) {
  const { explanation } = moment;
  const first = useRef<HTMLDivElement>(null);
  // The fold is at the bottom of the column: without scrolling, a click would show nothing.
  useEffect(() => {
    first.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div className={`stack gap-10 ${css.moreParts}`}>
      <div className="stack gap-10" ref={first}>
        {explanation?.notes.map((note, i) => (
          // oxlint-disable-next-line react/no-array-index-key
          <p className="side-note" key={i}>
            <Sentence tokens={note} size="small" />
          </p>
        ))}
        <WhyNot />
        <RuleLink />
      </div>
      <OnTheWheel />
      <Inflation />
      <Words sentence={moment.sentence} />
      <Happened />
      {explanation !== null && <Source section={explanation.section} parameter={explanation.parameter} />}
    </div>
  );
}

/** The section of the document and the parameter behind the rule. The link finds the heading by its text. */
function Source({ section: named, parameter }: { section: string; parameter: string }) {
  const section = named.replace(/^SCHEDULER_README, /, '');
  const address = `https://www.postfix.org/SCHEDULER_README.html#:~:text=${encodeURIComponent(section)}`;
  return (
    <footer className={css.source}>
      <p className="side-note">
        Controlled by <code className="mono">{wrappable(parameter)}</code>.
      </p>
      {section !== '' && (
        <a className="link" href={address} target="_blank" rel="noreferrer">
          SCHEDULER_README, {section}
        </a>
      )}
    </footer>
  );
}

/** Definitions of the terms in the sentence. */
function Words({ sentence }: { sentence: readonly Token[] }) {
  const terms = useMemo(() => termsIn(toText(sentence), GLOSSARY), [sentence]);
  return (
    <details className={css.words}>
      <summary>Words used here</summary>
      {terms.length === 0 && <p className="side-note">The document defines none of them.</p>}
      <dl className="stack text-2 sub">
        {terms.map((term) => (
          <div key={term.term}>
            <dt className="strong">{term.term}</dt>
            <dd>
              <TermCard term={term} />
            </dd>
          </div>
        ))}
      </dl>
      <a className="link" href="#glossary">
        All terms
      </a>
    </details>
  );
}
