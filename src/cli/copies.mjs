/**
 * Finds duplicated sequences of lines in the sources with jscpd. As a command (`npm run layers`) it lists them and fails if
 * there are any.
 *
 * Blank lines, comments and imports are ignored, because similar files import the same modules. Shorter duplicates than
 * jscpd's minimum are normal code.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Detector, weak } from '@jscpd/core';
import { Tokenizer } from '@jscpd/tokenizer';

const OPTIONS = { minLines: 6, minTokens: 60, maxLines: 10_000, mode: weak, hashFunction: hash };

/** Matches import statements. They are replaced by the same number of empty lines, so that line numbers stay correct. */
const IMPORTS = /^import\b[^;]*;$|^export (?:type )?\{[^}]*\} from [^;]*;$/gm;

// jscpd's own hash (MD5 in JavaScript) and store (an Error with its stack for each missing key) take half a minute; these
// replacements take two seconds.

/** Length of a word's hash, in characters. jscpd concatenates these hashes. */
const WORD = 20;
/** @type {Map<string, string>} */
const words = new Map();

/**
 * Hashes a text that jscpd passes in. The hash of a word is its number, in two characters. The hash of a window of
 * several words is two sums over their numbers.
 */
function hash(text) {
  if (text.length >= WORD && text[2] === '\0') return hashWindow(text);
  const known = words.get(text);
  if (known !== undefined) return known;
  const made = String.fromCharCode(words.size & 0xffff, words.size >>> 16).padEnd(WORD, '\0');
  words.set(text, made);
  return made;
}

function hashWindow(text) {
  let [a, b] = [0x811c9dc5, 7];
  for (let i = 0; i < text.length; i += WORD) {
    const word = text.charCodeAt(i) + (text.charCodeAt(i + 1) << 16);
    a = Math.imul(a ^ word, 0x01000193);
    b = (Math.imul(b, 31) + word) | 0;
  }
  return `${a.toString(36)} ${b.toString(36)}`;
}

function createMemory() {
  const known = new Map();
  return {
    namespace: () => {},
    get: (key) => (known.has(key) ? Promise.resolve(known.get(key)) : Promise.reject(MISSING)),
    set: (key, value) => Promise.resolve(known.set(key, value) && value),
    close: () => {},
  };
}

const MISSING = new Error('not seen before');

/** Finds duplicated sequences of lines below `root`, each as `file:from-to ~ file:from-to`. */
export async function secondCopies(root) {
  const names = readdirSync(root, { recursive: true })
    .map((name) => String(name).replaceAll('\\', '/'))
    .filter((name) => /\.(ts|tsx|mjs)$/.test(name))
    .sort();
  const detector = new Detector(new Tokenizer(), createMemory(), [], OPTIONS);
  const found = [];
  for (const name of names) {
    const text = readFileSync(join(root, name), 'utf8').replaceAll(IMPORTS, (lines) =>
      lines.replaceAll(/[^\n]/g, ''),
    );
    // All files have the same format for jscpd, so that copies between modules and components are found.
    found.push(...(await detector.detect(name, text, 'tsx')));
  }
  return found.map(({ duplicationA: a, duplicationB: b }) => [place(a), place(b)].sort().join(' ~ '));
}

const place = ({ sourceId, start, end }) => `${sourceId}:${start.line}-${end.line}`;

const SOURCES = fileURLToPath(new URL('..', import.meta.url));

if (process.argv[1] !== undefined && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const copies = await secondCopies(SOURCES);
  for (const pair of copies) console.error(`twice: ${pair}`);
  process.exitCode = copies.length === 0 ? 0 : 1;
}
