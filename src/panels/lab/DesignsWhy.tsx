import {
  compareReason,
  compareSentence,
  retainedSentence,
  stormExplanation,
} from '../../explain/lab-designs.ts';
import type { LabMetric, LabReport } from '../../protocol/lab.ts';
import { saveText } from '../kit/files.ts';
import { formatCount, formatSeconds } from '../../explain/format.ts';
import { Sentence } from '../kit/Sentence.tsx';
import { historyCsv } from './chart-layout.ts';
import { Termed } from '../kit/Termed.tsx';
import '../explain/explain.css';
import './lab.css';

const ROWS: readonly [name: string, text: string][] = [
  ['linkOps', 'wheel links'],
  ['cascades', 'cascades'],
  ['heapSteps', 'heap comparisons'],
  ['wastedPops', 'pops for nothing'],
  ['timerVisits', 'heap entries scanned'],
  ['nodesFreed', 'nodes freed by purges'],
  ['deadNodes', 'dead list nodes'],
  ['wakeups', 'reaper wake-ups'],
  ['emptyWakeups', 'wake-ups for nothing'],
];

/** What the counter that was picked says about all three, why, and the storm. */
export function DesignsSaid({ report, metric }: { report: LabReport; metric: LabMetric }) {
  const storm = stormExplanation(report);
  return (
    <section className="say-block">
      <h2>
        Three designs <span className="dim mono">{formatSeconds(report.now)}</span>
      </h2>
      <p className="say">
        <Sentence tokens={compareSentence(metric, report)} size="large" />
      </p>
      <p className="side-note">
        <Sentence
          tokens={metric === 'retainedDone' ? retainedSentence(report) : compareReason(metric, report)}
        />
      </p>
      {storm !== null && (
        <p className={storm.storm ? 'storm-box' : 'side-note'} role={storm.storm ? 'note' : undefined}>
          <Sentence tokens={storm.sentence} />
        </p>
      )}
    </section>
  );
}

/** The other counters, and a link to the text that they come from. */
export function DesignsTable({ report }: { report: LabReport }) {
  return (
    <>
      <table className="design-table">
        <caption className="sr-only">Counters of the three designs</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="sr-only">counter</span>
            </th>
            <th scope="col">old</th>
            <th scope="col">proposed</th>
            <th scope="col">today</th>
          </tr>
        </thead>
        <tbody>
          {ROWS.map(([name, text]) => (
            <tr key={name}>
              <th scope="row">
                <Termed of="timers" text={text} />
              </th>
              {report.designs.map(({ design, counters }) => (
                <td key={design} className={counters[name] === 0 ? 'dim' : ''}>
                  {formatCount(counters[name] ?? 0)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="side-note">
        Counted by a model of the three designs, not measured. The collector of the proposal runs on a timer
        here; a real one comes when it likes.{' '}
        <button
          type="button"
          className="link"
          onClick={() => saveText('qmgrscope-timer-designs.csv', historyCsv(report.history), 'text/csv')}
        >
          Save the curves as CSV
        </button>
      </p>
    </>
  );
}
