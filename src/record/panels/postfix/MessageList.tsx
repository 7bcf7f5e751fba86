import { formatWhole } from '../../../explain/figures.ts';
import { type Column, Table } from '../../../ui/Table.tsx';
import { formatLasting } from '../../explain/record-format.ts';
import type { FoundMessage } from '../../protocol/record-questions.ts';
import { messageHref } from './tab-props.ts';

interface MessageListProps {
  messages: readonly FoundMessage[];
  /** Puts the addresses below the queue id instead of beside it. */
  narrow?: boolean;
  /** Queue id of the message that is shown beside the list. */
  current?: string;
}

const FIGURES: readonly Column<FoundMessage>[] = [
  { name: 'b', numeric: true, className: 'mono', cell: ({ b }) => formatLasting(b) },
  { name: 'delay', numeric: true, className: 'mono', cell: ({ delay }) => formatLasting(delay) },
  { name: 'state', className: 'nowrap', cell: ({ state }) => state },
];

/** Lists messages of a record, each linked to its details. */
export function MessageList({ messages, narrow = false, current }: MessageListProps) {
  const columns: readonly Column<FoundMessage>[] = [
    {
      name: 'message',
      className: 'breaks',
      cell: (message) => (
        <>
          <a
            className="mono"
            aria-current={message.id === current || undefined}
            href={messageHref(message.id)}
          >
            {message.id}
          </a>
          {narrow && (
            <div className="sub">
              {senderOf(message)} → {recipientsOf(message)}
            </div>
          )}
        </>
      ),
    },
    ...(narrow
      ? []
      : [
          { name: 'from', cell: senderOf },
          { name: 'to', cell: recipientsOf },
        ]),
    ...FIGURES,
  ];
  return (
    <Table
      label="Messages"
      scrolls={!narrow}
      columns={columns}
      rows={messages}
      rowKey={({ id }) => id}
      rowProps={({ id }) => ({ 'data-selected': id === current || undefined })}
      empty="No message."
    />
  );
}

const senderOf = ({ sender }: FoundMessage): string => (sender === '' ? '<>' : sender);

const recipientsOf = ({ to, recipients }: FoundMessage): string =>
  recipients > 1 ? `${to} and ${formatWhole(recipients - 1)} more` : to;
