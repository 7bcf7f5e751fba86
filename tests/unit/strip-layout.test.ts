import { describe, expect, it } from 'vitest';
import { agentPlaces } from '../../src/panels/strip/agent-places.ts';
import { lanesAxis, lanesLayout, type LanesInput } from '../../src/panels/strip/lanes-layout.ts';
import {
  stripCapacity,
  stripLayout,
  stripText,
  type PreemptionMark,
} from '../../src/panels/strip/strip-layout.ts';
import { waitingOf, waitingWords, waitsOf } from '../../src/panels/strip/waited-turns.ts';
import { drawDeliveries, drawList, WHOLE_PICTURE, WHOLE_STRIP } from '../fixtures/rows.ts';

const whole = drawDeliveries(WHOLE_STRIP);
const many = (count: number): string =>
  Array.from({ length: count }, (_, i) => (i % 3 === 0 ? `${(i % 7) + 2}>1` : '1')).join(' ');

describe('stripLayout', () => {
  it('gives every delivery slot a tile and the next one a place', () => {
    const layout = stripLayout(whole, 826, 1);
    expect(layout.mode).toBe('numbers');
    expect(layout.tiles.map((tile) => tile.number).join(' ')).toBe(stripText(whole));
    expect(layout.next?.x).toBeCloseTo(whole.length * layout.pitch);
    expect((layout.next?.x ?? 0) + (layout.next?.width ?? 0)).toBeLessThanOrEqual(826);
  });

  it('leaves out the next tile of a run that is over', () => {
    expect(stripLayout(whole, 826, 1, { over: true }).next).toBeNull();
  });

  it.each([
    [10, 'numbers'],
    [50, 'numbers'],
    [60, 'plain'],
    [150, 'plain'],
    [300, 'bands'],
    [600, 'bands'],
  ])('%i slots are drawn as %s', (count, mode) => {
    expect(stripLayout(drawDeliveries(many(count)), 826, 1).mode).toBe(mode);
  });

  it('keeps the width of tiles over many steps', () => {
    const widths = new Set(Array.from({ length: 100 }, (_, i) => stripCapacity(i + 1, 826, 1)));
    expect(widths.size).toBeLessThan(9);
  });

  it('runs of a message are one band', () => {
    const bands = stripLayout(drawDeliveries(`${'1 '.repeat(200)}2>1 ${'1 '.repeat(199)}`), 400, 1).bands;
    expect(bands.map((band) => [band.number, band.count])).toEqual([
      [1, 200],
      [2, 1],
      [1, 199],
    ]);
  });

  it.each([[whole.length], [20], [40], [90], [200], [500]])(
    '%i slots: words never overlap and no line cuts them',
    (count) => {
      const rows = count === whole.length ? whole : drawDeliveries(many(count));
      const width = 826;
      const marks = stripLayout(rows, width, 1).preemptions;
      const end = (mark: PreemptionMark): number => mark.textX + mark.text.length * 5.4;
      const written = marks.filter((mark) => mark.text !== '');
      expect(written.length).toBeGreaterThan(0);
      for (const a of written) {
        expect(end(a)).toBeLessThanOrEqual(width);
        const over = written.filter(
          (b) => b !== a && b.lane === a.lane && a.textX < end(b) && b.textX < end(a),
        );
        expect(over).toEqual([]);
        const cut = marks.filter((b) => b !== a && b.x > a.textX && b.x < end(a) && b.lane >= a.lane);
        expect(cut).toEqual([]);
      }
      // A preemption that has no room for its text still has its line.
      expect(marks.map((mark) => mark.id)).toEqual(
        rows.filter((row) => row.preempted !== 0).map((row) => row.id),
      );
    },
  );

  it('names all four preemptions of the design', () => {
    const texts = stripLayout(whole, 826, 1).preemptions.map((mark) => mark.text);
    expect(texts).toEqual(['4 preempts 1', '7 preempts 4', '8 preempts 4', '6 preempts 3']);
  });

  it('has text for readers who do not see it', () => {
    expect(stripText(drawDeliveries('1 1 1 4>1 4'))).toBe('1 1 1 4 4');
    expect(stripText(drawDeliveries(many(100)), 3)).toMatch(/^… \d+ \d+ \d+$/);
  });
});

describe('waiting', () => {
  it('counts slots of jobs that preempted a job, directly or through others', () => {
    expect([...waitsOf(whole)]).toEqual([
      [1, 12],
      [4, 2],
      [3, 3],
    ]);
  });

  it('states waits with the bound, for the longest waiting job or the selected one', () => {
    const { jobs } = drawList(WHOLE_PICTURE);
    const say = (selected: number): string => {
      const waiting = waitingOf(whole, jobs, selected, false);
      return waiting === null ? '' : waitingWords(waiting);
    };
    expect(say(0)).toBe('Job 1 has been overtaken for 12 turns (at most 24 at cost 2)');
    expect(say(3)).toBe('Job 3 has been overtaken for 3 turns (at most 20 at cost 2)');
  });

  it('states nothing when it cannot know', () => {
    const { jobs } = drawList(WHOLE_PICTURE);
    expect(waitingOf(whole, jobs, 0, true)).toBeNull();
    expect(waitingOf(drawDeliveries('1 1 2'), jobs, 0, false)).toBeNull();
  });

  it('leaves the bound out where it would be untrue', () => {
    const waiting = waitingOf(drawDeliveries('1 2>1 2 2 2'), drawList('1 L0 d1s1 2x4').jobs, 0, false);
    expect(waiting === null ? '' : waitingWords(waiting)).toBe('Job 1 has been overtaken for 4 turns');
  });
});

describe('lanesLayout', () => {
  const input = (change: Partial<LanesInput> = {}): LanesInput => ({
    deliveries: whole.filter((row) => row.start < 30_000_000),
    truncated: false,
    now: 30_000_000,
    agentLimit: 6,
    width: 800,
    unit: 1,
    ...change,
  });

  it('has a lane for each agent, and bars that never overlap in it', () => {
    const { lanes } = lanesLayout(input());
    expect(lanes.map((lane) => lane.label)).toEqual(['a1', 'a2', 'a3', 'a4', 'a5', 'a6']);
    expect(lanes.some(({ bars }) => bars.length > 1)).toBe(true);
    for (const { bars } of lanes) {
      for (const [i, bar] of bars.slice(1).entries())
        expect(bar.x).toBeGreaterThanOrEqual((bars[i]?.x ?? 0) + (bars[i]?.width ?? 0) - 0.01);
    }
  });

  it('draws what runs up to now, whether the row knows its end or not', () => {
    const known = lanesLayout(input());
    const open = lanesLayout(
      input({
        deliveries: input().deliveries.map((row) => (row.end > 30_000_000 ? { ...row, end: -1 } : row)),
      }),
    );
    const running = (l: typeof known) => l.lanes.flatMap((lane) => lane.bars.filter((bar) => bar.open));
    expect(running(open)).toEqual(running(known));
    for (const bar of running(open)) expect(bar.x + bar.width).toBeLessThanOrEqual(open.nowX);
  });

  it('has idle lanes for agents that were never needed', () => {
    expect(lanesLayout(input({ deliveries: whole.slice(0, 2) })).lanes).toHaveLength(6);
  });

  it('shares lanes when there are too many agents for names', () => {
    const deliveries = drawDeliveries(many(90), 30);
    const layout = lanesLayout(input({ deliveries, agentLimit: 100 }));
    expect(layout.lanes.every((lane) => lane.label === '')).toBe(true);
    expect(layout.height).toBeLessThan(140);
  });

  it.each([24, 25, 100, 700])('leaves the stage its place with %i agents', (agents) => {
    const deliveries = Array.from({ length: agents }, (_, i) => ({
      ...(whole[0] as (typeof whole)[number]),
      id: i + 1,
      agent: i + 1,
      start: 0,
      end: -1,
    }));
    const layout = lanesLayout(input({ deliveries, agentLimit: agents }));
    expect(layout.lanes).toHaveLength(agents);
    expect(layout.height).toBeLessThanOrEqual(96);
    expect(layout.dense).toBe(agents > 24);
  });

  it('merges runs that are too short to be seen', () => {
    const short = Array.from({ length: 400 }, (_, i) => ({
      ...(whole[0] as (typeof whole)[number]),
      id: i + 1,
      agent: 1,
      start: i * 10_000,
      end: i * 10_000 + 9000,
    }));
    const bars = lanesLayout(input({ deliveries: short })).lanes[0]?.bars ?? [];
    expect(bars.length).toBeLessThan(100);
    expect(bars.reduce((sum, bar) => sum + bar.count, 0)).toBe(400);
  });

  it('changes the axis seldom, and always leaves some future', () => {
    for (let now = 0; now < 300; now += 7) {
      const axis = lanesAxis(input({ now: now * 1_000_000 }));
      expect(axis.to).toBeGreaterThan(now * 1_000_000);
    }
    const ends = new Set(Array.from({ length: 300 }, (_, s) => lanesAxis(input({ now: s * 1_000_000 })).to));
    expect(ends.size).toBeLessThan(18);
  });
});

describe('agentPlaces', () => {
  const rows = drawDeliveries('1 1 2', 3);

  it('gives each agent the message that it is delivering', () => {
    expect(agentPlaces(rows, 3, 1_000_000)).toEqual([1, 1, 2]);
  });

  it('shows agents that are free or were not started as free', () => {
    const first = rows[0]!;
    expect(agentPlaces(rows, 4, first.end)).toEqual([0, 1, 2, 0]);
  });

  it('keeps busy agents above a lowered limit', () => {
    expect(agentPlaces(rows, 1, rows[0]!.end)).toEqual([1, 2]);
  });
});
