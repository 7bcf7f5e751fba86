import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { evaluate } from '../../src/core/inspect/evaluate.ts';
import { EXPRESSION_NAMES } from '../../src/scenario/expression-names.ts';
import { parseExpression } from '../../src/scenario/expression.ts';
import { runWorld, startWorld } from '../fixtures/run-world.ts';
import { runCount } from '../fixtures/all.ts';

const { sim } = startWorld({
  agents: { smtp: 3 },
  params: { default_destination_recipient_limit: 2 },
  servers: { '*': { latency: 1_000 } },
  script: [
    {
      at: 0,
      command: {
        kind: 'message.inject',
        to: [
          { destination: 'a.example', count: 60 },
          { destination: 'b-1.example', count: 60 },
        ],
      },
    },
    { at: 1_500_000, command: { kind: 'message.inject', to: [{ destination: 'a.example', count: 1 }] } },
  ],
});
runWorld(sim, 20_000, 2_000_000);

function value(text: string): number {
  const parsed = parseExpression(text);
  if (!parsed.ok) throw new Error(`${text}: at ${parsed.position}, ${parsed.accepted}`);
  return evaluate(sim, parsed.expression, 'smtp');
}

describe('expressions', () => {
  test.each([
    ['1 + 2 * 3', 7],
    ['(1 + 2) * 3', 9],
    ['-2 - -3', 1],
    ['7 / 2', 3.5],
    ['1 ≤ 1 and 2 ≠ 3', 1],
    ['not 1 < 2', 0],
    ['not (1 < 2) or 1', 1],
    ['2 − 3 × 2', -4],
    ['1 == 1', 1],
  ])('%s is %d', (text, wanted) => {
    expect(value(text)).toBe(wanted);
  });

  test.each([
    ['1 +', 3, 'a number, a name or ('],
    ['balance', 7, '(a message number)'],
    ['windw(a)', 0, 'one of the names in the list'],
    ['window()', 7, 'the name of a destination'],
    ['(1', 2, ')'],
    ['1 2', 2, 'and, or, a comparison, + − * /, or the end'],
    ['', 0, 'a number, a name or ('],
    ['alert`1`', 0, 'one of the names in the list'],
  ])('%s is wrong at %d', (text, position, accepted) => {
    expect(parseExpression(text)).toEqual({ ok: false, position, accepted });
  });

  test('reads the state', () => {
    expect(value('now')).toBeLessThanOrEqual(2);
    expect(value('jobs')).toBe(1);
    expect(value('busy')).toBe(3);
    expect(value('busy(b-1.example) + busy(a.example)')).toBe(3);
    expect(value('window(a.example) >= 5')).toBe(1);
    expect(value('selected(1) + left(1)')).toBeGreaterThan(1);
    expect(value('age(2)')).toBeLessThan(1);
    expect(value('delivered(1) = delivered')).toBe(1);
    expect(value('dead(a.example) + dead')).toBe(0);
  });

  test('a missing thing has no value, and no comparison with it holds', () => {
    for (const text of ['balance(99)', 'window(nowhere)', '1 / 0', 'level(0.5)']) {
      expect(value(text)).toBeNaN();
      expect(value(`${text} < 1 or ${text} >= 1 or ${text} != 1`)).toBe(0);
    }
  });

  test('every name has a value or none, and never throws', () => {
    for (const { name, takes } of EXPRESSION_NAMES) {
      const call = takes === 'none' ? name : takes === 'message' ? `${name}(1)` : `${name}(a.example)`;
      expect(typeof value(call)).toBe('number');
      expect(value(call), call).not.toBeNaN();
    }
  });

  test('parses any text into a value, or an error with a position', () => {
    const words = fc.constantFrom(
      ...EXPRESSION_NAMES.map(({ name }) => name).concat(
        '( ) + - * / < <= = != and or not 1 2.5 a.example "'.split(' '),
      ),
    );
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(words, { maxLength: 60 }).map((list) => list.join(' ')),
      fc.integer({ min: 0, max: 299 }).map((n) => '('.repeat(n)),
      fc.integer({ min: 0, max: 149 }).map((n) => 'not '.repeat(n / 2) + '-'.repeat(n)),
    );
    const kinds = new Set<boolean>();
    fc.assert(
      fc.property(texts, (text) => {
        const parsed = parseExpression(text);
        kinds.add(parsed.ok);
        const outcome = parsed.ok ? evaluate(sim, parsed.expression, 'smtp') : parsed.position;
        expect(typeof outcome).toBe('number');
        expect(parsed.ok || parsed.position <= Math.max(text.length, 300)).toBe(true);
      }),
      { numRuns: runCount(1_000), seed: 11 },
    );
    expect(kinds).toEqual(new Set([true, false]));
  });
});
