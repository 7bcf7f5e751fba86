import { Chip } from '../../charts/Chip.tsx';
import { PlaceAxis } from '../../plot/Axis.tsx';
import { Frame } from '../../plot/Frame.tsx';
import { timeTicks } from '../../plot/ticks.ts';
import { durationLabel } from '../../plot/values.ts';
import { formatCounted } from '../../explain/format.ts';
import type { CompareReport } from '../../protocol/studies.ts';
import type { Micros } from '../../protocol/units.ts';
import { useActions, useView } from '../../store/hooks.ts';
import { SideBadge } from './PairStrips.tsx';
import { dumbbellsOf, meanWaits, type Dumbbell } from './rows.ts';
import { Termed } from '../kit/Termed.tsx';
import css from './compare.module.css';

/** Number of rows in the chart; the table has all messages. */
const ROWS = 14;

/** Shows how long each message waited, on both sides, until its last entry was selected. */
export function Dumbbells({ report }: { report: CompareReport }) {
  const { rows, equal, longest } = dumbbellsOf(report);
  const shown = rows.slice(0, ROWS);
  return (
    <section className="stack" aria-labelledby="dumbbells-title">
      <h2 id="dumbbells-title">
        Wait until the last <Termed text="entry" /> is selected <span className="dim">seconds</span>
      </h2>
      <p className="row wrap gap-6 text-1 sub">
        <SideBadge side="a" /> {report.a.name}
        <SideBadge side="b" /> {report.b.name}
      </p>
      <ul aria-label="Messages">
        {shown.map((row) => (
          <DumbbellRow key={row.number} row={row} longest={longest} />
        ))}
      </ul>
      {shown.length > 0 && <Waits longest={longest} />}
      <p className="side-note">{restText(rows.length - shown.length, equal)}</p>
      <Means report={report} />
    </section>
  );
}

function restText(more: number, equal: number): string {
  const parts = [
    more > 0 ? `${more} more with a difference are in the table.` : '',
    equal > 0 ? `${equal === 1 ? 'One message waits' : `${equal} messages wait`} equally long in both.` : '',
  ];
  return parts.filter((part) => part !== '').join(' ');
}

/** Position of a wait in a row, in percent of its width, with room for a dot at both ends. */
const placeOf = (at: Micros, longest: Micros): number => 3 + (Math.max(0, at) / longest) * 94;

/** The axis of waiting times, which all rows share. */
function Waits({ longest }: { longest: Micros }) {
  const { step, at } = timeTicks({ from: 0, to: longest }, 2);
  return (
    <div className={css.dumbbell}>
      <span />
      <Frame hidden height={16} margins={NO_MARGINS}>
        {({ width }) => (
          <PlaceAxis
            ticks={at.map((wait) => ({
              x: (placeOf(wait, longest) / 100) * width,
              text: durationLabel(wait, step),
            }))}
            left={0}
            right={width}
            y={12}
          />
        )}
      </Frame>
    </div>
  );
}

const NO_MARGINS = { left: 0, right: 0, top: 0, bottom: 0 };

function DumbbellRow({ row, longest }: { row: Dumbbell; longest: Micros }) {
  const actions = useActions();
  const selected = useView((view) => view.selected);
  const [a, b] = [row.a, row.b].map((wait) => (wait < 0 ? null : `${placeOf(wait, longest)}%`));
  return (
    <li>
      <button
        type="button"
        className={css.dumbbell}
        aria-label={`message ${row.number}: A ${tenthsText(row.a)}, B ${tenthsText(row.b)} seconds`}
        aria-pressed={selected === row.number}
        onClick={() => actions.select(selected === row.number ? 0 : row.number)}
        onPointerEnter={() => actions.hover(row.number)}
        onPointerLeave={() => actions.hover(0)}
      >
        <Chip number={row.number} size="small" />
        <svg width="100%" height="1rem" aria-hidden="true">
          {a && b && <line className="plot-grid" data-base x1={a} x2={b} y1="50%" y2="50%" strokeWidth={2} />}
          {b && <circle className={css.dumbbellDot} data-side="b" cx={b} cy="50%" r="0.25rem" />}
          {a && <circle className={css.dumbbellDot} data-side="a" cx={a} cy="50%" r="0.25rem" />}
        </svg>
        <span className="mono text-1 nowrap">
          {tenthsText(row.a)} → {tenthsText(row.b)}
        </span>
      </button>
    </li>
  );
}

/** Seconds with one decimal; a dash while the message still waits. */
export function tenthsText(wait: Micros): string {
  return wait < 0 ? '–' : (Math.round(wait / 100_000) / 10).toFixed(1);
}

/** How many messages wait longer and how many shorter in B; omits zero counts. */
function comparison(longer: number, shorter: number): string {
  const longerWords =
    longer === 0 ? '' : `${formatCounted(longer, 'message waits', 'messages wait')} longer in B`;
  const shorterWords =
    shorter === 0 ? '' : `${formatCounted(shorter, 'message waits', 'messages wait')} shorter in B`;
  const parts = [longerWords, shorterWords].filter((part) => part !== '');
  return parts.length === 0 ? 'All wait equally long in both.' : `${parts.join(', ')}.`;
}

function Means({ report }: { report: CompareReport }) {
  const means = meanWaits(report);
  if (means === null) return null;
  const longer = report.messages.filter(({ a, b }) => a.lastWait >= 0 && b.lastWait > a.lastWait).length;
  const shorter = report.messages.filter(({ a, b }) => b.lastWait >= 0 && a.lastWait > b.lastWait).length;
  return (
    <p className="side-note">
      Mean wait of {means.count === 1 ? 'the one message' : `the ${means.count} messages`} that were handed
      over completely: {tenthsText(means.a)} s in A, {tenthsText(means.b)} s in B.{' '}
      {comparison(longer, shorter)}
    </p>
  );
}
