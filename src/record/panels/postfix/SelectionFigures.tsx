import { Table } from '../../../ui/Table.tsx';
import { formatWhole } from '../../../explain/figures.ts';
import { unbroken, formatLasting, formatMany, formatPercent } from '../../explain/record-format.ts';
import type { MailClass } from '../../protocol/classes.ts';
import { useState } from 'react';
import type { InstanceName } from '../../protocol/instance-name.ts';
import type { AttributeRow, LaneRates, PartFigures, Selection } from '../../protocol/record-questions.ts';
import { ScrollBox } from '../../../ui/ScrollBox.tsx';
import { MessageList } from './MessageList.tsx';
import { PerMinute } from './PerMinute.tsx';
import { useAsked } from './useAsked.ts';
import css from './postfix.module.css';

interface DifferProps {
  name: InstanceName;
  classes: readonly MailClass[];
  selection: Selection;
  /** Something is selected; else there is no rest. */
  chosen: boolean;
  filter: string;
  onFilter: (predicate: string) => void;
}

const ROWS: readonly [name: string, of: (part: PartFigures) => string][] = [
  ['recipients tried', ({ recipients }) => formatWhole(recipients)],
  ['a minute', ({ perMinute }) => formatWhole(perMinute)],
  ['before the queue manager (a retry: since arrival) a, median', ({ a }) => formatLasting(a)],
  ['in the queue manager b, median', ({ b }) => formatLasting(b)],
  ['b, 90 %', ({ b90 }) => formatLasting(b90)],
  ['connection c, median', ({ c }) => formatLasting(c)],
  ['transmission d, median', ({ d }) => formatLasting(d)],
  ['b over 10 s', ({ waited, recipients }) => `${formatWhole(waited)} of ${formatWhole(recipients)}`],
  ['put off', ({ deferred, recipients }) => formatPercent(deferred / Math.max(1, recipients))],
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
    <div className={css.postfixDiffer}>
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
        <Table
          label="Figures of what is selected"
          className={css.postfixFigures}
          columns={[
            { name: 'figure', cell: ([title]) => title },
            { name: chosen ? 'selected' : 'all', cell: ([, of]) => of(selected) },
            ...(chosen ? [{ name: 'rest', cell: ([, of]: (typeof ROWS)[number]) => of(rest) }] : []),
          ]}
          rows={ROWS}
          rowKey={([title]) => title}
        />
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
      className={css.postfixStack}
      role="img"
      aria-label={parts.map(({ letter, seconds }) => `${letter} ${formatLasting(seconds)}`).join(', ')}
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
    <div className={css.postfixAttribute}>
      <h3>
        {row.attribute} <span className="dim">{formatPercent(row.differs)} different</span>
      </h3>
      <ul>
        {row.values.map(({ value, selected, rest, predicate }) => (
          <li key={value}>
            <button
              type="button"
              disabled={predicate === ''}
              aria-label={`${value}: ${formatPercent(selected)} of the selected, ${formatPercent(rest)} of the rest`}
              onClick={() => onFilter(filter === '' ? predicate : `(${filter}) and (${predicate})`)}
            >
              <span className="mono">{value}</span>
              <span className="shares">
                {formatPercent(selected)} <span className="dim">/ {formatPercent(rest)}</span>
              </span>
              <span className={css.bar} style={{ inlineSize: `${selected * 100}%` }} />
              <span className={`${css.bar} ${css.rest}`} style={{ inlineSize: `${rest * 100}%` }} />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface RatesProps {
  name: InstanceName;
  classes: readonly MailClass[];
  /** A lane of it is chosen. */
  selection: Selection;
}

const WANTED_MAX = 10_000;

/** How many deliveries a minute a lane gets, how many it could, and what keeps it to so many. */
export function Rates({ name, classes, selection }: RatesProps) {
  const [wanted, setWanted] = useState(30);
  const rates = useAsked(JSON.stringify([name, classes, selection, wanted]), (questions) =>
    questions.rates({ ...name, selection, classes, wanted }),
  );
  if (rates === null) return null;
  return (
    <section className={css.postfixRates} aria-label="How many a minute">
      <h2>How many a minute</h2>
      <p>{unbroken(nowWords(rates))}</p>
      <p>{unbroken(possibleWords(rates))}</p>
      <PerMinute
        label="No more deliveries a minute than"
        most={WANTED_MAX}
        value={wanted}
        onValue={setWanted}
      />
      {rates.busiest <= wanted && (
        <p>
          In the record it never gets more than {formatWhole(rates.busiest)} a minute. This limit would not
          have delayed anything here, but it slows bursts.
        </p>
      )}
      <p role="status">{unbroken(limitWords(rates, wanted))}</p>
      <p>{unbroken(delayWords(rates, wanted))}</p>
      <details>
        <summary>The lines for it{rates.others && '; all other mail keeps its speed'}</summary>
        <p className="dim">{rates.linesSay}</p>
        <ScrollBox label="Lines">
          <pre>{rates.lines.join('\n')}</pre>
        </ScrollBox>
      </details>
    </section>
  );
}

const perMinute = (n: number): string => (n >= 10 ? formatWhole(n) : String(Number(n.toFixed(1))));

function nowWords({ deliveries, recipients, perMinute: mean, busiest, seconds, most }: LaneRates): string {
  const each = recipients / deliveries;
  const carried =
    each < 1.05
      ? ', for one recipient each'
      : `, for ${Number(each.toFixed(1))} recipients each (a server that counts recipients sees so many times more)`;
  return `It gets ${perMinute(mean)} deliveries a minute, ${formatWhole(busiest)} in the busiest one, and at most ${formatWhole(most)} at once. One takes ${formatLasting(seconds)}${carried}.`;
}

function possibleWords(rates: LaneRates): string {
  const { possible, bound, agents, limit, rateDelay, seconds, destinations, transport } = rates;
  if (rates.eachRecipient) return eachRecipientWords(rates);
  const of = destinations > 1 ? ` at each of ${formatWhole(destinations)} destinations` : '';
  switch (bound) {
    case 'none':
      return `Neither a limit nor a number of processes bounds it: ${transport} has neither.`;
    case 'rate delay':
      return `The settings let ${perMinute((60 * destinations) / (rateDelay + seconds))} to ${perMinute(possible)} a minute through: one at a time, and up to ${formatLasting(rateDelay)} of rate delay after each${of}, counted in whole seconds of the clock.`;
    case 'limit':
      return `The settings let ${perMinute(possible)} a minute through at most: ${formatWhole(limit)} at once (the concurrency limit of ${transport}${of}) ÷ ${formatLasting(seconds)}. The window stays below that while it learns.`;
    case 'processes':
      return `The settings let ${perMinute(possible)} a minute through at most: ${formatMany(agents, 'process', 'processes')} of ${transport} ÷ ${formatLasting(seconds)}, if other mail leaves them free.`;
  }
}

function eachRecipientWords({ transport, bound, possible, agents, seconds }: LaneRates): string {
  const processes =
    bound === 'none'
      ? 'nor does a number of processes'
      : `only its ${formatMany(agents, 'process', 'processes')} do: ${perMinute(possible)} a minute at most (÷ ${formatLasting(seconds)}), if other mail leaves them free`;
  return `${transport}_destination_recipient_limit = 1 makes every recipient a destination of its own: its concurrency limit and rate delay count for one recipient and do not hold the lane back, ${processes}.`;
}

function limitWords({ byLimit, seconds, destinations }: LaneRates, wanted: number): string {
  const one = 60 / seconds;
  if (byLimit < 1)
    return `By a limit it cannot be kept to ${formatWhole(wanted)}: even one at a time makes ${perMinute(one)} a minute.`;
  const of = destinations > 1 ? 'A process limit' : 'A concurrency limit';
  return `${of} of ${formatWhole(byLimit)} makes up to ${perMinute(one * byLimit)} a minute, as long as a delivery takes ${formatLasting(seconds)}; faster answers make more.`;
}

function delayWords({ byDelay, seconds, destinations }: LaneRates, wanted: number): string {
  const { delay, least, most } = byDelay;
  const makes =
    perMinute(least) === perMinute(most) ? perMinute(least) : `${perMinute(least)} to ${perMinute(most)}`;
  const of = destinations > 1 ? 'A transport’s rate delay' : 'A rate delay';
  const coarse =
    delay === 1 && most < wanted * 0.8
      ? ' There is none between that and no delay: it counts whole seconds.'
      : '';
  return `${of} of ${delay} s makes ${makes} a minute: one at a time, and the pause begins at the end of each (${formatLasting(seconds)}).${coarse}`;
}
