/**
 * `npm run fuzz -- [links|files|lessons|records|names|embed|scenarios|terminals|requests|expressions] [--seed N] [--minutes M
 * | --steps N]`
 *
 * Reads generated and damaged inputs of one kind or, by default, of all kinds in turn. Prints the number of inputs for each
 * outcome and, for kinds that are simulated, the number of steps. Every rule is checked after each step. An input that breaks
 * a property is shrunk and printed as a test.
 *
 * `--steps` runs until this many steps were simulated, however long that takes; only for `scenarios`. Exit status: 1 for a
 * finding, 2 for wrong usage.
 */
import { fail, helped, runCommand } from '../../src/cli/command.ts';
import { FUZZ_KINDS } from './kinds.ts';
import { asTest, fuzz, type FuzzOutcome } from './run.ts';
import { complain, print } from '../../src/cli/terminal.ts';
import { wordsOf } from '../../src/cli/command-words.ts';
import { wholeNumber } from '../../src/protocol/accepted.ts';

const RUN_KINDS = Object.keys(FUZZ_KINDS)
  .filter((name) => FUZZ_KINDS[name]?.runs === true)
  .join(', ');
const USAGE = `usage: npm run fuzz -- [KIND …] [--seed N] [--minutes M | --steps N]
  KIND         ${Object.keys(FUZZ_KINDS).join(', ')} (default: all)
  --seed N     seed of the random inputs (default: 1)
  --minutes M  time for each kind (default: 1)
  --steps N    simulate at least N steps instead; only for kinds that run their inputs: ${RUN_KINDS}
`;
const MINUTE_MS = 60_000;

interface Options {
  names: string[];
  seed: number;
  minutes: number;
  steps: number;
}

const RIGHT: Readonly<
  Record<'seed' | 'minutes' | 'steps', { fits: (value: number) => boolean; accepted: string }>
> = {
  seed: { fits: (value) => Number.isSafeInteger(value) && value >= 0, accepted: wholeNumber(0) },
  minutes: { fits: (value) => value > 0 && value <= 10_000, accepted: 'minutes, up to 10000' },
  steps: { fits: (value) => Number.isSafeInteger(value) && value > 0, accepted: wholeNumber(1) },
};

function options(args: readonly string[]): Options | null {
  const given: Partial<Record<keyof typeof RIGHT, number>> = {};
  let names: string[] = [];
  for (const { name, value } of wordsOf(args, { seed: true, minutes: true, steps: true })) {
    const option = name.slice(2) as keyof typeof RIGHT;
    if (name === '') {
      if (!Object.hasOwn(FUZZ_KINDS, value ?? ''))
        fail('argument', value ?? '', `one of ${Object.keys(FUZZ_KINDS).join(', ')}`);
      names.push(value ?? '');
    } else if (!Object.hasOwn(RIGHT, option)) fail('option', name, '--seed N, --minutes M or --steps N');
    else if (value === null || !RIGHT[option].fits(Number(value)))
      fail(name, value ?? 'nothing', RIGHT[option].accepted);
    else given[option] = Number(value);
  }
  const { seed = 1, steps = 0, minutes = steps > 0 ? 0 : 1 } = given;
  if (steps > 0 && names.some((name) => FUZZ_KINDS[name]?.runs !== true)) return null;
  if (names.length === 0)
    names = Object.keys(FUZZ_KINDS).filter((name) => steps === 0 || FUZZ_KINDS[name]?.runs === true);
  return { names, seed, minutes, steps };
}

async function main(args: readonly string[]): Promise<number> {
  if (helped(USAGE, args)) return 0;
  const asked = options(args);
  if (asked === null) {
    complain(USAGE.trimEnd());
    return 2;
  }
  let findings = 0;
  for (const name of asked.names) {
    const kind = FUZZ_KINDS[name];
    if (kind === undefined) continue;
    // One after another, because they would share the processors.
    // oxlint-disable-next-line no-await-in-loop
    const outcome = await fuzz(kind, asked.seed, { ms: asked.minutes * MINUTE_MS, steps: asked.steps });
    print(`${name}, seed ${asked.seed}: ${told(outcome)}`);
    const { finding } = outcome;
    if (finding === null) continue;
    findings += 1;
    print(`${name}: ${finding.fault}\n${asTest(name, finding)}`);
  }
  return findings === 0 ? 0 : 1;
}

function told({ inputs, steps, coverage }: FuzzOutcome): string {
  const parts = [...coverage]
    .toSorted((a, b) => b[1].inputs - a[1].inputs)
    .map(([label, of]) => `${label} ${of.inputs}${of.steps === 0 ? '' : ` (${of.steps} steps)`}`);
  return `${inputs} inputs${steps === 0 ? '' : `, ${steps} steps`}: ${parts.join(', ')}`;
}

await runCommand(import.meta.url, main);
