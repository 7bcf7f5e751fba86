import type { CSSProperties } from 'react';
import { Chip } from '../../../charts/Chip.tsx';
import { useIdentity } from '../../../charts/colours.ts';
import type { MessageRow } from '../../../protocol/rows.ts';
import { useSession } from '../../../store/hooks.ts';
import { useMail } from '../../../store/of-kind.ts';
import { type DeferredPicture, deferredPicture, type DeferredRow } from './deferred-layout.ts';
import css from './lesson.module.css';

/** Messages that wait in the deferred queue: how old each is, until when its backoff goes, and the scans that look. */
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
      <p className={css.lessonDeferredRule}>
        Backoff: the age, at least <b>{picture.least} s</b> and at most <b>{picture.most} s</b>
      </p>
      <div className={css.lessonDeferredAxis}>
        <Scans picture={picture} />
        <span className={css.lessonDeferredNow} style={at(picture, picture.now)}>
          <span>now, {picture.now} s</span>
        </span>
        <ul>
          {picture.rows.map((row) => (
            <Row key={row.number} row={row} picture={picture} />
          ))}
        </ul>
      </div>
      <p className={css.lessonDeferredRule}>
        The deferred queue is scanned every <b>{picture.every} s</b>
      </p>
    </section>
  );
}

function Scans({ picture }: { picture: DeferredPicture }) {
  return picture.scans.map((time) => (
    <span
      key={time}
      className={css.lessonScan}
      data-takes={picture.rows.some(({ triedAt }) => triedAt === time) || undefined}
      style={at(picture, time)}
    >
      <span className="mono">{time} s</span>
    </span>
  ));
}

function Row({ row, picture }: { row: DeferredRow; picture: DeferredPicture }) {
  const identity = useIdentity(row.number);
  return (
    <li>
      <span className={css.lessonDeferredAge} style={span(picture, row.from, picture.now)} {...identity}>
        <span>
          <Chip number={row.number} size="small" /> {row.age} s old
        </span>
      </span>
      {row.until > 0 && (
        <span
          className={css.lessonDeferredBackoff}
          style={span(picture, picture.now, row.until)}
          {...identity}
        >
          <span>
            backoff until {row.until} s, tried again by the scan at {row.triedAt} s
          </span>
        </span>
      )}
    </li>
  );
}

function at({ end }: DeferredPicture, time: number): CSSProperties {
  return { left: `${(time / end) * 100}%` };
}

function span({ end }: DeferredPicture, from: number, to: number): CSSProperties {
  return { left: `${(from / end) * 100}%`, width: `${(Math.max(0, to - from) / end) * 100}%` };
}
