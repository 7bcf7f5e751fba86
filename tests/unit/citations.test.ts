import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';

/** Folders with a README whose rules have numbers such as `9`, `9.3` and `9.2f`. */
const HOMES = {
  qmgr: 'src/core/qmgr',
  threads: 'src/core/threads',
  timers: 'src/core/timers',
  world: 'src/core/world',
  importers: 'src/record/importers',
} as const;
type Folder = keyof typeof HOMES;
const FOLDERS = Object.keys(HOMES) as Folder[];

function rulesOf(folder: Folder): Set<string> {
  const text = readFileSync(join(HOMES[folder], 'README.md'), 'utf8');
  const rules = new Set<string>();
  for (const [, section] of text.matchAll(/^## (\d+)\. /gm)) rules.add(section ?? '');
  for (const [, rule, words] of text.matchAll(/\*\*(\d+(?:\.\d+)?[a-g]?)\*\*([^\n]*)/g)) {
    rules.add(rule ?? '');
    for (const [, letter] of (words ?? '').matchAll(/\(([a-g])\)/g)) rules.add(`${rule}${letter}`);
  }
  return rules;
}

const NUMBER = /\d+(?:\.\d+)?[a-g]?/g;
/** Matches `§9.2f`, `§1.5–1.7, 2`, and a list that continues on the next line of the comment. */
const LIST = String.raw`,?(?:\s|\*)*§ ?((?:\d+(?:\.\d+)?[a-g]?(?:–|, |,? §|))+)`;

function citationsIn(file: string): { folder: Folder; rule: string }[] {
  const text = readFileSync(file, 'utf8');
  const found: { folder: Folder; rule: string }[] = [];
  const named = new RegExp(String.raw`(qmgr|threads|timers|world|importers)/README\.md${LIST}`, 'g');
  for (const [, folder, list] of text.matchAll(named))
    for (const [rule] of (list ?? '').matchAll(NUMBER)) found.push({ folder: folder as Folder, rule });
  const own = FOLDERS.find((folder) => dirname(file).startsWith(HOMES[folder]));
  if (own === undefined || own === 'world' || own === 'importers') return found;
  const rest = text.replace(named, '');
  for (const [, list] of rest.matchAll(/§ ?((?:\d+(?:\.\d+)?[a-g]?(?:–|, |,? §|))+)/g))
    for (const [rule] of (list ?? '').matchAll(NUMBER)) found.push({ folder: own, rule });
  return found;
}

describe('cited rules', () => {
  const files = ['src', 'tests'].flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:tsx?|m[jt]s)$/.test(name))
      .map((name) => join(root, name)),
  );
  const cited = files.flatMap((file) => citationsIn(file).map((citation) => ({ file, ...citation })));

  test('are found in every folder', () => {
    expect(cited.length).toBeGreaterThan(150);
    for (const folder of FOLDERS) expect(cited.some((one) => one.folder === folder)).toBe(true);
    // The check can fail: rule 9.9 does not exist.
    expect(rulesOf('qmgr').has('9.2f')).toBe(true);
    expect(rulesOf('qmgr').has('9.9')).toBe(false);
  });

  test('all exist as paragraphs', () => {
    const rules = new Map(FOLDERS.map((folder) => [folder, rulesOf(folder)] as const));
    const missing = cited.filter(({ folder, rule }) => rules.get(folder)?.has(rule) !== true);
    expect(missing.map(({ file, folder, rule }) => `${file}: ${folder} §${rule}`)).toEqual([]);
  });

  test('never point to a document outside the repository', () => {
    const kept = readdirSync('src', { recursive: true, encoding: 'utf8' }).map((name) => `src/${name}`);
    kept.push('README.md');
    const outside = files.flatMap((file) => {
      const text = readFileSync(file, 'utf8');
      const named = [...text.matchAll(/(?<=[\s(`"'/])\w[\w-]*(?:\/[\w-]+)*\.md\b/g)].map(([name]) => name);
      const missing = named.filter((name) => !kept.some((path) => `/${path}`.endsWith(`/${name}`)));
      if (/\b(?:architecture|visual-language|specification) §/.test(text)) missing.push('§');
      return missing.map((name) => `${file}: ${name}`);
    });
    expect(outside).toEqual([]);
  });
});
