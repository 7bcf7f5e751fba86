import { useCallback, useState } from 'react';
import { Canvas } from '../../charts/Canvas.tsx';
import { PlaceAxis, ValueAxis } from '../../plot/Axis.tsx';
import { Crosshair } from '../../plot/Crosshair.tsx';
import { EmptyPlot, Frame, type Plot } from '../../plot/Frame.tsx';
import { Legend } from '../../plot/Legend.tsx';
import { levelsOf, polyline, stepArea } from '../../plot/paths.ts';
import { timeScale, valueScale } from '../../plot/scales.ts';
import { TimeAxis } from '../../plot/TimeAxis.tsx';
import { TimeArea, TimeButtons, useTimeWindow } from '../../plot/TimeWindow.tsx';
import { durationLabel } from '../../plot/values.ts';
import { MICROS_PER_MINUTE, MICROS_PER_SECOND, type Micros } from '../../protocol/units.ts';
import { KitPage, Part } from '../../ui/KitPage.tsx';
import { ExamplePanel } from './ExamplePanel.tsx';

/** The page of the toolkit (`#kit`): the parts of ui/, those of plot/, and a panel that is made of both. */
export default function ToolkitPage() {
  return (
    <KitPage>
      {(theme) => (
        <>
          <PlotParts theme={theme} />
          <Part title="A panel with a chart, a table and two fields">
            <div className="kit-wide">
              <ExamplePanel theme={theme} />
            </div>
          </Part>
        </>
      )}
    </KitPage>
  );
}

/** Sample data: one value per minute, for an hour. */
const COUNTS = Array.from({ length: 60 }, (_, i) => Math.round(20 + 18 * Math.sin(i / 6) + (i % 7)));
const HOUR = { from: 0, to: COUNTS.length * MICROS_PER_MINUTE };
/** The hour of the sample data: 2026-11-22 from 09:30 UTC, in microseconds since 1970. */
const DAY = { from: Date.UTC(2026, 10, 22, 9, 30) * 1000, to: Date.UTC(2026, 10, 22, 10, 30) * 1000 };
const HEIGHT = 140;

/** Shows every part of plot/ in its states. */
function PlotParts({ theme }: { theme: string }) {
  return (
    <>
      <Part title="A chart with zoom and crosshair">
        <Zoomed theme={theme} />
      </Part>
      <Part title="A chart that is being read">
        <Read theme={theme} />
      </Part>
      <Part title="A time of day">
        <TimeOfDay theme={theme} />
      </Part>
      <Part title="A drawing of fixed width">
        <FixedWidth theme={theme} />
      </Part>
      <Part title="A canvas under the drawing">
        <OnCanvas theme={theme} />
      </Part>
      <Part title="A chart with nothing to draw">
        <div className="kit-wide">
          <EmptyPlot height={HEIGHT} action={<button className="btn outlined">Inject</button>}>
            No message arrived in this time.
          </EmptyPlot>
        </div>
      </Part>
    </>
  );
}

function Counts({ plot, x }: { plot: Plot; x: (at: Micros) => number }) {
  const { y } = valueScale(plot, Math.max(...COUNTS), { whole: true });
  const levels = levelsOf(COUNTS, (i) => x(i * MICROS_PER_MINUTE), y);
  return <path className="plot-area" d={stepArea(levels, plot.bottom)} />;
}

function CountAxis({ plot }: { plot: Plot }) {
  const { ticks } = valueScale(plot, Math.max(...COUNTS), { whole: true });
  return <ValueAxis ticks={ticks} left={plot.left} right={plot.right} />;
}

const middleOf = (minute: number): Micros => (minute + 0.5) * MICROS_PER_MINUTE;
const reading = (minute: number): string[] => [`minute ${minute}`, `${COUNTS[minute]} messages`];

function Zoomed({ theme }: { theme: string }) {
  const time = useTimeWindow(HOUR, 5 * MICROS_PER_MINUTE);
  const [at, setAt] = useState<number | null>(null);
  return (
    <div className="kit-wide">
      <TimeButtons time={time} label={`Time shown, ${theme}`} />
      <Frame label={`Messages by the minute, ${theme}`} role="group" height={HEIGHT}>
        {(plot) => {
          const x = timeScale(plot, time.shown);
          return (
            <>
              <CountAxis plot={plot} />
              <TimeAxis plot={plot} window={time.shown} label={durationLabel} grid />
              <TimeArea time={time} plot={plot}>
                <Crosshair
                  plot={plot}
                  label={`Messages at a minute, ${theme}`}
                  places={COUNTS.map((_, i) => x(middleOf(i)))}
                  at={at}
                  onAt={setAt}
                  text={reading}
                >
                  <Counts plot={plot} x={x} />
                </Crosshair>
              </TimeArea>
            </>
          );
        }}
      </Frame>
      <Legend
        label={`What is drawn, ${theme}`}
        items={[
          { text: 'messages', shape: 'area', className: 'plot-area' },
          { text: 'limit', shape: 'line', className: 'plot-line' },
          { text: 'refused', shape: 'tick', className: 'plot-line' },
        ]}
      />
    </div>
  );
}

/** The crosshair near the right edge, where its box is on its left. */
function Read({ theme }: { theme: string }) {
  return (
    <div className="kit-wide">
      <Frame label={`Messages, read at minute 57, ${theme}`} role="group" height={HEIGHT}>
        {(plot) => {
          const x = timeScale(plot, HOUR);
          return (
            <>
              <CountAxis plot={plot} />
              <TimeAxis plot={plot} window={HOUR} label={durationLabel} />
              <Crosshair
                plot={plot}
                label={`Messages at one minute, ${theme}`}
                places={COUNTS.map((_, i) => x(middleOf(i)))}
                at={57}
                onAt={() => undefined}
                text={reading}
              >
                <Counts plot={plot} x={x} />
              </Crosshair>
            </>
          );
        }}
      </Frame>
    </div>
  );
}

function TimeOfDay({ theme }: { theme: string }) {
  const clock = (at: Micros, step: Micros): string =>
    new Date(at / 1000).toISOString().slice(11, step < MICROS_PER_MINUTE ? 19 : 16);
  return (
    <div className="kit-wide">
      <Frame label={`Messages by time of day, ${theme}`} height={HEIGHT} margins={{ right: 20 }}>
        {(plot) => (
          <>
            <CountAxis plot={plot} />
            <Counts plot={plot} x={(at) => timeScale(plot, DAY)(DAY.from + at)} />
            <TimeAxis plot={plot} window={DAY} label={clock} finest={MICROS_PER_SECOND} />
          </>
        )}
      </Frame>
    </div>
  );
}

function FixedWidth({ theme }: { theme: string }) {
  return (
    <div className="kit-wide">
      <Frame label={`Shares, ${theme}`} width={220} height={100}>
        {(plot) => {
          const { y, ticks } = valueScale(plot, 100, { text: (value) => `${value} %` });
          const x = (i: number): number => plot.left + (i / 4) * plot.width;
          return (
            <>
              <ValueAxis ticks={ticks} left={plot.left} right={plot.right} />
              <PlaceAxis
                ticks={[0, 2, 4].map((i) => ({ x: x(i), text: 10 ** i }))}
                left={0}
                right={plot.frame.width}
                y={plot.bottom + 15}
              />
              <path
                className="plot-line"
                d={polyline([0, 40, 70, 90, 100].map((value, i) => ({ x: x(i), y: y(value) })))}
              />
            </>
          );
        }}
      </Frame>
    </div>
  );
}

function OnCanvas({ theme }: { theme: string }) {
  return (
    <div className="kit-wide">
      <Frame
        label={`Many cells, ${theme}`}
        height={80}
        margins={{ left: 0, right: 0 }}
        canvas={({ width, height }) => <Cells width={width} height={height} />}
      >
        {(plot) => <TimeAxis plot={plot} window={HOUR} label={durationLabel} grid />}
      </Frame>
    </div>
  );
}

function Cells({ width, height }: { width: number; height: number }) {
  const draw = useCallback(
    (context: CanvasRenderingContext2D) => {
      context.fillStyle = getComputedStyle(context.canvas).color;
      for (let column = 0; column < 60; column++)
        for (let row = 0; row < 6; row++) {
          context.globalAlpha = ((column * 7 + row * 13) % 10) / 20;
          context.fillRect((column * width) / 60, (row * height) / 6, width / 60 - 1, height / 6 - 1);
        }
    },
    [width, height],
  );
  return <Canvas width={width} height={height} draw={draw} />;
}
