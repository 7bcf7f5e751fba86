/**
 * What functions are called and what is said of them, counted in the sources: `npm run layers` prints the figures, and names
 * each place that makes one. Read as text, as the formatter leaves it: an export begins its line.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A function that a file exports, as a declaration or as a constant. */
const EXPORTED =
  /^export (?:default )?(?:(?:async )?function\*? (?<name>\w+)|const (?<constant>\w+)(?:: [^=\n]+)? = (?:async )?(?:<[^\n]*>)?(?:\([^\n]*\)(?:: [^=\n]+)? =>|\($|\w+ =>))/gm;

/** Twins by design: what every bench and replayer is called by, and the tables of languages, which have the same words. */
const TWINS = /^(?:cli\/(?:bench|replayers)|words\/\w+)\//;

const COMMENTS = /\/\*[\s\S]*?\*\/|(?<!:)\/\/ .*$/gm;
/** Words that hide whether a job, an agent, a message, a caller or a reader is meant. */
const HIDING = /\b(?:nobody|somebody|someone|everybody|everyone|anybody|anyone|whoever)\b/i;

function sources(root) {
  return readdirSync(root, { recursive: true })
    .map((name) => String(name).replaceAll('\\', '/'))
    .filter((name) => /(?<!\.d)\.(ts|tsx|mjs|css)$/.test(name))
    .sort()
    .map((name) => ({ name, text: readFileSync(join(root, name), 'utf8') }));
}

const lineOf = (text, at) => text.slice(0, at).split('\n').length;

/** Places below `root` of each figure: `{ undocumented, twins, hiding }`, a sentence each. */
export function namesIn(root) {
  const undocumented = [];
  const hiding = [];
  /** Layer and name → the files that export such a function. */
  const bearers = new Map();
  for (const { name: file, text } of sources(root)) {
    for (const { 0: comment, index } of text.matchAll(COMMENTS)) {
      const word = HIDING.exec(comment);
      if (word !== null) hiding.push(`${file}:${lineOf(text, index + word.index)}: ${word[0]}`);
    }
    for (const { index, groups } of text.matchAll(EXPORTED)) {
      const name = groups.name ?? groups.constant;
      if (!text.slice(0, index).endsWith('*/\n'))
        undocumented.push(`${file}:${lineOf(text, index)}: ${name}`);
      if (TWINS.test(file)) continue;
      const key = `${file.split('/')[0]}: ${name}`;
      bearers.set(key, (bearers.get(key) ?? new Set()).add(file));
    }
  }
  const twins = [...bearers].flatMap(([key, files]) =>
    files.size > 1 ? [`${key} in ${[...files].join(', ')}`] : [],
  );
  return { undocumented, twins, hiding };
}
