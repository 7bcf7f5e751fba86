import { formatLasting } from '../../explain/record-format.ts';
import { formatWhole } from '../../../explain/figures.ts';
import type { FoundMessage } from '../../protocol/record-questions.ts';
import { ScrollBox } from '../../../ui/ScrollBox.tsx';
import css from './postfix.module.css';

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
    <ScrollBox label="Messages" className={narrow ? css.postfixHits : ''}>
      <table className={`${css.postfixFigures} ${css.postfixMessages}${narrow ? ` ${css.narrow}` : ''}`}>
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
              <td className="mono">{formatLasting(message.b)}</td>
              <td className="mono">{formatLasting(message.delay)}</td>
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
      {recipients > 1 && <span className="dim"> and {formatWhole(recipients - 1)}</span>}
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
