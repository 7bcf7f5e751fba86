import { type CSSProperties, memo } from 'react';
import { Cells } from '../../charts/Cells.tsx';
import { Chip } from '../../charts/Chip.tsx';
import { useIdentity } from '../../charts/colours.ts';
import { BlockerSign, StarSign } from '../../charts/Signs.tsx';
import type { BarMark, CardMark, JobMark } from './stage-marks.ts';
import css from './stage.module.css';
import { currentWords } from './stage-words.ts';

/** Properties of every treeitem of the stage: label, tab order, highlighting. */
interface ItemState {
  label: string;
  tabbable: boolean;
  /** Hovered or selected, here or in another panel: shows a ring. */
  hit: boolean;
  selected: boolean;
  /** An unrelated message is hovered. */
  dim: boolean;
}

interface JobViewProps extends ItemState {
  mark: JobMark;
  position: number;
  count: number;
}

const place = ({ x, y, width, height, pose }: JobMark): CSSProperties => {
  const at = `translate(${x}px,${y}px)`;
  if (pose === undefined) return { transform: at, width, height };
  const { sx, sy, opacity, origin } = pose;
  return { transform: `${at} scale(${sx},${sy})`, transformOrigin: origin, opacity, width, height };
};

/** One job of the stage. Event handlers are on the tree. */
export const JobView = memo(function JobView(props: JobViewProps) {
  const { mark } = props;
  const identity = useIdentity(mark.job.number);
  return (
    <div
      id={`stage-job-${mark.id}`}
      className={css.job}
      data-form={mark.kind}
      role="treeitem"
      aria-label={props.label}
      aria-level={mark.job.level + 1}
      aria-posinset={props.position}
      aria-setsize={props.count}
      aria-selected={props.selected}
      aria-current={mark.current || undefined}
      tabIndex={props.tabbable ? 0 : -1}
      data-key={`job:${mark.id}`}
      data-current={mark.current || undefined}
      data-candidate={mark.candidate || undefined}
      data-blocker={mark.blocker || undefined}
      data-hit={props.hit || undefined}
      data-dim={props.dim || undefined}
      style={place(mark)}
      {...identity}
    >
      {mark.kind === 'card' ? <CardBody mark={mark} /> : <Bar mark={mark} />}
    </div>
  );
}, sameJob);

function sameJob(a: JobViewProps, b: JobViewProps): boolean {
  return (
    a.mark.job === b.mark.job &&
    a.mark.block === b.mark.block &&
    a.mark.kind === b.mark.kind &&
    a.mark.pose === b.mark.pose &&
    (['x', 'y', 'width', 'height', 'current', 'candidate'] as const).every((k) => a.mark[k] === b.mark[k]) &&
    words(a.mark) === words(b.mark) &&
    (['label', 'tabbable', 'hit', 'selected', 'dim', 'position', 'count'] as const).every(
      (k) => a[k] === b[k],
    )
  );
}

function words(mark: JobMark): string {
  return mark.kind === 'card' ? `${mark.age} ${mark.score} ${mark.balance}` : `${mark.left} ${mark.chip}`;
}

/** Content of a card: head, coins above entries, footer. */
export function CardBody({ mark }: { mark: CardMark }) {
  return (
    <>
      <div className={css.jobHead}>
        <Chip number={mark.job.number} />
        {mark.blocker && <BlockerSign />}
        {mark.score !== '' && (
          <span className={css.jobScore}>
            <StarSign />
            {mark.score}
          </span>
        )}
        {mark.current && <span className={css.jobCurrent}>{currentWords(mark.job)}</span>}
        <span className={`${css.jobBalance} ${mark.balance.startsWith('+') ? css.free : ''}`}>
          {mark.balance}
        </span>
      </div>
      <Cells block={mark.block} />
      <div className={`row between gap-6 ${css.jobFoot}`}>
        <span>{mark.footer}</span>
        <span>{mark.age}</span>
      </div>
    </>
  );
}

function Bar({ mark }: { mark: BarMark }) {
  return (
    <>
      {mark.chip && <Chip number={mark.job.number} size="small" />}
      <Cells block={mark.block} />
      <span>{mark.left}</span>
    </>
  );
}
