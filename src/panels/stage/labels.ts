import { type ForestNode, jobKey } from './forest.ts';
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
import { adoptionWords, currentWords, levelWords, paidWords, RAIL_ENDS } from './stage-words.ts';

interface LabelInput {
  jobs: readonly JobMark[];
  ghosts: readonly GhostMark[];
  stations: readonly StationMark[];
  links: readonly LinkMark[];
  nodes: ReadonlyMap<string, ForestNode>;
  rows: readonly Row[];
  metrics: Metrics;
  /** The rail, if it runs over the whole stage, so that its ends are labelled; otherwise null. */
  rail: StageLayout['rail'];
  width: number;
  height: number;
}

const SIZE = 11;

/** Box of a label; `text`: pixels per design pixel. */
export function labelBox(label: LabelMark, text: number): Rect {
  const size = SIZE * text;
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
      const box = labelBox(label, input.metrics.text);
      return (
        box.x >= 2 &&
        box.x + box.width <= input.width &&
        box.y + box.height <= input.height &&
        taken.every((rect) => !overlaps(box, rect, 1.5))
      );
    });
    if (free === undefined) return;
    taken.push(labelBox(free, input.metrics.text));
    labels.push(free);
  };
  for (const end of railEnds(input)) put([end]);
  put(currentPlaces(input));
  for (const link of input.links) put(paidPlaces(link, input));
  for (const ghost of input.ghosts) put(adoptionPlaces(ghost, input));
  for (const ghost of input.ghosts) put(siblingsPlaces(ghost, input));
  // Name the levels only if there are more than two, or ghosts: links make two levels clear.
  if (input.rows.length > 2 || input.ghosts.length > 0)
    for (const row of input.rows) put(levelPlaces(row, input));
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
  x,
  y,
  anchor,
});

function railEnds({ rail, metrics: { rail: height, text } }: LabelInput): LabelMark[] {
  if (rail === null) return [];
  const y = rail.y - height / 2 - 3 * text;
  // A rail at the top edge has no room for words above it.
  if (y < 11 * text) return [];
  return [
    note('front', RAIL_ENDS.front, rail.from, y, 'start'),
    note('end', RAIL_ENDS.end, rail.to, y, 'end'),
  ];
}

/** Places for the note about the current job: beside the black line, above its card. Empty if the line is too short. */
function currentPlaces({ jobs, stations, metrics: { station: height, text } }: LabelInput): LabelMark[] {
  const mark = jobs.find((job) => job.current);
  const station = stations.find((s) => s.current);
  if (mark === undefined || station === undefined || mark.y - station.y < height / 2 + 18 * text) return [];
  const words = currentWords(mark.job);
  const y = mark.y - 7 * text;
  return [
    note('current', words, station.x + 7 * text, y, 'start'),
    note('current', words, station.x - 7 * text, y, 'end'),
  ];
}

/** Places for "1 paid 3 coins for 2": right of a link below the card that paid. */
function paidPlaces(link: LinkMark, { jobs, metrics: { text } }: LabelInput): LabelMark[] {
  const [child, parent] = link.ends.map((key) => jobs.find((mark) => jobKey(mark.id) === key));
  const [from, , to] = link.points;
  if (link.kind !== 'child' || child === undefined || parent === undefined) return [];
  const words = paidWords(parent.job, link.number);
  if (words === '' || from === undefined) return [];
  const below = from[1] + 15 * text;
  const beside = Math.max(below, (to?.[1] ?? 0) + 4 * text);
  return [beside, below].map((y) => note(`paid:${link.number}`, words, from[0] + 9 * text, y, 'start'));
}

function adoptionPlaces(ghost: GhostMark, { links, metrics: { text } }: LabelInput): LabelMark[] {
  const link = links.find((l) => l.key === `link:ghost:${ghost.number}`);
  // Of two stacked ghosts only the upper one is attached to the adopter.
  if (ghost.adopter === 0 || link === undefined || link.ends.every((end) => end.startsWith('ghost:')))
    return [];
  const [from, to] = link.points;
  if (from === undefined || to === undefined) return [];
  const words = adoptionWords(ghost.adopter);
  const key = `adopted:${ghost.number}`;
  const places: LabelMark[] = [];
  // The middle of the line's first leg if it is long, otherwise just below the adopter.
  for (const y of [(from[1] + to[1]) / 2 + 4 * text, from[1] + 15 * text]) {
    places.push(
      note(key, words, from[0] + 8 * text, y, 'start'),
      note(key, words, from[0] - 8 * text, y, 'end'),
    );
  }
  return places;
}

/** Places for "siblings": below the children of a ghost that has two or more. */
function siblingsPlaces(ghost: GhostMark, { jobs, metrics: { text } }: LabelInput): LabelMark[] {
  const children = jobs.filter(
    (job) => ghost.children.includes(job.job.number) && job.job.level === ghost.level + 1,
  );
  if (children.length < 2) return [];
  const left = Math.min(...children.map((c) => c.x));
  const right = Math.max(...children.map((c) => c.x + c.width));
  const y = Math.max(...children.map((c) => c.y + c.height)) + 11.5 * text;
  return [note(`siblings:${ghost.number}`, 'siblings', (left + right) / 2, y, 'middle')];
}

/** Places for the name of a level: left of its first card, right of its last, or below its first. */
function levelPlaces(row: Row, { jobs, ghosts, metrics: { text } }: LabelInput): LabelMark[] {
  const marks: Rect[] = [
    ...jobs.filter((job) => job.job.level === row.level),
    ...ghosts.filter((ghost) => ghost.level === row.level),
  ].toSorted((a, b) => a.x - b.x);
  const first = marks[0];
  const last = marks.at(-1);
  if (first === undefined || last === undefined) return [];
  const label = (x: number, y: number, anchor: LabelMark['anchor']): LabelMark =>
    note(`level:${row.level}`, levelWords(row.level), x, y, anchor);
  const middle = row.level === 0 ? row.top + 13 * text : row.top + row.height / 2 + 4 * text;
  const places = [
    label(first.x - 9 * text, middle, 'end'),
    label(last.x + last.width + 9 * text, middle, 'start'),
  ];
  // Between two cards of the level, from the right, because links are mainly in the left half of the stage.
  for (let i = marks.length - 1; i > 0; i -= 1) {
    const mark = marks[i] as Rect;
    places.push(label(mark.x - 9 * text, middle, 'end'));
  }
  places.push(label(first.x + 2 * text, first.y + first.height + 13 * text, 'start'));
  return places;
}
