import { Chip } from '../../charts/Chip.tsx';
import { formatCounted } from '../../explain/format.ts';
import type { CompareReport } from '../../protocol/studies.ts';
import type { Micros } from '../../protocol/units.ts';
import { useActions, useView } from '../../store/hooks.ts';
import { SideBadge } from './PairStrips.tsx';
import { dumbbellsOf, meanWaits, type Dumbbell } from './rows.ts';
import { Termed } from '../kit/Termed.tsx';
import css from './compare.module.css';

/** Rows of the chart; the table has all messages. */
const ROWS = 14;

/** The wait of each message until its last entry was selected, on both sides. */
export function Dumbbells({ report }: { report: CompareReport }) {
  const { rows, equal, longest } = dumbbellsOf(report);
  const shown = rows.slice(0, ROWS);
  return (
    <section className={css.comparePart} aria-labelledby="dumbbells-title">
      <h2 id="dumbbells-title">
        Wait until the last <Termed text="entry" /> is selected <span className="dim">seconds</span>
      </h2>
      <p className={css.dumbbellKey}>
        <SideBadge side="a" /> {report.a.name}
        <SideBadge side="b" /> {report.b.name}
      </p>
      <ul className={css.dumbbells}>
        {shown.map((row) => (
          <DumbbellRow key={row.number} row={row} longest={longest} />
        ))}
      </ul>
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

function DumbbellRow({ row, longest }: { row: Dumbbell; longest: Micros }) {
  const actions = useActions();
  const selected = useView((view) => view.selected);
  const x = (at: Micros): number => 3 + (Math.max(0, at) / longest) * 94;
  const known = [row.a, row.b].filter((at) => at >= 0);
  const label = `message ${row.number}: A ${tenthsText(row.a)}, B ${tenthsText(row.b)} seconds`;
  return (
    <li>
      <button
        type="button"
        aria-label={label}
        aria-pressed={selected === row.number}
        onClick={() => actions.select(selected === row.number ? 0 : row.number)}
        onPointerEnter={() => actions.hover(row.number)}
        onPointerLeave={() => actions.hover(0)}
      >
        <Chip number={row.number} size="small" />
        <span className={css.dumbbell} aria-hidden="true">
          {known.length === 2 && (
            <i
              className={css.dumbbellBar}
              style={{
                left: `${Math.min(x(row.a), x(row.b))}%`,
                width: `${Math.abs(x(row.a) - x(row.b))}%`,
              }}
            />
          )}
          {row.b >= 0 && <i className={`${css.dumbbellDot} ${css.sideB}`} style={{ left: `${x(row.b)}%` }} />}
          {row.a >= 0 && <i className={`${css.dumbbellDot} ${css.sideA}`} style={{ left: `${x(row.a)}%` }} />}
        </span>
        <span className={`mono ${css.dumbbellText}`}>
          {tenthsText(row.a)} → {tenthsText(row.b)}
        </span>
      </button>
    </li>
  );
}

/** Tenths of a second; a dash while it still waits. */
export function tenthsText(wait: Micros): string {
  return wait < 0 ? '–' : (Math.round(wait / 100_000) / 10).toFixed(1);
}

/** How many messages wait longer and shorter in B; nothing is said of a side that has none. */
function comparison(longer: number, shorter: number): string {
  const longerWords =
    longer === 0 ? '' : `${formatCounted(longer, 'message waits', 'messages wait')} longer in B`;
  const shorterWords =
    shorter === 0 ? '' : `${formatCounted(shorter, 'message waits', 'messages wait')} shorter in B`;
  const parts = [longerWords, shorterWords].filter((part) => part !== '');
  return parts.length === 0 ? 'Each waits the same in both.' : `${parts.join(', ')}.`;
}

function Means({ report }: { report: CompareReport }) {
  const means = meanWaits(report);
  if (means === null) return null;
  const longer = report.messages.filter(({ a, b }) => a.lastWait >= 0 && b.lastWait > a.lastWait).length;
  const shorter = report.messages.filter(({ a, b }) => b.lastWait >= 0 && a.lastWait > b.lastWait).length;
  return (
    <p className="side-note">
      Mean wait of {means.count === 1 ? 'the one message' : `the ${means.count} messages`} that had all their
      turns: {tenthsText(means.a)} s in A, {tenthsText(means.b)} s in B. {comparison(longer, shorter)}
    </p>
  );
}
