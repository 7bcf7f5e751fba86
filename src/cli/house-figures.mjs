/**
 * Figures of the house, counted in the sources: `npm run layers` prints them, and fails when one is above what the map
 * (src/README.md, "Figures") says. Counted by text: what they are for is to fall, and to be seen when they rise.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where kinds of run are told apart by right: the engines of each kind, and what a file says of it. */
const OF_A_KIND = /^(worker\/kinds|core\/(lab|threadlab)|scenario\/(schema|compact|versions))/;
const ASKS_KIND = /\b(?:lab|cmgroup)\b *[!=]== *undefined|\bkindOf\(/g;

/** Layers that pass questions on. */
const PASSING_ON = /^(client|store|worker\/(session|hosts|kinds|track))\//;

function sources(root) {
  return readdirSync(root, { recursive: true })
    .map((name) => String(name).replaceAll('\\', '/'))
    .filter((name) => /\.(ts|tsx)$/.test(name))
    .map((name) => ({ name, text: readFileSync(join(root, name), 'utf8') }));
}

/** Names in the table of questions. */
function questionsIn(files) {
  const table = files.find(({ name }) => name === 'protocol/questions.ts')?.text ?? '';
  const body = /export interface Questions \{([\s\S]*?)\n\}/.exec(table)?.[1] ?? '';
  return [...body.matchAll(/^ {2}(\w+)\(/gm)].map(([, name]) => name);
}

/** Counts everything below `root`, the folder of the sources. */
export function countHouse(root) {
  const files = sources(root);
  const asks = files
    .filter(({ name }) => !OF_A_KIND.test(name))
    .map(({ name, text }) => ({ name, count: [...text.matchAll(ASKS_KIND)].length }));
  const questions = questionsIn(files);
  if (questions.length === 0) throw new Error('no table of questions is found in protocol/questions.ts');
  // A file that names most questions is a list that every new one has to be put on.
  const lists = files.filter(
    ({ name, text }) =>
      PASSING_ON.test(name) &&
      questions.filter((question) => new RegExp(`'${question}'|\\b${question}\\b *[:(]`).test(text)).length >
        questions.length / 2,
  );
  return {
    'places outside the modules of kinds that ask for the kind': asks.reduce(
      (sum, { count }) => sum + count,
      0,
    ),
    // The two tables in protocol/ are one file; the answer, the panel and the test are one each.
    'files that a question touches, its test among them': 4 + lists.length,
  };
}

/** Figures above what the map says, or not in it, each as a sentence. */
export function figureFaults(figures, map) {
  return Object.entries(figures).flatMap(([name, count]) => {
    const said = new RegExp(`\\| ${name} \\| (\\d+) \\|`).exec(map)?.[1];
    if (said === undefined) return [`src/README.md does not say: ${name}`];
    return count > Number(said) ? [`${name}: ${count}, and the map says ${said}`] : [];
  });
}
