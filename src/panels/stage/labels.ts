import type { ForestNode } from './forest.ts';
import type { StageInput } from './input.ts';
import type {
  GhostMark,
  JobMark,
  LabelMark,
  LinkMark,
  Rect,
  StageLayout,
  StationMark,
} from './stage-marks.ts';
import { labelWidth, type Metrics } from './metrics.ts';
import { overlaps } from './paths.ts';
import type { Row } from './rows.ts';
import { adoptionWords, levelWords } from './stage-words.ts';

interface LabelInput {
  jobs: readonly JobMark[];
  ghosts: readonly GhostMark[];
  stations: readonly StationMark[];
  links: readonly LinkMark[];
  nodes: ReadonlyMap<string, ForestNode>;
  rows: readonly Row[];
  metrics: Metrics;
  width: number;
  height: number;
}

const NOTE = 10.5;
const LEVEL = 10;

export function labelBox(label: LabelMark, unit: number): Rect {
  const size = (label.tone === 'note' ? NOTE : LEVEL) * unit;
  const width = labelWidth(label.text, size);
  const x =
    label.anchor === 'start' ? label.x : label.anchor === 'end' ? label.x - width : label.x - width / 2;
  return { x, y: label.y - size * 0.8, width, height: size };
}

/** Labels of the picture, most important first. Labels that would cover something are omitted. */
export function labelsOf(input: LabelInput): LabelMark[] {
  const taken: Rect[] = [...input.jobs, ...input.ghosts, ...input.links.flatMap(legBoxes)];
  const labels: LabelMark[] = [];
  const put = (places: readonly LabelMark[]): void => {
    const free = places.find((label) => {
      const box = labelBox(label, input.metrics.unit);
      return (
        box.x >= 2 &&
        box.x + box.width <= input.width &&
        box.y + box.height <= input.height &&
        taken.every((rect) => !overlaps(box, rect, 1.5))
      );
    });
    if (free === undefined) return;
    taken.push(labelBox(free, input.metrics.unit));
    labels.push(free);
  };
  put(currentPlaces(input));
  for (const ghost of input.ghosts) put(adoptionPlaces(ghost, input));
  for (const ghost of input.ghosts) put(siblingsPlaces(ghost, input));
  if (input.rows.length > 1) for (const row of input.rows) put(levelPlaces(row, input));
  return labels;
}

/** Boxes of a line's legs, which labels have to avoid. */
function legBoxes({ points }: LinkMark): Rect[] {
  return points.slice(1).map((to, i) => {
    const from = points[i] ?? to;
    return {
      x: Math.min(from[0], to[0]),
      y: Math.min(from[1], to[1]),
      width: Math.abs(from[0] - to[0]),
      height: Math.abs(from[1] - to[1]),
    };
  });
}

const note = (key: string, text: string, x: number, y: number, anchor: LabelMark['anchor']): LabelMark => ({
  key,
  text,
  tone: 'note',
  x,
  y,
  anchor,
});

/** Places for "current": beside the black line, just above its card. None where the line is too short. */
function currentPlaces({ jobs, stations, metrics: { unit } }: LabelInput): LabelMark[] {
  const mark = jobs.find((job) => job.current);
  const station = stations.find((s) => s.current);
  if (mark === undefined || station === undefined || mark.y - station.y < 40 * unit) return [];
  const y = mark.y - 5 * unit;
  return [
    note('current', 'current', station.x - 7 * unit, y, 'end'),
    note('current', 'current', station.x + 7 * unit, y, 'start'),
  ];
}

function adoptionPlaces(ghost: GhostMark, { links, metrics: { unit } }: LabelInput): LabelMark[] {
  const link = links.find((l) => l.key === `link:ghost:${ghost.number}`);
  // Of two stacked ghosts only the upper one is attached to the adopter.
  if (ghost.adopter === 0 || link === undefined || link.ends.every((end) => end.startsWith('ghost:')))
    return [];
  const [from, to] = link.points;
  if (from === undefined || to === undefined) return [];
  const text = adoptionWords(ghost.adopter);
  const key = `adopted:${ghost.number}`;
  const places: LabelMark[] = [];
  // The middle of the line's first leg if it is long, otherwise just below the adopter.
  for (const y of [(from[1] + to[1]) / 2 + 4 * unit, from[1] + 15 * unit]) {
    places.push(
      note(key, text, from[0] + 8 * unit, y, 'start'),
      note(key, text, from[0] - 8 * unit, y, 'end'),
    );
  }
  return places;
}

/** Places for "siblings": below the children of a ghost that has two or more. */
function siblingsPlaces(ghost: GhostMark, { jobs, metrics: { unit } }: LabelInput): LabelMark[] {
  const children = jobs.filter(
    (job) => ghost.children.includes(job.job.number) && job.job.level === ghost.level + 1,
  );
  if (children.length < 2) return [];
  const left = Math.min(...children.map((c) => c.x));
  const right = Math.max(...children.map((c) => c.x + c.width));
  const y = Math.max(...children.map((c) => c.y + c.height)) + 11.5 * unit;
  return [note(`siblings:${ghost.number}`, 'siblings', (left + right) / 2, y, 'middle')];
}

/** Places for the name of a level: left of its first card, right of its last, or below its first. */
function levelPlaces(row: Row, { jobs, ghosts, metrics: { unit } }: LabelInput): LabelMark[] {
  const marks: Rect[] = [
    ...jobs.filter((job) => job.job.level === row.level),
    ...ghosts.filter((ghost) => ghost.level === row.level),
  ].toSorted((a, b) => a.x - b.x);
  const first = marks[0];
  const last = marks.at(-1);
  if (first === undefined || last === undefined) return [];
  const label = (x: number, y: number, anchor: LabelMark['anchor']): LabelMark => ({
    key: `level:${row.level}`,
    text: levelWords(row.level),
    tone: 'level',
    x,
    y,
    anchor,
  });
  const middle = row.level === 0 ? row.top + 13 * unit : row.top + row.height / 2 + 4 * unit;
  const places = [
    label(first.x - 9 * unit, middle, 'end'),
    label(last.x + last.width + 9 * unit, middle, 'start'),
  ];
  // Between two cards of the level, from the right, because links are mainly in the left half of the stage.
  for (let i = marks.length - 1; i > 0; i -= 1) {
    const mark = marks[i] as Rect;
    places.push(label(mark.x - 9 * unit, middle, 'end'));
  }
  places.push(label(first.x + 2 * unit, first.y + first.height + 13 * unit, 'start'));
  return places;
}

/** Box of the sentence about a step, in design pixels as in the stylesheet; `letter` is the mean width of a letter. */
const TOLD_BOX = { edge: 16, bottom: 8, height: 26, padding: 18, letter: 6.4 };

/**
 * The lower corner in which the sentence about a step ("6 moved before 3", shown with reduced motion) covers no card:
 * left, or right if the legend is hidden. Left if both corners have cards.
 */
export function toldSide(
  layout: StageLayout,
  { width, height }: Pick<StageInput, 'width' | 'height'>,
  words: string,
): 'start' | 'end' {
  const { unit } = layout.metrics;
  const long = (TOLD_BOX.padding + words.length * TOLD_BOX.letter) * unit;
  const box = (x: number): Rect => ({
    x,
    y: height - (TOLD_BOX.bottom + TOLD_BOX.height) * unit,
    width: long,
    height: TOLD_BOX.height * unit,
  });
  const marks: Rect[] = [...layout.jobs, ...layout.ghosts];
  const free = (rect: Rect): boolean => marks.every((mark) => !overlaps(mark, rect, 4 * unit));
  if (layout.keyFits || free(box(TOLD_BOX.edge * unit))) return 'start';
  return free(box(width - TOLD_BOX.edge * unit - long)) ? 'end' : 'start';
}
