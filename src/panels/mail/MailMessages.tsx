import { useMemo, useState } from 'react';
import { Chip } from '../../charts/Chip.tsx';
import type { MessageRow } from '../../protocol/rows.ts';
import { useActions, useApp } from '../../store/hooks.ts';
import { selectMessages } from '../../store/selectors.ts';
import { formatCount } from '../kit/format.ts';
import { Segmented } from '../kit/Segmented.tsx';
import { HoldButtons } from './HoldButtons.tsx';

type Which = 'deferred' | 'incoming' | 'active' | 'hold';

const WHICH: readonly { value: Which; text: string }[] = [
  { value: 'incoming', text: 'incoming' },
  { value: 'active', text: 'active' },
  { value: 'deferred', text: 'deferred' },
  { value: 'hold', text: 'on hold' },
];

/** Rows of the list; the others are one selection on the stage away. */
const SHOWN = 12;

/** The messages of one mail queue, oldest first, to hold back, release or try at once. */
export function MailMessages() {
  const messages = useApp(selectMessages);
  const [which, setWhich] = useState<Which>('active');
  const rows = useMemo(() => messages.filter((row) => row.place === which), [messages, which]);
  return (
    <section className="mail-block" aria-labelledby="mail-messages">
      <div className="mail-head">
        <h2 id="mail-messages">
          Messages <span className="dim mono">{formatCount(rows.length)}</span>
        </h2>
        <Segmented label="mail queue" value={which} options={WHICH} onChange={setWhich} />
      </div>
      {rows.length === 0 && <p className="empty-note">None.</p>}
      <ul className="mail-list">
        {rows.slice(0, SHOWN).map((row) => (
          <Message key={row.id} row={row} />
        ))}
      </ul>
      {rows.length > SHOWN && <p className="side-note">and {formatCount(rows.length - SHOWN)} more</p>}
    </section>
  );
}

function Message({ row }: { row: MessageRow }) {
  const actions = useActions();
  const left = row.recipients - row.delivered - row.bounced;
  return (
    <li>
      <button
        type="button"
        className="chip-btn"
        aria-label={`select message ${row.number}`}
        onClick={() => {
          actions.setHero(null);
          actions.select(row.number);
        }}
      >
        <Chip number={row.number} size="small" />
      </button>
      <span>
        {formatCount(left)} of {formatCount(row.recipients)} recipients to go
      </span>
      <HoldButtons number={row.number} place={row.place} />
    </li>
  );
}
