import { describe, expect, test } from 'vitest';
import { FUZZ_KINDS } from '../fuzz/kinds.ts';
import { asTest, fuzz } from '../fuzz/run.ts';
import { shrink } from '../fuzz/shrink.ts';
import { runCount } from '../fixtures/all.ts';

/** Number of inputs per kind; with this seed they reach all outcomes in OUTCOMES. `npm run fuzz` draws more. */
const INPUTS = 60;
const FEWER: Readonly<Record<string, number>> = { names: 15, requests: 30 };

/** Outcomes that each kind must have. A fuzzer whose inputs are all refused immediately would test nothing. */
const OUTCOMES: Readonly<Record<string, readonly string[]>> = {
  links: ['opened', 'damaged'],
  files: ['opened', 'refused', 'library'],
  lessons: ['opened', 'scene'],
  records: ['log of 1', 'queue of 1', 'shared record', 'link refused'],
  names: ['shared with findings'],
  embed: ['load', 'seek', 'refused', 'not ours'],
  requests: ['files 200', 'files 400', 'files 403', 'watch 200'],
  expressions: ['linear'],
  scenarios: ['mail', 'agents as threads', 'threads alone', 'timer laboratory'],
  terminals: [
    'record',
    'late',
    'replay',
    'share',
    'predict',
    'lint-postfix',
    'results',
    'sim',
    'conformance',
    'sweep',
  ],
};

describe('foreign input', () => {
  test.each(Object.keys(FUZZ_KINDS))(
    '%s: keeps every promised property',
    async (name) => {
      const { inputs, coverage, finding } = await fuzz(FUZZ_KINDS[name]!, 2113, {
        ms: 0,
        inputs: runCount(FEWER[name] ?? INPUTS),
      });
      expect(finding === null ? '' : asTest(name, finding)).toBe('');
      expect(inputs).toBeGreaterThan(0);
      expect([...coverage.keys()]).toEqual(expect.arrayContaining([...OUTCOMES[name]!]));
    },
    120_000,
  );

  // Inputs that once broke a parser: an object instead of a number, a member named `__proto__`, an empty setup.
  test.each([
    ['records', '#queue\n{"queue_name":"","queue_id":"","recipients":[],"arrival_time":{"toString":0}}'],
    ['links', '{"v":2,"k":"w","b":[[],{"g":40,"__proto__":1}]}'],
    ['links', '{"v":1,"b":[[],[]]}'],
  ])('%s: stays fixed: $1', async (name, input) => {
    expect(await FUZZ_KINDS[name]!.check(input)).toBeTruthy();
  });

  test('shrinks a finding as far as possible and prints it as a test', async () => {
    const kind = {
      patience: 1,
      make: () => 'one\ntwo\nthe bad word\nfour',
      check(input: string) {
        if (input.includes('bad')) throw new Error('it breaks');
        return 'fine';
      },
    };
    const { finding, inputs } = await fuzz(kind, 1, { ms: 0, inputs: 1 });
    expect([inputs, finding]).toEqual([1, { input: 'bad', fault: 'it breaks' }]);
    expect(asTest('words', finding!)).toContain('.check("bad")');
    expect(await shrink('abc', () => Promise.resolve(true))).toBe('');
  });

  test('measures slowness in processor time, not in time taken by other programs', async () => {
    const kind = (work: (ms: number) => Promise<void> | void) => ({
      patience: 0.1,
      make: () => 'a',
      check: async () => {
        await work(60);
        return 'fine';
      },
    });
    const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
    const toil = (ms: number): void => {
      const start = process.cpuUsage();
      while (process.cpuUsage(start).user < ms * 1000);
    };
    const enough = { ms: 0, inputs: 1 };
    expect((await fuzz(kind(wait), 1, enough)).finding).toBeNull();
    expect((await fuzz(kind(toil), 1, enough)).finding?.fault).toMatch(/^it took \d+ ms, three times$/);
  });
});
