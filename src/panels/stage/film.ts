import { balanceOf } from '../../charts/coins.ts';
import type { CoinPlace } from '../../charts/cells.ts';
import type { JobRow } from '../../protocol/rows.ts';
import { preemptionOf } from './changes.ts';
import { blockOrigin } from './coin-hover.ts';
import { boxesOf, forestOf } from './forest.ts';
import type { StageInput } from './input.ts';
import { cardMark } from './job-marks.ts';
import { stageLayout } from './layout.ts';
import { forestLinks, leadLinks } from './links.ts';
import type { CardMark, JobMark, LinkMark, Point, StageLayout, StationMark } from './stage-marks.ts';
import type { JobId } from '../../protocol/ids.ts';
import type { Metrics } from './metrics.ts';
import { movedWords, paysWords } from './film-words.ts';

/**
 * A preemption on the stage as a function of time, in milliseconds at normal speed, so that any frame can be drawn.
 * Coins fly from the paying card to the price above the preempting card. The preempting card folds into its station,
 * the station moves along the list to the front, and there the card unfolds into the empty column. From time 0 on no
 * other card moves, so cards never cover each other.
 */
export interface Film {
  /** Milliseconds before time 0 in which cards move apart to make room; 0 = no card has to move. */
  lead: number;
  /** Pictures before and after the preemption. */
  from: StageLayout;
  to: StageLayout;
  /** The picture during the film, in which only the preempting job moves; its former column is empty. */
  stage: StageLayout;
  payer: CardMark;
  /** Card of the preempting job in its old column, and at the front. */
  waiting: CardMark;
  front: CardMark;
  /** Coins that are paid. `from`: centre of the coin on the paying card. `owed`: the coin is taken in advance. */
  coins: { from: Point; owed: boolean }[];
  /** Sentence such as "1 pays 3 coins, 2 goes first". */
  label: string;
}

/** One frame: the picture, and the marks above it. */
export interface FilmFrame {
  layout: StageLayout;
  price: { number: number; rings: PriceRing[] } | null;
  /** Coins in flight. `paid`: the coin already has the colour of the preempting message, `number`. */
  coins: { number: number; x: number; y: number; size: number; paid: boolean }[];
  label: { x: number; y: number; text: string } | null;
}

/** Place of one coin of the price, drawn as an empty ring until the coin arrives. */
interface PriceRing {
  x: number;
  y: number;
  size: number;
  paid: boolean;
}

/** Parts of the film, in milliseconds. The lead ends at time 0; all other figures count from time 0. */
const LEAD_MS = 240;
const COINS = { from: 160, flight: 360, to: 680, stagger: 80 };
const FOLD: Span = [680, 860];
const ALONG: Span = [860, 1160];
const DROP: Span = [1160, 1480];
const LINK: Span = [1400, 1580];
/** Time at which the first entry starts to fly to the strip of turns. */
export const CELL_MS = 1480;
const REST: Span = [1740, 2940];
const CLOSE: Span = [2940, 3180];

/** Largest number of coins that fly. If the price is higher, its other coins are paid before the film starts. */
const COINS_MAX = 12;

type Span = readonly [number, number];

/** A picture and the input from which it was made. */
export interface Drawn {
  input: StageInput;
  layout: StageLayout;
}

/** The film between two pictures; null without a preemption, or where jobs are not drawn as cards. */
export function filmOf(before: Drawn, after: Drawn): Film | null {
  const { input, layout: to } = after;
  const from = before.layout;
  if (to.orientation !== 'rail' || from.orientation !== 'rail' || input.order !== 'scheduler') return null;
  if (to.dense !== null || from.dense !== null || input.compact === true) return null;
  const job = preemptionOf(before.input.jobs, input.jobs)?.job;
  if (job === undefined) return null;
  const at = formerPlace(job, before.input.jobs, input.jobs);
  const stage = stageLayout({ ...input, vacant: { at, job: job.id } });
  const front = stage.jobs.find((mark) => mark.id === job.id);
  const payer = stage.jobs.find((mark) => mark.id === job.parent);
  if (front?.kind !== 'card' || payer?.kind !== 'card' || stage.vacant === null) return null;
  const { x, y } = stage.vacant;
  const waiting = { ...waitingMark(job, input, front, stage), x, y };
  const coins = paidCoins(payer, job.number);
  const [left, top] = blockOrigin(payer, stage);
  const half = payer.block.cell / 2;
  const film: Film = {
    lead: 0,
    from,
    to,
    stage,
    payer,
    waiting,
    front,
    coins: coins.map((coin) => ({
      from: [left + coin.x + half, top + coin.y + half],
      owed: coin.kind === 'owed',
    })),
    label: paysWords(payer.job, job.number, input.pays),
  };
  return { ...film, lead: sameBoxes(from, pictureAt(film, 0)) ? 0 : LEAD_MS };
}

/** Duration of the film in milliseconds at normal speed. Backwards it omits the pause and takes half of the time. */
export function filmLength({ lead }: Film, back: boolean): number {
  return back ? (CLOSE[1] - CLOSE[0] + REST[0] + lead) / 2 : lead + CLOSE[1];
}

/** Time in the film, from −`lead`, after `elapsed` milliseconds of playing at normal speed. */
export function filmTime({ lead }: Film, elapsed: number, back: boolean): number {
  if (!back) return elapsed - lead;
  const closing = CLOSE[1] - CLOSE[0];
  return 2 * elapsed < closing ? CLOSE[1] - 2 * elapsed : REST[0] + closing - 2 * elapsed;
}

export function filmFrame(film: Film, t: number): FilmFrame {
  const none = { price: null, coins: [], label: null };
  if (t < 0) return { ...none, layout: between(film.from, pictureAt(film, 0), ease(1 + t / film.lead)) };
  if (t > CLOSE[0])
    return { ...none, layout: between(pictureAt(film, CLOSE[0]), film.to, ease(share(t, CLOSE))) };
  return {
    layout: pictureAt(film, t),
    price: t < FOLD[0] ? priceAt(film, t) : null,
    coins: coinsAt(film, t),
    label: t >= CELL_MS ? labelOf(film) : null,
  };
}

function labelOf({ payer, front, stage: { metrics }, label }: Film): NonNullable<FilmFrame['label']> {
  return { ...placeOfWords(payer, front, metrics), text: label };
}

/** Place of a sentence about a preemption: right of the corner of the link, below the paying card. */
function placeOfWords(payer: JobMark, front: JobMark, { cell }: Metrics): { x: number; y: number } {
  const y = Math.max(payer.y + payer.height + 0.6 * cell, front.y + front.height / 2 + 0.2 * cell);
  return { x: payer.x + 2.7 * cell, y };
}

/** A preemption that is not shown as a film: the job that went first, two sentences, and their place. */
export interface Told {
  id: JobId;
  words: readonly [string, string];
  /** Null = in a corner of the picture, because there are no cards beside which the text could stand. */
  place: { x: number; y: number } | null;
}

export function toldOf({ job, payer }: { job: JobRow; payer: JobRow }, { input, layout }: Drawn): Told {
  const { jobs, orientation, metrics } = layout;
  const [front, paid] = [job.id, payer.id].map((id) =>
    jobs.find((mark) => mark.id === id && mark.kind === 'card'),
  );
  const beside = orientation === 'rail' && front !== undefined && paid !== undefined;
  const words = input.pays
    ? ([paysWords(payer, job.number, input.pays), ''] as const)
    : movedWords(payer, job.number);
  return { id: job.id, words, place: beside ? placeOfWords(paid, front, metrics) : null };
}

/** Index of the empty column: before the next job of the old list that is still on the list. */
function formerPlace(job: JobRow, old: readonly JobRow[], now: readonly JobRow[]): number {
  const was = old.findIndex(({ id }) => id === job.id);
  const next =
    was < 0 ? undefined : old.slice(was + 1).find(({ id }) => now.some((other) => other.id === id));
  return next === undefined ? now.length : now.findIndex(({ id }) => id === next.id);
}

/** The card of the preempting job before it was paid for and before its first entry was selected. */
function waitingMark(job: JobRow, input: StageInput, front: CardMark, { metrics }: StageLayout): CardMark {
  const { counts } = job;
  const taken = counts.b > 0 && job.selected > 0 ? 1 : 0;
  const row: JobRow = {
    ...job,
    level: 0,
    parent: 0,
    selected: job.selected - taken,
    cells: taken === 0 ? job.cells : job.cells.replace('b', 's'),
    counts: { ...counts, b: counts.b - taken, s: counts.s + taken },
  };
  const mark = cardMark(row, { ...input, current: 0, candidate: 0 }, metrics);
  return { ...mark, width: front.width, height: front.height };
}

function paidCoins({ block }: CardMark, number: number): CoinPlace[] {
  const paid = block.coins.filter(
    (coin) => coin.kind !== 'free' && coin.kind !== 'future' && coin.number === number,
  );
  return paid.slice(-COINS_MAX);
}

/** Time at which coin `i` of `n` leaves. More than three coins leave faster, so that all arrive by `COINS.to`. */
const leavesAt = (i: number, n: number): number =>
  COINS.from + i * Math.min(COINS.stagger, (COINS.to - COINS.from - COINS.flight) / Math.max(1, n - 1));

/** The paying card at time `t`: coins that have not left yet are drawn as unspent. */
function payerAt(film: Film, t: number): CardMark {
  const { payer, front, coins } = film;
  const current = t < FOLD[0];
  const left = coins.filter((_, i) => t >= leavesAt(i, coins.length)).length;
  if (left === coins.length) return { ...payer, current };
  const still = new Set(paidCoins(payer, front.job.number).slice(left));
  const free = [...still].filter((coin) => coin.kind === 'spent').length + Math.max(0, balanceOf(payer.job));
  const places = payer.block.coins.map((coin) =>
    still.has(coin)
      ? { ...coin, kind: coin.kind === 'spent' ? ('free' as const) : ('future' as const), number: 0 }
      : coin,
  );
  return { ...payer, current, block: { ...payer.block, coins: places }, balance: free > 0 ? `+${free}` : '' };
}

/** Cards, stations and links at a time from 0 to the end of `REST`. */
function pictureAt(film: Film, t: number): StageLayout {
  const { stage, payer, front } = film;
  const moving = movingCard(film, t);
  const jobs = stage.jobs.map((mark): JobMark => {
    if (mark.id === payer.id) return payerAt(film, t);
    return mark.id === front.id ? moving : mark;
  });
  const stations = stage.stations.map((station) =>
    station.id === front.id
      ? stationAt(film, station, t)
      : { ...station, current: station.id === payer.id && t < FOLD[0], candidate: false },
  );
  return { ...stage, jobs, stations, links: linksAt(film, stations, moving, t), labels: railNames(stage) };
}

function movingCard({ stage, waiting, front }: Film, t: number): CardMark {
  const y = stage.rail?.y ?? 0;
  const { cell } = stage.metrics;
  if (t < FOLD[1]) {
    const p = sine(share(t, FOLD));
    if (p === 0) return { ...waiting, candidate: true };
    const pose = { sx: mix(1, 0.3, p), sy: 1 - p, opacity: 1 - 0.6 * p, origin: '50% 0' };
    return { ...waiting, y: mix(waiting.y, y, p), pose };
  }
  if (t < DROP[0]) return { ...front, y, pose: { sx: 0.3, sy: 0, opacity: 0, origin: '50% 0' } };
  const p = ease(share(t, DROP));
  const { block, footer } = t < CELL_MS ? waiting : front;
  const card = { ...front, block, footer };
  if (p === 1) return { ...card, current: true };
  const grown = Math.min(1, p * 1.3);
  const pose = { sx: mix(0.3, 1, grown), sy: grown, opacity: Math.min(1, 0.4 + p), origin: '50% 0' };
  return { ...card, current: true, y: mix(y + cell / 2, front.y, p), pose };
}

/** The station of the preempting job, which moves above the other stations to the front. */
function stationAt({ stage, waiting, front }: Film, station: StationMark, t: number): StationMark {
  const p = sine(share(t, ALONG));
  return {
    ...station,
    current: t >= FOLD[0],
    candidate: false,
    x: mix(waiting.x + waiting.width / 2, front.x + front.width / 2, p),
    y: station.y - Math.sin(Math.PI * p) * 1.5 * stage.metrics.cell,
  };
}

function linksAt(
  { stage, payer, front }: Film,
  stations: StationMark[],
  moving: CardMark,
  t: number,
): LinkMark[] {
  const { metrics } = stage;
  const own = `link:job:${front.id}`;
  const drawn = sine(share(t, LINK));
  const others = stage.links.flatMap((link) => {
    if (link.key === `lead:${front.id}`) return [];
    if (link.key === `lead:${payer.id}`)
      return [{ ...link, kind: t < ALONG[1] ? ('current' as const) : link.kind }];
    return link.key !== own ? [link] : drawn === 0 ? [] : [{ ...link, drawn }];
  });
  if (moving.pose?.opacity === 0) return others;
  const leads = leadLinks(stations, [moving], metrics, () => false);
  return [...others, ...leads.filter((link) => link.key === `lead:${front.id}`)];
}

function priceAt({ stage, waiting, coins }: Film, t: number): FilmFrame['price'] {
  if (coins.length === 0) return null;
  const places = pricePlaces(stage, waiting, coins.length);
  return {
    number: waiting.job.number,
    rings: places.map((place, i) => ({ ...place, paid: t >= leavesAt(i, coins.length) + COINS.flight })),
  };
}

/** The rings of the price, side by side above the waiting card. */
function pricePlaces({ metrics: { cell } }: StageLayout, { x, y, width }: CardMark, n: number) {
  const pitch = Math.min(cell, (width * 1.6) / n);
  return Array.from({ length: n }, (_, i) => ({
    x: x + width / 2 + (i - (n - 1) / 2) * pitch,
    y: y - 1.05 * cell,
    size: Math.min(0.76 * cell, pitch * 0.85),
  }));
}

function coinsAt({ stage, payer, waiting, coins }: Film, t: number): FilmFrame['coins'] {
  const places = pricePlaces(stage, waiting, coins.length);
  const { cell } = stage.metrics;
  return coins.flatMap(({ from }, i) => {
    const start = leavesAt(i, coins.length);
    const place = places[i];
    if (place === undefined || t < start || t >= start + COINS.flight) return [];
    const p = sine((t - start) / COINS.flight);
    const lift: Point = [from[0], place.y - 0.2 * cell];
    const land: Point = [Math.max(payer.x, place.x - 5 * cell), place.y];
    const [x, y] = cubic(from, lift, land, [place.x, place.y], p);
    return [{ number: waiting.job.number, x, y, size: mix(cell, place.size, p), paid: p >= 0.5 }];
  });
}

/** The picture at share `p` (0 to 1) of the change from one picture to another. Cards move and grow; links follow. */
function between(from: StageLayout, to: StageLayout, p: number): StageLayout {
  const old = new Map(from.jobs.map((mark) => [mark.id, mark]));
  const jobs = to.jobs.map((mark): JobMark => {
    const was = old.get(mark.id);
    if (was === undefined) return { ...mark, pose: { sx: 1, sy: 1, opacity: p, origin: '0 0' } };
    const pose = {
      sx: mix(was.width / mark.width, 1, p),
      sy: mix(was.height / mark.height, 1, p),
      opacity: 1,
      origin: '0 0',
    };
    return { ...mark, x: mix(was.x, mark.x, p), y: mix(was.y, mark.y, p), pose };
  });
  const drawn = jobs.map((mark) => ({
    ...mark,
    width: mark.width * (mark.pose?.sx ?? 1),
    height: mark.height * (mark.pose?.sy ?? 1),
  }));
  const stations = to.stations.map((station) => {
    const was = from.stations.find(({ id }) => id === station.id) ?? station;
    return { ...station, x: mix(was.x, station.x, p), y: mix(was.y, station.y, p) };
  });
  const nodes = forestOf(to.jobs.map(({ job }) => job));
  const moved = forestLinks({ nodes, boxes: boxesOf(drawn, []), rows: [], metrics: to.metrics });
  // Draw these links only if each has a single corner: other links run between levels, which have no place while cards
  // move.
  const beside = to.ghosts.length === 0 && moved.every((link) => link.points.length === 3);
  const leads = leadLinks(stations, drawn, to.metrics, () => false);
  const rail = to.rail && from.rail && { ...to.rail, y: mix(from.rail.y, to.rail.y, p) };
  return {
    ...to,
    rail,
    jobs,
    stations,
    links: [...leads, ...(beside ? moved : [])],
    labels: p === 1 ? to.labels : [],
  };
}

const railNames = ({ labels }: StageLayout) => labels.filter(({ key }) => key === 'front' || key === 'end');

function sameBoxes(a: StageLayout, b: StageLayout): boolean {
  const box = ({ x, y, width }: JobMark): string => [x, y, width].map(Math.round).join(' ');
  const boxes = new Map(a.jobs.map((mark) => [mark.id, box(mark)]));
  return b.jobs.every((mark) => boxes.get(mark.id) === box(mark));
}

const share = (t: number, [from, to]: Span): number => Math.min(1, Math.max(0, (t - from) / (to - from)));
const mix = (a: number, b: number, p: number): number => a + (b - a) * p;
/** Easing for marks that the eye follows: they start and end slowly. */
const sine = (p: number): number => 0.5 - 0.5 * Math.cos(Math.PI * p);

function cubic(a: Point, b: Point, c: Point, d: Point, p: number): Point {
  const z = 1 - p;
  const at = (i: 0 | 1): number =>
    z ** 3 * a[i] + 3 * z * z * p * b[i] + 3 * z * p * p * c[i] + p ** 3 * d[i];
  return [at(0), at(1)];
}

/** cubic-bezier(0.2, 0, 0, 1), the easing of the page: x(s) = 0.6 s (1 − s)² + s³, y(s) = 3 s² (1 − s) + s³. */
function ease(p: number): number {
  let low = 0;
  let high = 1;
  for (let i = 0; i < 24; i += 1) {
    const s = (low + high) / 2;
    if (0.6 * s * (1 - s) ** 2 + s ** 3 < p) low = s;
    else high = s;
  }
  if (p <= 0 || p >= 1) return Math.min(1, Math.max(0, p));
  return 3 * low * low * (1 - low) + low ** 3;
}
