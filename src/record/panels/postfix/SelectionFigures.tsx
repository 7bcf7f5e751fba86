import { Table } from '../../../ui/Table.tsx';
import { formatWhole } from '../../../explain/figures.ts';
import { unbroken, formatLasting, formatMany, formatPercent } from '../../explain/record-format.ts';
import type { MailClass } from '../../protocol/classes.ts';
import { useState } from 'react';
import type { InstanceName } from '../../protocol/instance-name.ts';
import type { AttributeRow, LaneRates, PartFigures, Selection } from '../../protocol/record-questions.ts';
import { ScrollBox } from '../../../ui/ScrollBox.tsx';
import { Fault } from '../kit/parts.tsx';
import kit from '../kit/kit.module.css';
import { MessageList } from './MessageList.tsx';
import { PerMinute } from './PerMinute.tsx';
import { useAsked } from './useAsked.ts';
import css from './postfix.module.css';

interface DifferProps {
  name: InstanceName;
  classes: readonly MailClass[];
  selection: Selection;
  /** True when something is selected. Otherwise there is no rest to compare with. */
  chosen: boolean;
  filter: string;
  onFilter: (predicate: string) => void;
}

const ROWS: readonly [name: string, of: (part: PartFigures) => string][] = [
  ['recipients attempted', ({ recipients }) => formatWhole(recipients)],
  ['per minute', ({ perMinute }) => formatWhole(perMinute)],
  ['before the queue manager a, median (retries: since arrival)', ({ a }) => formatLasting(a)],
  ['in the queue manager b, median', ({ b }) => formatLasting(b)],
  ['b, 90 %', ({ b90 }) => formatLasting(b90)],
  ['connection c, median', ({ c }) => formatLasting(c)],
  ['transmission d, median', ({ d }) => formatLasting(d)],
  ['b over 10 s', ({ waited, recipients }) => `${formatWhole(waited)} of ${formatWhole(recipients)}`],
  ['deferred', ({ deferred, recipients }) => formatPercent(deferred / Math.max(1, recipients))],
];

const HOW =
  'Drag over the chart or choose a lane. A lane also shows its deliveries per minute and what limits them.';

/** Tells the reader why these counts may differ slightly from those in the verdict. */
const ROUNDED =
  'Counts every attempt, with a, b, c, d as printed in the log (two digits). The verdict counts each recipient once, by the times of its lines.';

/** Compares the selection with the rest: figures, largest differences, messages. */
export function Differ({ name, classes, selection, chosen, filter, onFilter }: DifferProps) {
  const key = JSON.stringify([name, classes, selection, selection.under === Infinity]);
  const answer = useAsked(name.instance === '' ? '' : key, (questions) =>
    questions.differ({ ...name, selection, classes }),
  );
  if (answer === null) return null;
  if (!answer.ok)
    return (
      <Fault text={answer.errors.map(({ field, accepted }) => `${field} needs ${accepted}`).join('. ')} />
    );
  const { selected, rest, attributes, messages } = answer.value;
  return (
    <div className={`row wrap start gap-24 ${css.postfixSplit}`}>
      <section className="stack" aria-label="Selection and rest">
        <h2>{chosen ? 'Selection and rest' : 'The whole record'}</h2>
        {filter !== '' && (
          <p className="row wrap">
            Filter: <code className="breaks">{filter}</code>
            <button type="button" className="link" onClick={() => onFilter('')}>
              Remove
            </button>
          </p>
        )}
        <Table
          label="Figures of the selection"
          columns={[
            { name: 'figure', cell: ([title]) => title },
            { name: chosen ? 'selection' : 'all', numeric: true, cell: ([, of]) => of(selected) },
            ...(chosen
              ? [{ name: 'rest', numeric: true, cell: ([, of]: (typeof ROWS)[number]) => of(rest) }]
              : []),
          ]}
          rows={ROWS}
          rowKey={([title]) => title}
        />
        <p className="dim">{ROUNDED}</p>
        <p className="dim">Medians of a, b, c, d</p>
        <Stack part={selected} />
      </section>
      <section className="stack" aria-label="What differs most">
        <h2>What differs most</h2>
        {!chosen && <p className="dim">{HOW}</p>}
        {chosen && attributes.length === 0 && <p className="dim">Selection and rest do not differ.</p>}
        {chosen &&
          attributes
            .slice(0, 6)
            .map((row) => <Attribute key={row.attribute} row={row} filter={filter} onFilter={onFilter} />)}
      </section>
      <section className="stack" aria-label="Messages of the selection">
        <h2>
          Messages <span className="dim">longest b first</span>
        </h2>
        <MessageList messages={messages.slice(0, 12)} />
      </section>
    </div>
  );
}

/** Draws the medians of a, b, c and d as parts of one bar. */
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

/** The values of an attribute with bars. A press on a value adds it to the filter. */
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
              <span className="row between text-2">
                <span className="mono cut">{value}</span>
                <span className="nowrap">
                  {formatPercent(selected)} <span className="dim">/ {formatPercent(rest)}</span>
                </span>
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
  /** The selection. It must have a lane. */
  selection: Selection;
}

const WANTED_MAX = 10_000;

/** Deliveries per minute of a lane, the maximum that the settings allow, and the limiting setting. */
export function Rates({ name, classes, selection }: RatesProps) {
  const [wanted, setWanted] = useState(30);
  const rates = useAsked(JSON.stringify([name, classes, selection, wanted]), (questions) =>
    questions.rates({ ...name, selection, classes, wanted }),
  );
  if (rates === null) return null;
  return (
    <section className={`stack text-2 ${css.postfixSplit}`} aria-label="Deliveries per minute">
      <h2>Deliveries per minute</h2>
      <p>{unbroken(nowWords(rates))}</p>
      <p>{unbroken(possibleWords(rates))}</p>
      <PerMinute label="At most, per minute" most={WANTED_MAX} value={wanted} onValue={setWanted} />
      {rates.busiest <= wanted && (
        <p>
          The record never has more than {formatWhole(rates.busiest)} per minute. This limit would not have
          delayed anything here, but it slows bursts.
        </p>
      )}
      <p role="status">{unbroken(limitWords(rates, wanted))}</p>
      <p>{unbroken(delayWords(rates, wanted))}</p>
      <details>
        <summary>Settings for this limit{rates.others && '; other mail is not affected'}</summary>
        <p className="dim">{rates.linesSay}</p>
        <ScrollBox label="Lines" className={kit.sunk}>
          <pre className="mono">{rates.lines.join('\n')}</pre>
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
      : `, for ${Number(each.toFixed(1))} recipients each (a server that limits recipients counts each of them)`;
  return `It gets ${perMinute(mean)} deliveries per minute, ${formatWhole(busiest)} in the busiest minute, and at most ${formatWhole(most)} concurrently. Each takes ${formatLasting(seconds)}${carried}.`;
}

function possibleWords(rates: LaneRates): string {
  const { possible, bound, agents, limit, rateDelay, seconds, destinations, transport } = rates;
  if (rates.eachRecipient) return eachRecipientWords(rates);
  const of = destinations > 1 ? ` at each of ${formatWhole(destinations)} destinations` : '';
  switch (bound) {
    case 'none':
      return `Nothing limits it: ${transport} has no concurrency limit and no process limit.`;
    case 'rate delay':
      return `The settings allow ${perMinute((60 * destinations) / (rateDelay + seconds))} to ${perMinute(possible)} per minute: one at a time, then up to ${formatLasting(rateDelay)} of rate delay${of}, in whole seconds of the clock.`;
    case 'limit':
      return `The settings allow at most ${perMinute(possible)} per minute: ${formatWhole(limit)} concurrent deliveries (the concurrency limit of ${transport}${of}) ÷ ${formatLasting(seconds)}. The window grows to that limit only with time.`;
    case 'processes':
      return `The settings allow at most ${perMinute(possible)} per minute: ${formatMany(agents, 'process', 'processes')} of ${transport} ÷ ${formatLasting(seconds)}, if other mail leaves them free.`;
  }
}

function eachRecipientWords({ transport, bound, possible, agents, seconds }: LaneRates): string {
  const processes =
    bound === 'none'
      ? 'No process limit applies either.'
      : `Only its ${formatMany(agents, 'process', 'processes')} limit the lane, to ${perMinute(possible)} per minute (÷ ${formatLasting(seconds)}), if other mail leaves them free.`;
  return `${transport}_destination_recipient_limit = 1 makes each recipient a destination. Concurrency limit and rate delay then count per recipient and do not limit the lane. ${processes}`;
}

function limitWords({ byLimit, seconds, destinations }: LaneRates, wanted: number): string {
  const one = 60 / seconds;
  if (byLimit < 1)
    return `A limit cannot hold it to ${formatWhole(wanted)} a minute: even one delivery at a time makes ${perMinute(one)}.`;
  const of = destinations > 1 ? 'A process limit' : 'A concurrency limit';
  return `${of} of ${formatWhole(byLimit)} makes up to ${perMinute(one * byLimit)} per minute while a delivery takes ${formatLasting(seconds)}. Faster replies make more.`;
}

function delayWords({ byDelay, seconds, destinations }: LaneRates, wanted: number): string {
  const { delay, least, most } = byDelay;
  const makes =
    perMinute(least) === perMinute(most) ? perMinute(least) : `${perMinute(least)} to ${perMinute(most)}`;
  const of = destinations > 1 ? 'A transport’s rate delay' : 'A rate delay';
  const coarse =
    delay === 1 && most < wanted * 0.8 ? ' No smaller delay is possible: it counts whole seconds.' : '';
  return `${of} of ${delay} s makes ${makes} per minute: one at a time, with the pause after the end of each (${formatLasting(seconds)}).${coarse}`;
}
