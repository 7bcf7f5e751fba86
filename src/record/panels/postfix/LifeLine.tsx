import { PlaceAxis } from '../../../plot/Axis.tsx';
import { Frame, type Plot } from '../../../plot/Frame.tsx';
import { formatWhole } from '../../../explain/figures.ts';
import type { Seconds } from '../../../protocol/units.ts';
import { formatLasting } from '../../explain/record-format.ts';
import type { LifeGroup, LifePicture, LifeTry, MessageLife } from '../../protocol/record-questions.ts';
import { lengthTicks, nameRoom } from './axis.ts';
import css from './postfix.module.css';

const ROW = 58;

/** Draws the attempts of a message over time, in a row for each destination. */
export function LifeLine({ life }: { life: LifePicture }) {
  const last = Math.max(
    ...life.groups.flatMap(({ tries, next }) => [
      ...tries.map(({ end }) => end),
      ...next.map(({ latest, came }) => (came < 0 ? 0 : latest)),
    ]),
    life.nextTry?.latest ?? 0,
    0.05,
  );
  return (
    <Frame
      className={css.postfixPicture ?? ''}
      label={`Attempts over ${formatLasting(last)}; the table below has the same attempts`}
      height={life.groups.length * ROW + 28}
      margins={{ left: 8, right: 12, top: 4, bottom: 22 }}
    >
      {(plot) => <Groups life={life} last={last} plot={plot} />}
    </Frame>
  );
}

function Groups({ life, last, plot }: { life: LifePicture; last: Seconds; plot: Plot }) {
  const narrow = plot.frame.width < 560;
  const names = nameRoom(
    life.groups.map(({ destination }) => destination),
    25,
    plot.frame.width < 900 ? 25 : 44,
  );
  const left = narrow ? plot.left : names.left;
  const x = (seconds: Seconds): number => left + (Math.max(0, seconds) / last) * (plot.right - left);
  return (
    <>
      <PlaceAxis
        ticks={lengthTicks(last).map((tick) => ({ x: x(tick), text: formatLasting(tick) }))}
        left={left}
        right={plot.frame.width}
        y={plot.bottom + 16}
        grid={plot}
      />
      {life.groups.map((group, i) => (
        <GroupLine
          key={group.destination}
          group={group}
          x={x}
          y={i * ROW + 34}
          names={
            narrow ? { x: plot.left, letters: 44, above: true } : { x: left - 10, letters: names.letters }
          }
          nextTry={life.nextTry}
        />
      ))}
    </>
  );
}

interface TimePlace {
  x: (seconds: Seconds) => number;
  y: number;
}

interface GroupLineProps extends TimePlace {
  group: LifeGroup;
  /** `x`: end of the destination's name, or its start if the name is above the line. `letters`: its length. */
  names: { x: number; letters: number; above?: boolean };
  nextTry: MessageLife['nextTry'];
}

function GroupLine({ group, x, y, names, nextTry }: GroupLineProps) {
  const waits = nextTry !== null && group.parts.some(({ fate }) => fate === 'deferred');
  const [first] = group.tries;
  const end = Math.max(...group.tries.map((one) => one.end));
  return (
    <g>
      {names.above === true ? (
        <text className="plot-label" x={names.x} y={y - 18}>
          {shortened(group.destination, names.letters)}
        </text>
      ) : (
        <text className="plot-label" x={names.x} y={y} textAnchor="end">
          {shortened(group.destination, names.letters)}
          <tspan x={names.x} dy={15}>
            {group.count === 1 ? shortened(group.recipients[0] ?? '', names.letters) : partsOf(group)}
          </tspan>
        </text>
      )}
      {first !== undefined && <path className={css.dotted} d={`M${x(first.active)} ${y}H${x(end)}`} />}
      {group.next
        .filter(({ came }) => came >= 0)
        .map(({ notBefore, latest }) => (
          <Bracket key={notBefore} from={notBefore} to={latest} x={x} y={y} />
        ))}
      {waits && (
        <g opacity={0.6}>
          <Bracket from={nextTry.notBefore} to={nextTry.latest} x={x} y={y} />
        </g>
      )}
      {group.tries.map((one) => (
        <Try key={`${one.end} ${one.to}`} one={one} x={x} y={y} />
      ))}
    </g>
  );
}

/** Draws when the next attempt may come: from its earliest time for one scan interval. */
function Bracket({ from, to, x, y }: TimePlace & { from: Seconds; to: Seconds }) {
  return (
    <>
      <rect className="plot-area" x={x(from)} width={Math.max(1, x(to) - x(from))} y={y - 4} height={8} />
      <path className="plot-line" d={`M${x(from)} ${y - 6}v12`} />
    </>
  );
}

const shortened = (text: string, letters: number): string =>
  text.length > letters ? `${text.slice(0, letters - 1)}…` : text;

const FATES = { sent: 'sent', deferred: 'waiting', bounced: 'returned' } as const;

/** Writes the number of recipients by outcome: `7 recipients`, or `6 sent, 1 returned`. */
function partsOf({ count, parts }: LifeGroup): string {
  return parts.length === 1
    ? `${formatWhole(count)} recipients`
    : parts.map((part) => `${formatWhole(part.count)} ${FATES[part.fate]}`).join(', ');
}

function Try({ one, x, y }: TimePlace & { one: LifeTry }) {
  return (
    <g>
      {one.b > 0 && <path className={css.wait} d={`M${x(one.active)} ${y}H${x(one.start)}`} />}
      <path className={css.busy} d={`M${x(one.start)} ${y}H${x(one.end)}`} />
      <circle
        cx={x(one.end)}
        cy={y}
        r={5.5}
        data-status={one.putOff ? 'put-off' : one.status}
        className={css.try}
      >
        <title>{`attempt ${one.ordinal}: ${one.status}, a ${formatLasting(one.a)}, b ${formatLasting(one.b)}, c ${formatLasting(one.c)}, d ${formatLasting(one.d)}: ${one.reply}`}</title>
      </circle>
      {one.status === 'bounced' && (
        <text x={x(one.end)} y={y + 4} textAnchor="middle" className={css.cross}>
          ✕
        </text>
      )}
    </g>
  );
}
