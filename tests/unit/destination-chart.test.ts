import { describe, expect, it } from 'vitest';
import { chartLayout, nextStep, outageSpans } from '../../src/panels/destination/chart-layout.ts';
import { stairPath } from '../../src/panels/destination/chart-lines.ts';
import { eventArithmetic } from '../../src/panels/destination/event-words.ts';
import { feedbackText } from '../../src/panels/destination/FeedbackKnobs.tsx';
import { chartNotes } from '../../src/panels/destination/chart-notes.ts';
import { outagesOf } from '../../src/panels/destination/outages.ts';
import { draftOf, readServerDraft } from '../../src/panels/kit/server-draft.ts';
import { timeLayout } from '../../src/panels/destination/time-layout.ts';
import { topOf, windowLine } from '../../src/panels/destinations/window-lines.ts';
import { projectAll } from '../../src/core/project.ts';
import type { TransportRow } from '../../src/protocol/rows.ts';
import { injectAtStart, runWorld, startWorld } from '../fixtures/run-world.ts';
import type { FeedbackEvent, FeedbackHistory } from '../../src/protocol/inspect.ts';

/** Returns the row of transport smtp in a run with these parameters, as soon as it has mail. */
function transportOf(params: Record<string, string>): TransportRow {
  const { sim } = startWorld({ params, script: injectAtStart('a.example', 1) });
  runWorld(sim, 2);
  const row = projectAll(sim, { transport: 'smtp', selected: 0, deliveries: 0 }).transport[0];
  if (row === undefined) throw new Error('no transport');
  return row;
}

const PER_WINDOW = { base: 1, kind: 'perWindow' as const };

/** Makes a history with these windows. A lower window than before is a failure; 0 is death. */
function historyOf(windows: readonly number[], at: (i: number) => number = (i) => i * 1e6): FeedbackHistory {
  const events = windows.slice(1).map((window, i): FeedbackEvent => {
    const before = windows[i] ?? 0;
    const sign = before === 0 ? 'revival' : window < before ? 'negative' : 'positive';
    const track = {
      alive: true,
      amount: 1 / Math.max(1, before),
      applied: true,
      windowBefore: before,
      window,
      success: 0,
      failure: sign === 'negative' ? 0.5 : 0,
      failCohorts: sign === 'negative' ? 0.5 : 0,
      died: window === 0,
    };
    return {
      at: at(i),
      step: i,
      life: 1,
      sign,
      muted: false,
      busy: before,
      positive: PER_WINDOW,
      negative: PER_WINDOW,
      cohortLimit: 1,
      shipped: track,
      documented: { ...track },
    };
  });
  return {
    rule: 'shipped',
    positive: { base: 0.5, kind: 'constant' },
    negative: PER_WINDOW,
    cohortLimit: 1,
    concurrencyLimit: 20,
    initialConcurrency: 5,
    events,
    total: events.length,
    ifFails: { shipped: [], documented: [] },
    serverChanges: [],
  };
}

interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

function overlap(a: Rect, b: Rect): boolean {
  return a.x <= b.x + b.width && b.x <= a.x + a.width && a.y <= b.y + b.height && b.y <= a.y + a.height;
}

describe('the chart of a destination', () => {
  const history = historyOf([5, 5, 6, 6, 5, 5, 0, 5, 5]);

  it('steps between reports, skipping those that moved nothing', () => {
    expect([0, 2, 4, 6, 7].map((at) => nextStep(history, at, 1))).toEqual([2, 4, 6, 7, 0]);
    expect(nextStep(history, 4, -1)).toBe(2);
  });

  it('breaks at a death, and labels it where no other words are', () => {
    const late = historyOf([5, 5, 6, 6, 5, 5, 0, 5, 5], (i) => (i < 6 ? i : 300 + i) * 1e6);
    const chart = chartLayout(late, 0, late.events.length, { width: 800, height: 500 });
    expect(chart.places.map((place) => place.gap)).toEqual(['', '', '', '', '', '', 'dead', '']);
    const boxes = chartNotes(chart, late, ['shipped'], []).map((note) => note.ground);
    expect(boxes.length).toBeGreaterThan(1);
    boxes.forEach((a, i) => boxes.slice(i + 1).forEach((b) => expect(overlap(a, b)).toBe(false)));
  });

  it.each([
    ['one step up', [5, 6]],
    ['two', [1, 2, 3]],
    ['a fall', [1, 1, 2, 1]],
    ['a death and what comes after it', [2, 1, 0, 1, 1, 2]],
    ['a saw', Array.from({ length: 40 }, (_, i) => 4 + (i % 3))],
  ])('its notes never overlap the line: %s', (_name, windows) => {
    const few = historyOf(windows);
    const chart = chartLayout(few, 0, few.events.length, { width: 800, height: 500 });
    const notes = chartNotes(chart, few, ['shipped'], []);
    expect(notes.length).toBeGreaterThan(0);
    for (const stairs of stairPath(chart.places, 'shipped', chart.cell, chart.yOf)) {
      stairs.slice(1).forEach((to, i) => {
        const from = stairs[i] ?? to;
        const line = {
          x: Math.min(from.x, to.x),
          y: Math.min(from.y, to.y),
          width: Math.abs(to.x - from.x),
          height: Math.abs(to.y - from.y),
        };
        for (const { ground } of notes) expect(overlap(ground, line)).toBe(false);
      });
    }
  });

  it('marks the events during which the server was away', () => {
    const outages = outagesOf('u1@A.example', { '*': { latency: 1 } }, [
      { at: 2e6, server: '*', text: '{"latency":1,"fault":{"kind":"refuse"}}' },
      { at: 4e6, server: 'a.example', text: '{"latency":1}' },
      { at: 5e6, server: '*', text: '{"latency":1,"fault":{"kind":"silent"}}' },
      { at: 6e6, server: 'a.example', text: '{"latency":1,"fault":{"kind":"down","from":1,"until":6500}}' },
    ]);
    expect(outages).toEqual([
      { from: 2e6, until: 4e6, words: 'server refuses' },
      { from: 6e6, until: 6.5e6, words: 'server down' },
    ]);
    const chart = chartLayout(history, 0, history.events.length, { width: 800, height: 500 });
    const [first, second] = outageSpans(chart, outages);
    expect(first?.x).toBe(chart.places[2]?.x);
    expect(first?.width).toBeCloseTo(2 * chart.cell, 6);
    expect(second?.x).toBe(chart.places[6]?.x);
  });

  it('computes an event with the feedback that was in force then', () => {
    const event = history.events[1];
    if (event === undefined) throw new Error('no event');
    expect(eventArithmetic(event, history)?.lines[0]?.figures).toBe('1 ÷ 5 = 0.2');
  });
});

describe('typed values', () => {
  // Numbers as C's strtod reads them, a text that only one of the two feedback rules accepts, and texts that Postfix
  // replaces by 1 with a warning.
  it.each([
    ['0.35', '0.35'],
    ['1/concurrency', '1/concurrency'],
    ['0.5x', '0.5'],
    ['0x1p-2', '0.25'],
    ['1 /2', '0.5'],
    ['1 /2 ', '0.5'],
    ['1/sqrt_concurrency', '1'],
    ['much', '1'],
  ])('the slider of %j matches the simulation', (text, knob) => {
    const rows = transportOf({ default_destination_concurrency_positive_feedback: text });
    expect(feedbackText(rows.feedback.positive)).toBe(knob);
  });

  it('an outage is typed in seconds, begins now, and refuses an end before its start', () => {
    const draft = { ...draftOf({ latency: 50 }, 12_345_678), fault: 'down' as const };
    expect([draft.fields['from'], draft.fields['until']]).toEqual(['12.345', '72.345']);
    expect(readServerDraft(draft)).toEqual({
      ok: true,
      value: { latency: 50, fault: { kind: 'down', from: 12_345, until: 72_345 } },
    });
    const wrong = readServerDraft({ ...draft, fields: { ...draft.fields, until: '3.5' } });
    expect(wrong).toEqual({
      ok: false,
      errors: [{ field: 'until', value: '3.5 s', accepted: 'an instant after 12.345 s' }],
    });
    expect(readServerDraft({ ...draft, fields: { ...draft.fields, from: 'now' } }).ok).toBe(false);
  });
});

describe('windows over time', () => {
  it('end at now, are red while dead, and count what failed', () => {
    const history = historyOf([5, 6, 0, 5, 5], (i) => (i + 1) * 10e6);
    const line = windowLine(history, 50e6, 10, { width: 100, height: 50 });
    expect(line).toMatchObject({ reports: 3, failures: 1, most: 6, dead: [{ x: 40, width: 20 }] });
    expect(line.path).toBe('M20 25H20V20H40V50H60V25H80V25H100');
    expect(topOf([history, historyOf([5, 9, 8])])).toBe(9);
  });

  it('break off where the destination was dropped and created again', () => {
    const history = historyOf([5, 6, 7]);
    history.events.forEach((event, i) => Object.assign(event, { life: i + 1 }));
    expect(windowLine(history, 2e6, 10, { width: 100, height: 50 }).path.match(/M/g)).toHaveLength(2);
  });
});

describe('the chart by time', () => {
  it('puts events at their seconds, and outages where they were', () => {
    const history = historyOf([5, 6, 0, 5, 5], (i) => (i + 1) * 10e6);
    const outage = { from: 15e6, until: 35e6, words: 'server refuses' };
    const chart = timeLayout(history, 50e6, [outage], { width: 596, height: 500 });
    const second = (chart.right - chart.left) / 50;
    expect(chart.events.map(({ x }) => (x - chart.left) / second)).toEqual([10, 20, 30, 40]);
    expect(chart.outages[0]?.width).toBeCloseTo(20 * second, 6);
    expect(chart.lines.shipped).toMatchObject({ failures: 1, reports: 3 });
    expect(chart.yOf(0)).toBe(chart.bottom);
  });
});
