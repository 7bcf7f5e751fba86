import { useIdentity } from '../../../charts/colours.ts';
import { Frame, type Plot } from '../../../plot/Frame.tsx';
import type { MessageRow } from '../../../protocol/rows.ts';
import { useSession } from '../../../store/hooks.ts';
import { useMail } from '../../../store/of-kind.ts';
import { type DeferredPicture, deferredPicture, type DeferredRow } from './deferred-layout.ts';
import css from './lesson.module.css';

/** Draws the messages in the deferred queue: the age and backoff of each message, and the scans of the queue. */
export default function LessonDeferred({ numbers }: { numbers: readonly number[] }) {
  const now = useSession((session) => session.cursor.at);
  const messages = useSession((session) => session.messages);
  const params = useMail((scenario) => scenario?.params ?? null);
  const rows: MessageRow[] = numbers.flatMap(
    (number) => [...messages.values()].find((row) => row.number === number) ?? [],
  );
  if (params === null || rows.length === 0) return null;
  const picture = deferredPicture(rows, now, params);
  return (
    <section className={css.lessonDeferred} aria-label="Deferred mail, and the scans of the deferred queue">
      <p className="sub">
        Backoff: the age, at least <b>{picture.least} s</b> and at most <b>{picture.most} s</b>
      </p>
      <Frame label="Age and backoff, by time" role="group" margins={MARGINS}>
        {(plot) => <Drawing picture={picture} plot={plot} />}
      </Frame>
      <p className="sub">
        The deferred queue is scanned every <b>{picture.every} s</b>
      </p>
    </section>
  );
}

/** Room for the names of the scans, in units of 1/16 rem, like all sizes below. */
const MARGINS = { left: 0, right: 0, top: 0, bottom: 28 };
const BAR = 28;
/** Height of a row, and the y of its age bar and of its backoff bar, from the top of the row. */
const ROW = { height: 128, age: 24, backoff: 60 };
/** Room for the instant at the top, in units of 1/16 rem. */
const HEAD = 36;
const TEXT = { fontSize: 13, fill: 'currentColor' } as const;

function Drawing({ picture, plot }: { picture: DeferredPicture; plot: Plot }) {
  const x = (seconds: number): number => plot.left + (seconds / picture.end) * plot.width;
  const spare = Math.max(0, plot.height - HEAD - ROW.height * picture.rows.length);
  const top = (i: number): number => HEAD + i * ROW.height + (spare * (i + 1)) / (picture.rows.length + 1);
  return (
    <>
      {picture.scans.map((time) => {
        const takes = picture.rows.some(({ triedAt }) => triedAt === time);
        return (
          <g key={time}>
            <path
              className={css.lessonScan}
              data-takes={takes || undefined}
              d={`M${x(time)} ${plot.top}V${plot.bottom}`}
            />
            <text
              {...TEXT}
              className="mono"
              fontWeight={takes ? 700 : 400}
              textAnchor="middle"
              x={x(time)}
              y={plot.bottom + 18}
            >
              {time} s
            </text>
          </g>
        );
      })}
      <path className="plot-grid" data-base d={`M${plot.left} ${plot.bottom}H${plot.right}`} />
      <path className={css.lessonScan} data-takes d={`M${x(picture.now)} ${plot.top}V${plot.bottom}`} />
      <text {...TEXT} fontWeight={650} x={x(picture.now) + 8} y={plot.top + 14}>
        now, {picture.now} s
      </text>
      {picture.rows.map((row, i) => (
        <Row key={row.number} row={row} now={picture.now} top={top(i)} x={x} />
      ))}
    </>
  );
}

interface RowProps {
  row: DeferredRow;
  now: number;
  top: number;
  x: (seconds: number) => number;
}

function Row({ row, now, top, x }: RowProps) {
  const identity = useIdentity(row.number);
  return (
    <g {...identity}>
      <text {...TEXT} x={x(row.from)} y={top + ROW.age - 7}>
        <tspan fontWeight={650}>Message {row.number}</tspan>, {row.age} s old
      </text>
      <rect x={x(row.from)} y={top + ROW.age} width={Math.max(3, x(now) - x(row.from))} height={BAR} rx={4} />
      {row.until > 0 && (
        <>
          <rect
            className={css.lessonBackoff}
            x={x(now)}
            y={top + ROW.backoff}
            width={Math.max(0, x(row.until) - x(now))}
            height={BAR}
            rx={4}
          />
          <text {...TEXT} textAnchor="end" y={top + ROW.backoff + BAR + 18}>
            <tspan x={x(row.until)}>backoff until {row.until} s, </tspan>
            <tspan x={x(row.until)} dy={16}>
              tried again by the scan at {row.triedAt} s
            </tspan>
          </text>
        </>
      )}
    </g>
  );
}
