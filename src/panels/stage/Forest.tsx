import { Suspense, useMemo, useRef } from 'react';
import { fetched } from '../kit/fetched.tsx';
import type { JobId } from '../../protocol/ids.ts';
import { useActions, useView } from '../../store/hooks.ts';
import { Opening } from '../kit/Opening.tsx';
import type { CoinFound } from './coin-hover.ts';
import './stage.css';
import { GhostView } from './GhostView.tsx';
import type { StageInput } from './input.ts';
import { JobView } from './JobView.tsx';
import { Labels, Lines } from './Lines.tsx';
import { type Lighting, lightingOf } from './lit.ts';
import type { JobMark, StageLayout } from './marks.ts';
import { Rail } from './Rail.tsx';
import { useCurrentInView } from './useCurrentInView.ts';
import { useForestKeyboard } from './useForestKeyboard.ts';
import { useForestPointer } from './useForestPointer.ts';
import { toldSide } from './told-place.ts';
import { useStageMotion } from './useStageMotion.ts';
import { jobLabel } from './words.ts';

/** Lists of more than 60 jobs are drawn by code that the first picture does without. */
const DenseCanvas = fetched(async () => ({ default: (await import('./DenseCanvas.tsx')).DenseCanvas }));

interface ForestProps {
  input: StageInput;
  layout: StageLayout;
}

/** The scrolling picture: rail, links, ghosts, cards, words. */
export function Forest({ input, layout }: ForestProps) {
  const hovered = useView((view) => view.hovered);
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const overlay = useRef<HTMLDivElement>(null);
  const lighting = useMemo(
    () => lightingOf(input.jobs, hovered, input.selected),
    [input.jobs, hovered, input.selected],
  );
  useCurrentInView(scroller, input, layout);
  const { coin, pointer } = useForestPointer(layout);
  const { tabStop, keyboard } = useForestKeyboard(input, layout);
  const told = useStageMotion(content, overlay, layout);
  return (
    <>
      <div className="stage-scroll" ref={scroller}>
        <div
          ref={content}
          className="forest"
          role="tree"
          aria-label="Job list and preemption forest"
          aria-orientation={layout.orientation === 'rail' ? 'horizontal' : 'vertical'}
          data-step={layout.metrics.step}
          data-orientation={layout.orientation}
          style={{ width: layout.width, height: layout.height }}
          {...keyboard}
          {...pointer}
        >
          <Lines layout={layout} />
          <DenseBand input={input} layout={layout} lit={hovered !== 0 ? hovered : input.selected} />
          <Marks input={input} layout={layout} lighting={lighting} tabStop={tabStop} />
          {coin !== null && <CoinColumn coin={coin} width={layout.width} />}
          <Labels labels={layout.labels} />
          {layout.rail !== null && (
            <Rail
              stations={layout.stations}
              line={layout.dense === null ? layout.rail : null}
              height={layout.metrics.rail}
              hits={lighting.hits}
            />
          )}
          <div ref={overlay} className="stage-overlay" aria-hidden="true" />
        </div>
      </div>
      {told !== '' && input.annotations && (
        <p className="stage-told" data-floats data-side={toldSide(layout, input, told)}>
          {told}
        </p>
      )}
    </>
  );
}

/** Jobs that are too many for cards, in one canvas; nothing while there are few. */
function DenseBand({ input, layout, lit }: ForestProps & { lit: number }) {
  const actions = useActions();
  if (layout.dense === null) return null;
  return (
    <Suspense fallback={<Opening part />}>
      <DenseCanvas
        band={layout.dense}
        input={input}
        metrics={layout.metrics}
        lit={lit}
        onHover={actions.hover}
        onSelect={actions.select}
        onFocus={actions.setLens}
      />
    </Suspense>
  );
}

/** Cards of jobs and ghosts of those that have gone, lit or dimmed. */
function Marks({ input, layout, lighting, tabStop }: ForestProps & { lighting: Lighting; tabStop: JobId }) {
  const dim = (number: number): boolean => lighting.full !== null && !lighting.full.has(number);
  return (
    <>
      {layout.ghosts.map((ghost) => (
        <GhostView
          key={ghost.number}
          mark={ghost}
          hit={lighting.hits.has(ghost.number)}
          dim={dim(ghost.number)}
        />
      ))}
      {layout.jobs.map((mark, i) => (
        <JobView
          key={mark.id}
          mark={mark}
          label={labelOf(mark, input)}
          tabbable={mark.id === tabStop}
          hit={lighting.hits.has(mark.job.number)}
          selected={mark.job.number === input.selected}
          dim={dim(mark.job.number)}
          position={i + 1}
          count={layout.jobs.length}
        />
      ))}
    </>
  );
}

/** The column that earns a coin, and in words what the coin is. */
function CoinColumn({ coin: { column, cardTop, words }, width }: { coin: CoinFound; width: number }) {
  const side = column.x > width / 2 ? 'left' : 'right';
  return (
    <div
      className="coin-column"
      data-side={side}
      style={{
        transform: `translate(${column.x}px,${column.y}px)`,
        width: column.width,
        height: column.height,
      }}
      aria-hidden="true"
    >
      <span style={{ top: cardTop }}>{words}</span>
    </div>
  );
}

function labelOf(mark: JobMark, input: StageInput): string {
  const parent = input.jobs.find((job) => job.id === mark.job.parent)?.number ?? 0;
  const score = mark.kind === 'card' ? mark.score : '';
  return jobLabel({ job: mark.job, current: mark.current, candidate: mark.candidate, score, parent });
}
