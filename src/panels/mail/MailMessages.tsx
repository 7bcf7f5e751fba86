import { useMemo, useState } from 'react';
import { counted } from '../../explain/tokens.ts';
import { Chip } from '../../charts/Chip.tsx';
import type { MessageRow } from '../../protocol/rows.ts';
import { useActions, useApp, useSession } from '../../store/hooks.ts';
import { selectMessages } from '../../store/selectors.ts';
import { formatClock, formatCount } from '../../explain/format.ts';
import { Segmented } from '../kit/Segmented.tsx';
import { HoldButtons } from './HoldButtons.tsx';
import { Termed } from '../kit/Termed.tsx';
import './mail.css';
import '../dock/dock.css';
import '../explain/explain.css';

type Which = 'deferred' | 'incoming' | 'active' | 'hold';

const WHICH: readonly { value: Which; text: string }[] = [
  { value: 'incoming', text: 'incoming' },
  { value: 'active', text: 'active' },
  { value: 'deferred', text: 'deferred' },
  { value: 'hold', text: 'on hold' },
];

/** Rows at first, and how many more at a time. */
const SHOWN = 12;
const MORE = 50;

/** The messages of one mail queue, oldest first, to hold back, release or try at once. */
export function MailMessages() {
  const messages = useApp(selectMessages);
  const [which, setWhich] = useState<Which>(() => fullest(messages));
  const [shown, setShown] = useState(SHOWN);
  const rows = useMemo(() => messages.filter((row) => row.place === which), [messages, which]);
  return (
    <section className="mail-block" aria-labelledby="mail-messages">
      <div className="mail-head">
        <h2 id="mail-messages">
          <Termed text="Messages" /> <span className="dim mono">{formatCount(rows.length)}</span>
        </h2>
        <Segmented label="mail queue" value={which} options={WHICH} onChange={setWhich} />
      </div>
      {rows.length === 0 && <p className="empty-note">None.</p>}
      <ul className="mail-list">
        {rows.slice(0, shown).map((row) => (
          <Message key={row.id} row={row} />
        ))}
      </ul>
      {rows.length > shown && (
        <p className="side-note">
          and {formatCount(rows.length - shown)} more:{' '}
          <button type="button" className="link" onClick={() => setShown(shown + MORE)}>
            show {formatCount(Math.min(MORE, rows.length - shown))} of them
          </button>
        </p>
      )}
    </section>
  );
}

/** The queue that holds most, to begin with; a reader's choice stays. */
function fullest(messages: readonly MessageRow[]): Which {
  const count = (place: Which): number => messages.filter((row) => row.place === place).length;
  return WHICH.map(({ value }) => value).reduce(
    (most, which) => (count(which) > count(most) ? which : most),
    'active',
  );
}

function Message({ row }: { row: MessageRow }) {
  const actions = useActions();
  const now = useSession((session) => session.cursor.at);
  const left = row.recipients - row.delivered - row.bounced;
  return (
    <li>
      <button
        type="button"
        className="chip-btn"
        aria-label={`select message ${row.number}`}
        onClick={() => actions.select(row.number)}
      >
        <Chip number={row.number} size="small" />
      </button>
      <span>
        {formatCount(left)} of {counted(row.recipients, 'recipient', 'recipients')} to go
        {row.retryAt >= 0 && (
          <span className="dim">
            , {row.retryAt > now ? 'not tried before' : 'its backoff ended at'} {formatClock(row.retryAt)}
            {row.retryAt > now ? '' : ', waits for the next scan'}
          </span>
        )}
      </span>
      <HoldButtons number={row.number} place={row.place} />
    </li>
  );
}
