import { describe, expect, test } from 'vitest';
import { agedNews, HEADLINE_MS, hearDramas, type News, NO_NEWS } from '../../src/panels/announce/useNews.ts';
import type { Drama } from '../../src/protocol/dramas.ts';

const death: Drama = {
  at: 3_000_000,
  step: 30,
  count: 1,
  facts: {
    kind: 'dead',
    destination: true,
    name: 'a.example',
    transport: 1,
    until: 303,
    refused: 2,
    putOff: 4,
  },
};
const revival: Drama = {
  at: 3_100_000,
  step: 40,
  count: 1,
  facts: { kind: 'alive', destination: true, name: 'a.example', transport: 1, cause: 'success' },
};
const here = (step: number, at: number, change = {}) => ({
  place: '1 1',
  step,
  at,
  playing: true,
  speed: 1,
  onward: true,
  ...change,
});
const kinds = (news: News) => news.shown.map(({ drama }) => drama.facts.kind);

describe('headlines', () => {
  const begun = hearDramas(NO_NEWS, [], here(20, 2e6), 0);

  test('report the events that the run passes, newest first, each for its own time', () => {
    const one = hearDramas(begun, [death], here(31, 3_010_000), 1000);
    expect(kinds(one)).toEqual(['dead']);
    const two = hearDramas(one, [revival, death], here(45, 3_200_000), 3000);
    expect(kinds(two)).toEqual(['alive', 'dead']);
    expect(kinds(agedNews(two, here(45, 3_200_000), 1001 + HEADLINE_MS))).toEqual(['alive']);
    expect(kinds(agedNews(two, here(45, 3_200_000), 3001 + HEADLINE_MS))).toEqual([]);
  });

  test('report after a jump what is at its end, and nothing that it passed', () => {
    expect(kinds(hearDramas(begun, [revival, death], here(50, 4e6, { onward: false }), 0))).toEqual([]);
    const at = here(30, 3e6, { onward: false, playing: false });
    const stood = hearDramas(begun, [death], at, 0);
    expect(kinds(stood)).toEqual(['dead']);
    // While a reader pauses at the instant, the headline stays.
    expect(kinds(agedNews(stood, at, 10 * HEADLINE_MS))).toEqual(['dead']);
    expect(kinds(hearDramas(stood, [], here(10, 1e6, { onward: false }), 100))).toEqual([]);
  });

  test('at an instant survive an answer that was requested before', () => {
    const at = here(30, 3e6, { onward: false, playing: false });
    const early = hearDramas(begun, [], at, 0);
    expect(kinds(early)).toEqual([]);
    expect(kinds(hearDramas(early, [death], here(30, 3e6, { playing: false }), 50))).toEqual(['dead']);
  });

  test('are not shown in a run watched for its shape, and each branch has its own', () => {
    expect(kinds(hearDramas(begun, [death], here(31, 3_010_000, { speed: 32 }), 0))).toEqual([]);
    const one = hearDramas(begun, [death], here(31, 3_010_000), 0);
    expect(kinds(hearDramas(one, [], here(32, 3_020_000, { place: '1 2' }), 10))).toEqual([]);
  });
});
