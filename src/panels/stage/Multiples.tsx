import { useMemo } from 'react';
import type { TransportRow } from '../../protocol/rows.ts';
import { useApp } from '../../store/hooks.ts';
import { selectTransportJobs } from '../../store/selectors.ts';
import { Forest } from './Forest.tsx';
import type { StageInput } from './input.ts';
import { stageLayout } from './layout.ts';
import css from './other-forms.module.css';
import stageCss from './stage.module.css';
import { agentWords, jobsWords, NO_JOBS } from './stage-words.ts';

/** Smallest height of a transport in rem: a rail, short bars, and a second level. */
const LEAST = 9;
const EMPTY = 4;

/** Shows all transports in order of creation, each with its rail, its bars and its turn. */
export function Multiples({ input }: { input: StageInput }) {
  const all = useApp(selectTransportJobs);
  const empty = all.filter(({ jobs }) => jobs.length === 0).length;
  const room = (input.height - empty * EMPTY * input.rem) / Math.max(1, all.length - empty);
  const heightOf = (jobs: number): number =>
    jobs === 0 ? EMPTY * input.rem : Math.max(LEAST * input.rem, room);
  return (
    <div className={stageCss.stageScroll}>
      {all.map(({ row, jobs, list }) => (
        <Multiple
          key={row.id}
          row={row}
          turns={all.length}
          height={heightOf(jobs.length)}
          input={{ ...input, jobs, list }}
        />
      ))}
    </div>
  );
}

interface MultipleProps {
  row: TransportRow;
  turns: number;
  height: number;
  input: StageInput;
}

function Multiple({ row, turns, height, input }: MultipleProps) {
  const { jobs, list, rem, width, order, selected, now } = input;
  const { current, candidate, candidateScore } = row;
  const small = useMemo<StageInput>(
    () => ({
      jobs,
      list: list ?? null,
      order,
      selected,
      now,
      width,
      rem,
      current,
      candidate,
      candidateScore,
      height: height - 1.75 * rem,
      annotations: false,
      compact: true,
    }),
    [jobs, list, order, selected, now, width, rem, height, current, candidate, candidateScore],
  );
  const layout = useMemo(() => stageLayout(small), [small]);
  return (
    <section className={css.multiple} style={{ height }} aria-label={`Transport ${row.name}`}>
      <h3 className="row baseline gap-10 text-1">
        <span className="mono text-2 strong">{row.name}</span>
        <span className="dim">{jobsWords(row.jobCount)}</span>
        <span className="dim">{agentWords(row.agentLimit, row.agentsBusy)}</span>
        <span className="dim">{row.turn === 1 ? 'has the next turn' : `turn ${row.turn} of ${turns}`}</span>
      </h3>
      <div className={stageCss.stageBox}>
        {jobs.length === 0 ? (
          <p className={`dim text-2 ${css.multipleNone}`}>{NO_JOBS}</p>
        ) : (
          <Forest input={small} layout={layout} />
        )}
      </div>
    </section>
  );
}
