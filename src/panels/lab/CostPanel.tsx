import { Table } from '../../ui/Table.tsx';
import { useState } from 'react';
import { COST_OPERATIONS, type CostOperation, type CostPoint } from '../../protocol/timer-cost.ts';
import { useCost } from '../../store/cost.ts';
import { useTimers } from '../../store/of-kind.ts';
import { saveText } from '../kit/files.ts';
import { formatCount } from '../../explain/format.ts';
import { PlaceAxis, ValueAxis } from '../../plot/Axis.tsx';
import { polyline } from '../../plot/paths.ts';
import { Progress } from '../../ui/Progress.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { COST_BOX, costCsv, costPicture, costVerdict, nanos } from './cost-layout.ts';
import css from './lab.module.css';

const NAMES: Record<CostOperation, string> = {
  add: 'add',
  cancel: 'cancel',
  expire: 'expire',
  life: 'whole life',
};

/** What one timer costs on a wheel and on a heap: measured in this browser when asked, beside what theory says. */
export function CostPanel() {
  const cost = useCost();
  const { running, share, points, fault } = cost;
  const wheel = useTimers((scenario) => scenario?.wheel);
  const [operation, setOperation] = useState<CostOperation>('life');
  const measures = { tick: wheel?.tickMs ?? 1, size: wheel?.size ?? 20 };
  return (
    <section className={css.labCost} aria-labelledby="lab-cost-title">
      <h2 id="lab-cost-title">
        Cost of one timer <span className="dim">measured on this machine</span>
      </h2>
      <div className={`row ${css.labCostRow}`}>
        {running ? (
          <button type="button" className="btn outlined" onClick={cost.cancel}>
            Cancel
          </button>
        ) : (
          <button type="button" className="btn outlined" onClick={() => cost.start(measures)}>
            {points.length === 0 ? 'Measure here and now' : 'Measure again'}
          </button>
        )}
        {running && <Progress name="Measuring" value={share} text={`${Math.round(share * 100)} %`} />}
        {!running && points.length > 0 && (
          <button
            type="button"
            className="btn"
            onClick={() => saveText('qmgrscope-timer-cost.csv', costCsv(points, cost.wheel), 'text/csv')}
          >
            Save CSV
          </button>
        )}
      </div>
      {fault !== '' && (
        <p className="field-error" role="alert">
          It ended early: {fault}.
        </p>
      )}
      {points.length === 0 ? (
        <p className="side-note">
          100 to 1&thinsp;000&thinsp;000 pending timers on a wheel of {measures.tick} ms × {measures.size} and
          on a binary heap: add all, cancel nine of ten, run the rest. It takes some seconds, in a worker.
        </p>
      ) : (
        <>
          <Segmented
            className="fill"
            label="Operation"
            value={operation}
            options={COST_OPERATIONS.map((value) => ({ value, text: NAMES[value] }))}
            onChange={setOperation}
          />
          <Picture points={points} operation={operation} />
          <p className="side-note" aria-live="polite">
            {costVerdict(points, operation)}
          </p>
          <CostTable points={points} wheel={cost.wheel} />
        </>
      )}
    </section>
  );
}

function Picture({ points, operation }: { points: readonly CostPoint[]; operation: CostOperation }) {
  const { lines, rows, columns } = costPicture(points, operation);
  const { width, height, left, right, bottom } = COST_BOX;
  return (
    <svg
      className={css.costChart}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={`nanoseconds for one ${NAMES[operation]} against pending timers; the table below has the figures`}
    >
      <ValueAxis ticks={rows} left={left} right={width - right} />
      <PlaceAxis ticks={columns} left={0} right={width} y={height - bottom + 12} />
      <text className={css.costUnit} x={width - right} y={height - 3} textAnchor="end">
        pending timers
      </text>
      {lines.map(({ structure, kind, points: placed }) => (
        <g
          key={`${structure} ${kind}`}
          className={css.costLine}
          data-look={kind === 'theory' ? kind : structure}
        >
          <path d={polyline(placed)} />
          {kind === 'measured' && placed.map(({ x, y }) => <circle key={x} cx={x} cy={y} r="2.6" />)}
        </g>
      ))}
      <g className={css.costKey} transform={`translate(${left + 6} 12)`}>
        <g className={css.costLine}>
          <path d="M0 0h16" />
          <circle cx="8" r="2.6" />
        </g>
        <text x="21" y="3.2">
          wheel
        </text>
        <g className={css.costLine} data-look="heap" transform="translate(62 0)">
          <path d="M0 0h16" />
          <circle cx="8" r="2.6" />
        </g>
        <text x="83" y="3.2">
          heap
        </text>
        <g className={css.costLine} data-look="theory" transform="translate(120 0)">
          <path d="M0 0h16" />
        </g>
        <text x="141" y="3.2">
          theory
        </text>
      </g>
    </svg>
  );
}

function CostTable({
  points,
  wheel,
}: {
  points: readonly CostPoint[];
  wheel: { tick: number; size: number };
}) {
  return (
    <details className={css.labMore}>
      <summary>As a table, and how it is measured</summary>
      <Table
        label="Time of one operation"
        columns={[
          { name: 'pending', cell: ({ structure, pending }) => `${structure}, ${formatCount(pending)}` },
          ...COST_OPERATIONS.map((operation) => ({
            name: NAMES[operation],
            numeric: true,
            className: 'mono',
            cell: (point: CostPoint) => nanos(point[operation]),
          })),
        ]}
        rows={points}
        rowKey={({ structure, pending }) => `${structure} ${pending}`}
      />
      <p className="side-note">
        Medians of five runs (three with a million) in one worker of this browser, with whatever else the
        machine does; delays even from 1 ms to 1 h, a wheel of {wheel.tick} ms × {wheel.size}, the heap of the
        old design. Small sets are run many at a time, because a browser’s clock is coarse. Theory starts at
        the first measured point.
      </p>
    </details>
  );
}
