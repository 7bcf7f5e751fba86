import { Cells } from '../../charts/Cells.tsx';
import { useIdentity } from '../../charts/colours.ts';
import type { JobRow } from '../../protocol/rows.ts';
import { denseX } from './dense.ts';
import type { StageInput } from './input.ts';
import { barMark, entriesLeft } from './job-marks.ts';
import { rowAt } from './listed.ts';
import type { BarMark, DenseBand } from './marks.ts';
import type { Metrics } from './metrics.ts';

/** Jobs on each side of the one under the pointer. */
const SIDE = 7;
const PITCH = 34;
/** Height that the tallest bars and the line of words need. */
const ROOM = 168;

interface LensProps {
  band: DenseBand;
  input: StageInput;
  metrics: Metrics;
  /** Place on the list. */
  index: number;
}

/** The neighbourhood of a column of pixels as bars with numbers: what the pointer is on, without a click. */
export function Lens({ band, input, metrics, index }: LensProps) {
  const { unit } = metrics;
  const count = band.jobs.ids.length;
  const from = Math.max(0, Math.min(index - SIDE, count - 2 * SIDE - 1));
  const places = Array.from({ length: Math.min(count, 2 * SIDE + 1) }, (_, i) => from + i);
  const jobs = places.map((place) => rowAt(band.jobs, place, input.jobs));
  const width = jobs.length * PITCH * unit;
  const wanted = denseX(band, index) - band.x - width / 2;
  const left = Math.max(0, Math.min(wanted, band.width - width));
  const mark = denseX(band, index) - band.x;
  // In a low stage it stands on the columns rather than be cut off below them.
  const room = input.height - band.y - band.height;
  const top = Math.max(0, band.height - Math.max(0, ROOM * unit - room));
  return (
    <div className="lens" style={{ transform: `translate(${left}px,${top}px)`, width }} aria-hidden="true">
      <i className="lens-mark" style={{ left: mark - left, top: -top, height: top }} />
      <div className="lens-jobs">
        {jobs.map((job) => (
          <LensBar
            key={job.id}
            mark={barMark(job, input, metrics, false)}
            lit={job.id === band.jobs.ids[index]}
          />
        ))}
      </div>
      <p>{placeWords(rowAt(band.jobs, index, input.jobs), index, count)}</p>
    </div>
  );
}

function LensBar({ mark, lit }: { mark: BarMark; lit: boolean }) {
  const identity = useIdentity(mark.job.number);
  return (
    <span
      className="lens-bar"
      data-lit={lit || undefined}
      data-blocker={mark.blocker || undefined}
      {...identity}
    >
      <span className="lens-number">{mark.job.number}</span>
      <Cells block={mark.block} />
      <span className="bar-left">{mark.left}</span>
    </span>
  );
}

function placeWords(job: JobRow, index: number, count: number): string {
  const left = entriesLeft(job);
  const state = job.blocker ? ', a blocker' : '';
  return `Job ${job.number}, place ${index + 1} of ${count}, ${left} ${left === 1 ? 'entry' : 'entries'} left${state}. Click for its card.`;
}
