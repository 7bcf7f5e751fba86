import type { PredictView } from '../../protocol/predict.ts';
import { Servers } from './Servers.tsx';
import { SlopeBreaks } from './SlopeBreaks.tsx';
import { counted, duration, offBy } from './words.ts';
import { ScrollBox } from '../../../panels/kit/ScrollBox.tsx';
import './whatif.css';

const BADGE = {
  explains: '✓ The model explains this log',
  partly: '! The model explains this log partly',
  locked: '✕ The model does not explain this log',
};

/** What is good enough to predict with, and yet not what the log has. */
const NEARLY = '≈ The model nearly explains this log';

interface CalibrationProps {
  view: PredictView;
  busy: boolean;
  /** The reader says what servers are like: lines of `Servers`. */
  onServers: (lines: string[]) => void;
}

/** What stands beside every answer: the record, and the model of the same settings. */
export function Calibration({ view, busy, onServers }: CalibrationProps) {
  const { verdict, seeds } = view;
  const off = offBy(view);
  const reasons = verdict.reasons.length > 0 ? verdict.reasons : off;
  return (
    <section className="whatif-calibration" aria-label="Calibration">
      <div>
        <p className="whatif-badge" data-verdict={verdict.verdict}>
          {verdict.verdict === 'explains' && off.length > 0 ? NEARLY : BADGE[verdict.verdict]}
        </p>
        <p className="dim">
          Same mail, servers as the log shows them, {seeds} runs: half with the luck of that day, half another
          day.
        </p>
        {reasons.length > 0 && (
          <ul className="whatif-reasons">
            {reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        )}
      </div>
      <Figures view={view} />
      <p className="dim whatif-legend">
        b: in the queue manager at the first try, second figure of delays=. total: from arrival until it is
        there. median: half takes at most so long; 0.9: nine of ten. deferred: recipients, at the first try.
      </p>
      <Servers view={view} busy={busy} onUse={onServers} />
    </section>
  );
}

function Figures({ view }: { view: PredictView }) {
  const { names, recorded, today } = view;
  const rows = [...names, 'all mail'].map((name, i) => ({
    name,
    log: recorded.classes[i] ?? recorded.all,
    model: today.classes[i] ?? today.all,
  }));
  return (
    <ScrollBox label="Log and model" className="whatif-scroll">
      <table>
        <thead>
          <tr>
            <th scope="col">log | model</th>
            <th scope="col">b median</th>
            <th scope="col">b 0.9</th>
            <th scope="col">total median</th>
            <th scope="col">deferred</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, log, model }) => (
            <tr key={name}>
              <th scope="row">
                <SlopeBreaks text={name} />
              </th>
              <td>
                {duration(log.b.p50)} | {duration(model.b.p50)}
              </td>
              <td>
                {duration(log.b.p90)} | {duration(model.b.p90)}
              </td>
              <td>
                {duration(log.total.p50)} | {duration(model.total.p50)}
              </td>
              <td>
                {counted(log.deferredFirst)} | {counted(model.deferredFirst)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
