import { useState } from 'react';
import { wholeFigure, lasting, many, unbroken } from '../../explain/findings/figures.ts';
import type { MailClass } from '../../protocol/classes.ts';
import type { LaneRates, MemberName, Selection } from '../../protocol/record-questions.ts';
import { ScrollBox } from '../../../panels/kit/ScrollBox.tsx';
import { PerMinute } from './PerMinute.tsx';
import { useAsked } from './useAsked.ts';
import './postfix.css';

interface RatesProps {
  name: MemberName;
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
    <section className="postfix-rates" aria-label="How many a minute">
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
          In the record it never gets more than {wholeFigure(rates.busiest)} a minute: such a bound would have
          held nothing back, and slows what comes in a burst all the same.
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

const perMinute = (n: number): string => (n >= 10 ? wholeFigure(n) : String(Number(n.toFixed(1))));

function nowWords({ deliveries, recipients, perMinute: mean, busiest, seconds, most }: LaneRates): string {
  const each = recipients / deliveries;
  const carried =
    each < 1.05
      ? ', for one recipient each'
      : `, for ${Number(each.toFixed(1))} recipients each (a server that counts recipients sees so many times more)`;
  return `It gets ${perMinute(mean)} deliveries a minute, ${wholeFigure(busiest)} in the busiest one, and at most ${wholeFigure(most)} at once. One takes ${lasting(seconds)}${carried}.`;
}

function possibleWords(rates: LaneRates): string {
  const { possible, bound, agents, limit, rateDelay, seconds, destinations, transport } = rates;
  if (rates.eachRecipient) return eachRecipientWords(rates);
  const of = destinations > 1 ? ` at each of ${wholeFigure(destinations)} destinations` : '';
  switch (bound) {
    case 'none':
      return `Neither a limit nor a number of processes bounds it: ${transport} has neither.`;
    case 'rate delay':
      return `The settings let ${perMinute((60 * destinations) / (rateDelay + seconds))} to ${perMinute(possible)} a minute through: one at a time, and up to ${lasting(rateDelay)} of rate delay after each${of}, counted in whole seconds of the clock.`;
    case 'limit':
      return `The settings let ${perMinute(possible)} a minute through at most: ${wholeFigure(limit)} at once (the concurrency limit of ${transport}${of}) ÷ ${lasting(seconds)}. The window stays below that while it learns.`;
    case 'processes':
      return `The settings let ${perMinute(possible)} a minute through at most: ${many(agents, 'process', 'processes')} of ${transport} ÷ ${lasting(seconds)}, if other mail leaves them free.`;
  }
}

function eachRecipientWords({ transport, bound, possible, agents, seconds }: LaneRates): string {
  const processes =
    bound === 'none'
      ? 'nor does a number of processes'
      : `only its ${many(agents, 'process', 'processes')} do: ${perMinute(possible)} a minute at most (÷ ${lasting(seconds)}), if other mail leaves them free`;
  return `${transport}_destination_recipient_limit = 1 makes every recipient a destination of its own: its concurrency limit and rate delay count for one recipient and do not hold the lane back, ${processes}.`;
}

function limitWords({ byLimit, seconds, destinations }: LaneRates, wanted: number): string {
  const one = 60 / seconds;
  if (byLimit < 1)
    return `By a limit it cannot be kept to ${wholeFigure(wanted)}: even one at a time makes ${perMinute(one)} a minute.`;
  const of = destinations > 1 ? 'A process limit' : 'A concurrency limit';
  return `${of} of ${wholeFigure(byLimit)} makes up to ${perMinute(one * byLimit)} a minute, as long as a delivery takes ${lasting(seconds)}; faster answers make more.`;
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
  return `${of} of ${delay} s makes ${makes} a minute: one at a time, and the pause begins at the end of each (${lasting(seconds)}).${coarse}`;
}
