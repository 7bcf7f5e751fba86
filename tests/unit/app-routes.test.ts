import { describe, expect, test } from 'vitest';
import { parseRoute, sceneHash } from '../../src/app/routes.ts';
import { resolveTheme } from '../../src/app/theme.ts';
import { formatWait } from '../../src/explain/figures.ts';
import { formatCount, formatSeconds, formatTick } from '../../src/explain/format.ts';
import { fileName } from '../../src/panels/kit/files.ts';
import { nextSpeed, speedText } from '../../src/panels/timeline/speeds.ts';

describe('addresses', () => {
  test.each([
    ['', { kind: 'first-run' }],
    ['#', { kind: 'first-run' }],
    ['#gallery', { kind: 'page', id: 'gallery', hash: '#gallery' }],
    ['#lab', { kind: 'scene', id: 'timer-lab' }],
    ['#tables', { kind: 'page', id: 'tables', hash: '#tables' }],
    ['#policies&w=8', { kind: 'page', id: 'policies', hash: '#policies&w=8' }],
    ['#toString', { kind: 'link', hash: '#toString' }],
    ['#scene=whole-picture', { kind: 'scene', id: 'whole-picture' }],
    ['#scene=<b>', { kind: 'link', hash: '#scene=<b>' }],
    ['#s=abc&e=3', { kind: 'link', hash: '#s=abc&e=3' }],
    ['#anything', { kind: 'link', hash: '#anything' }],
  ])('%j', (hash, route) => {
    expect(parseRoute(hash)).toEqual(route);
  });

  test('a scene has an address, the first one is the bare page', () => {
    expect(sceneHash('first-letter')).toBe('#');
    expect(parseRoute(sceneHash('fifo'))).toEqual({ kind: 'scene', id: 'fifo' });
  });
});

test('truncates the clock and never rounds it up', () => {
  expect(formatSeconds(303_210_000)).toBe('5:03.21');
  expect(formatSeconds(3_725_000_000)).toBe('1:02:05.00');
  expect(formatSeconds(36_589_999)).toBe('36.58 s');
  expect(formatTick(40_000_000, 10_000_000)).toBe('40 s');
  expect(formatTick(300_000_000, 60_000_000)).toBe('5:00');
  expect(formatTick(500_000, 500_000)).toBe('0.5 s');
  expect(formatWait(4)).toBe('4 s');
  expect(formatWait(274)).toBe('4:34');
  expect(formatWait(4000)).toBe('1 h 06');
  expect(formatCount(12_345)).toBe('12\u2009345');
});

test('speeds step along their list and stop at its ends', () => {
  expect(nextSpeed(1, 1)).toBe(2);
  expect(nextSpeed(0.1, -1)).toBe(0.05);
  expect(nextSpeed(0.01, -1)).toBe(0.005);
  expect(nextSpeed(0.001, -1)).toBe(0.001);
  expect(nextSpeed(Number.POSITIVE_INFINITY, 1)).toBe(Number.POSITIVE_INFINITY);
  expect(speedText(0.1)).toBe('0.1×');
});

test('a theme is the one chosen, else the system’s', () => {
  expect(resolveTheme('system', true)).toBe('dark');
  expect(resolveTheme('light', true)).toBe('light');
});

test('a title becomes a safe file name', () => {
  expect(fileName('../<b>Ten, two</b>')).toBe('qmgrscope-b-ten-two-b');
});
