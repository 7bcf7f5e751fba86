import { useApp, useSession, useView } from '../../store/hooks.ts';
import { selectTransport } from '../../store/selectors.ts';
import { formatSeconds } from '../../explain/format.ts';
import { Sentence } from '../kit/Sentence.tsx';
import { useNames } from '../kit/useNames.ts';
import { SayText } from '../kit/SayText.tsx';
import type { Moment } from '../../explain/moment.ts';
import { useNarratedMoment } from './useMoment.ts';
import css from './explain.module.css';
import { Fragment, Suspense, useEffect, useMemo, useState } from 'react';
import type { Term as GlossaryTerm } from '../../explain/glossary.ts';
import { type Token, toText } from '../../explain/tokens.ts';
import { whenGlossary } from '../kit/glossary-later.ts';
import { Term } from '../kit/Term.tsx';
import { cutAtTerms, type TermPart, termsIn } from '../kit/terms.ts';
import { lazyWithRetry } from '../kit/lazy.tsx';
import { Happened } from '../announce/Happened.tsx';
import { RuleInstead } from '../rules/RuleInstead.tsx';
import { Inflation } from '../waits/Inflation.tsx';
import { Arithmetic } from './Arithmetic.tsx';
import { CandidateTable } from './CandidateTable.tsx';
import { OnTheWheel } from './OnTheWheel.tsx';
import { PAUSE_FIRST, useCandidates } from './useCandidates.ts';
import { WhyNot } from './WhyNot.tsx';
import { whileBusy } from '../../store/idle.ts';
import { TermCard } from '../glossary/TermCard.tsx';

/** Explains this instant: one sentence, then the figures that decided it, then those of the other jobs. */
export function ExplainPanel() {
  const moment = useNarratedMoment();
  return (
    <>
      <section className={css.sayBlock}>
        <h2>
          {moment.title} <Elsewhere moment={moment} />
          <span className="dim mono">{formatSeconds(moment.at)}</span>
        </h2>
        <p className={css.say}>
          <TermedSentence tokens={moment.sentence} />
        </p>
      </section>
      {moment.explanation?.notes.map((note, i) => (
        // oxlint-disable-next-line react/no-array-index-key
        <p className="side-note" key={i}>
          <Sentence tokens={note} size="small" />
        </p>
      ))}
      <RuleInstead>
        <Figures moment={moment} />
      </RuleInstead>
    </>
  );
}

/** Names the transport of the decision when the stage shows another one. */
function Elsewhere({ moment }: { moment: Moment }) {
  const names = useNames();
  const shown = useApp((state) => selectTransport(state)?.id);
  const transport = moment.record?.decision.transport;
  const name = transport === undefined || transport === shown ? '' : (names.transportName?.(transport) ?? '');
  if (name === '') return null;
  return (
    <span>
      on <code className="mono">{name}</code>{' '}
    </span>
  );
}

/** The sentence alone, in the header of the phone layout. */
export function SayBar() {
  const moment = useNarratedMoment();
  const isSelection = moment.record?.decision.rule === 'selection';
  const [need, have] = (isSelection && moment.explanation?.arithmetic?.lines) || [];
  return (
    <div className={css.saybar}>
      <SayText>
        <Sentence tokens={moment.sentence} size="large" />
      </SayText>
      <small className="text-2 sub cut">
        {need !== undefined && have !== undefined
          ? `${need.expression} needed, ${have.expression} on hand`
          : `${moment.title}, ${formatSeconds(moment.at)}`}
      </small>
    </div>
  );
}

/** A sentence whose terms open their definitions, once the glossary is loaded. */
function TermedSentence({ tokens }: { tokens: readonly Token[] }) {
  const glossary = useGlossary();
  const parts = useMemo(
    () =>
      tokens.flatMap((token): (Token | TermPart)[] =>
        glossary === null || !('text' in token) ? [token] : cutAtTerms(token.text, glossary),
      ),
    [tokens, glossary],
  );
  return parts.map((part, i) => (
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={i}>
      {'term' in part ? (
        <Term name={part.term} before={part.before} after={part.after} inline>
          {part.text}
        </Term>
      ) : (
        <Sentence tokens={[part]} size="large" />
      )}
    </Fragment>
  ));
}

function useGlossary(): readonly GlossaryTerm[] | null {
  const [glossary, setGlossary] = useState<readonly GlossaryTerm[] | null>(null);
  const opened = useSession((session) => session.status !== 'loading');
  useEffect(() => {
    if (!opened) return undefined;
    let wanted = true;
    const cancel = whenGlossary((terms) => {
      if (wanted) setGlossary(terms);
    });
    return () => {
      wanted = false;
      cancel();
    };
  }, [opened]);
  return glossary;
}

const MessageInspector = lazyWithRetry(() => import('../inspector/MessageInspector.tsx'));

const AgentInspector = lazyWithRetry(() => import('../threads/AgentInspector.tsx'));

function Figures({ moment }: { moment: Moment }) {
  const { record, explanation } = moment;
  const selection = record?.decision.rule === 'selection' ? record.decision : undefined;
  const selected = useView((view) => view.selected);
  const agent = useView((view) => view.agent);
  const threads = useSession((session) => session.threads !== null);
  return (
    <>
      {explanation?.arithmetic !== undefined && (
        <Arithmetic sums={explanation.arithmetic} test={selection?.preemption} />
      )}
      {agent > 0 && threads && (
        <Suspense fallback={null}>
          <AgentInspector agent={agent} />
        </Suspense>
      )}
      {selected > 0 ? (
        <Suspense fallback={null}>
          <MessageInspector number={selected} />
        </Suspense>
      ) : (
        selection?.preemption !== undefined && <Others moment={moment} />
      )}
      <Happened />
      <WhyNot />
      <Inflation />
      <OnTheWheel />
      <Words sentence={moment.sentence} />
      {explanation !== null && <Source section={explanation.section} parameter={explanation.parameter} />}
    </>
  );
}

function Others({ moment }: { moment: Moment }) {
  const playing = useSession((session) => session.playing);
  const rows = useCandidates(moment.record?.n ?? 0);
  if (playing) return <p className="side-note dim">{PAUSE_FIRST}</p>;
  if (rows === null) return null;
  return (
    <section className="stack" aria-label="Candidates">
      <CandidateTable rows={rows} />
    </section>
  );
}

/** The section of the document and the parameter behind the rule. The link finds the heading by its text. */
function Source({ section: named, parameter }: { section: string; parameter: string }) {
  const section = named.replace(/^SCHEDULER_README, /, '');
  const address = `https://www.postfix.org/SCHEDULER_README.html#:~:text=${encodeURIComponent(section)}`;
  return (
    <footer className={css.source}>
      <p className="side-note">
        Controlled by <code className="mono">{parameter}</code>.
      </p>
      {section !== '' && (
        <a className="link" href={address} target="_blank" rel="noreferrer">
          SCHEDULER_README, {section}
        </a>
      )}
    </footer>
  );
}

/** Definitions of the terms in the sentence. The glossary is fetched when first opened. */
function Words({ sentence }: { sentence: readonly Token[] }) {
  const [open, setOpen] = useState(false);
  const [glossary, setGlossary] = useState<readonly GlossaryTerm[] | null>(null);
  useEffect(() => {
    if (!open || glossary !== null) return;
    void whileBusy(import('../../explain/glossary.ts')).then((module) => setGlossary(module.GLOSSARY));
  }, [open, glossary]);
  const terms = useMemo(
    () => (glossary === null ? [] : termsIn(toText(sentence), glossary)),
    [glossary, sentence],
  );
  return (
    <details className={css.words} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Words used here</summary>
      {glossary !== null && terms.length === 0 && (
        <p className="side-note">The document defines none of them.</p>
      )}
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
