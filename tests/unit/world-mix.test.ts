import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { galleryItem } from '../../src/scenes/gallery.ts';
import { proposeMix, readMix, shareOut } from '../../src/panels/world/mix.ts';
import { mailRun } from '../../src/scenario/kinds/narrow.ts';

const rows = proposeMix(null);

describe('sharing out', () => {
  test.each([
    [1, [1, 0, 0, 0]],
    [10, [4, 3, 2, 1]],
    [100, [40, 30, 20, 10]],
    [7, [3, 2, 1, 1]],
  ])('%s recipients over 40, 30, 20, 10', (count, expected) => {
    expect(shareOut(count, [40, 30, 20, 10])).toEqual(expected);
  });

  test('loses no recipient and invents none', () => {
    const weights = fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), weights, (count, w) => {
        const out = shareOut(count, w);
        return (
          out.reduce((sum, n) => sum + n, 0) === count && out.every((n) => Number.isInteger(n) && n >= 0)
        );
      }),
    );
  });
});

describe('the form', () => {
  test.each(['0', '-1', '1.5', '1e9', '1000000000', 'NaN', '', ' ', '<b>1</b>', '10 0'])(
    'refuses %j recipients and says what would do',
    (count) => {
      const { errors, shares } = readMix(count, rows);
      expect(errors.get('count')).toMatchObject({ accepted: 'a whole number from 1 to 1 000 000' });
      expect(shares).toEqual([]);
    },
  );

  test('reads thousands as people write them', () => {
    expect(readMix('1,000', rows).counts).toEqual([400, 300, 200, 100]);
    expect(readMix(' 20 ', rows).errors.size).toBe(0);
  });

  test.each(['<img src=x>', 'a b', '', '__proto__', 'a'.repeat(300)])(
    'refuses the destination $0',
    (destination) => {
      const { errors } = readMix('1', [{ id: 7, destination, weight: '1', transport: 'smtp' }]);
      expect([...errors.keys()]).toEqual(['destination-7']);
    },
  );

  test('leaves out destinations without recipients, and names only unusual transports', () => {
    expect(readMix('1', rows).shares).toEqual([{ destination: 'a.example', count: 1 }]);
    const relay = [{ id: 1, destination: 'b.example', weight: '1', transport: 'relay' }];
    expect(readMix('2', relay).shares).toEqual([{ destination: 'b.example', count: 2, transport: 'relay' }]);
  });
});

test('proposes the destinations that a scenario knows', () => {
  const names = proposeMix(mailRun(galleryItem('first-letter')?.scenario ?? null)).map(
    (row) => row.destination,
  );
  expect(names).toEqual(['list.example', 'friend.example']);
});
