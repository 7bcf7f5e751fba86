/**
 * `npm run fuzz -- [links|files|lessons|records|embed|scenarios] [--seed N] [--minutes M]`
 *
 * Reads made and damaged inputs of one kind, or of all in turn, and prints what came of them. A promise that is broken is
 * made as small as it can be and printed as a test. Exit status 1 for a finding, 2 for a wrong use.
 */
import { FUZZ_KINDS } from './fuzz/kinds.ts';
import { asTest, fuzz } from './fuzz/run.ts';

const USAGE = `usage: npm run fuzz -- [${Object.keys(FUZZ_KINDS).join('|')}] [--seed N] [--minutes M]\n`;
const MINUTE_MS = 60_000;

interface Options {
  names: string[];
  seed: number;
  minutes: number;
}

function options(args: readonly string[]): Options | null {
  const found: Options = { names: [], seed: 1, minutes: 1 };
  for (let i = 0; i < args.length; i++) {
    const [word = '', inline] = (args[i] ?? '').split('=');
    if (Object.hasOwn(FUZZ_KINDS, word)) found.names.push(word);
    else if (word === '--seed' || word === '--minutes') {
      const value = Number(inline ?? args[++i]);
      const right =
        word === '--seed' ? Number.isSafeInteger(value) && value >= 0 : value > 0 && value <= 10_000;
      if (!right) return null;
      found[word === '--seed' ? 'seed' : 'minutes'] = value;
    } else return null;
  }
  if (found.names.length === 0) found.names = Object.keys(FUZZ_KINDS);
  return found;
}

async function main(args: readonly string[]): Promise<number> {
  const asked = options(args);
  if (asked === null) {
    process.stderr.write(USAGE);
    return 2;
  }
  let findings = 0;
  for (const name of asked.names) {
    const kind = FUZZ_KINDS[name];
    if (kind === undefined) continue;
    // One after the other: they would share the machine.
    // oxlint-disable-next-line no-await-in-loop
    const { inputs, coverage, finding } = await fuzz(kind, asked.seed, asked.minutes * MINUTE_MS);
    const parts = [...coverage].toSorted((a, b) => b[1] - a[1]).map(([label, count]) => `${label} ${count}`);
    process.stdout.write(`${name}: ${inputs} inputs, seed ${asked.seed}: ${parts.join(', ')}\n`);
    if (finding === null) continue;
    findings += 1;
    process.stdout.write(`${name}: ${finding.fault}\n${asTest(name, finding)}\n`);
  }
  return findings === 0 ? 0 : 1;
}

process.exitCode = await main(process.argv.slice(2));
