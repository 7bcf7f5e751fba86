import { blockOrigin } from './coin-hover.ts';
import type { JobRow } from '../../protocol/rows.ts';
import { type CardMark, type JobMark, type Point, type StageLayout, stationCorner } from './stage-marks.ts';

/** Differences between two pictures of the stage. The functions are pure, so that tests need no browser. */

export interface Move {
  /** `data-key` of the element. */
  key: string;
  from: Point;
  to: Point;
  /** Former size divided by the new size; 1 = the zoom has not changed. */
  scale: number;
}

/** Coins that fly between two cards, in content coordinates. */
export interface Flight {
  number: number;
  from: Point[];
  to: Point[];
}

export interface Changes {
  moves: Move[];
  enters: string[];
  exits: string[];
  /** New ghosts, with the last position of their card. */
  vanished: { key: string; from: Point }[];
  /** Unused coins that a preempting job returns. */
  refunds: Flight[];
  earned: Point[];
  /** New or moved links and labels. */
  links: string[];
  /** Jobs whose number of blocked entries changed. */
  hatched: string[];
  changed: string[];
}

interface Pair {
  before: StageLayout;
  after: StageLayout;
  old: ReadonlyMap<number, JobMark>;
  now: ReadonlyMap<number, JobMark>;
}

/** Largest number of coins in flight at the same time. */
const COINS_MAX = 12;

const at = (mark: { x: number; y: number }): Point => [mark.x, mark.y];
const jobKey = (mark: JobMark): string => `job:${mark.id}`;

/** True if the change can be animated: both layouts have the same orientation, text size and level of detail. */
export function comparable(before: StageLayout, after: StageLayout): boolean {
  return (
    before.orientation === after.orientation &&
    before.metrics.text === after.metrics.text &&
    (before.dense === null) === (after.dense === null)
  );
}

export function changesOf(before: StageLayout, after: StageLayout): Changes {
  const pair: Pair = { before, after, old: byId(before), now: byId(after) };
  const { old, now } = pair;
  const gone = before.jobs.filter((mark) => !now.has(mark.id));
  const oldLinks = new Map(before.links.map((link) => [link.key, link.d]));
  return {
    moves: movesOf(pair),
    enters: after.jobs.filter((mark) => !old.has(mark.id)).map(jobKey),
    exits: gone.filter((mark) => !after.ghosts.some((ghost) => ghost.number === mark.job.number)).map(jobKey),
    vanished: after.ghosts.flatMap((ghost) => {
      const card = gone.find((mark) => mark.job.number === ghost.number);
      return card === undefined ? [] : [{ key: `ghost:${ghost.number}`, from: at(card) }];
    }),
    refunds: gone.flatMap((mark) => refund(mark, pair)),
    earned: after.jobs.flatMap((mark) => earnedCoins(mark, pair)),
    links: [
      ...after.links.filter((link) => oldLinks.get(link.key) !== link.d).map((link) => link.key),
      ...newWords(before, after),
    ],
    hatched: after.jobs.filter((mark) => old.get(mark.id)?.job.counts.x !== mark.job.counts.x).map(jobKey),
    changed: after.jobs.filter((mark) => looksDifferent(old.get(mark.id), mark)).map(jobKey),
  };
}

/**
 * Labels that fade in, because they are new or have moved. They are not moved along: moving text cannot be read, and a
 * jump under a moving card looks like an error.
 */
function newWords(before: StageLayout, after: StageLayout): string[] {
  const old = new Map(before.labels.map((label) => [label.key, `${label.x} ${label.y}`]));
  return after.labels
    .filter((label) => old.get(label.key) !== `${label.x} ${label.y}`)
    .map((label) => `label:${label.key}`);
}

function byId(layout: StageLayout): Map<number, JobMark> {
  return new Map(layout.jobs.map((mark) => [mark.id, mark]));
}

/** Finds the job that preempted another job between two lists, and the job that paid; null = none, or several. */
export function preemptionOf(
  before: readonly JobRow[],
  after: readonly JobRow[],
): { job: JobRow; payer: JobRow } | null {
  const old = new Map(before.map((job) => [job.id, job]));
  const preempting = after.filter(
    ({ id, parent, gone }) =>
      // A job that joined the list in the same step counts, too.
      parent !== 0 && gone.length === 0 && (old.get(id)?.parent ?? 0) === 0 && old.has(parent),
  );
  const [job] = preempting;
  const payer = after.find(({ id }) => id === job?.parent);
  return preempting.length !== 1 || job === undefined || payer === undefined ? null : { job, payer };
}

/** True if the drawing of a job changed. Rows also contain state that is not drawn. */
function looksDifferent(was: JobMark | undefined, mark: JobMark): boolean {
  if (was === undefined || was.current !== mark.current || was.candidate !== mark.candidate) return true;
  const a = was.job;
  const b = mark.job;
  if (a === b) return false;
  const keys = [
    'level',
    'parent',
    'blocker',
    'read',
    'selected',
    'unread',
    'cells',
    'deliverySlotsAvailable',
  ] as const;
  return keys.some((key) => a[key] !== b[key]) || JSON.stringify(a.counts) !== JSON.stringify(b.counts);
}

function movesOf({ before, after, old }: Pair): Move[] {
  const moves: Move[] = [];
  const scale = before.metrics.cell / after.metrics.cell;
  const add = (key: string, from: Point | undefined, to: Point): void => {
    if (from !== undefined && (scale !== 1 || from[0] !== to[0] || from[1] !== to[1]))
      moves.push({ key, from, to, scale });
  };
  for (const mark of after.jobs) {
    const was = old.get(mark.id);
    add(jobKey(mark), was && at(was), at(mark));
  }
  for (const ghost of after.ghosts) {
    const was = before.ghosts.find((g) => g.number === ghost.number);
    add(`ghost:${ghost.number}`, was && at(was), at(ghost));
  }
  for (const station of after.stations) {
    const was = before.stations.find((s) => s.id === station.id);
    add(`station:${station.id}`, was && stationCorner(was, before), stationCorner(station, after));
  }
  return moves;
}

function coinPoints(
  mark: JobMark | undefined,
  layout: StageLayout,
  test: (coin: CardMark['block']['coins'][number]) => boolean,
): Point[] {
  if (mark?.kind !== 'card') return [];
  const [x, y] = blockOrigin(mark, layout);
  return mark.block.coins.filter(test).map((coin) => [x + coin.x, y + coin.y]);
}

const shifted = (points: readonly Point[], from: Point, to: Point): Point[] =>
  points.map(([x, y]) => [x + to[0] - from[0], y + to[1] - from[1]]);

/** Start or end of a coin's flight: the job's chip. */
const chipPoint = (mark: JobMark): Point => [mark.x + 8, mark.y + 8];

/** Coins that a finished job returns to the job it preempted. */
function refund(mark: JobMark, { before, old, now }: Pair): Flight[] {
  const parent = now.get(mark.job.parent);
  const was = old.get(mark.job.parent);
  if (parent === undefined || was === undefined) return [];
  const spent = (job: JobMark): number =>
    job.job.spends.filter((s) => s.number === mark.job.number).reduce((sum, s) => sum + s.count, 0);
  const back = Math.min(COINS_MAX, spent(was) - spent(parent));
  if (back <= 0) return [];
  const coins = coinPoints(was, before, (coin) => coin.number === mark.job.number).slice(-back);
  const to = shifted(coins, at(was), at(parent));
  return to.length === 0 ? [] : [{ number: mark.job.number, from: to.map(() => chipPoint(mark)), to }];
}

function earnedCoins(mark: JobMark, { before, after, old }: Pair): Point[] {
  const was = old.get(mark.id);
  // A coin is not animated on a card that moves or is new.
  if (was?.kind !== 'card' || was.x !== mark.x || was.y !== mark.y) return [];
  const free = coinPoints(mark, after, (coin) => coin.kind === 'free');
  const more = free.length - coinPoints(was, before, (coin) => coin.kind === 'free').length;
  return more > 0 ? free.slice(-more) : [];
}
