import type { ListRow } from '../../protocol/rows.ts';
import { alwaysCards } from './detail.ts';
import { boxesOf, forestOf, jobKey } from './forest.ts';
import type { StageInput } from './input.ts';
import { cardMark } from './job-marks.ts';
import { listedJobs } from './listed-jobs.ts';
import { labelsOf } from './labels.ts';
import { forestLinks } from './links.ts';
import type { DenseBand, JobMark, LinkMark, Point, StageLayout, StationMark } from './stage-marks.ts';
import { type Metrics, metricsOf, stationWidth, type Step } from './metrics.ts';
import { columnsOf, placeColumns } from './columns.ts';
import { placeOnRows, placeRows, rowHeights } from './rows.ts';

/** Heights to try for the tallest column, in design pixels, each with the size step of the cards below the band. */
const TRIES: readonly (readonly [Step, number])[] = [
  ['normal', 92],
  ['normal', 64],
  ['small', 64],
];
/** Largest width of a column and its gap, in pixels. */
const PITCH_MAX = 7;
/** Height of the lens in design pixels: columns, bars and card, and a text line. */
export const LENS_HEIGHT = 160;

/** The rail as pixel columns; column height is log2 of the entries left. */
export function denseBand(
  input: StageInput,
  box: { x: number; y: number; width: number; height: number },
  { unit }: Metrics,
): DenseBand {
  const jobs = input.list ?? listedJobs(input.jobs);
  const pitch = Math.min(PITCH_MAX * unit, box.width / Math.max(1, jobs.ids.length));
  return { ...box, jobs, pitch, most: mostOf(jobs), lensTop: null };
}

function mostOf({ left }: ListRow): number {
  let most = 1;
  for (let i = 0; i < left.length; i += 1) most = Math.max(most, left[i] as number);
  return most;
}

/** x of the centre of a job's column. */
function denseX(band: DenseBand, index: number): number {
  return band.x + (index + 0.5) * band.pitch;
}

/** Height of a job's column; at least one pixel, because a job without entries left is still on the list. */
export function denseHeight(band: DenseBand, left: number): number {
  return Math.max(1, (Math.log2(1 + left) / Math.log2(1 + band.most)) * band.height);
}

/** Lists of more than 60 jobs: pixel columns below the rail, and cards for a few relevant jobs. */
export function denseLayout(input: StageInput): StageLayout {
  const layouts = TRIES.map(
    ([step, height]) =>
      () =>
        denseAt(input, step, height),
  );
  let layout = layouts[0]?.() as StageLayout;
  for (const next of layouts.slice(1)) if (layout.height > input.height) layout = next();
  return layout;
}

function denseAt(input: StageInput, step: Step, height: number): StageLayout {
  const metrics = metricsOf(step, input.rem, 36);
  const { unit } = metrics;
  const margin = 16 * unit;
  const box = { x: margin, y: metrics.rail, width: input.width - 2 * margin, height: height * unit };
  const band = denseBand(input, box, metrics);
  const always = input.compact === true ? new Set<number>() : alwaysCards(input);
  const shown = input.jobs.filter((job) => always.has(job.id));
  const marks: JobMark[] = shown.map((job) => cardMark(job, input, metrics));
  const nodes = forestOf(shown);
  const columns = columnsOf(marks, nodes, metrics);
  const wanted = shown.map((job) => denseX(band, band.jobs.ids.indexOf(job.id)));
  const width = columns.reduce((sum, c) => sum + c.width, 0) + columns.length * 14 * unit;
  // Cards in list order; the first card is as close as possible to its column.
  const left = Math.max(margin, Math.min((wanted[0] ?? 0) - 40 * unit, input.width - margin - width));
  const ghosts = placeColumns(columns, marks, nodes, metrics, left, 14 * unit);
  const top = band.y + band.height + 26 * unit;
  const rows = placeRows(rowHeights(marks, ghosts), top, input.height - top - 24 * unit, metrics);
  placeOnRows(rows, marks, ghosts);
  const stations = placeStations(marks, wanted, metrics, input.width);
  const boxes = boxesOf(marks, ghosts);
  const links = [...bandLeads(marks, wanted, band, metrics), ...forestLinks({ nodes, boxes, rows, metrics })];
  const last = rows.at(-1);
  band.lensTop = lensTopOf(input, band, last === undefined ? top : last.top + last.height, metrics);
  const content = {
    width: Math.max(input.width, left + width + margin),
    height: Math.max(input.height, (last === undefined ? 0 : last.top + last.height) + 8 * unit),
  };
  return {
    orientation: 'rail',
    metrics,
    ...content,
    rail: { y: band.y, from: band.x, to: band.x + band.jobs.ids.length * band.pitch },
    stations,
    jobs: marks,
    ghosts,
    links,
    labels: input.annotations
      ? labelsOf({
          jobs: marks,
          ghosts,
          stations: [],
          links,
          nodes,
          rows: [],
          metrics,
          rail: null,
          ...content,
        })
      : [],
    dense: band,
    vacant: null,
  };
}

/** Top of the lens: below the cards if there is room. */
function lensTopOf(input: StageInput, band: DenseBand, used: number, { unit }: Metrics): number | null {
  if (input.compact === true) return null;
  const top = input.height - (LENS_HEIGHT + 10) * unit;
  return top >= used + 10 * unit ? top - band.y : null;
}

/** Places stations above the columns of the cards, with space between stations that would overlap. */
function placeStations(
  marks: readonly JobMark[],
  wanted: readonly number[],
  metrics: Metrics,
  width: number,
): StationMark[] {
  let free = 4 * metrics.unit;
  return marks.map((mark, i) => {
    const wide = stationWidth(mark.job.number, metrics);
    const x = Math.min(width - wide / 2, Math.max(wanted[i] ?? 0, free + wide / 2));
    free = x + wide / 2 + 2 * metrics.unit;
    const { current, candidate, blocker } = mark;
    return {
      id: mark.id,
      number: mark.job.number,
      current,
      candidate,
      blocker,
      x,
      y: metrics.rail / 2,
      width: wide,
    };
  });
}

/** Lines from columns to cards: down, across in the gap between them, down. Lines to more distant cards are higher. */
function bandLeads(
  marks: readonly JobMark[],
  wanted: readonly number[],
  band: DenseBand,
  { unit }: Metrics,
): LinkMark[] {
  const bottom = band.y + band.height;
  return marks.map((mark, i) => {
    const from = wanted[i] ?? 0;
    const to = mark.x + mark.width / 2;
    const lanes = marks.length + 1;
    const lane = from < to ? lanes - 1 - i : i + 1;
    const y = bottom + 3 * unit + (20 * unit * lane) / lanes;
    const points: Point[] = [
      [from, band.y],
      [from, y],
      [to, y],
      [to, mark.y],
    ];
    return {
      key: `lead:${mark.id}`,
      kind: mark.current ? 'current' : 'lead',
      number: mark.job.number,
      d: `M${from} ${band.y}V${y - 3}Q${from} ${y} ${from + Math.sign(to - from) * 3} ${y}H${to - Math.sign(to - from) * 3}Q${to} ${y} ${to} ${y + 3}V${mark.y}`,
      points,
      ends: [jobKey(mark.id)],
    };
  });
}
