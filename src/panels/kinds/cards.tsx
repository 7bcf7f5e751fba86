import { Fragment, type ReactNode } from 'react';
import type { GalleryItem } from '../../scenes/item.ts';
import { type ByKind, ofKind } from '../../scenario/kinds/by-kind.ts';
import type { TimerScenario } from '../../protocol/scenario.ts';
import { formatCount } from '../../explain/format.ts';
import { SCENE_FIGURES, type SceneFigures } from '../../scenes/timers/figures.ts';
import galleryCss from '../gallery/gallery.module.css';

/** Text and picture of a scene's card, by kind of run. */
export interface KindCard {
  /** Subject of the card's remark on the difference between scene and reality, such as `Kafka itself`. */
  beside: string;
  /** Picture of the scene; undefined = the card shows the order of its delivery slots. */
  picture?: (id: string) => ReactNode;
}

const CARDS: ByKind<KindCard> = {
  mail: (scenario) => ({
    beside: scenario.threads === undefined ? 'Postfix itself' : 'Beside the document',
  }),
  'timer-lab': (scenario) => ({
    beside: 'Kafka itself',
    picture: (id) => <TimerThumb id={id} scenario={scenario} />,
  }),
  'threads-alone': () => ({ beside: 'Beside the document' }),
};

export function cardOf({ scenario }: GalleryItem): KindCard {
  return ofKind(CARDS, scenario);
}

/** Draws the buckets of the scene's first timers. For a comparison of designs, draws the relevant counter. */
function TimerThumb({ id, scenario }: { id: string; scenario: TimerScenario }) {
  const figures = SCENE_FIGURES[id];
  if (figures !== undefined) return <Bars figures={figures} />;
  const { track, armed } = thumbRings(scenario);
  return (
    <svg className={galleryCss.timerThumb} viewBox="-40 -24 80 48">
      <path className={galleryCss.thumbTrack} d={track} />
      <path className={galleryCss.thumbArmed} d={armed} />
    </svg>
  );
}

function Bars({ figures: { text, values } }: { figures: SceneFigures }) {
  const most = Math.max(1, ...Object.values(values));
  return (
    <span className={`text-1 sub ${galleryCss.thumbBars}`}>
      {(['old', 'proposed', 'today'] as const).map((design) => (
        <Fragment key={design}>
          <span>{design}</span>
          <i style={{ width: `${Math.max(0.6, (100 * values[design]) / most)}%` }} />
          <span className="mono">{formatCount(values[design])}</span>
        </Fragment>
      ))}
      <span className={`dim ${galleryCss.thumbText}`}>{text}</span>
    </span>
  );
}

const RINGS = { inner: 6, pitch: 4.4, thick: 3.6, most: 4 } as const;
const TAU = 2 * Math.PI;

/** Thumbnail of one wheel: its rings, and the buckets into which its first timers go. In view-box units. */
export function thumbRings({ script, wheel }: Pick<TimerScenario, 'script' | 'wheel'>): {
  track: string;
  armed: string;
} {
  const placed = script.flatMap(({ at, command }) => {
    if (command.kind !== 'lab.add') return [];
    const { delay, upTo = delay, count } = command;
    // If delays are random, take evenly spaced values of the distribution, because the picture is small.
    const shown = Math.min(count, 12);
    return Array.from({ length: shown }, (_, i) =>
      placeOf(
        Math.floor(at / 1000) + delay + Math.floor(((upTo - delay) * i) / Math.max(1, shown - 1)),
        wheel,
      ),
    );
  });
  const levels = Math.min(RINGS.most, Math.max(1, ...placed.map(({ level }) => level + 1)));
  let track = '';
  let armed = '';
  for (let level = 0; level < levels; level++) {
    for (let bucket = 0; bucket < wheel.size; bucket++) {
      const piece = pieceOf(level, bucket, wheel.size);
      if (placed.some((one) => one.level === level && one.bucket === bucket)) armed += piece;
      else track += piece;
    }
  }
  return { track, armed };
}

/** Level and bucket of an instant in milliseconds, for a wheel at 0 (timers/README.md §3). */
function placeOf(due: number, { tickMs, size }: TimerScenario['wheel']): { level: number; bucket: number } {
  let level = 0;
  let tick = tickMs;
  while (due >= tick * size) {
    tick *= size;
    level++;
  }
  return { level, bucket: Math.floor(due / tick) % size };
}

function pieceOf(level: number, bucket: number, size: number): string {
  const inner = RINGS.inner + level * RINGS.pitch;
  const outer = inner + RINGS.thick;
  const gap = 0.35 / inner;
  const from = (bucket / size) * TAU + gap;
  const to = ((bucket + 1) / size) * TAU - gap;
  const at = (radius: number, angle: number): string =>
    `${(radius * Math.sin(angle)).toFixed(1)} ${(-radius * Math.cos(angle)).toFixed(1)}`;
  return `M${at(inner, from)}L${at(outer, from)}L${at(outer, to)}L${at(inner, to)}Z`;
}
