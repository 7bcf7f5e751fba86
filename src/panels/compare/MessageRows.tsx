import { Chip } from '../../charts/Chip.tsx';
import { useIdentity } from '../../charts/colours.ts';
import { formatCounted } from '../../explain/format.ts';
import { PlaceAxis } from '../../plot/Axis.tsx';
import { Frame } from '../../plot/Frame.tsx';
import { timeTicks } from '../../plot/ticks.ts';
import { durationLabel } from '../../plot/values.ts';
import type { CompareReport, MessageDifference, MessageSide } from '../../protocol/studies.ts';
import type { Micros } from '../../protocol/units.ts';
import { useActions, useView } from '../../store/hooks.ts';
import { comparedRows, type Span, tenthsText } from './rows.ts';
import type { Side, Twins } from './twins.ts';
import css from './compare.module.css';

/** Number of rows; the table of all figures has every message. */
const ROWS = 100;

interface MessageRowsProps {
  report: CompareReport;
  twins: Twins;
}

/** Shows when each message arrived and when it was done, on both sides; then the messages that only one side has. */
export function MessageRows({ report, twins }: MessageRowsProps) {
  const { both, alone, span } = comparedRows(report);
  const rows = [...both, ...alone].slice(0, ROWS);
  const more = both.length + alone.length - rows.length;
  return (
    <section className={css.compareRows} aria-label="When each message is done">
      <table>
        <thead>
          <tr>
            <th scope="col">message</th>
            <th scope="col">when its last recipient has it</th>
            <th scope="col">A took</th>
            <th scope="col">B took</th>
            <th scope="col">B − A</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, i) => (
            <Row
              key={`${row.a.number} ${row.b.number}`}
              row={row}
              span={span}
              twins={twins}
              first={i === both.length}
            />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">time</th>
            <td>
              <Instants span={span} />
            </td>
            <td colSpan={3} className="dim">
              {more > 0 && `${more} more in All figures`}
            </td>
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

/** Position of an instant in a row, in percent of its width, with room for a mark at both ends. */
const placeOf = (at: Micros, { from, to }: Span): number => 1 + ((at - from) / Math.max(1, to - from)) * 97;

const NO_MARGINS = { left: 0, right: 0, top: 0, bottom: 0 };

/** The axis of time, which all rows share. */
function Instants({ span }: { span: Span }) {
  const { step, at } = timeTicks(span, 6);
  return (
    <Frame hidden height={16} margins={NO_MARGINS}>
      {({ width }) => (
        <PlaceAxis
          ticks={at.map((instant) => ({
            x: (placeOf(instant, span) / 100) * width,
            text: durationLabel(instant, step),
          }))}
          left={0}
          right={width}
          y={12}
        />
      )}
    </Frame>
  );
}

interface RowProps {
  row: MessageDifference;
  span: Span;
  twins: Twins;
  /** True for the first message that only one side has. */
  first: boolean;
}

function Row({ row, span, twins, first }: RowProps) {
  const { hover, select } = useActions();
  const { a, b } = row;
  const side: Side = a.number > 0 ? 'a' : 'b';
  const number = twins.toPage(side, row[side].number);
  const selected = useView((view) => view.selected === number);
  const hovered = useView((view) => view.hovered === number);
  return (
    <tr
      data-first-alone={first || undefined}
      data-hit={hovered || selected || undefined}
      onPointerEnter={() => hover(number)}
      onPointerLeave={() => hover(0)}
    >
      <th scope="row">
        {twins.isAlone(number) ? (
          <span className="row gap-6">
            <Name row={row} side={side} />
          </span>
        ) : (
          <button
            type="button"
            className="row gap-6"
            aria-label={`message ${row[side].number}: A ${tookText(a)}, B ${tookText(b)}`}
            aria-pressed={selected}
            onClick={() => select(selected ? 0 : number)}
          >
            <Name row={row} side={side} />
          </button>
        )}
      </th>
      <td>
        <Marks row={row} span={span} number={row[side].number} />
      </td>
      <td className="mono">{tookText(a)}</td>
      <td className="mono">{tookText(b)}</td>
      <td className="mono strong">{differenceText(row)}</td>
    </tr>
  );
}

/** Number and size of a message. Adds its number in B if that is different, or the side if only one side has it. */
function Name({ row: { a, b, recipients }, side }: { row: MessageDifference; side: Side }) {
  const isAlone = a.number === 0 || b.number === 0;
  return (
    <>
      <Chip number={side === 'a' ? a.number : b.number} size="small" />
      <span>
        {formatCounted(recipients, 'recipient')}
        {isAlone && `, only in ${side.toUpperCase()}`}
      </span>
      {!isAlone && a.number !== b.number && (
        <span className="row gap-4 dim">
          in B <Chip number={b.number} size="small" />
        </span>
      )}
    </>
  );
}

function Marks({ row: { a, b }, span, number }: { row: MessageDifference; span: Span; number: number }) {
  const identity = useIdentity(number);
  const doneAt = ({ injected, took }: MessageSide): string | null =>
    took < 0 ? null : `${placeOf(injected + took, span)}%`;
  const [ofA, ofB] = [doneAt(a), doneAt(b)];
  const injected = Math.max(a.injected, b.injected);
  return (
    <svg width="100%" height="1rem" aria-hidden="true">
      {ofA && ofB && (
        <line className="plot-grid" data-base x1={ofA} x2={ofB} y1="50%" y2="50%" strokeWidth={2} />
      )}
      <svg x={`${placeOf(injected, span)}%`} y="50%" overflow="visible" {...identity}>
        <path className={css.compareArrival} d="M-5 -4.5h10l-5 9z" />
      </svg>
      {ofB && <circle className={css.compareDot} data-side="b" cx={ofB} cy="50%" r="0.3125rem" />}
      {ofA && <circle className={css.compareDot} data-side="a" cx={ofA} cy="50%" r="0.3125rem" />}
    </svg>
  );
}

function tookText({ number, took, tried, deferred }: MessageSide): string {
  if (number === 0) return 'not sent';
  if (took >= 0) return `${tenthsText(took)} s`;
  return tried && deferred > 0 ? 'deferred' : '–';
}

function differenceText({ a, b }: MessageDifference): string {
  if (a.took < 0 || b.took < 0) return '';
  const difference = b.took - a.took;
  return `${difference > 0 ? '+' : difference < 0 ? '−' : ''}${tenthsText(Math.abs(difference))} s`;
}
