import { useMemo, useRef } from 'react';
import { Cells } from '../../charts/Cells.tsx';
import { Chip } from '../../charts/Chip.tsx';
import { useIdentity } from '../../charts/colours.ts';
import { useSize } from '../../charts/useSize.ts';
import { useActions, useApp, useView } from '../../store/hooks.ts';
import { selectTransport } from '../../store/selectors.ts';
import { formatCount } from '../../explain/format.ts';
import { jobsListed, type StageInput } from './input.ts';
import { barMark } from './job-marks.ts';
import type { BarMark } from './stage-marks.ts';
import { metricsOf } from './metrics.ts';
import css from './other-forms.module.css';
import { useStageInput } from './useStageInput.ts';
import { jobLabel, jobsWords, NO_JOBS } from './stage-words.ts';

/** A small stage while a main panel is open: chips above cells, in list order. */
export function StageDock() {
  const transport = useApp(selectTransport);
  const box = useRef<HTMLDivElement>(null);
  const input = useStageInput(useSize(box));
  const current = input?.jobs.find((job) => job.id === input.current);
  return (
    <section className={css.stageDock} aria-label="The stage in small">
      <h2>
        Stage{' '}
        <span className="dim">
          {transport === undefined ? '' : `${transport.name}, ${jobsWords(transport.jobCount)}`}
          {current === undefined ? '' : `, ${current.number} is current`}
        </span>
      </h2>
      <div className={css.stageDockBox} ref={box}>
        {input !== null &&
          (input.jobs.length === 0 ? <p className="dim">{NO_JOBS}</p> : <Small input={input} />)}
      </div>
    </section>
  );
}

/** Smallest distance between bars, in rem. */
const PITCH = 2;

function Small({ input }: { input: StageInput }) {
  const metrics = useMemo(() => metricsOf('small', input.rem), [input.rem]);
  const room = Math.max(1, Math.floor(input.width / (PITCH * input.rem)) - 2);
  const shown = input.jobs.slice(0, room);
  const more = jobsListed(input) - shown.length;
  return (
    <ul className="row start">
      {shown.map((job) => (
        <SmallJob key={job.id} mark={barMark(job, input, metrics, true)} />
      ))}
      {more > 0 && <li className="dim">and {formatCount(more)} more</li>}
    </ul>
  );
}

/** A click returns to the stage and selects this job. */
function SmallJob({ mark }: { mark: BarMark }) {
  const actions = useActions();
  const selected = useView((view) => view.selected);
  const { job, current, candidate } = mark;
  const identity = useIdentity(job.number);
  return (
    <li>
      <button
        type="button"
        className={css.stageDockJob}
        aria-label={jobLabel({ job, current, candidate, score: '', parent: 0 })}
        {...identity}
        data-current={current || undefined}
        onClick={() => {
          actions.look({ mainPanel: null });
          actions.select(job.number);
        }}
      >
        <Chip number={job.number} size="small" hit={current || job.number === selected} />
        <Cells block={mark.block} />
      </button>
    </li>
  );
}
