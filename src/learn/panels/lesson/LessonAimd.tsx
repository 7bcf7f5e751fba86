import { ValueAxis } from '../../../plot/Axis.tsx';
import { Frame } from '../../../plot/Frame.tsx';
import { formatCounted } from '../../../explain/format.ts';
import { useWindowHistory } from '../../../panels/destination/useWindowHistory.ts';
import { type AimdBeside, aimdBeside, aimdChart, type AimdPoint } from './aimd-layout.ts';
import { NO_DELIVERY } from '../../../explain/labels.ts';
import css from './lesson.module.css';

const NOTHING: AimdBeside = { points: [], takes: Infinity };

/** Draws the window of a destination and, for comparison, a window that moves like TCP's. */
export default function LessonAimd({ name }: { name: string }) {
  const history = useWindowHistory('smtp', name);
  const { points, takes } = history === null ? NOTHING : aimdBeside(history);
  const failures = points.filter(({ failed }) => failed).length;
  return (
    <section className={css.lessonAimd} aria-label={`Window of ${name}, beside AIMD`}>
      <p>
        <b className="mono">{name}</b>{' '}
        {points.length === 0
          ? NO_DELIVERY
          : `${formatCounted(points.length, 'report')}, ${formatCounted(failures, 'failure')} (×)`}
      </p>
      <Drawing points={points} />
      <p className="side-note">
        AIMD is additive increase, multiplicative decrease: a success adds one divided by the window, a
        failure halves it. This is a model
        {takes < Infinity && ` of a server that takes ${takes} deliveries at the same time`}.
      </p>
    </section>
  );
}

/** Room below for the failures, and at the right for the names of the curves, in units of 1/16 rem. */
const MARGINS = { left: 34, right: 120, top: 12, bottom: 34 };

function Drawing({ points }: { points: readonly AimdPoint[] }) {
  const last = points.at(-1);
  if (last === undefined) return <div />;
  return (
    <Frame
      label={`The window is ${last.window}; with AIMD it would be ${last.aimd.toFixed(1)}`}
      margins={MARGINS}
    >
      {(plot) => {
        const chart = aimdChart(points, plot);
        const name = { x: plot.right + 8, dominantBaseline: 'middle' } as const;
        return (
          <>
            <ValueAxis ticks={chart.ticks} left={plot.left} right={plot.right} />
            <path className={`plot-line ${css.lessonAimdOther}`} d={chart.aimd} />
            <path className={`plot-line ${css.lessonAimdWindow}`} d={chart.window} />
            {chart.failures.map(({ x, y }) => (
              <path key={x} className={css.lessonAimdFailure} d={`M${x - 4} ${y - 4}l8 8m0 -8l-8 8`} />
            ))}
            <text {...name} y={chart.windowAt} fill="currentColor" fontWeight={650}>
              Postfix {last.window}
            </text>
            <text {...name} y={chart.aimdAt} fill="currentColor" fillOpacity={0.75}>
              AIMD {last.aimd.toFixed(1)}
            </text>
          </>
        );
      }}
    </Frame>
  );
}
