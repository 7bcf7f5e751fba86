import { describe, expect, it } from 'vitest';
import {
  type Drawn,
  type Film,
  filmFrame,
  filmLength,
  filmOf,
  filmTime,
} from '../../src/panels/stage/film.ts';
import { first } from '../../src/learn/words/de/first.ts';
import { stageLayout } from '../../src/panels/stage/layout.ts';
import { overlaps } from '../../src/panels/stage/paths.ts';
import type { JobMark, Rect } from '../../src/panels/stage/stage-marks.ts';
import { drawList } from '../fixtures/rows.ts';

function drawn(picture: string, size = { width: 872, height: 577 }): Drawn {
  const { jobs, transport } = drawList(picture);
  const { current, candidate, candidateScore } = transport;
  const { width, height } = size;
  const order = 'scheduler' as const;
  const moment = { current, candidate, candidateScore, selected: 0, now: 60 };
  const input = { jobs, order, ...moment, width, height, rem: 16, annotations: true };
  return { input, layout: stageLayout(input) };
}

const BEFORE = '1* L0 d6b2s16\n2 L0 s3';
const AFTER = '2* L1 b1s2 <1\n1 L0 d6b2s16 2x3';

function film(before = BEFORE, after = AFTER): Film {
  const made = filmOf(drawn(before), drawn(after));
  if (made === null) throw new Error('no film');
  return made;
}

const TIMES = Array.from({ length: 160 }, (_, i) => i * 20);
const mark = (of: Film, t: number, number: number) =>
  filmFrame(of, t).layout.jobs.find(({ job }) => job.number === number) as JobMark;

/** The visible part of a card. */
function seen({ x, y, width, height, pose }: JobMark): Rect {
  const { sx, sy, origin } = pose ?? { sx: 1, sy: 1, origin: '0 0' };
  return { x: origin === '0 0' ? x : x + (width * (1 - sx)) / 2, y, width: width * sx, height: height * sy };
}

const CASES: readonly [string, string, string][] = [
  ['two jobs', BEFORE, AFTER],
  ['three jobs', `${BEFORE}\n3 L0 s9`, `${AFTER}\n3 L0 s9`],
  ['the last of three', '1* L0 d6b2s16\n3 L0 s9\n2 L0 s3', `${AFTER}\n3 L0 s9`],
  ['a job that has just come', '1* L0 d6b2s16', AFTER],
  [
    'a second level',
    '2* L1 d4b2s10 <1\n1 L0 d6b2s40 2x16\n3 L0 s2',
    '3* L2 b1s1 <2\n2 L1 d4b2s10 3x2 <1\n1 L0 d6b2s40 2x16',
  ],
];

describe.each(CASES)('a preemption by %s', (_, before, after) => {
  it('shows no card behind another, at any time', () => {
    const shown = film(before, after);
    for (const t of [...TIMES.map((time) => time - 240), ...TIMES]) {
      const boxes = filmFrame(shown, Math.max(-shown.lead, t)).layout.jobs.map(seen);
      const covered = boxes.some((a, i) => boxes.slice(i + 1).some((b) => overlaps(a, b)));
      expect(covered, `at ${t} ms`).toBe(false);
    }
  });

  it('moves no other card while the film runs, and ends with the new picture', () => {
    const shown = film(before, after);
    const others = (t: number) =>
      filmFrame(shown, t)
        .layout.jobs.filter(({ id }) => id !== shown.front.id)
        .map(({ x, y, width }) => [x, y, width]);
    for (const t of TIMES.filter((time) => time <= 2940)) expect(others(t), `at ${t} ms`).toEqual(others(0));
    expect(filmFrame(shown, 3180).layout.jobs.map(seen)).toEqual(drawn(after).layout.jobs.map(seen));
  });
});

describe('the parts of a preemption', () => {
  it('needs no room that is not already there', () => {
    expect(film().lead).toBe(0);
    const boxes = (jobs: readonly JobMark[]) => jobs.toSorted((a, b) => a.id - b.id).map(seen);
    expect(boxes(filmFrame(film(), 0).layout.jobs)).toEqual(boxes(drawn(BEFORE).layout.jobs));
  });

  it('takes the coins from the paying card, one by one, and fills the price', () => {
    const at = (t: number) => {
      const { price, coins } = filmFrame(film(), t);
      const payer = mark(film(), t, 1);
      return {
        open: price?.rings.filter(({ paid }) => !paid).length,
        flying: coins.length,
        balance: payer.kind === 'card' && payer.balance,
      };
    };
    expect(at(100)).toEqual({ open: 3, flying: 0, balance: '+4' });
    expect(at(170)).toEqual({ open: 3, flying: 1, balance: '+3' });
    expect(at(400)).toEqual({ open: 3, flying: 3, balance: '+1' });
    expect(at(679)).toEqual({ open: 1, flying: 1, balance: '+1' });
    expect(at(700)).toEqual({ open: undefined, flying: 0, balance: '+1' });
  });

  it('folds the card, runs over the list to the front, drops and draws the link', () => {
    const shown = film();
    const station = (t: number) => filmFrame(shown, t).layout.stations.find(({ number }) => number === 2);
    const rail = shown.stage.rail?.y ?? 0;
    expect(mark(shown, 770, 2).pose?.sy).toBeLessThan(0.6);
    expect(mark(shown, 1000, 2).pose?.opacity).toBe(0);
    expect(station(1010)?.y).toBeLessThan(rail - shown.stage.metrics.cell);
    expect(station(1160)?.x).toBeLessThan(mark(shown, 0, 1).x);
    expect(mark(shown, 1480, 2)).toMatchObject({ x: shown.front.x, y: shown.front.y });
    const link = (t: number) => filmFrame(shown, t).layout.links.find(({ key }) => key === 'link:job:102');
    expect(link(1390)).toBeUndefined();
    expect(link(1490)?.drawn).toBeGreaterThan(0.4);
    expect(link(1600)?.drawn).toBe(1);
  });

  it('hands over the first entry only when it flies to the turns', () => {
    const busy = (t: number) => {
      const card = mark(film(), t, 2);
      return card.block.cells.b.length;
    };
    expect([0, 1400, 1490].map(busy)).toEqual([0, 0, 1]);
  });

  it('says who pays how much, also in advance', () => {
    expect(filmFrame(film(), 1700).label?.text).toBe('1 pays 3 coins, 2 goes first');
    const lent = film('1* L0 d2b2s16\n2 L0 s3', '2* L1 b1s2 <1\n1 L0 d2b2s16 =-2 2x3');
    expect(filmFrame(lent, 1700).label?.text).toBe('1 pays 2 coins and owes 1, 2 goes first');
    expect(filmFrame(film(), 1400).label).toBeNull();
    const { input, layout } = drawn(AFTER);
    const german = { ...input, pays: first.pays };
    expect(filmOf(drawn(BEFORE), { input: german, layout })?.label).toBe('1 zahlt 3 Münzen, 2 geht vor');
  });

  it('is not shown where there are no cards, or in order of time', () => {
    const narrow = { width: 390, height: 600 };
    expect(filmOf(drawn(BEFORE, narrow), drawn(AFTER, narrow))).toBeNull();
    const late = drawn(AFTER);
    expect(filmOf(drawn(BEFORE), { ...late, input: { ...late.input, order: 'time' } })).toBeNull();
    expect(filmOf(drawn(AFTER), drawn(AFTER))).toBeNull();
  });

  it('goes back in half of the time, without the rest', () => {
    const shown = film();
    expect(filmLength(shown, false)).toBe(3180);
    expect(filmLength(shown, true)).toBe(990);
    const times = [0, 60, 119, 121, 500, 990].map((elapsed) => filmTime(shown, elapsed, true));
    expect(times).toEqual([3180, 3060, 2942, 1738, 980, 0]);
  });
});
