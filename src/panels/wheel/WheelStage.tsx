import { useState } from 'react';
import type { WheelDetail } from '../../protocol/wheel.ts';
import { ScrollBox } from '../../ui/ScrollBox.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { formatCount } from '../../explain/format.ts';
import { tickOf } from './timer-path.ts';
import { Rings } from './Rings.tsx';
import type { WheelView } from './useWheelView.ts';
import { bare, bucketName, MILLIS, type Scale, written } from './wheel-words.ts';
import { Term } from '../kit/Term.tsx';
import css from './wheel.module.css';

interface WheelStageProps {
  view: WheelView & { detail: WheelDetail };
  scale: Scale;
  phone: boolean;
  onCancel?: ((timer: number) => void) | undefined;
  /** Only the rings that there are, as large as they get. */
  snug?: boolean;
}

/** The wheel with its corners: which levels there are, what the marks mean, what is not there yet. */
export function WheelStage({ view, scale, phone, onCancel, snug }: WheelStageProps) {
  const [ring, setRing] = useState<number | null>(null);
  const { detail } = view;
  const only = Math.min(ring ?? detail.queue[0]?.level ?? 0, detail.levels.length - 1);
  if (view.table) {
    return (
      <WheelTable
        detail={detail}
        scale={scale}
        follow={view.follow}
        onFollow={view.setFollow}
        onOpen={view.setOpen}
      />
    );
  }
  return (
    <div className={css.wheelStage} translate="no">
      {phone && <Crumbs detail={detail} scale={scale} ring={only} onRing={setRing} />}
      <Rings
        detail={detail}
        now={view.now}
        scale={scale}
        lod={view.lod}
        only={phone ? only : undefined}
        snug={snug}
        follow={view.follow}
        hovered={view.hovered}
        open={view.open}
        onFollow={view.setFollow}
        onHover={view.setHovered}
        onOpen={view.setOpen}
        onCancel={onCancel}
      />
      {!phone && <Corners detail={detail} scale={scale} />}
    </div>
  );
}

/** Which ring is on the phone; a number beside a level says that timers wait there. */
function Crumbs({
  detail,
  scale,
  ring,
  onRing,
}: {
  detail: WheelDetail;
  scale: Scale;
  ring: number;
  onRing: (level: number) => void;
}) {
  return (
    <nav className={css.ringCrumbs} aria-label="Level">
      {detail.levels.map((level, k) => (
        <button
          key={level.tick}
          type="button"
          aria-current={k === ring ? 'true' : undefined}
          onClick={() => onRing(k)}
        >
          <b>L{k + 1}</b> {written(level.tick, scale)}
          <span className="dim"> {formatCount(level.count)}</span>
        </button>
      ))}
    </nav>
  );
}

function Corners({ detail, scale }: { detail: WheelDetail; scale: Scale }) {
  const count = detail.levels.length;
  const top = detail.levels.at(-1);
  const reach = top === undefined ? 0 : top.currentTime + tickOf(detail, count);
  return (
    <>
      <table className={`${css.wheelCorner} ${css.levels}`}>
        <thead>
          <tr>
            <th scope="col">
              <Term name="overflow wheel">level</Term>
            </th>
            <th scope="col">
              <Term name="bucket" />
            </th>
            <th scope="col">wheel at</th>
            <th scope="col">timers</th>
          </tr>
        </thead>
        <tbody>
          {detail.levels.map((level, k) => (
            <tr key={level.tick}>
              <th scope="row">
                <LevelSign level={k} /> {k + 1}
              </th>
              <td>{written(level.tick, scale)}</td>
              <td>{bare(level.currentTime, scale)}</td>
              <td>{formatCount(level.count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <ul className={`${css.wheelCorner} ${css.wheelKey}`} aria-label="Marks">
        {scale === MILLIS ? (
          <li>
            <i className={css.tokenChip}>12</i>a timer
          </li>
        ) : (
          <>
            <li>
              <i className={`${css.tokenChip} ${css.filled}`}>4</i>reply to a message
            </li>
            <li>
              <i className={css.tokenChip} data-look="agent">
                a2
              </i>
              timeout of an agent
            </li>
            <li>
              <i className={css.tokenChip}>c</i>destination, other
            </li>
          </>
        )}
        <li>
          <i className={`${css.swatch} ${css.armed}`} />
          armed bucket
        </li>
        <li>
          <i className={`${css.swatch} ${css.stale}`} />
          armed, but empty
        </li>
        <li>
          <i className={`${css.swatch} ${css.stands}`} />
          the wheel stands here
        </li>
      </ul>
      <p className={`${css.wheelCorner} ${css.nextLevel}`}>
        <b>Level {count + 1} not created</b>
        The first timer due at <span className={css.nextDue}>{written(reach, scale)}</span> or later creates
        it.
      </p>
    </>
  );
}

function LevelSign({ level }: { level: number }) {
  return (
    <svg className={css.levelSign} viewBox="0 0 16 16" aria-hidden="true">
      {[2.6, 4.7, 6.8].map((radius, k) => (
        <circle key={radius} cx="8" cy="8" r={radius} className={k === Math.min(2, level) ? css.here : ''} />
      ))}
    </svg>
  );
}

/** Timers one by one or as numbers; the table has both. */
export function LodSwitch({ view }: { view: WheelView }) {
  return (
    <Segmented
      label="Shown as"
      value={view.table ? 'table' : view.lod}
      options={[
        { value: 'timers', text: 'Timers' },
        { value: 'counts', text: 'Counts' },
        { value: 'table', text: 'Table' },
      ]}
      onChange={(value) => {
        view.setTable(value === 'table');
        if (value !== 'table') view.setLod(value);
      }}
    />
  );
}

interface WheelTableProps {
  detail: WheelDetail;
  scale: Scale;
  follow: number;
  onFollow: (timer: number) => void;
  onOpen: (level: number, bucket: number) => void;
}

/** The same wheel as a table: buckets in the order in which they open, their timers in list order. */
function WheelTable({ detail, scale, follow, onFollow, onOpen }: WheelTableProps) {
  return (
    <ScrollBox label="The wheel as a table" className={css.wheelTable}>
      <table>
        <thead>
          <tr>
            <th scope="col">bucket</th>
            <th scope="col">opens, {scale.unit}</th>
            <th scope="col">timers</th>
            <th scope="col">in list order</th>
          </tr>
        </thead>
        <tbody>
          {detail.queue.slice(0, 400).map(({ level, bucket, due, count }) => (
            <tr key={`${level} ${bucket}`}>
              <th scope="row">
                <button type="button" onClick={() => onOpen(level, bucket)}>
                  {bucketName(level, bucket)}
                </button>
              </th>
              <td>{bare(due, scale)}</td>
              <td>{count === 0 ? 'empty' : formatCount(count)}</td>
              <td className={css.names}>
                {detail.timers
                  .filter((timer) => timer.level === level && timer.bucket === bucket)
                  .map((timer) => (
                    <button
                      key={timer.id}
                      type="button"
                      aria-pressed={timer.id === follow}
                      onClick={() => onFollow(timer.id)}
                    >
                      {timer.label}
                    </button>
                  ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
