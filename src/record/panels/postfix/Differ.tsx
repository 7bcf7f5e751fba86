import { wholeFigure, lasting, percent } from '../../explain/findings/figures.ts';
import type { MailClass } from '../../protocol/classes.ts';
import type {
  AttributeRow,
  FoundMessage,
  MemberName,
  PartFigures,
  Selection,
} from '../../protocol/record-questions.ts';
import { ScrollBox } from '../../../panels/kit/ScrollBox.tsx';
import { useAsked } from './useAsked.ts';
import './postfix.css';

interface DifferProps {
  name: MemberName;
  classes: readonly MailClass[];
  selection: Selection;
  /** Something is selected; else there is no rest. */
  chosen: boolean;
  filter: string;
  onFilter: (predicate: string) => void;
}

const ROWS: readonly [name: string, of: (part: PartFigures) => string][] = [
  ['recipients tried', ({ recipients }) => wholeFigure(recipients)],
  ['a minute', ({ perMinute }) => wholeFigure(perMinute)],
  ['before the queue manager (a retry: since arrival) a, median', ({ a }) => lasting(a)],
  ['in the queue manager b, median', ({ b }) => lasting(b)],
  ['b, 90 %', ({ b90 }) => lasting(b90)],
  ['connection c, median', ({ c }) => lasting(c)],
  ['transmission d, median', ({ d }) => lasting(d)],
  ['b over 10 s', ({ waited, recipients }) => `${wholeFigure(waited)} of ${wholeFigure(recipients)}`],
  ['put off', ({ deferred, recipients }) => percent(deferred / Math.max(1, recipients))],
];

const HOW =
  'Drag over the picture, choose a lane, or press Show me. A lane also says how many a minute it gets, and what would bound that.';

/** Why a count here may differ from the verdict's by a few. */
const ROUNDED =
  'Each try counts, with a, b, c, d as the log prints them (two digits). The verdict counts a recipient once, by the times of its lines.';

/** The selected beside the rest: figures, what differs most, and the messages. */
export function Differ({ name, classes, selection, chosen, filter, onFilter }: DifferProps) {
  const key = JSON.stringify([name, classes, selection, selection.under === Infinity]);
  const answer = useAsked(name.instance === '' ? '' : key, (questions) =>
    questions.differ({ ...name, selection, classes }),
  );
  if (answer === null) return null;
  if (!answer.ok)
    return (
      <p className="field-error" role="alert">
        {answer.errors.map(({ field, accepted }) => `${field}: it takes ${accepted}`).join('. ')}
      </p>
    );
  const { selected, rest, attributes, messages } = answer.value;
  return (
    <div className="postfix-differ">
      <section aria-label="Selected beside the rest">
        <h2>{chosen ? 'Selected beside the rest' : 'The whole record'}</h2>
        {filter !== '' && (
          <p className="row">
            Filter: <code>{filter}</code>
            <button type="button" className="link" onClick={() => onFilter('')}>
              Remove
            </button>
          </p>
        )}
        <table className="postfix-figures">
          <thead>
            <tr>
              <th scope="col">figure</th>
              <th scope="col">{chosen ? 'selected' : 'all'}</th>
              {chosen && <th scope="col">rest</th>}
            </tr>
          </thead>
          <tbody>
            {ROWS.map(([title, of]) => (
              <tr key={title}>
                <th scope="row">{title}</th>
                <td>{of(selected)}</td>
                {chosen && <td>{of(rest)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
        <p className="dim">{ROUNDED}</p>
        <p className="postfix-stack-title dim">a, b, c, d of the median, stacked</p>
        <Stack part={selected} />
      </section>
      <section aria-label="What differs most">
        <h2>What differs most</h2>
        {!chosen && <p className="dim">{HOW}</p>}
        {chosen && attributes.length === 0 && (
          <p className="dim">Selected and rest are alike in everything.</p>
        )}
        {chosen &&
          attributes
            .slice(0, 6)
            .map((row) => <Attribute key={row.attribute} row={row} filter={filter} onFilter={onFilter} />)}
      </section>
      <section aria-label="Messages of the selection">
        <h2>
          Messages <span className="dim">longest b first</span>
        </h2>
        <MessageList messages={messages.slice(0, 12)} />
      </section>
    </div>
  );
}

/** Where the median's time goes. */
function Stack({ part }: { part: PartFigures }) {
  const parts = (['a', 'b', 'c', 'd'] as const).map((letter) => ({ letter, seconds: part[letter] }));
  const all = parts.reduce((sum, { seconds }) => sum + seconds, 0);
  if (all === 0) return null;
  return (
    <div
      className="postfix-stack"
      role="img"
      aria-label={parts.map(({ letter, seconds }) => `${letter} ${lasting(seconds)}`).join(', ')}
    >
      {parts.map(({ letter, seconds }) => (
        <span key={letter} data-part={letter} style={{ flexGrow: seconds / all }}>
          {seconds / all > 0.06 ? letter : ''}
        </span>
      ))}
    </div>
  );
}

interface AttributeProps {
  row: AttributeRow;
  filter: string;
  onFilter: (predicate: string) => void;
}

/** One attribute as a small chart: a press on a value selects it besides what is selected. */
function Attribute({ row, filter, onFilter }: AttributeProps) {
  return (
    <div className="postfix-attribute">
      <h3>
        {row.attribute} <span className="dim">{percent(row.differs)} different</span>
      </h3>
      <ul>
        {row.values.map(({ value, selected, rest, predicate }) => (
          <li key={value}>
            <button
              type="button"
              disabled={predicate === ''}
              aria-label={`${value}: ${percent(selected)} of the selected, ${percent(rest)} of the rest`}
              onClick={() => onFilter(filter === '' ? predicate : `(${filter}) and (${predicate})`)}
            >
              <span className="mono">{value}</span>
              <span className="shares">
                {percent(selected)} <span className="dim">/ {percent(rest)}</span>
              </span>
              <span className="bar" style={{ inlineSize: `${selected * 100}%` }} />
              <span className="bar rest" style={{ inlineSize: `${rest * 100}%` }} />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface MessageListProps {
  messages: readonly FoundMessage[];
  /** Addresses stand below the figures of a message: beside them there is no room. */
  narrow?: boolean;
  /** Queue id of the one that is shown beside the list. */
  current?: string;
}

const WIDE = ['message', 'from', 'to', 'b', 'delay', 'state'];
const NARROW = ['message', 'b', 'delay', 'state'];

/** Messages of a record in a table; `narrow` beside other things: fewer columns. */
export function MessageList({ messages, narrow = false, current = '' }: MessageListProps) {
  if (messages.length === 0) return <p className="dim">No message.</p>;
  return (
    <ScrollBox label="Messages" className={narrow ? 'postfix-hits' : ''}>
      <table className={`postfix-figures postfix-messages${narrow ? ' narrow' : ''}`}>
        <thead>
          <tr>
            {(narrow ? NARROW : WIDE).map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        {messages.map((message) => (
          <tbody key={message.id}>
            <tr>
              <th scope="row">
                <a
                  className="mono"
                  aria-current={message.id === current || undefined}
                  href={`#postfix&tab=message&id=${encodeURIComponent(message.id)}`}
                >
                  {message.id}
                </a>
              </th>
              {!narrow && <Addresses message={message} />}
              <td className="mono">{lasting(message.b)}</td>
              <td className="mono">{lasting(message.delay)}</td>
              <td>{message.state}</td>
            </tr>
            {narrow && (
              <tr>
                <td colSpan={NARROW.length}>
                  {nameOf(message.sender)} → <To message={message} />
                </td>
              </tr>
            )}
          </tbody>
        ))}
      </table>
    </ScrollBox>
  );
}

const nameOf = (sender: string): string => (sender === '' ? '<>' : sender);

function To({ message: { to, recipients } }: { message: FoundMessage }) {
  return (
    <>
      {to}
      {recipients > 1 && <span className="dim"> and {wholeFigure(recipients - 1)}</span>}
    </>
  );
}

function Addresses({ message }: { message: FoundMessage }) {
  return (
    <>
      <td>{nameOf(message.sender)}</td>
      <td>
        <To message={message} />
      </td>
    </>
  );
}
