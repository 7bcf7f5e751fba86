import { useState } from 'react';
import { ASK_WHAT_IF, NO_MESSAGE } from '../../../explain/labels.ts';
import { Icon } from '../../../ui/Icon.tsx';
import type { Answer } from '../../explain/findings/answer.ts';
import { verdictSentence } from '../../explain/findings/verdict.ts';
import { formatMany, unbroken } from '../../explain/record-format.ts';
import type { Finding } from '../../protocol/findings.ts';
import type { InstanceName } from '../../protocol/instance-name.ts';
import type { FindingPicture, SearchResult, Selection } from '../../protocol/record-questions.ts';
import type { RecordInstance, RecordView } from '../../protocol/record.ts';
import { EngineCheck } from './EngineCheck.tsx';
import { FindingCard } from './FindingCard.tsx';
import { MessageList } from './MessageList.tsx';
import { onwardOf, WHAT_IF } from './onward.ts';
import css from './findings.module.css';
import type { Search } from './tab-props.ts';
import { useAsked } from './useAsked.ts';
import type { useFound } from './useFound.ts';
import type { Late } from './useLate.ts';

interface AnswerColumnProps {
  view: RecordView;
  instance: RecordInstance;
  name: InstanceName;
  answer: Answer | null;
  late: Late;
  /** Index of the open card; −1 = none. */
  open: number;
  found: ReturnType<typeof useFound>;
  search: Search;
  onOpen: (place: number) => void;
  onSelect: (finding: Finding) => void;
}

/** The answer: what made mail late, with a card for each cause. Results of a search take its place. */
export function AnswerColumn(props: AnswerColumnProps) {
  const { answer, found, search } = props;
  return (
    <section className={css.answer} aria-label={search.text.trim() === '' ? 'Findings' : 'Search'}>
      {search.text.trim() !== '' ? (
        <Results result={found.result} />
      ) : answer === null ? (
        <h1>Reading the findings…</h1>
      ) : (
        <Told {...props} answer={answer} />
      )}
    </section>
  );
}

function Results({ result }: { result: SearchResult | null }) {
  if (result === null) return <h1>Searching…</h1>;
  const { error, count, as, messages } = result;
  return (
    <div className="stack gap-12">
      <h1>{formatMany(count, 'message')}</h1>
      <p className="sub" role="status">
        {error !== '' ? error : count === 0 ? NO_MESSAGE : `Found: ${as}. Rings mark them in the chart.`}
      </p>
      <MessageList narrow messages={messages} />
    </div>
  );
}

function Told(props: AnswerColumnProps & { answer: Answer }) {
  const { view, instance, name, answer, late, open, onOpen, onSelect } = props;
  const { headline, sub, things, smaller, cause } = answer;
  const pictures = usePictures(name, things);
  const card = (finding: Finding, place: number, picture: FindingPicture | null) => (
    <FindingCard
      key={`${finding.rule} ${finding.subject} ${finding.from}`}
      finding={finding}
      place={place}
      picture={picture}
      open={open === place}
      compact={open >= 0 && open !== place}
      view={view}
      onToggle={() => onOpen(open === place ? -1 : place)}
      onSelect={() => onSelect(finding)}
    />
  );
  // No setting helps where servers were down.
  const helps = cause?.good === false && things.some((one) => onwardOf(one) === WHAT_IF);
  return (
    <>
      <div role="status">
        <h1>{headline}</h1>
        <p className={css.counts}>{unbroken(sub)}</p>
      </div>
      {things.length > 0 && (
        <ol className={css.cards}>
          {things.map((one, place) => card(one, place, pictures?.[place] ?? null))}
        </ol>
      )}
      {things.length === 0 && <Slowest name={name} />}
      {helps && (
        <p>
          <a className="btn primary big" href={WHAT_IF.href}>
            {ASK_WHAT_IF}
          </a>
        </p>
      )}
      {smaller.length > 0 && (
        <Smaller findings={smaller} first={things.length} card={card} more={late.report?.more ?? 0} />
      )}
      {cause !== null && (
        <p className={css.cause} data-good={cause.good}>
          {cause.good ? <Icon name="check" /> : <span aria-hidden="true">!</span>}
          <span>
            <b>{unbroken(cause.head)}</b> {unbroken(cause.rest)}
          </span>
        </p>
      )}
      <WhereTimeWent late={late} instance={instance} />
    </>
  );
}

/** The small pictures of the cards. Null until they arrive. */
function usePictures(name: InstanceName, things: readonly Finding[]): readonly FindingPicture[] | null {
  const findings = things.map(({ rule, subject, from, to, figures, words }) => ({
    rule,
    subject,
    from,
    to,
    figures,
    words,
  }));
  const key = findings.length === 0 ? '' : JSON.stringify([name, findings]);
  const answer = useAsked(key, async (questions) => ({
    key,
    pictures: await questions.pictures({ ...name, findings }),
  }));
  return answer?.key === key ? answer.pictures : null;
}

interface SmallerProps {
  findings: readonly Finding[];
  /** Index of the first of these findings. The findings before it are cards. */
  first: number;
  card: (finding: Finding, place: number, picture: null) => React.ReactNode;
  /** Number of findings that the report leaves out. */
  more: number;
}

function Smaller({ findings, first, card, more }: SmallerProps) {
  const [open, setOpen] = useState(false);
  return (
    <details
      className={css.smaller}
      open={open}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{formatMany(findings.length + more, 'smaller finding')}</summary>
      {open && (
        <>
          <ol className={css.cards} data-compact>
            {findings.map((one, i) => card(one, first + i, null))}
          </ol>
          {more > 0 && (
            <p className="sub text-2">
              Select a shorter time in the chart to see {formatMany(more, 'more')}.
            </p>
          )}
        </>
      )}
    </details>
  );
}

const WHOLE: Selection = {
  from: 0,
  to: Number.MAX_SAFE_INTEGER,
  over: 0,
  under: Infinity,
  lane: '',
  lanes: 'destination',
  predicate: '',
};
const SLOWEST = 3;

/** Shown instead of cards if no mail was late: the messages that took longest. */
function Slowest({ name }: { name: InstanceName }) {
  const answer = useAsked(JSON.stringify(['slowest', name]), (questions) =>
    questions.differ({ ...name, selection: WHOLE, classes: [] }),
  );
  if (answer === null || !answer.ok || answer.value.messages.length === 0) return null;
  const messages = answer.value.messages.toSorted((one, other) => other.delay - one.delay).slice(0, SLOWEST);
  return (
    <div className="stack gap-6">
      <h2>{messages.length === 1 ? 'The message' : `The ${messages.length} slowest messages`}</h2>
      <MessageList narrow messages={messages} />
    </div>
  );
}

/** Where the time of all mail and of each class went, and how the engine checks it. */
function WhereTimeWent({ late, instance }: { late: Late; instance: RecordInstance }) {
  const { report, replaying } = late;
  if (report === null) return null;
  return (
    <details className={css.smaller}>
      <summary>Where the time went</summary>
      <div className="stack gap-12 text-2">
        {report.verdicts.map((verdict) => (
          <p key={verdict.name}>{unbroken(verdictSentence(verdict, report.thresholds.late))}</p>
        ))}
        <EngineCheck instance={instance} replaying={replaying} whyCounts={report.whyCounts} />
      </div>
    </details>
  );
}
