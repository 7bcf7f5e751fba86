import {
  type CSSProperties,
  memo,
  type RefObject,
  Suspense,
  useContext,
  useEffect,
  useMemo,
  useRef,
} from 'react';
import { lazyWithRetry } from '../kit/lazy.tsx';
import type { JobId } from '../../protocol/ids.ts';
import { useActions, useApp, useView } from '../../store/hooks.ts';
import { Opening } from '../kit/Opening.tsx';
import type { CoinFound } from './coin-hover.ts';
import css from './stage.module.css';
import type { StageInput } from './input.ts';
import { JobView } from './JobView.tsx';
import {
  type GhostMark,
  type JobMark,
  type LabelMark,
  type LinkMark,
  railTop,
  type StageLayout,
  stationCorner,
} from './stage-marks.ts';
import { useForestKeyboard, useForestPointer } from './useForestControls.ts';
import { cellsLeft } from './metrics.ts';
import { useStageMotion } from './useStageMotion.ts';
import { ghostTitle, ghostWords, jobLabel } from './stage-words.ts';
import { scoreText } from './job-marks.ts';
import type { JobRow } from '../../protocol/rows.ts';
import { ColouredNumbers, identityAttributes } from '../../charts/colours.ts';
import { Chip } from '../../charts/Chip.tsx';
import { selectMotion } from '../../store/selectors.ts';

/** Draws lists of more than 60 jobs; loaded on demand. */
const DenseCanvas = lazyWithRetry(async () => ({ default: (await import('./DenseCanvas.tsx')).DenseCanvas }));

interface ForestProps {
  input: StageInput;
  layout: StageLayout;
}

/** The scrollable picture: rail, links, ghosts, cards, labels. */
export function Forest({ input, layout: reached }: ForestProps) {
  const hovered = useView((view) => view.hovered);
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const overlay = useRef<HTMLDivElement>(null);
  const lighting = useMemo(
    () => lightingOf(input.jobs, hovered, input.selected),
    [input.jobs, hovered, input.selected],
  );
  useCurrentInView(scroller, input, reached);
  const { coin, pointer } = useForestPointer(reached);
  const { tabStop, keyboard } = useForestKeyboard(input, reached);
  const { frame, told, Above } = useStageMotion(content, overlay, { input, layout: reached });
  const layout = frame?.layout ?? reached;
  const above = Above !== null && <Above frame={frame} told={told} layout={layout} />;
  const corner = frame === null && told?.place === null;
  return (
    <>
      <div className={css.stageScroll} ref={scroller}>
        <div
          ref={content}
          className={css.forest}
          role="tree"
          aria-label="Job list and preemption forest"
          aria-orientation={layout.orientation === 'rail' ? 'horizontal' : 'vertical'}
          data-step={layout.metrics.step}
          data-orientation={layout.orientation}
          style={sizesOf(layout)}
          {...keyboard}
          {...pointer}
        >
          <Lines layout={layout} />
          <DenseBand input={input} layout={layout} lit={hovered !== 0 ? hovered : input.selected} />
          <Marks input={input} layout={layout} lighting={lighting} tabStop={tabStop} />
          {coin !== null && frame === null && <CoinColumn coin={coin} width={layout.width} />}
          <Labels labels={layout.labels} />
          <Rail layout={layout} hits={lighting.hits} />
          {!corner && above}
          <div ref={overlay} className={css.stageOverlay} aria-hidden="true" />
        </div>
      </div>
      {corner && above}
    </>
  );
}

/** Sizes of the layout as CSS variables for the stylesheet. */
function sizesOf({ width, height, metrics }: StageLayout): CSSProperties {
  const { chip, padX, padTop, padBottom, rowGap, font, station } = metrics;
  return {
    width,
    height,
    '--card-chip': `${chip}px`,
    '--card-padding': `${padTop}px ${padX}px ${padBottom}px`,
    '--card-gap': `${rowGap}px`,
    '--card-font': `${font}px`,
    '--station': `${station}px`,
    '--cells-left': `${cellsLeft(metrics)}px`,
  } as CSSProperties;
}

/** The canvas for jobs that are too many for cards; nothing in other layouts. */
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
        onFocus={(lens) => actions.look({ lens })}
      />
    </Suspense>
  );
}

/** Cards of jobs and ghosts of vanished ones, highlighted or dimmed. */
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

/** Outlines the column that earns a coin, with a sentence about the coin. */
function CoinColumn({ coin: { column, cardTop, words }, width }: { coin: CoinFound; width: number }) {
  // The sentence starts or ends at the column, on the side with more room.
  const edge = column.x > width / 2 ? 'right' : 'left';
  return (
    <div
      className={css.coinColumn}
      style={{
        transform: `translate(${column.x}px,${column.y}px)`,
        width: column.width,
        height: column.height,
      }}
      aria-hidden="true"
    >
      <span style={{ top: cardTop, [edge]: '-0.375rem' }}>{words}</span>
    </div>
  );
}

function labelOf(mark: JobMark, input: StageInput): string {
  const parent = input.jobs.find((job) => job.id === mark.job.parent)?.number ?? 0;
  const score = mark.candidate && input.candidateScore > 0 ? scoreText(input.candidateScore) : '';
  return jobLabel({ job: mark.job, current: mark.current, candidate: mark.candidate, score, parent });
}

/** Highlighting of a hovered message: a ring around its job; parent and children at full opacity, others at 40 %. */
interface Lighting {
  /** Numbers with a ring: hovered and selected. */
  hits: ReadonlySet<number>;
  /** Numbers with full opacity; null = all, because nothing is hovered. */
  full: ReadonlySet<number> | null;
}

/** The highlighting. Message numbers, 0 = none. A hovered message without a job on this list dims nothing. */
export function lightingOf(jobs: readonly JobRow[], hovered: number, selected: number): Lighting {
  const hits = new Set([hovered, selected].filter((number) => number > 0));
  const job = jobs.find((row) => row.number === hovered);
  const related =
    job === undefined ? [] : jobs.filter((row) => row.id === job.parent || row.parent === job.id);
  const hanging = jobs.filter((row) => row.gone.includes(hovered));
  if (hovered === 0 || (job === undefined && hanging.length === 0)) return { hits, full: null };
  const full = new Set([hovered, ...(job?.gone ?? [])]);
  for (const row of [...related, ...hanging]) full.add(row.number);
  return { hits, full };
}

/**
 * Draws the scheduler's list, such as `7--8--1--2--6--3--5--`. It is hidden from screen readers, because the tree below
 * lists the same jobs in the same order. Above pixel columns stations have no line.
 */
const Rail = memo(function Rail({ layout, hits }: { layout: StageLayout; hits: ReadonlySet<number> }) {
  const coloured = useContext(ColouredNumbers);
  const { rail, stations, metrics, dense } = layout;
  if (rail === null) return null;
  return (
    <div
      className={css.rail}
      style={{ height: metrics.rail, transform: `translateY(${railTop(layout)}px)` }}
      aria-hidden="true"
    >
      {dense === null && (
        <i
          className={css.railLine}
          style={{ transform: `translateX(${rail.from}px)`, width: rail.to - rail.from }}
        />
      )}
      {stations.map((station) => {
        const [x, y] = stationCorner(station, layout);
        return (
          <span
            key={station.id}
            className={css.station}
            data-key={`station:${station.id}`}
            data-job={station.id}
            data-current={station.current || undefined}
            data-blocker={station.blocker || undefined}
            data-hit={hits.has(station.number) || undefined}
            style={{ transform: `translate(${x}px,${y}px)`, width: station.width }}
            {...identityAttributes(station.number, coloured)}
          >
            {station.number}
          </span>
        );
      })}
    </div>
  );
});

interface GhostViewProps {
  mark: GhostMark;
  hit: boolean;
  dim: boolean;
}

/**
 * A vanished job whose children are still present. It is hidden from screen readers, because a tree may contain only
 * its items. Instead its children's labels name it ("preempted 4, which is gone, adopted by 1").
 */
const GhostView = memo(function GhostView({ mark, hit, dim }: GhostViewProps) {
  return (
    <div
      className={css.ghost}
      aria-hidden="true"
      title={ghostTitle(mark.number, mark.adopter, mark.children)}
      data-key={`ghost:${mark.number}`}
      data-number={mark.number}
      data-hit={hit || undefined}
      data-dim={dim || undefined}
      style={{ transform: `translate(${mark.x}px,${mark.y}px)`, width: mark.width, height: mark.height }}
    >
      <b className="sub">?</b>
      <Chip number={mark.number} size="small" />
      <span>{ghostWords(mark.adopter !== 0)}</span>
    </div>
  );
});

/** Links below the cards. Pointer events pass through them. */
const Lines = memo(function Lines({ layout }: { layout: StageLayout }) {
  const coloured = useContext(ColouredNumbers);
  return (
    <svg className={css.lines} width={layout.width} height={layout.height} aria-hidden="true">
      {layout.links.toSorted(byWeight).map((link) => (
        <path
          key={link.key}
          data-key={link.key}
          className={css.jobLink}
          data-look={link.kind}
          d={link.d}
          {...(link.drawn === undefined ? {} : { pathLength: 1, strokeDasharray: `${link.drawn} 2` })}
          {...(link.number > 0 ? identityAttributes(link.number, coloured) : {})}
        />
      ))}
    </svg>
  );
});

/** Drawing order of links by kind: a link with a higher number covers links with lower numbers. */
const WEIGHT: Record<LinkMark['kind'], number> = { lead: 0, stub: 1, child: 2, adoption: 3, current: 4 };

function byWeight(a: LinkMark, b: LinkMark): number {
  return WEIGHT[a.kind] - WEIGHT[b.kind];
}

const SHIFT = { start: '0', middle: '-50%', end: '-100%' } as const;

/** Draws annotations. Screen readers get the same facts from the labels of the tree's items. */
const Labels = memo(function Labels({ labels }: { labels: readonly LabelMark[] }) {
  return labels.map((label) => (
    <span
      key={label.key}
      data-key={`label:${label.key}`}
      className={css.stageLabel}
      style={{ transform: `translate(${label.x}px,${label.y}px) translate(${SHIFT[label.anchor]},-100%)` }}
      aria-hidden="true"
    >
      {label.text}
    </span>
  ));
});

/** Milliseconds after a manual scroll during which the stage does not scroll automatically. */
const HANDS_OFF_MS = 4000;
const MARGIN = 24;

/** Scrolls the current job into view by the shortest distance, except just after a manual scroll. */
function useCurrentInView(
  scroller: RefObject<HTMLElement | null>,
  { width: boxWidth, height: boxHeight }: Pick<StageInput, 'width' | 'height'>,
  layout: StageLayout,
): void {
  const motion = useApp(selectMotion);
  const touched = useRef(-HANDS_OFF_MS);
  useEffect(() => {
    const box = scroller.current;
    if (box === null) return undefined;
    const touch = (): void => {
      touched.current = performance.now();
    };
    const kinds = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;
    for (const kind of kinds) box.addEventListener(kind, touch, { passive: true });
    return () => {
      for (const kind of kinds) box.removeEventListener(kind, touch);
    };
  }, [scroller]);

  const current = layout.jobs.find((mark) => mark.current);
  const { x = 0, y = 0, width = 0, height = 0 } = current ?? {};
  // If everything is in view, do not measure the box: that would force a layout in every frame.
  const whole = layout.width <= boxWidth && layout.height <= boxHeight;
  useEffect(() => {
    const box = scroller.current;
    if (box === null || whole || width === 0) return undefined;
    if (performance.now() - touched.current < HANDS_OFF_MS) return undefined;
    const rail = layout.rail === null ? 0 : layout.metrics.rail;
    // Measure in the next frame, before its paint, because measuring now would force an extra layout.
    const frame = requestAnimationFrame(() => {
      const left = nearest(box.scrollLeft, box.clientWidth, x - MARGIN, x + width + MARGIN);
      const top = nearest(box.scrollTop, box.clientHeight, y - rail - MARGIN / 2, y + height + MARGIN);
      if (left === box.scrollLeft && top === box.scrollTop) return;
      box.scrollTo({ left, top, behavior: motion === 'travel' ? 'smooth' : 'auto' });
    });
    return () => cancelAnimationFrame(frame);
    // Run only when the current card moves, not when the box or other cards change.
  }, [scroller, whole, motion, x, y, width, height, layout.rail, layout.metrics.rail]);
}

/** Nearest scroll position that shows `from` to `to`, or `from` when both do not fit. */
function nearest(at: number, length: number, from: number, to: number): number {
  if (from < at) return Math.max(0, from);
  if (to > at + length) return Math.max(0, Math.min(from, to - length));
  return at;
}
