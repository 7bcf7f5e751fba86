import { explainEvent } from '../../explain/event.ts';
import { explainWhy } from '../../explain/why.ts';
import type { MessageDetail, RecipientPlaces, MessageJob, RecipientState } from '../../protocol/inspect.ts';
import { useActions } from '../../store/hooks.ts';
import { formatCount, formatCounted, formatSeconds } from '../../explain/format.ts';
import { Chip } from '../../charts/Chip.tsx';
import { Table } from '../../ui/Table.tsx';
import { DestinationName } from '../kit/DestinationName.tsx';
import { Sentence } from '../kit/Sentence.tsx';
import { useAnswer } from '../kit/useAnswer.ts';
import { createNames } from '../kit/log-names.ts';
import { Waits as WaitShares } from '../waits/Waits.tsx';
import { HoldButtons } from '../mail/HoldButtons.tsx';
import { InspectorHead } from './InspectorHead.tsx';
import css from './inspector.module.css';
import '../kit/kit.css';

/** Number of newest events listed; the debugger's log has all. */
const EVENTS = 60;

/** Shows the selected message: the rules that block it, its recipients by destination, its jobs, its history. */
export default function MessageInspector({ number }: { number: number }) {
  const actions = useActions();
  const detail = useAnswer(`message ${number}`, (ask) => ask.ask('message', number));
  if (detail === null) return null;
  return (
    <section className={css.inspector} aria-labelledby="inspector-title">
      <InspectorHead
        id="inspector-title"
        close="clear the selection"
        tip="clear, Esc"
        onClose={() => actions.select(0)}
      >
        Message <Chip number={number} size="small" /> <span className="dim">{statusWords(detail)}</span>
      </InspectorHead>
      <Waits number={number} />
      <WaitShares number={number} />
      <HoldButtons number={number} place={detail.status} />
      <Recipients detail={detail} />
      <Jobs detail={detail} />
      <History number={number} />
    </section>
  );
}

function Waits({ number }: { number: number }) {
  const why = useAnswer(`why message ${number}`, (ask) => ask.ask('why', { about: 'message', number }));
  if (why === null) return null;
  const lines = explainWhy(why);
  return (
    <div className={css.inspectorPart}>
      <h3>What it waits for</h3>
      {lines.slice(0, WAITS).map((tokens, i) => (
        // oxlint-disable-next-line react/no-array-index-key
        <p key={i} className="side-note">
          <Sentence tokens={tokens} size="small" />
        </p>
      ))}
      {lines.length > WAITS && (
        <p className="side-note">{lines.length - WAITS} more like these, one for each delivery.</p>
      )}
    </div>
  );
}

/** Number of reasons listed, because a large mailing has one for each delivery. */
const WAITS = 6;

/** Number of destinations listed; one more row sums the others. */
const PLACES = 12;

function Recipients({ detail }: { detail: MessageDetail }) {
  const states = usedStates(detail.places);
  const several = new Set(detail.places.map((place) => place.transport)).size > 1;
  const shown = detail.places.slice(0, PLACES);
  const rest = detail.places.slice(PLACES);
  const total = (state: RecipientState): number => rest.reduce((sum, place) => sum + place[state], 0);
  return (
    <div className={css.inspectorPart}>
      <h3>
        Recipients <span className="dim mono">{formatCount(detail.recipients)}</span>
      </h3>
      <Table<RecipientPlaces | null>
        label="recipients by destination"
        className="number-table"
        scrolls
        columns={[
          {
            name: 'destination',
            className: 'mono',
            cell: (place) =>
              place === null ? (
                `${formatCount(rest.length)} more`
              ) : (
                <PlaceName place={place} several={several} />
              ),
          },
          ...states.map(({ state, word }) => ({
            name: word,
            cell: (place: RecipientPlaces | null) => {
              const count = place === null ? total(state) : place[state];
              return <span className={count === 0 ? 'dim' : undefined}>{formatCount(count)}</span>;
            },
          })),
        ]}
        // The last row is the sum of the unlisted ones.
        rows={rest.length > 0 ? [...shown, null] : shown}
        rowKey={(place) => (place === null ? '' : `${place.transport} ${place.destination}`)}
      />
      {detail.rows.length > 0 && <OneByOne detail={detail} />}
    </div>
  );
}

/** Name of a destination; with its transport if the message has `several`. */
function PlaceName({ place, several }: { place: RecipientPlaces; several: boolean }) {
  const { transport, destination } = place;
  return (
    <>
      {transport === '' ? 'never tried' : <DestinationName transport={transport} name={destination} />}
      {several && <span className="dim"> {transport}</span>}
    </>
  );
}

function OneByOne({ detail }: { detail: MessageDetail }) {
  const word = Object.fromEntries(STATES.map(({ state, word: text }) => [state, text]));
  return (
    <details>
      <summary>One by one</summary>
      <ul className={css.inspectorRows}>
        {detail.rows.map((row) => (
          <li key={row.address} className="row between text-1">
            <span className="mono">{row.address}</span>
            <span>
              {word[row.state]}
              {row.at >= 0 && row.state !== 'file' && (
                <span className="dim mono"> {formatSeconds(row.at)}</span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Jobs({ detail }: { detail: MessageDetail }) {
  const actions = useActions();
  if (detail.jobs.length === 0) return null;
  return (
    <div className={css.inspectorPart}>
      <h3>Jobs</h3>
      <ul className="stack gap-4 text-1 sub">
        {detail.jobs.map((job) => (
          <li key={job.transport}>
            <button
              type="button"
              className="link mono"
              onClick={() => actions.look({ transport: job.transport })}
            >
              {job.transport}
            </button>{' '}
            {jobWords(job)}
          </li>
        ))}
      </ul>
      <p className="side-note">
        {formatCount(detail.recipientCount)} in core of {formatCount(detail.recipientSlots)} allowed (with the
        message minimum), {formatCount(detail.unread)} unread.
      </p>
    </div>
  );
}

function History({ number }: { number: number }) {
  const actions = useActions();
  const events = useAnswer(`events ${number}`, (ask) => ask.ask('messageEvents', number, EVENTS));
  if (events === null || events.rows.length === 0) return null;
  const names = createNames();
  names.add(events.names);
  return (
    <details className={css.inspectorPart} open>
      <summary>History</summary>
      <ol className={`stack gap-4 text-1 sub ${css.inspectorEvents}`}>
        {events.rows.toReversed().map((record) => (
          <li key={record.n}>
            <button
              type="button"
              className="link mono"
              aria-label={`go to event ${record.n}`}
              onClick={() => void actions.seek({ event: record.n })}
            >
              {formatSeconds(record.at)}
            </button>
            <span>
              <Sentence tokens={explainEvent(record, names)} size="small" />
            </span>
          </li>
        ))}
      </ol>
    </details>
  );
}

/** Recipient states in the order of their life, with column heads. */
const STATES: readonly { state: RecipientState; word: string }[] = [
  { state: 'file', word: 'in the file' },
  { state: 'todo', word: 'todo' },
  { state: 'busy', word: 'busy' },
  { state: 'retry', word: 'being deferred' },
  { state: 'deferred', word: 'deferred' },
  { state: 'bounced', word: 'bounced' },
  { state: 'delivered', word: 'delivered' },
];

/** Status of a message for its heading. */
function statusWords(detail: MessageDetail): string {
  switch (detail.status) {
    case 'incoming':
      return 'incoming, not fed yet';
    case 'active':
      return 'active';
    case 'deferred':
      return `deferred until ${formatSeconds(detail.retryAt)}, scan at ${formatSeconds(detail.scanAt)}`;
    case 'hold':
      return 'on hold';
    case 'done':
      return 'done';
    default:
      return detail.status satisfies never;
  }
}

function jobWords(job: MessageJob): string {
  const place = !job.listed
    ? 'retired'
    : job.current
      ? 'current'
      : job.level > 0
        ? `level ${job.level}`
        : 'on the list';
  const entries = `${job.selectedEntries} of ${formatCounted(job.readEntries, 'entry', 'entries')} selected`;
  return `${place}; ${entries}; ${job.recipientCount} in core on ${formatCounted(job.recipientSlots, 'recipient slot')}`;
}

/** The states in which at least one recipient of the message is. */
function usedStates(places: readonly RecipientPlaces[]): typeof STATES {
  return STATES.filter(({ state }) => places.some((place) => place[state] > 0));
}
