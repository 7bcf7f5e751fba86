import { analyse } from 'scslre';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { attacksOn, BOUNDED, type Expression, growsTooFast, listExpressions } from '../fuzz/expressions.ts';

const literals = listExpressions();

/** Modules that build regular expressions with `new RegExp` when they are loaded. */
const BUILT: Readonly<Record<string, () => Promise<unknown>>> = {
  'record/importers/settings/values.ts': () => import('../../src/record/importers/settings/values.ts'),
  'learn/lessons/annotations.ts': () => import('../../src/learn/lessons/annotations.ts'),
  'learn/lessons/lesson-schema.ts': () => import('../../src/learn/lessons/lesson-schema.ts'),
  'learn/lessons/own-question.ts': () => import('../../src/learn/lessons/own-question.ts'),
};

async function builtExpressions(): Promise<Expression[]> {
  const found: Expression[] = [];
  let file = '';
  const Known = RegExp;
  vi.resetModules();
  vi.stubGlobal(
    'RegExp',
    class extends Known {
      constructor(source: string | RegExp, flags?: string) {
        super(source, flags);
        found.push({ file, source: this.source, flags: this.flags });
      }
    },
  );
  for (const [name, load] of Object.entries(BUILT)) {
    file = name;
    // oxlint-disable-next-line no-await-in-loop -- each file is named while it is loaded
    await load();
  }
  return found;
}

const unbounded = (list: readonly Expression[]): Expression[] =>
  list.filter(({ source }) => !Object.hasOwn(BOUNDED, source));
const show = ({ file, source, flags }: Expression): string => `${file} /${source}/${flags}`;

describe('regular expressions', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  test('are linear in every text of one repeated character', async () => {
    expect(literals.length).toBeGreaterThan(400);
    const built = await builtExpressions();
    expect(built.length).toBeGreaterThanOrEqual(8);
    const slow = unbounded([...literals, ...built]).filter(
      ({ source, flags }) => analyse({ source, flags }).reports.length > 0,
    );
    expect(slow.map(show)).toEqual([]);
  });

  test('are linear in texts that repeat any part of what they match', async () => {
    const slow = unbounded([...literals, ...(await builtExpressions())]).flatMap((expression) => {
      const attack = attacksOn(expression).find((one) => growsTooFast(expression, one));
      return attack === undefined ? [] : [`${show(expression)} on ${JSON.stringify(attack)}`];
    });
    expect(slow).toEqual([]);
  });

  test('still exist if their text is said to be bounded', () => {
    const sources = new Set(literals.map(({ source }) => source));
    expect(Object.keys(BOUNDED).filter((source) => !sources.has(source))).toEqual([]);
  });

  // Four causes: many start positions, two adjacent repeats, an opening bracket without an end, a nested repeat.
  test.each(['a+b', '^a*a*$', '\\(x[^)]*\\)', '^(?:a+)+$'])('/%s/ is detected', (source) => {
    const expression = { file: 'here', source, flags: '' };
    expect(attacksOn(expression).some((attack) => growsTooFast(expression, attack))).toBe(true);
  });
});
