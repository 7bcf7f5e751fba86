import { plotPath, plotY, type PlotBox } from './plot.ts';
import './tables.css';

const WIDTH = 240;
const HEIGHT = 44;

interface WindowPlotProps {
  windows: readonly number[];
  range: { low: number; high: number };
  /** Mean window that was measured, as a dashed line. */
  measured: number;
}

/** The client's window over feedback events of one run, with the measured mean across it. */
export function WindowPlot({ windows, range, measured }: WindowPlotProps) {
  const box: PlotBox = { width: WIDTH, height: HEIGHT, ...range };
  const mean = plotY(measured, box);
  const label = `window between ${Math.min(...windows)} and ${Math.max(...windows)} over ${windows.length} feedback events; measured mean ${measured}`;
  return (
    <div className="tables-plot-box">
      <span className="mono tables-plot-edges" aria-hidden="true">
        <span>{Math.floor(range.high)}</span>
        <span>{Math.ceil(range.low)}</span>
      </span>
      <svg
        className="tables-plot"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
      >
        <path className="tables-plot-window" d={plotPath(windows, box)} />
        <path className="tables-plot-mean" d={`M0 ${mean}H${WIDTH}`} />
      </svg>
    </div>
  );
}
