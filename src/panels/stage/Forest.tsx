import { useMemo, useRef, useState, type KeyboardEvent, type MouseEvent, type PointerEvent } from 'react';
import type { JobId } from '../../protocol/ids.ts';
import { useActions, useView } from '../../store/hooks.ts';
import { coinAt, type CoinFound } from './coin-hover.ts';
import { DenseCanvas } from './DenseCanvas.tsx';
import './dense.css';
import './forest.css';
import { GhostView } from './GhostView.tsx';
import type { StageInput } from './input.ts';
import { JobView } from './JobView.tsx';
import { focusAfter } from './keyboard.ts';
import { Labels, Lines } from './Lines.tsx';
import { lightingOf } from './lit.ts';
import type { JobMark, StageLayout } from './marks.ts';
import './outline.css';
import { Rail } from './Rail.tsx';
import { useCurrentInView } from './useCurrentInView.ts';
import { useStageMotion } from './useStageMotion.ts';
import { jobLabel } from './words.ts';

interface ForestProps {
  input: StageInput;
  layout: StageLayout;
}

/** The number of the message that an event happened on, 0 = between the marks. */
function numberAt(target: EventTarget): number {
  const mark = target instanceof Element ? target.closest<HTMLElement>('[data-number]') : null;
  return Number(mark?.dataset['number'] ?? 0);
}

/** The scrolling picture: rail, links, ghosts, cards, words. */
export function Forest({ input, layout }: ForestProps) {
  const actions = useActions();
  const hovered = useView((view) => view.hovered);
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const overlay = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState<JobId>(0);
  const lighting = useMemo(
    () => lightingOf(input.jobs, hovered, input.selected),
    [input.jobs, hovered, input.selected],
  );
  useCurrentInView(scroller, layout);
  const [coin, setCoin] = useState<CoinFound | null>(null);
  const told = useStageMotion(content, overlay, layout);

  const { dense } = layout;
  const tabStop = tabStopOf(layout.jobs, focused);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      actions.select(numberAt(event.target));
      return;
    }
    const shown = input.jobs.filter((job) => layout.jobs.some((mark) => mark.id === job.id));
    const next = focusAfter(event.key, tabStop, shown, layout.orientation);
    if (next === null) return;
    event.preventDefault();
    setFocused(next);
    document.getElementById(`stage-job-${next}`)?.focus();
  };
  return (
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
        onKeyDown={onKeyDown}
        onFocus={(event) => {
          const id = Number(/^stage-job-(\d+)$/.exec(event.target.id)?.[1] ?? 0);
          if (id !== 0) setFocused(id);
        }}
        onPointerOver={(event: PointerEvent) => {
          if (event.pointerType !== 'touch' && coin === null) actions.hover(numberAt(event.target));
        }}
        onPointerMove={(event: PointerEvent<HTMLElement>) => {
          if (event.pointerType === 'touch') return;
          const box = event.currentTarget.getBoundingClientRect();
          const found = coinAt(layout, event.clientX - box.left, event.clientY - box.top);
          if (found?.words === coin?.words && found?.number === coin?.number) return;
          setCoin(found);
          // A coin that was spent lights up whom it was spent on: its entries and their delivery slots.
          actions.hover(found !== null && found.number > 0 ? found.number : numberAt(event.target));
        }}
        onPointerLeave={() => {
          setCoin(null);
          actions.hover(0);
        }}
        onClick={(event: MouseEvent) => {
          actions.select(numberAt(event.target));
        }}
      >
        <Lines layout={layout} />
        {dense !== null && (
          <DenseCanvas
            band={dense}
            input={input}
            metrics={layout.metrics}
            lit={hovered !== 0 ? hovered : input.selected}
            onHover={actions.hover}
            onSelect={actions.select}
            onFocus={actions.setLens}
          />
        )}
        {layout.ghosts.map((ghost) => (
          <GhostView
            key={ghost.number}
            mark={ghost}
            hit={lighting.hits.has(ghost.number)}
            dim={lighting.full !== null && !lighting.full.has(ghost.number)}
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
            dim={lighting.full !== null && !lighting.full.has(mark.job.number)}
            position={i + 1}
            count={layout.jobs.length}
          />
        ))}
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
      {told !== '' && <p className="stage-told">{told}</p>}
    </div>
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

/** One tab stop: where the focus was, else the current job, else the first. */
function tabStopOf(marks: readonly JobMark[], focused: JobId): JobId {
  const mark = marks.find((m) => m.id === focused) ?? marks.find((m) => m.current) ?? marks[0];
  return mark?.id ?? 0;
}

function labelOf(mark: JobMark, input: StageInput): string {
  const parent = input.jobs.find((job) => job.id === mark.job.parent)?.number ?? 0;
  const score = mark.kind === 'card' ? mark.score : '';
  return jobLabel({ job: mark.job, current: mark.current, candidate: mark.candidate, score, parent });
}
