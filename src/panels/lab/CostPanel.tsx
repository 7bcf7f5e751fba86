import { Table } from '../../ui/Table.tsx';
import { useState } from 'react';
import { COST_OPERATIONS, type CostOperation, type CostPoint } from '../../protocol/timer-cost.ts';
import { useCost } from '../../store/cost.ts';
import { useTimers } from '../../store/of-kind.ts';
import { saveText } from '../kit/files.ts';
import { formatCount } from '../../explain/format.ts';
import { PlaceAxis, ValueAxis } from '../../plot/Axis.tsx';
import { Frame } from '../../plot/Frame.tsx';
import { Legend } from '../../plot/Legend.tsx';
import { polyline } from '../../plot/paths.ts';
import { Progress } from '../../ui/Progress.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { costCsv, costPicture, costVerdict, nanos } from './cost-layout.ts';
import css from './lab.module.css';
import { Button } from '../../ui/Button.tsx';

const NAMES: Record<CostOperation, string> = {
  add: 'add',
  cancel: 'cancel',
  expire: 'expire',
  life: 'whole life',
};

/** Shows the cost of one timer on a wheel and on a heap: measured in this browser, beside the growth by theory. */
export function CostPanel() {
  const cost = useCost();
  const { running, share, points, fault } = cost;
  const wheel = useTimers((scenario) => scenario?.wheel);
  const [operation, setOperation] = useState<CostOperation>('life');
  const measures = { tick: wheel?.tickMs ?? 1, size: wheel?.size ?? 20 };
  return (
    <section className="stack" aria-labelledby="lab-cost-title">
      <h2 id="lab-cost-title">
        Cost of one timer <span className="dim">measured on this machine</span>
      </h2>
      <div className="row">
        {running ? (
          <Button look="outlined" onClick={cost.cancel}>
            Cancel
          </Button>
        ) : (
          <Button look="outlined" onClick={() => cost.start(measures)}>
            {points.length === 0 ? 'Measure now' : 'Measure again'}
          </Button>
        )}
        {running && <Progress name="Measuring" value={share} text={`${Math.round(share * 100)} %`} />}
        {!running && points.length > 0 && (
          <Button
            onClick={() => saveText('qmgrscope-timer-cost.csv', costCsv(points, cost.wheel), 'text/csv')}
          >
            Save CSV
          </Button>
        )}
      </div>
      {fault !== '' && (
        <p className="field-error" role="alert">
          The measurement ended early: {fault}.
        </p>
      )}
      {points.length === 0 ? (
        <p className="side-note">
          100 to 1&thinsp;000&thinsp;000 pending timers on a wheel of {measures.tick} ms × {measures.size} and
          on a binary heap: add all, cancel nine of ten, run the rest. It takes a few seconds.
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

const HEIGHT = 168;
const MARGINS = { left: 46, right: 8, top: 8, bottom: 20 };
const LEGEND = [
  { text: 'wheel', shape: 'line', className: 'plot-line' },
  { text: 'heap', shape: 'line', className: `plot-line ${css.heapLine}` },
  { text: 'theory', shape: 'line', className: `plot-line ${css.theory}` },
] as const;

function Picture({ points, operation }: { points: readonly CostPoint[]; operation: CostOperation }) {
  return (
    <div className="stack gap-4">
      <Legend label="Lines" items={LEGEND} />
      <Frame
        height={HEIGHT}
        margins={MARGINS}
        overflow="visible"
        label={`nanoseconds for one ${NAMES[operation]} against pending timers; the table below has the figures`}
      >
        {(plot) => {
          const { lines, rows, columns } = costPicture(points, operation, plot);
          return (
            <>
              <ValueAxis ticks={rows} left={plot.left} right={plot.right} />
              <PlaceAxis ticks={columns} left={0} right={plot.frame.width} y={plot.bottom + 13} />
              {lines.map(({ structure, kind, points: placed }) => (
                <g key={`${structure} ${kind}`}>
                  <path
                    className={`plot-line ${kind === 'theory' ? css.theory : structure === 'heap' ? css.heapLine : ''}`}
                    d={polyline(placed)}
                  />
                  {kind === 'measured' &&
                    placed.map(({ x, y }) => (
                      <circle
                        key={x}
                        className={structure === 'heap' ? css.hollow : css.filled}
                        cx={x}
                        cy={y}
                        r="2.6"
                      />
                    ))}
                </g>
              ))}
            </>
          );
        }}
      </Frame>
      <p className="dim text-1">pending timers</p>
    </div>
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
      <summary className="text-1 sub">As a table, and how it is measured</summary>
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
        Medians of five runs (three with a million timers) in one worker of this browser; other programs may
        disturb them. Delays are uniform from 1 ms to 1 h. The wheel has {wheel.tick} ms × {wheel.size}, the
        heap is that of the old design. Small sets run many at a time, because a browser’s clock is coarse.
        Theory starts at the first measured point.
      </p>
    </details>
  );
}
