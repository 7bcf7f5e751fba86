/**
 * Figures of the house, counted in the sources: `npm run layers` prints them, and fails when one is above what the map
 * (src/README.md, "Figures") says. Counted by text: what they are for is to fall, and to be seen when they rise.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Where kinds of run are told apart by right: the folder of registries and kinds of each layer, what the kinds are in the
 * core, and what files of older versions said.
 */
const OF_A_KIND =
  /(^|\/)kinds\/|^core\/(lab|threadlab|world)\/|^protocol\/scenario\.ts$|^scenario\/(versions|defaults)\.ts$/;

/** Ways to ask a run, or what belongs to it, for its kind. */
const ASKS_KIND = [
  // The kind itself, compared or switched over; names that only kinds have, wherever they are compared.
  /(?:scenario|run)\w*\)?[?!]?\.kind *[!=]==|switch \((?:\w+\.)*scenario\w*\.kind\)/gi,
  /(?:[!=]== *|case )'(?:timer-lab|threads-alone)'/g,
  // A member that only one kind has.
  /\b(?:lab|cmgroup)\b *[!=]== *undefined|\.(?:lab|cmgroup)\?\.|'(?:lab|cmgroup|params|servers)' in \w+/g,
  // Commands and events, whose names begin with their kind.
  /startsWith\('(?:lab|cmg)\.?'\)|\((?:\?:)?(?:lab\|cmg|cmg\|lab)\)/g,
  // A registry without a folder of kinds.
  /\bofKind(?:IfAny)?\(/g,
];

/** The scenario as one of a kind: right in what belongs to that kind, a question anywhere else. */
const AS_ONE_KIND = [
  {
    uses: /\b(?:mailRun|useMail)\(/g,
    by: /^(core\/(world|qmgr|experiments)|panels\/(compare|destination|destinations|dock|experiments|explain|mail|replay|rules|threads-dock|world)\/|panels\/export\/MainCf|panels\/kit\/ServerMenu|lessons\/(mail|questions\/deferral))/,
  },
  { uses: /\b(?:timerRun|useTimers)\(/g, by: /^(panels\/lab|lessons\/timers)\// },
  {
    uses: /\b(?:threadRun|useThreadsAlone)\(/g,
    by: /^(panels\/threads|lessons\/threads|cli\/bench)\//,
  },
];
/** Where they are written down. */
const ACCESSORS = /^store\/of-kind\.ts$/;

/** Comments may name what code may not. */
const CODE = (text) => text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');

/** Places in a file that ask which kind a run is. */
function asksOf(name, text) {
  if (OF_A_KIND.test(name) || ACCESSORS.test(name)) return 0;
  const code = CODE(text);
  const asks = ASKS_KIND.reduce((sum, ask) => sum + [...code.matchAll(ask)].length, 0);
  const uses = AS_ONE_KIND.filter(({ by }) => !by.test(name));
  return uses.reduce((sum, use) => sum + [...code.matchAll(use.uses)].length, asks);
}

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
  const asks = files.map(({ name, text }) => ({ name, count: asksOf(name, text) }));
  const questions = questionsIn(files);
  if (questions.length === 0) throw new Error('no table of questions is found in protocol/questions.ts');
  // A file that names most questions is a list that every new one has to be put on.
  const lists = files.filter(
    ({ name, text }) =>
      PASSING_ON.test(name) &&
      questions.filter((question) => new RegExp(`'${question}'|\\b${question}\\b *[:(]`).test(text)).length >
        questions.length / 2,
  );
  const lines = files.map(({ text }) => text.split('\n').length - 1).sort((a, b) => a - b);
  return {
    'places outside the modules of kinds that ask for the kind': asks.reduce(
      (sum, { count }) => sum + count,
      0,
    ),
    // The two tables in protocol/ are one file; the answer, the panel and the test are one each.
    'files that a question touches, its test among them': 4 + lists.length,
    'lines of the file in the middle': lines[lines.length >> 1] ?? 0,
    'lines of the longest file': lines.at(-1) ?? 0,
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
