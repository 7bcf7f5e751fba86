import { useState } from 'react';
import { ValueAxis } from '../../plot/Axis.tsx';
import { Crosshair } from '../../plot/Crosshair.tsx';
import { EmptyPlot, Frame } from '../../plot/Frame.tsx';
import { levelsOf, stepLine } from '../../plot/paths.ts';
import { timeScale, valueScale } from '../../plot/scales.ts';
import { TimeAxis } from '../../plot/TimeAxis.tsx';
import { durationLabel } from '../../plot/values.ts';
import { MICROS_PER_SECOND } from '../../protocol/units.ts';
import type { InputError } from '../../protocol/result.ts';
import { Field } from '../../ui/Field.tsx';
import { Select } from '../../ui/Select.tsx';
import { Table } from '../../ui/Table.tsx';

/* A template for new panels: two fields, a chart, and a table with the same figures. Put computations into a pure function
   (here `delays`), which a unit test can call. */

const GROWTH = [
  { value: 'double', text: 'doubles' },
  { value: 'add', text: 'grows by the first' },
] as const;
type Growth = (typeof GROWTH)[number]['value'];

/** Largest number of retries that the panel draws. */
const RETRIES_MAX = 12;
const FIRST_DELAY_SECONDS = 5;

interface Retry {
  number: number;
  /** Seconds before this retry, and seconds since the first try. */
  delay: number;
  since: number;
}

/** The delays before each of `count` retries. */
export function delays(count: number, growth: Growth): Retry[] {
  let since = 0;
  return Array.from({ length: count }, (_, i) => {
    const delay = FIRST_DELAY_SECONDS * (growth === 'double' ? 2 ** i : i + 1);
    since += delay;
    return { number: i + 1, delay, since };
  });
}

/** The error of the typed number of retries. */
function errorOf(typed: string): InputError | undefined {
  const accepted = `a whole number from 0 to ${RETRIES_MAX}`;
  const fine = /^\d+$/.test(typed) && Number(typed) <= RETRIES_MAX;
  return fine ? undefined : { field: 'retries', value: typed, accepted };
}

/** Plots the delay before each retry over the time at which the retry is made. */
export function ExamplePanel({ theme }: { theme: string }) {
  const [typed, setTyped] = useState('4');
  const [growth, setGrowth] = useState<Growth>('double');
  const error = errorOf(typed);
  const rows = error === undefined ? delays(Number(typed), growth) : [];
  const [at, setAt] = useState<number | null>(null);
  return (
    <section aria-label={`Retries, ${theme}`}>
      <div className="row">
        <Field
          text="Retries"
          line="field-stack"
          kind="figure"
          value={typed}
          onChange={setTyped}
          error={error}
        />
        <Select text="Delay" line="field-stack" value={growth} options={GROWTH} onChange={setGrowth} />
      </div>
      {rows.length === 0 ? (
        <EmptyPlot height={HEIGHT}>No retry. Ask for one or more.</EmptyPlot>
      ) : (
        <Chart rows={rows} at={at} onAt={setAt} theme={theme} />
      )}
      <Table
        label={`Delays, ${theme}`}
        columns={[
          { name: 'retry', cell: ({ number }) => number },
          { name: 'delay, s', numeric: true, className: 'mono', cell: ({ delay }) => delay },
          { name: 'since the first try, s', numeric: true, className: 'mono', cell: ({ since }) => since },
        ]}
        rows={rows}
        rowKey={({ number }) => number}
        rowProps={({ number }) => ({ 'data-selected': at === number - 1 || undefined })}
        empty="No retry."
      />
    </section>
  );
}

const HEIGHT = 140;

interface ChartProps {
  rows: readonly Retry[];
  /** Index of the retry whose values are shown. */
  at: number | null;
  onAt: (at: number | null) => void;
  theme: string;
}

function Chart({ rows, at, onAt, theme }: ChartProps) {
  const window = { from: 0, to: (rows.at(-1)?.since ?? 0) * MICROS_PER_SECOND };
  return (
    <Frame label={`Delay before each retry, ${theme}`} role="group" height={HEIGHT}>
      {(plot) => {
        const time = timeScale(plot, window);
        const x = (i: number): number => time((rows[i - 1]?.since ?? 0) * MICROS_PER_SECOND);
        const { y, ticks } = valueScale(plot, Math.max(...rows.map(({ delay }) => delay)), {
          text: (value) => `${value} s`,
        });
        const levels = levelsOf(
          rows.map(({ delay }) => delay),
          x,
          y,
        );
        return (
          <>
            <ValueAxis ticks={ticks} left={plot.left} right={plot.right} />
            <TimeAxis plot={plot} window={window} label={durationLabel} finest={MICROS_PER_SECOND} />
            <Crosshair
              plot={plot}
              label={`Delay at a retry, ${theme}`}
              places={rows.map((_, i) => x(i + 1))}
              at={at}
              onAt={onAt}
              text={(i) => [`retry ${i + 1}`, `after ${rows[i]?.delay} s`]}
            >
              <path className="plot-line" d={stepLine(levels)} />
            </Crosshair>
          </>
        );
      }}
    </Frame>
  );
}
