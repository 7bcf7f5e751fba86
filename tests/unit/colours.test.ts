import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  colouredNumbers,
  CROWD,
  identityOf,
  paintOf,
  shownIdentity,
  type Theme,
} from '../../src/charts/colours.ts';
import { contrast } from '../fixtures/contrast.ts';

const STAGE: Record<Theme, string> = { light: '#ffffff', dark: '#15181e' };
const IDENTITIES = [...Array.from({ length: 16 }, (_, i) => identityOf(i + 1)), CROWD];

describe.each(['light', 'dark'] as const)('colours of messages, %s', (theme) => {
  it('numbers are readable on their chips', () => {
    for (const identity of IDENTITIES) {
      const { fill, label } = paintOf(identity, theme);
      expect(contrast(fill, label), JSON.stringify(identity)).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('edges are 3:1 on the stage', () => {
    for (const identity of IDENTITIES) {
      expect(
        contrast(paintOf(identity, theme).edge, STAGE[theme]),
        JSON.stringify(identity),
      ).toBeGreaterThanOrEqual(3);
    }
  });

  it('canvas and stylesheet have the same fills', () => {
    const css = readFileSync(new URL('../../src/charts/identity.css', import.meta.url), 'utf8');
    // In the sheet's layer, the first two rules have the fills of the light and the dark theme.
    const block = css.split('{')[theme === 'light' ? 2 : 3] ?? '';
    for (let hue = 0; hue <= 8; hue += 1) {
      const { fill, label } = paintOf({ hue, generation: 1 }, theme);
      expect(block).toContain(`--c${hue}: ${fill};`);
      expect(block).toContain(`--o${hue}: ${label};`);
    }
  });
});

describe('colour assignment', () => {
  it('repeats after sixteen, and uses darker colours with a collar from nine on', () => {
    expect([1, 8, 9, 16, 17, 2003].map(identityOf)).toEqual([
      { hue: 1, generation: 1 },
      { hue: 8, generation: 1 },
      { hue: 1, generation: 2 },
      { hue: 8, generation: 2 },
      { hue: 1, generation: 1 },
      { hue: 3, generation: 1 },
    ]);
  });

  it('prefers pinned, selected, current, candidate, on the stack, then oldest', () => {
    const crowd = Array.from({ length: 40 }, (_, i) => i + 20);
    const kept = colouredNumbers({
      pinned: [59],
      selected: 58,
      current: 57,
      candidate: 0,
      stacked: [56],
      oldestFirst: crowd,
    });
    expect([...kept].slice(0, 5)).toEqual([59, 58, 57, 56, 20]);
    expect(kept.size).toBe(16);
    expect(shownIdentity(59, kept)).toEqual(identityOf(59));
    expect(shownIdentity(45, kept)).toEqual(CROWD);
    expect(shownIdentity(7, kept)).toEqual(identityOf(7));
  });
});
