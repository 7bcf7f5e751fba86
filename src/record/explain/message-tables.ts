import type { FoundMessage } from '../protocol/record-questions.ts';
import { csvLine } from '../../explain/csv.ts';

/** Columns of exported tables of messages. */

const COLUMNS = ['id', 'time', 'sender', 'to', 'recipients', 'b', 'delay', 'state'] as const;

/** Replaces names by pseudonyms. Equal names get equal pseudonyms, and addresses of one domain keep a common domain. */
export function hideNames(messages: readonly FoundMessage[]): FoundMessage[] {
  const known = new Map<string, string>();
  const counts = new Map<string, number>();
  const pseudonym = (kind: 'u' | 'd' | 'id', name: string): string => {
    const key = `${kind} ${name}`;
    const count = (counts.get(kind) ?? 0) + 1;
    const found = known.get(key) ?? `${kind}${count}`;
    if (!known.has(key)) {
      counts.set(kind, count);
      known.set(key, found);
    }
    return found;
  };
  const address = (name: string): string => {
    if (name === '' || name === '<>') return name;
    const lower = name.toLowerCase();
    const at = lower.lastIndexOf('@');
    const user = pseudonym('u', lower);
    return at < 0 ? user : `${user}@${pseudonym('d', lower.slice(at + 1))}.example`;
  };
  return messages.map((one) => ({
    ...one,
    id: pseudonym('id', one.id),
    sender: address(one.sender),
    to: address(one.to),
  }));
}

const cellsOf = (message: FoundMessage): (readonly [column: string, value: string | number])[] =>
  COLUMNS.map((column) => [
    column,
    column === 'time' ? new Date(message.time / 1000).toISOString() : message[column],
  ]);

export const messagesCsv = (messages: readonly FoundMessage[]): string =>
  [COLUMNS, ...messages.map((one) => cellsOf(one).map(([, value]) => value))].map(csvLine).join('');

export const messagesJson = (messages: readonly FoundMessage[]): string =>
  messages
    .map((one) => `${JSON.stringify({ kind: 'message', ...Object.fromEntries(cellsOf(one)) })}\n`)
    .join('');
