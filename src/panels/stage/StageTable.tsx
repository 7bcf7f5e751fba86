import { useRef, useState, type UIEvent } from 'react';
import { Chip } from '../../charts/Chip.tsx';
import { balanceText } from '../../charts/coins.ts';
import { useSize } from '../../charts/useSize.ts';
import type { JobRow } from '../../protocol/rows.ts';
import { useActions, useView } from '../../store/hooks.ts';
import { jobsListed, type StageInput } from './input.ts';
import { ageText, entriesLeft, footerText } from './job-marks.ts';
import { listedJobs, rowAt } from './listed-jobs.ts';
import '../../ui/table.css';
import css from './other-forms.module.css';
import stageCss from './stage.module.css';

/** Row height in rem. A list has up to 100,000 jobs, so only visible rows are rendered, which `Table` cannot do. */
const ROW = 1.75;
/** Rows rendered above and below the visible ones. */
const SPARE = 8;

const HEADS = [
  'place',
  'job',
  'state',
  'level',
  'selected',
  'left',
  'blocked',
  'delivery slots',
  'age',
] as const;

/** The jobs of the stage as a table, in the same order. */
export function StageTable({ input }: { input: StageInput }) {
  const actions = useActions();
  const selected = useView((view) => view.selected);
  const box = useRef<HTMLDivElement>(null);
  const size = useSize(box);
  const [top, setTop] = useState(0);
  const height = ROW * input.rem;
  const count = jobsListed(input);
  const list = input.list ?? listedJobs(input.jobs);
  const seen = Math.ceil((size?.height ?? 0) / height);
  const from = Math.max(0, Math.min(count, Math.floor(top / height) - SPARE));
  const to = Math.min(count, from + seen + 2 * SPARE);
  const own = new Set(input.jobs.map((job) => job.id));
  return (
    <div
      className={`${stageCss.stageScroll} ${css.stageTable}`}
      ref={box}
      // Focusable, so that arrow keys scroll the table.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      role="region"
      aria-label="Jobs as a table"
      onScroll={(event: UIEvent<HTMLDivElement>) => setTop(event.currentTarget.scrollTop)}
    >
      <table className="table sticky-head text-1" aria-rowcount={count + 1}>
        <thead>
          <tr aria-rowindex={1}>
            {HEADS.map((text) => (
              <th
                key={text}
                scope="col"
                className={text === 'job' || text === 'state' ? undefined : 'numeric'}
              >
                {text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {from > 0 && <Gap rows={from} />}
          {Array.from({ length: to - from }, (_, i) => {
            const job = rowAt(list, from + i, input.jobs);
            return (
              <Line
                key={job.id}
                job={job}
                place={from + i + 1}
                input={input}
                complete={own.has(job.id)}
                selected={job.number === selected}
                onSelect={actions.select}
              />
            );
          })}
          {to < count && <Gap rows={count - to} />}
        </tbody>
      </table>
    </div>
  );
}

function Gap({ rows }: { rows: number }) {
  return (
    <tr aria-hidden="true">
      <td colSpan={HEADS.length} aria-label="rows out of sight" style={{ height: `${rows * ROW}rem` }} />
    </tr>
  );
}

interface LineProps {
  job: JobRow;
  place: number;
  input: StageInput;
  /** False for a job without a full row, whose other figures are unknown. */
  complete: boolean;
  selected: boolean;
  onSelect: (number: number) => void;
}

function Line({ job, place, input, complete, selected, onSelect }: LineProps) {
  const left = entriesLeft(job);
  const figures = complete
    ? [
        job.level,
        footerText(job),
        left,
        job.counts.x || '',
        balanceText(job),
        ageText(Math.max(0, input.now - job.queued)),
      ]
    : ['', '', left, job.counts.x || '', '', ''];
  return (
    <tr aria-rowindex={place + 1} data-selected={selected || undefined} data-number={job.number}>
      <td className="numeric mono">{place}</td>
      <th scope="row">
        <button type="button" aria-pressed={selected} onClick={() => onSelect(selected ? 0 : job.number)}>
          <Chip number={job.number} size="small" />
          <span className="sr-only">job {job.number}</span>
        </button>
      </th>
      <td className={`sub ${css.tableWords}`}>{stateWords(job, input)}</td>
      {figures.map((figure, i) => (
        // oxlint-disable-next-line react/no-array-index-key
        <td key={i} className="numeric mono">
          {figure}
        </td>
      ))}
    </tr>
  );
}

/** The state of a job in words, such as "current, preempts 3". */
function stateWords(job: JobRow, input: StageInput): string {
  const parent = input.jobs.find((other) => other.id === job.parent)?.number;
  const gone = job.gone[0];
  return [
    job.id === input.current && 'current',
    job.id === input.candidate && job.id !== input.current && 'best candidate',
    job.blocker && 'blocker',
    parent !== undefined && (gone === undefined ? `preempts ${parent}` : `adopted by ${parent}`),
    gone !== undefined && `preempted ${gone}, gone`,
  ]
    .filter(Boolean)
    .join(', ');
}
