import { readFileSync } from 'node:fs';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import {
  ANSWERS_MAX,
  encodeAnswers,
  parseAnswers,
  type GivenAnswer,
} from '../../src/learn/lessons/answers.ts';
import { LESSON_LIMITS } from '../../src/learn/lessons/lesson-schema.ts';
import type { PackagedLesson, Standard } from '../../src/learn/package/manifest.ts';
import { packLessonFiles } from '../../src/learn/package/pack.ts';

const LESSON: PackagedLesson = {
  id: 'mine',
  title: 'Jobs & <slots> "here"',
  language: 'en',
  about: 'What it is about.',
  asks: true,
  hash: 'lesson&t=abc&c=0000000',
};
const PAGE: Record<string, string> = {
  'index.html': '<!doctype html>',
  'assets/a b-1.js': 'x'.repeat(200_000),
  'assets/font.woff2': 'bytes',
  'empty.txt': '',
  'picture-moving.png': 'not of a lesson',
  'examples/embed.html': 'not of a lesson',
  'scorm/index.html': '<!doctype html>',
  'scorm/lesson.js': 'globalThis.qmgrscopeLesson = null;',
};

async function pack(standard: Standard, lesson = LESSON): Promise<Record<string, string>> {
  const read = (name: string): Promise<Uint8Array> =>
    Promise.resolve(new TextEncoder().encode(PAGE[name] ?? ''));
  const chunks = await packLessonFiles(lesson, standard, { names: Object.keys(PAGE), read });
  const files = unzipSync(new Uint8Array(Buffer.concat(chunks)));
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]));
}

describe('a package', () => {
  test.each(['1.2', '2004'] as const)('of SCORM %s declares every file that is in it', async (standard) => {
    const files = await pack(standard);
    const { 'imsmanifest.xml': manifest = '', ...others } = files;
    const declared = [...manifest.matchAll(/<file href="([^"]+)"/g)].map(([, href]) =>
      decodeURIComponent(href ?? ''),
    );
    expect(declared).toEqual(Object.keys(others).toSorted());
    expect(declared).toContain('assets/a b-1.js');
    expect(files['assets/a b-1.js']).toBe(PAGE['assets/a b-1.js']);
    expect(Object.keys(files)[0]).toBe('imsmanifest.xml');
    expect(declared.filter((name) => /^(picture|examples)/.test(name))).toEqual([]);
    expect(manifest).toContain('<title>Jobs &amp; &lt;slots&gt; &quot;here&quot;</title>');
    expect(manifest).toContain(
      standard === '1.2' ? '<schemaversion>1.2<' : '<schemaversion>2004 4th Edition<',
    );
    expect(manifest).toMatch(standard === '1.2' ? /masteryscore>60</ : /minNormalizedMeasure>0\.6</);
  });

  test('of cmi5 names its page and the passing score', async () => {
    const { 'cmi5.xml': structure = '' } = await pack('cmi5');
    expect(structure).toContain('xmlns="https://w3id.org/xapi/profiles/cmi5/v1/CourseStructure.xsd"');
    expect(structure).toMatch(/<au id="urn:qmgrscope:lesson:mine"[^>]* masteryScore="0\.6"/);
    expect(structure).toContain('<url>scorm/index.html</url>');
  });

  test('names its lesson to the wrapper, and without questions has no passing score', async () => {
    const files = await pack('2004', { ...LESSON, asks: false });
    expect(files['scorm/lesson.js']).toBe(
      `globalThis.qmgrscopeLesson = ${JSON.stringify({ id: 'mine', title: LESSON.title, hash: LESSON.hash, standard: '2004' })};\n`,
    );
    expect(files['imsmanifest.xml']).not.toContain('minNormalizedMeasure');
  });

  test('can be cancelled', async () => {
    const ends = new AbortController();
    const read = (): Promise<Uint8Array> => Promise.resolve(new Uint8Array(1));
    const onProgress = (done: number): void => {
      if (done === 2) ends.abort(new Error('enough'));
    };
    const names = Object.keys(PAGE);
    await expect(
      packLessonFiles(LESSON, '1.2', { names, read }, { signal: ends.signal, onProgress }),
    ).rejects.toThrow('enough');
  });

  test('opens a page whose files all exist', () => {
    const html = readFileSync('public/scorm/index.html', 'utf8');
    const names = [...html.matchAll(/(?:src|href)="([^"./][^"]*)"/g)].map(([, name]) => name ?? '');
    expect(names).toContain('lesson.js');
    for (const name of names) expect(readFileSync(`public/scorm/${name}`, 'utf8')).not.toBe('');
  });
});

describe('answers as text', () => {
  const found: GivenAnswer = { chosen: [0], revealed: true, right: true, found: true };
  const second: GivenAnswer = { chosen: [2, 1], revealed: true, right: false, found: true };
  const shown: GivenAnswer = { chosen: [3], revealed: true, right: false, found: false };
  const open: GivenAnswer = { chosen: [1], revealed: false, right: false, found: false };
  const given: GivenAnswer = { chosen: [], revealed: true, right: false, found: false };

  test('are read back unchanged', () => {
    const answers = new Map([
      [2, found],
      [4, second],
      [5, shown],
      [7, open],
      [9, given],
    ]);
    const text = encodeAnswers({ answers, seconds: 412 });
    expect(text).toBe('t412.2ay.4cby.5dn.7b.9n');
    expect(parseAnswers(text)).toEqual({ answers, seconds: 412 });
  });

  test('of the longest lesson fit into what SCORM 1.2 keeps', () => {
    const longest: GivenAnswer = { chosen: [0, 1, 2, 3], revealed: true, right: false, found: false };
    const stops = Array.from({ length: LESSON_LIMITS.stops }, (_, i) => [i + 1, longest] as const);
    const text = encodeAnswers({ answers: new Map(stops), seconds: 1e12 });
    expect(text.length).toBeLessThanOrEqual(ANSWERS_MAX);
    // The stored text also contains the reader's position (before the answers) and a completion code (after them).
    expect(ANSWERS_MAX + 200).toBeLessThan(4096);
    expect(parseAnswers(text)?.answers.size).toBe(LESSON_LIMITS.stops);
  });

  test.each(['', 't', 't1.', 't1.2i', 't1.2ayy', '2ay', 't1.2ay ', `t1${'.40abcdn'.repeat(60)}`])(
    'are not read from $0',
    (text) => expect(parseAnswers(text)).toBeNull(),
  );
});
