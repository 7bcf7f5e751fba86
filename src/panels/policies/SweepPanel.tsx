import { useState } from 'react';
import type { PolicySettings } from '../../scenario/policy-settings.ts';
import { POLICY_ORDER } from '../../protocol/policies.ts';
import { usePolicyLab } from '../../store/policies.ts';
import { Segmented } from '../kit/Segmented.tsx';
import { formatCount } from '../../explain/format.ts';
import { formatMicros } from './figures.ts';
import { LETTERS, NAMES } from './PolicyColumn.tsx';
import {
  atPoint,
  placeOn,
  SEEDS,
  type SweepAxis,
  policySweepCsv,
  type SweepFigure,
  sweepJobs,
  sweepMarks,
} from './sweep.ts';
import { SweepPlot } from './SweepPlot.tsx';
import { formatShare } from '../../explain/figures.ts';
import './policies.css';

const AXES = [
  { value: 'workers', text: 'workers' },
  { value: 'cv', text: 'CV' },
  { value: 'wait', text: 'wait' },
] as const;
/** What the axis is, in the plural and as the head of a column. */
const AXIS_WORDS: Record<SweepAxis, { many: string; one: string }> = {
  workers: { many: 'numbers of workers', one: 'workers' },
  cv: { many: 'limits of the group', one: 'CV' },
  wait: { many: 'lengths of the wait', one: 'wait, µs' },
};
const FIGURES = [
  { value: 'throughput', text: 'finished per second' },
  { value: 'p99', text: 'latency, 99 of 100' },
  { value: 'useful', text: 'useful CPU' },
] as const;
const TEXT: Record<SweepFigure, (value: number) => string> = {
  throughput: (value) => formatCount(Math.round(value)),
  p99: formatMicros,
  useful: formatShare,
};

interface SweepPanelProps {
  settings: PolicySettings;
  axis: SweepAxis;
  onAxis: (axis: SweepAxis) => void;
  onChange: (settings: PolicySettings) => void;
}

/** The same stream with other numbers of workers, or other limits: runs on all cores, as a plot. */
export function SweepPanel({ settings, axis, onAxis, onChange }: SweepPanelProps) {
  const lab = usePolicyLab();
  const [figure, setFigure] = useState<SweepFigure>('throughput');
  const { running, points, fault } = lab.state.sweep;
  const chooseAxis = (next: SweepAxis): void => {
    onAxis(next);
    lab.clearSweep();
  };
  return (
    <section className="sweep" aria-label="Sweep">
      <div className="row">
        <h2>Sweep</h2>
        <span className="grow" />
        <Segmented label="Sweep over" value={axis} options={AXES} onChange={chooseAxis} />
      </div>
      <p className="sub">
        The same stream with other {AXIS_WORDS[axis].many}, {SEEDS} seeds a point. Click a point to load it.
      </p>
      <SweepButtons settings={settings} axis={axis} />
      {fault !== '' && (
        <p className="field-error" role="alert">
          The sweep ended: {fault}.
        </p>
      )}
      {points.length === 0 ? (
        <p className="sweep-empty dim">
          {running ? 'The first runs are under way.' : 'Nothing has been run yet.'}
        </p>
      ) : (
        <>
          <Segmented className="fill" label="Show" value={figure} options={FIGURES} onChange={setFigure} />
          <SweepPlot
            points={points}
            axis={axis}
            figure={figure}
            text={TEXT[figure]}
            here={placeOn(settings, axis)}
            onPick={(x) => onChange(atPoint(settings, axis, x))}
          />
          <p className="dim sweep-note">Band: lowest and highest of the seeds. Figures of the model.</p>
          <Table axis={axis} figure={figure} />
        </>
      )}
    </section>
  );
}

/** Runs the sweep, ends it early, saves what it has; how far it is. */
function SweepButtons({ settings, axis }: { settings: PolicySettings; axis: SweepAxis }) {
  const lab = usePolicyLab();
  const { running, total, points } = lab.state.sweep;
  return (
    <div className="row sweep-do">
      {running ? (
        <button type="button" className="btn outlined" onClick={lab.cancelSweep}>
          Cancel
        </button>
      ) : (
        <button
          type="button"
          className="btn primary"
          onClick={() => lab.startSweep(sweepJobs(settings, axis))}
        >
          {points.length > 0 ? 'Run again' : 'Run the sweep'}
        </button>
      )}
      {points.length > 0 && !running && (
        <button
          type="button"
          className="btn outlined"
          onClick={() => saveCsv(policySweepCsv(points, axis), axis)}
        >
          Save CSV
        </button>
      )}
      {running && <progress aria-label="Runs of the sweep" max={total} value={points.length} />}
      <span className="dim mono" role="status" aria-live={running ? 'off' : 'polite'}>
        {running || points.length > 0 ? `${points.length} of ${total} runs` : ''}
        {!running && points.length > 0 && points.length < total ? ', cancelled' : ''}
      </span>
    </div>
  );
}

function Table({ axis, figure }: { axis: SweepAxis; figure: SweepFigure }) {
  const { points } = usePolicyLab().state.sweep;
  const text = TEXT[figure];
  return (
    <details className="sweep-table">
      <summary>As a table</summary>
      <table>
        <caption className="sr-only">
          {FIGURES.find(({ value }) => value === figure)?.text}, by policy
        </caption>
        <thead>
          <tr>
            <th scope="col">policy</th>
            <th scope="col">{AXIS_WORDS[axis].one}</th>
            <th scope="col">mean</th>
            <th scope="col">lowest</th>
            <th scope="col">highest</th>
          </tr>
        </thead>
        <tbody>
          {POLICY_ORDER.flatMap((kind) =>
            sweepMarks(points, kind, figure).map(({ x, low, mean, high }) => (
              <tr key={`${kind}${x}`}>
                <th scope="row">
                  {LETTERS[kind]} {NAMES[kind]}
                </th>
                <td className="mono">{x === 0 ? 'any' : x}</td>
                <td className="mono">{text(mean)}</td>
                <td className="mono">{text(low)}</td>
                <td className="mono">{text(high)}</td>
              </tr>
            )),
          )}
        </tbody>
      </table>
    </details>
  );
}

function saveCsv(text: string, axis: SweepAxis): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `qmgrscope-sweep-${axis}.csv`;
  link.click();
  // The browser reads the address after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
