import { Chip } from '../../charts/Chip.tsx';
import type { MemoryTable } from '../../protocol/inspect.ts';
import { useActions, useApp, useSession } from '../../store/hooks.ts';
import { selectTransports } from '../../store/selectors.ts';
import { RecipientsPanel } from '../dock/RecipientsPanel.tsx';
import { boundsOf, type Bound } from '../dock/recipient-layout.ts';
import { formatCount } from '../kit/format.ts';
import { useAnswer } from '../kit/useAnswer.ts';
import { sponsorWords } from './sponsors.ts';

/** Recipients in core: the pool of the transport on the stage, who sponsors whom, and the document's upper bounds. */
export function Memory() {
  const mail = useSession((session) => session.mail);
  const transports = useApp(selectTransports);
  const memory = useAnswer('memory', (actions) => actions.memory());
  if (mail === null) return null;
  const bounds = boundsOf(mail, transports);
  return (
    <section className="mail-block" aria-labelledby="mail-memory">
      <h2 id="mail-memory">
        Recipients in core <span className="dim mono">{formatCount(mail.recipientsInCore)}</span>
      </h2>
      <RecipientsPanel />
      {memory !== null && <Sponsors memory={memory} />}
      <h3>Upper bounds of the document, with today’s numbers</h3>
      <div className="bounds">
        {bounds.each.map((bound) => (
          <BoundLine key={bound.name} bound={bound} title={`each transport: ${bound.name}`} />
        ))}
        <BoundLine bound={bounds.total} title="all together" now={mail.recipientsInCore} />
      </div>
      <p className="side-note">
        The greater of qmgr_message_recipient_minimum × qmgr_message_active_limit + recipient_limit +
        extra_recipient_limit, and qmgr_message_recipient_limit.
      </p>
    </section>
  );
}

function BoundLine({ bound, title, now }: { bound: Bound; title: string; now?: number }) {
  return (
    <div className="bound">
      <span>{title}</span>
      <span className="mono">
        max({bound.sum}, {bound.other}) = <b>{formatCount(bound.bound)}</b>
      </span>
      {now !== undefined && (
        <span className="dim">
          {formatCount(now)} now, {((now / Math.max(1, bound.bound)) * 100).toFixed(1)} % of it
        </span>
      )}
    </div>
  );
}

function Sponsors({ memory }: { memory: MemoryTable }) {
  const actions = useActions();
  const rows = memory.messages.slice(0, SHOWN);
  if (rows.length === 0) return null;
  return (
    <>
      <h3>By message: recipients in core and slots of its jobs</h3>
      <ul className="sponsors">
        {rows.map((row) => (
          <li key={row.number}>
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
            <span>{sponsorWords(row, memory.minimum)}</span>
          </li>
        ))}
      </ul>
      {memory.messages.length + memory.others > SHOWN && (
        <p className="side-note">
          and {formatCount(memory.messages.length + memory.others - SHOWN)} more messages
        </p>
      )}
    </>
  );
}

const SHOWN = 12;
