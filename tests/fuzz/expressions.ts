import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type AST, RegExpParser } from '@eslint-community/regexpp';
import type { Draw } from '../../src/learn/questions/draw.ts';
import type { FuzzKind } from './kind.ts';
import { busyClock } from './run.ts';

/** A regular expression of the product, and its file, as a path below `src`. */
export interface Expression {
  file: string;
  source: string;
  flags: string;
}

/** A hostile text: `prefix`, then `pump` repeated, then `tail`. */
export interface Attack {
  prefix: string;
  pump: string;
  tail: string;
}

/**
 * Files whose expressions never see foreign text: tools that only read this repository or this machine, and pictures that
 * only read styles set by the page.
 */
const OWN_TEXT = /^(?:cli\/build\/|panels\/export\/picture\/)/;

/** Expressions that take more than linear time. The value says what limits the length of the text that they read. */
export const BOUNDED: Readonly<Record<string, string>> = {
  '\\B(?=(\\d{3})+$)': 'digits of one number: at most 309',
  '\\B(?=(\\d{3})+(?!\\d))': 'digits of one number: at most 309',
  '^-?(\\d+\\.?\\d*|\\.\\d+)(e[-+]?\\d+)?$': 'readNumber cuts its text after 40 characters',
  '<[^>]*>': 'shapeOf cuts its text after 120 characters',
  '(\\d\\d:\\d\\d:\\d\\d(?:\\.\\d{1,3})?)\\S*\\s+\\S+\\s+[^\\s[]*?([\\w-]+)(?:\\[\\d+\\])?:\\s':
    'shortLine cuts its text after 200 characters',
  '\\.qmgr[^/]*\\.gz$': 'a path: at most 4,096 characters on any system',
  '^\\s+([^:\\s]+):\\s*(.*)$': 'serve.mjs reads the file _headers of its own build',
  '"(?:[^"\\\\]|\\\\.)*"|[{}[\\],:\\n]': 'jsonLines reads valid JSON: each string in it ends',
};

/**
 * Lengths of hostile texts, in characters. The first lengths are close together, so that exponential growth is noticed early.
 */
const LENGTHS = [16, 20, 24, 28, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16_384];
/**
 * Time in milliseconds from which growth is measured. An expression in linear time takes about 0.1 ms at the maximum length.
 */
const NOTICED_MS = 2;
/** Maximum growth of the time for four times the length. Linear expressions take 4 times as long, quadratic ones 16 times. */
const RATIO_MAX = 8;
const TAILS = ['\u0000', '\n\u0000'];
/** Characters tried for a character class, in this order. */
const CANDIDATES = [...'a0A _.-:/@#=,;[](){}<>"\'*+?!|&%$`~^\\', '\n', '\t', '\u201c', '\u00e9', '\u0000'];

/** Lists all regular expression literals below `src`, except those that only read the product's own text. */
export function listExpressions(root = join(import.meta.dirname, '../../src')): Expression[] {
  const swc = createRequire(import.meta.url)('@swc/core') as typeof import('@swc/core');
  return readdirSync(root, { recursive: true })
    .map((name) => String(name).replaceAll('\\', '/'))
    .filter((name) => /\.(ts|tsx|mjs|js)$/.test(name) && !OWN_TEXT.test(name))
    .sort()
    .flatMap((file) => {
      const { body } = swc.parseSync(readFileSync(join(root, file), 'utf8'), {
        syntax: 'typescript',
        tsx: file.endsWith('.tsx'),
        target: 'esnext',
      });
      const found: Expression[] = [];
      collect(body, file, found);
      return found;
    });
}

function collect(node: unknown, file: string, found: Expression[]): void {
  if (typeof node !== 'object' || node === null) return;
  const { type, pattern, flags } = node as { type?: unknown; pattern?: unknown; flags?: unknown };
  if (type === 'RegExpLiteral') found.push({ file, source: String(pattern), flags: String(flags) });
  for (const inner of Object.values(node)) collect(inner, file, found);
}

/** For each alternative of an expression, makes a text that matches it. The text is divided into parts. */
function samplesOf({ source, flags }: Expression): string[][] {
  const mode = { unicode: flags.includes('u'), unicodeSets: flags.includes('v') };
  const pattern = new RegExpParser().parsePattern(source, 0, source.length, mode);
  return pattern.alternatives.map((alternative) => sampleOf(alternative, flags));
}

function sampleOf({ elements }: AST.Alternative, flags: string): string[] {
  const parts: string[] = [];
  let literal = '';
  for (const element of elements) {
    if (element.type === 'Character') {
      literal += String.fromCodePoint(element.value);
      continue;
    }
    parts.push(literal, ...partsOf(element, flags));
    literal = '';
  }
  return [...parts, literal].filter((part) => part !== '');
}

function partsOf(element: AST.Element, flags: string): string[] {
  switch (element.type) {
    case 'Character':
      return [String.fromCodePoint(element.value)];
    case 'CharacterSet':
    case 'CharacterClass':
    case 'ExpressionCharacterClass': {
      const one = new RegExp(`^${element.raw}$`, flags.replaceAll(/[gy]/g, ''));
      return [CANDIDATES.find((candidate) => one.test(candidate)) ?? ''];
    }
    case 'Group':
    case 'CapturingGroup':
      return element.alternatives[0] === undefined ? [] : sampleOf(element.alternatives[0], flags);
    case 'Quantifier':
      return Array.from({ length: Math.max(1, element.min) }, () => partsOf(element.element, flags)).flat();
    default:
      return [];
  }
}

/**
 * Makes hostile texts for an expression. For each sequence of parts of a matching text, makes a text in which this
 * sequence is repeated, after the parts before it.
 */
export function attacksOn(expression: Expression): Attack[] {
  return samplesOf(expression).flatMap((parts) =>
    parts.flatMap((_, from) =>
      parts.slice(from).flatMap((__, length) =>
        TAILS.map((tail) => ({
          prefix: parts.slice(0, from).join(''),
          pump: parts.slice(from, from + length + 1).join(''),
          tail,
        })),
      ),
    ),
  );
}

/**
 * True if a hostile text takes more than linear time. Compares processor time at two lengths, so that a slow or busy machine
 * gives the same answer.
 */
export function growsTooFast({ source, flags }: Expression, attack: Attack): boolean {
  const expression = new RegExp(source, flags);
  const timeAt = (length: number, tries: number): number => {
    const text = attack.prefix + attack.pump.repeat(Math.ceil(length / attack.pump.length)) + attack.tail;
    const times = Array.from({ length: tries }, () => {
      const busy = busyClock();
      text.match(expression);
      return busy();
    });
    return Math.min(...times);
  };
  for (const length of LENGTHS) {
    if (timeAt(length, 1) < NOTICED_MS || timeAt(length, 3) < NOTICED_MS) continue;
    // Measure a suspect again, because a pause of the garbage collector may have affected the first measurement.
    return [1, 5].every((tries) => timeAt(length, tries) > RATIO_MAX * timeAt(length / 4, tries + 2));
  }
  return false;
}

let listed: readonly Expression[] | null = null;

/** Runs the product's regular expressions on hostile texts. An input is a JSON list: expression, flags, prefix, pump, tail. */
export const expressions: FuzzKind = {
  patience: 1,
  make(draw: Draw) {
    listed ??= listExpressions();
    const { source, flags, file } = draw.pick(listed)!;
    const attack = draw.pick(attacksOn({ source, flags, file }));
    const other = draw.pick(CANDIDATES) ?? '';
    const pump = (attack?.pump ?? '') + (attack === undefined || draw.below(2) === 0 ? other : '');
    return JSON.stringify([source, flags, attack?.prefix ?? '', pump, attack?.tail ?? '']);
  },
  check(input) {
    const parsed = parseAttack(input);
    if (parsed === null) return 'no expression';
    const { expression, attack } = parsed;
    if (Object.hasOwn(BOUNDED, expression.source)) return 'bounded text';
    if (growsTooFast(expression, attack))
      throw new Error(`/${expression.source}/ takes more than linear time`);
    return 'linear';
  },
};

function parseAttack(input: string): { expression: Expression; attack: Attack } | null {
  try {
    const [source = '', flags = '', prefix = '', pump = '', tail = ''] = (JSON.parse(input) as unknown[]).map(
      String,
    );
    if (pump === '') return null;
    return {
      expression: { file: '', source: new RegExp(source, flags).source, flags },
      attack: { prefix, pump, tail },
    };
  } catch {
    // After shrinking, an input may no longer be such a list.
    return null;
  }
}
