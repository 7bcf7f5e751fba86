import { useState } from 'react';
import type { WheelDetail } from '../../protocol/wheel.ts';
import { Table } from '../../ui/Table.tsx';
import { formatCount } from '../../explain/format.ts';
import { tickOf } from './timer-path.ts';
import { Rings } from './Rings.tsx';
import type { ShownWheel } from './useWheelView.ts';
import { bare, bucketName, MILLIS, type Scale, written } from './wheel-words.ts';
import { Term } from '../kit/Term.tsx';
import css from './wheel.module.css';
import { Button } from '../../ui/Button.tsx';

interface WheelStageProps {
  view: ShownWheel;
  scale: Scale;
  phone: boolean;
  onCancel?: ((timer: number) => void) | undefined;
  /** Reserves no room for the next ring, so that the existing rings are larger. */
  snug?: boolean;
}

/** Shows the wheel, with its levels, marks and next level in the corners; or the same facts as a table. */
export function WheelStage({ view, scale, phone, onCancel, snug }: WheelStageProps) {
  const [ring, setRing] = useState<number | null>(null);
  const { detail } = view;
  const only = Math.min(ring ?? detail.queue[0]?.level ?? 0, detail.levels.length - 1);
  if (view.table) return <WheelTable view={view} scale={scale} />;
  return (
    <div className={css.wheelStage} translate="no">
      {phone && <Crumbs detail={detail} scale={scale} ring={only} onRing={setRing} />}
      <Rings view={view} scale={scale} only={phone ? only : undefined} snug={snug} onCancel={onCancel} />
      {!phone && <Corners detail={detail} scale={scale} />}
    </div>
  );
}

/** Chooses the ring on a phone. The number beside a level is its number of timers. */
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
    <nav className={`row gap-4 ${css.ringCrumbs}`} aria-label="Level">
      {detail.levels.map((level, k) => (
        <Button key={level.tick} aria-current={k === ring ? 'true' : undefined} onClick={() => onRing(k)}>
          <b>L{k + 1}</b> {written(level.tick, scale)}
          <span className="dim"> {formatCount(level.count)}</span>
        </Button>
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
      <div className={`${css.wheelCorner} ${css.levels}`}>
        <Table
          label="Levels of the wheel"
          columns={[
            {
              name: 'level',
              head: <Term name="overflow wheel">level</Term>,
              cell: (_, k) => (
                <>
                  <LevelSign level={k} /> {k + 1}
                </>
              ),
            },
            {
              name: 'bucket',
              head: <Term name="bucket" />,
              className: 'mono',
              cell: ({ tick }) => written(tick, scale),
            },
            {
              name: 'wheel at',
              className: 'mono',
              cell: ({ currentTime }) => bare(currentTime, scale),
            },
            { name: 'timers', className: 'mono', cell: (level) => formatCount(level.count) },
          ]}
          rows={detail.levels}
          rowKey={({ tick }) => tick}
        />
      </div>
      <ul className={`${css.wheelCorner} ${css.wheelKey}`} aria-label="Marks">
        {(scale === MILLIS ? LAB_MARKS : MAIL_MARKS).map(({ look, mark, text }) => (
          <li key={text} className="row nowrap">
            <i className={mark === '' ? css.swatch : css.tokenChip} data-look={look}>
              {mark}
            </i>
            {text}
          </li>
        ))}
      </ul>
      <p className={`${css.wheelCorner} ${css.nextLevel}`}>
        <b>Level {count + 1} not created</b>
        The first timer due at{' '}
        <span className="nowrap" data-due>
          {written(reach, scale)}
        </span>{' '}
        or later creates it.
      </p>
    </>
  );
}

const BUCKET_MARKS = [
  { look: 'armed', mark: '', text: 'armed bucket' },
  { look: 'stale', mark: '', text: 'armed, but empty' },
  { look: 'stands', mark: '', text: 'current position' },
];
const LAB_MARKS = [{ look: 'other', mark: '12', text: 'a timer' }, ...BUCKET_MARKS];
const MAIL_MARKS = [
  { look: 'message', mark: '4', text: 'reply to a message' },
  { look: 'agent', mark: 'a2', text: 'timeout of an agent' },
  { look: 'other', mark: 'c', text: 'destination, other' },
  ...BUCKET_MARKS,
];

function LevelSign({ level }: { level: number }) {
  return (
    <svg className="sign" viewBox="0 0 16 16" aria-hidden="true">
      {[2.6, 4.7, 6.8].map((radius, k) => {
        const here = k === Math.min(2, level);
        return (
          <circle
            key={radius}
            cx="8"
            cy="8"
            r={radius}
            className={here ? css.line : css.softLine}
            strokeWidth={here ? 1.9 : 1}
          />
        );
      })}
    </svg>
  );
}

/** Largest number of buckets drawn as rows. A wheel of 10,000 timers has fewer armed buckets. */
const TABLE_ROWS = 400;

/** The wheel as a table: buckets by the time at which they open, their timers in list order. */
function WheelTable({ view, scale }: { view: ShownWheel; scale: Scale }) {
  const { detail, follow, setFollow, setOpen } = view;
  return (
    <Table
      label="The wheel as a table"
      scrolls={css.wheelTable}
      stickyHead
      columns={[
        {
          name: 'bucket',
          className: 'mono',
          cell: ({ level, bucket }) => (
            <button type="button" className="link" onClick={() => setOpen(level, bucket)}>
              {bucketName(level, bucket)}
            </button>
          ),
        },
        { name: `opens, ${scale.unit}`, className: 'mono', cell: ({ due }) => bare(due, scale) },
        {
          name: 'timers',
          className: 'mono',
          cell: ({ count }) => (count === 0 ? 'empty' : formatCount(count)),
        },
        {
          name: 'in list order',
          className: 'mono',
          cell: ({ level, bucket }) => (
            <span className="row wrap">
              {detail.timers
                .filter((timer) => timer.level === level && timer.bucket === bucket)
                .map((timer) => (
                  <button
                    key={timer.id}
                    type="button"
                    className="link"
                    aria-pressed={timer.id === follow}
                    onClick={() => setFollow(timer.id)}
                  >
                    {timer.label}
                  </button>
                ))}
            </span>
          ),
        },
      ]}
      rows={detail.queue.slice(0, TABLE_ROWS)}
      rowKey={({ level, bucket }) => `${level} ${bucket}`}
    />
  );
}
