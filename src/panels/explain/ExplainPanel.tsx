import { Fragment, Suspense, useEffect, useMemo, useState } from 'react';
import { beforeAfter } from '../../explain/before-after.ts';
import { formatSeconds } from '../../explain/format.ts';
import type { Term as GlossaryTerm } from '../../explain/glossary.ts';
import type { Moment } from '../../explain/moment.ts';
import { drawn, type DrawnToken, type Token } from '../../explain/tokens.ts';
import { whileBusy } from '../../store/idle.ts';
import { useActions, useApp, useSession, useView } from '../../store/hooks.ts';
import { selectTransport } from '../../store/selectors.ts';
import { Icon } from '../../ui/Icon.tsx';
import { whenGlossary } from '../kit/glossary-later.ts';
import { lazyWithRetry } from '../kit/lazy.tsx';
import { SayText } from '../kit/SayText.tsx';
import { ChipInText, Sentence } from '../kit/Sentence.tsx';
import { Term } from '../kit/Term.tsx';
import { cutAtTerms, type TermPart } from '../kit/terms.ts';
import { useNames } from '../kit/useNames.ts';
import { RuleInstead } from '../rules/RuleInstead.tsx';
import { Arithmetic } from './Arithmetic.tsx';
import { BeforeAfter } from './BeforeAfter.tsx';
import { Candidates } from './CandidateTable.tsx';
import { selectionOf, useNarratedMoment } from './useMoment.ts';
import css from './explain.module.css';

const MoreAboutTurn = lazyWithRetry(() => whileBusy(import('./MoreAboutTurn.tsx')));
const MessageInspector = lazyWithRetry(() => import('../inspector/MessageInspector.tsx'));
const AgentInspector = lazyWithRetry(() => import('../threads/AgentInspector.tsx'));

/** Explains this instant: one sentence, its figures before and after, the candidates. Everything else is folded. */
export function ExplainPanel() {
  const moment = useNarratedMoment();
  return (
    <>
      <section className={css.turn}>
        <div className={css.sayBlock}>
          <Title moment={moment} />
          <p className={css.say}>
            <TermedSentence tokens={moment.sentence} />
          </p>
        </div>
        <Figures moment={moment} />
      </section>
      <Rest moment={moment} />
    </>
  );
}

/** The panel without sentence and figures, which are above the picture on a phone. */
export function ExplainRest() {
  return <Rest moment={useNarratedMoment()} />;
}

function Rest({ moment }: { moment: Moment }) {
  return (
    <RuleInstead link={false}>
      <Subjects moment={moment} />
      <More moment={moment} />
    </RuleInstead>
  );
}

function Title({ moment }: { moment: Moment }) {
  return (
    <h2 className={css.turnTitle}>
      {moment.title} <Elsewhere moment={moment} />
      <span className="dim mono">{formatSeconds(moment.at)}</span>
    </h2>
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

/** Figures behind the sentence: the state before and after a turn, or the sums of a delivery report. */
function Figures({ moment }: { moment: Moment }) {
  const selection = selectionOf(moment);
  const sums = moment.explanation?.arithmetic;
  if (selection !== null) return <BeforeAfter decision={selection} />;
  return sums === undefined ? null : <Arithmetic sums={sums} />;
}

/** Only sentence and figures, above the stage of a phone and of an embedded view. */
export function SayBar() {
  const moment = useNarratedMoment();
  const playing = useSession((session) => session.playing);
  return (
    <div className={css.saybar}>
      <div className="row between">
        <Title moment={moment} />
        <TestLine moment={moment} />
      </div>
      <SayText>
        <Sentence tokens={moment.sentence} size="large" />
      </SayText>
      <div className={css.sayFigures} data-playing={playing || undefined}>
        <Figures moment={moment} />
      </div>
    </div>
  );
}

/** The test of a turn, where there is no room for its figures. */
function TestLine({ moment }: { moment: Moment }) {
  const names = useNames();
  const selection = selectionOf(moment);
  const turn = selection === null ? null : beforeAfter(selection, names);
  if (turn === null) return null;
  return (
    <span className={`text-2 sub cut ${css.sayTest}`}>
      <b>{turn.test}</b> <Sentence tokens={turn.verdict} size="small" />
    </span>
  );
}

/** A sentence whose terms open their definitions, once the glossary is loaded. */
function TermedSentence({ tokens }: { tokens: readonly Token[] }) {
  const glossary = useGlossary();
  const parts = useMemo(
    () =>
      drawn(tokens).flatMap((token): (DrawnToken | TermPart)[] =>
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
      ) : 'chip' in part ? (
        <ChipInText token={part} size="large" />
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

/** The selected agent and message; without a message, the candidates of the turn. */
function Subjects({ moment }: { moment: Moment }) {
  const selected = useView((view) => view.selected);
  const agent = useView((view) => view.agent);
  const threads = useSession((session) => session.threads !== null);
  const selection = selectionOf(moment);
  return (
    <>
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
        selection?.preemption !== undefined && (
          <Candidates n={moment.record?.n ?? 0} test={selection.preemption} />
        )
      )}
    </>
  );
}

/** Everything else about this instant, folded. */
function More({ moment }: { moment: Moment }) {
  const actions = useActions();
  const open = useView((view) => view.moreAboutTurn);
  return (
    <details className={css.more} open={open}>
      {/* Not onToggle: that event comes later, and would undo a change made in between. */}
      <summary
        onClick={(event) => {
          event.preventDefault();
          actions.look({ moreAboutTurn: !open });
        }}
      >
        <Icon name="down" />
        {selectionOf(moment) === null ? 'More about this step' : 'More about this turn'}
      </summary>
      {open && (
        <Suspense fallback={null}>
          <MoreAboutTurn moment={moment} />
        </Suspense>
      )}
    </details>
  );
}
