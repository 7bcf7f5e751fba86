import { describe, expect, it } from 'vitest';
import { createFiller } from '../../src/panels/debugger/useLog.ts';

/** Makes a log of which only some rows are known. It returns pages of 100 rows. */
function logOf(known: readonly number[], total: number) {
  const rows = new Set(known);
  const asked: number[] = [];
  return {
    rows,
    asked,
    source: {
      has: (place: number) => rows.has(place),
      fetch: (place: number) => {
        asked.push(place);
        for (let at = place; at < Math.min(total, place + 100); at++) rows.add(at);
        return Promise.resolve();
      },
    },
  };
}

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

describe('rows of the log that are shown', () => {
  it('fetches the rest of a page that arrived while the log grew', async () => {
    const log = logOf([230, 231, 232, 233], 400);
    createFiller().show([231, 262], log.source);
    await settled();
    expect([...Array(32).keys()].every((i) => log.rows.has(231 + i))).toBe(true);
    expect(log.asked).toEqual([200]);
  });

  it('asks only once for a place that does not exist', async () => {
    const log = logOf([], 50);
    createFiller().show([40, 70], log.source);
    await settled();
    expect(log.asked).toEqual([0, 0]);
  });

  it('continues with what is visible when a page arrives', async () => {
    const log = logOf([], 1000);
    const filler = createFiller();
    filler.show([0, 30], log.source);
    filler.show([500, 530], log.source);
    await settled();
    expect(log.asked).toEqual([0, 500]);
    expect(filler.wanted).toEqual([500, 530]);
  });
});
