import type { PolicyRun } from '../../protocol/policies.ts';
import { policySentence } from '../../explain/policies.ts';
import { formatCount } from '../../explain/format.ts';
import type { Micros } from '../../protocol/units.ts';
import { CpuLanes } from './CpuLanes.tsx';
import { FIGURE_ROWS, figureRows, formatMicros, isBest } from './figures.ts';
import { changeAt } from './picture.ts';
import { RunnablePlot } from './RunnablePlot.tsx';
import './policies.css';

export const LETTERS = { plain: 'A', fixed: 'B', cmgroup: 'C' } as const;
export const NAMES = { plain: 'Plain', fixed: 'Fixed pool', cmgroup: 'Group' } as const;

interface PolicyColumnProps {
  run: PolicyRun;
  runs: readonly PolicyRun[];
  cpus: number;
  count: number;
  wake: string;
  at: Micros;
  /** Of all three: one axis. */
  top: number;
  end: Micros;
  onAt: (at: Micros) => void;
}

/** One policy: what it is, its CPUs about the instant, its count over the whole run, its figures. */
export function PolicyColumn({ run, runs, cpus, count, wake, at, top, end, onAt }: PolicyColumnProps) {
  const { kind, workers, limit, recording } = run;
  const now = changeAt(recording.counts.at, at);
  const done = recording.counts.done[now] ?? 0;
  // Threads that a growing pool created are known by their names alone.
  const grown = Math.max(workers, recording.names.filter((name) => name !== undefined && name !== '').length);
  const pool = grown > workers ? `${workers} workers, grew to ${grown}` : `${workers} workers`;
  const facts = {
    plain: `${pool}, no group, ${wake}`,
    fixed: `${workers} ${workers === 1 ? 'worker' : 'workers'}, one a CPU`,
    cmgroup: `${pool}, CV ${limit}`,
  };
  return (
    <section
      className="policy"
      translate="no"
      data-kind={kind}
      aria-label={`${LETTERS[kind]}, ${NAMES[kind]}`}
    >
      <header className="policy-head">
        <span className="policy-letter" aria-hidden="true">
          {LETTERS[kind]}
        </span>
        <h2>{NAMES[kind]}</h2>
        <span className="dim" title={facts[kind]}>
          {facts[kind]}
        </span>
      </header>
      <p className="policy-say sub">{policySentence(run)}</p>
      <CpuLanes run={run} cpus={cpus} at={at} />
      <RunnablePlot run={run} at={at} top={top} end={end} onAt={onAt} />
      <p className="policy-now mono">
        <span>{recording.counts.runnable[now] ?? 0} runnable</span>
        <span>{formatCount(recording.counts.pending[now] ?? 0)} pending</span>
        <span>
          {formatCount(done)} of {formatCount(count)} done
        </span>
      </p>
      <CpuBar run={run} cpus={cpus} />
      <Figures run={run} runs={runs} cpus={cpus} />
    </section>
  );
}

function CpuBar({ run, cpus }: { run: PolicyRun; cpus: number }) {
  return (
    <figure className="cpu-bar">
      <figcaption className="plot-name">
        <span>where the CPU time went, whole run of {formatMicros(run.figures.makespan)}</span>
      </figcaption>
      <span className="cpu-bar-parts" aria-hidden="true">
        {FIGURE_ROWS.filter(({ part }) => part !== undefined).map(({ part, value }) => (
          <i key={part} data-part={part} style={{ flexGrow: value(run.figures, cpus) }} />
        ))}
      </span>
    </figure>
  );
}

function Figures({ run, runs, cpus }: Pick<PolicyColumnProps, 'run' | 'runs' | 'cpus'>) {
  return (
    <table className="figures">
      <caption className="sr-only">
        Figures of the model, {NAMES[run.kind]}; the best of the three is said
      </caption>
      <tbody>
        {figureRows(run.figures).map((row) => {
          const mine = row.value(run.figures, cpus);
          const best = isBest(
            row,
            mine,
            runs.map(({ figures }) => row.value(figures, cpus)),
          );
          return (
            <tr key={row.name}>
              <th scope="row">
                {row.part !== undefined && <i className="part" data-part={row.part} aria-hidden="true" />}
                {row.name}
              </th>
              <td className="mono" data-best={best}>
                {row.text(mine)}
                {best && <span className="sr-only">, best</span>}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
