import { useRef } from 'react';
import { ValueAxis } from '../../../plot/Axis.tsx';
import { useSize } from '../../../charts/useSize.ts';
import { formatCounted } from '../../../explain/format.ts';
import { useWindowHistory } from '../../../panels/destination/useWindowHistory.ts';
import { type AimdBeside, aimdBeside, aimdChart, type AimdPoint } from './aimd-layout.ts';
import { NO_DELIVERY } from '../../../explain/labels.ts';
import css from './lesson.module.css';

const NOTHING: AimdBeside = { points: [], takes: Infinity };

/** The window of a destination of smtp, beside one that is moved as TCP's is. */
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
      <p className={css.lessonBesideNote}>
        AIMD, additive increase and multiplicative decrease: a success adds one divided by the window, a
        failure halves it. It is a model
        {takes < Infinity && `, of a server that takes ${takes} deliveries at once`}.
      </p>
    </section>
  );
}

function Drawing({ points }: { points: readonly AimdPoint[] }) {
  const box = useRef<HTMLDivElement>(null);
  const size = useSize(box);
  const last = points.at(-1);
  const chart = size === null ? null : aimdChart(points, size);
  return (
    <div className={css.lessonAimdChart} ref={box}>
      {chart !== null && size !== null && last !== undefined && (
        <svg
          width={size.width}
          height={size.height}
          role="img"
          aria-label={`The window is ${last.window}; with AIMD it would be ${last.aimd.toFixed(1)}`}
        >
          <ValueAxis ticks={chart.ticks} left={chart.left} right={chart.right} />
          <path className={css.lessonAimdOther} d={chart.aimd} />
          <path className={css.lessonAimdWindow} d={chart.window} />
          {chart.failures.map(({ x, y }) => (
            <path key={x} className={css.lessonAimdFailure} d={`M${x - 4} ${y - 4}l8 8m0 -8l-8 8`} />
          ))}
          <text
            className={css.lessonAimdName}
            x={chart.right + 8}
            y={chart.windowAt}
            dominantBaseline="middle"
          >
            Postfix {last.window}
          </text>
          <text x={chart.right + 8} y={chart.aimdAt} dominantBaseline="middle">
            AIMD {last.aimd.toFixed(1)}
          </text>
        </svg>
      )}
    </div>
  );
}
