/**
 * Sentences that stand twice: the same text of four words, or of three and a full stop, in more than one file;
 * `npm run layers` counts each with the second copies, and names it.
 *
 * A text is a string, the text of an element, or a template, whose figures count as gaps: two templates are alike when what
 * stands between their figures is. Names of classes and paths of shapes are no sentences.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const swc = createRequire(import.meta.url)('@swc/core');

const WORDS_LEAST = 4;
/** Scenes, and presets that are one of them by its title: what lessons are made of, not what the page says of itself. */
const CONTENT = /^lessons\/(?:mail|timers|threads|agents)\/|^lessons\/policy-presets\.ts$/;
/** Attributes that are for machines. */
const NOT_SAID = /^(?:className|d|style|href|id|key|viewBox|transform|points|font)$/;

/** Is it something that is said? `gap` stands for a figure. */
function isSentence(text) {
  const words = text
    .split(/[\s\u2009]+/)
    .filter((word) => /^[“(]?[A-Za-z][A-Za-z’'-]*[”).,:;?!]*$/.test(word));
  return words.length >= WORDS_LEAST || (words.length === WORDS_LEAST - 1 && /[.?!]$/.test(text));
}

/** What a node of the tree says; null = nothing. */
function textOf(node) {
  if (node.type === 'StringLiteral') return node.value;
  // As it is shown: runs of white space are one space.
  if (node.type === 'JSXText') return node.value.replaceAll(/\s+/g, ' ').trim();
  if (node.type === 'TemplateLiteral') return node.quasis.map(({ cooked }) => cooked).join('…');
  return null;
}

function collect(node, found) {
  if (Array.isArray(node)) {
    for (const one of node) collect(one, found);
    return;
  }
  if (typeof node !== 'object' || node === null) return;
  if (/^(?:Import|Export(?:All|Named))Declaration$/.test(node.type)) return;
  if (node.type === 'JSXAttribute' && NOT_SAID.test(node.name.value)) return;
  const text = textOf(node);
  if (text !== null && isSentence(text)) found.add(text);
  for (const name in node) if (name !== 'span') collect(node[name], found);
}

/** Texts in more than one file below `root`, each as `“text” in file, file`. */
export function sentencesTwice(root) {
  const places = new Map();
  const names = readdirSync(root, { recursive: true })
    .map((name) => String(name).replaceAll('\\', '/'))
    .filter((name) => /\.(ts|tsx|mjs)$/.test(name) && !CONTENT.test(name))
    .sort();
  for (const name of names) {
    const found = new Set();
    const tree = swc.parseSync(readFileSync(join(root, name), 'utf8'), {
      syntax: 'typescript',
      tsx: name.endsWith('.tsx'),
      target: 'esnext',
    });
    collect(tree.body, found);
    for (const text of found) places.set(text, [...(places.get(text) ?? []), name]);
  }
  return [...places]
    .filter(([, files]) => files.length > 1)
    .map(([text, files]) => `“${text}” in ${files.join(', ')}`);
}
