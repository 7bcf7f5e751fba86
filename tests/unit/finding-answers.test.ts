import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { answerOf } from '../../src/record/explain/findings/answer.ts';
import { cardOf } from '../../src/record/explain/findings/cards.ts';
import { findingWords } from '../../src/record/explain/findings/sentences.ts';
import { textSource } from '../../src/record/importers/input/source.ts';
import { readSettings } from '../../src/record/importers/settings/read.ts';
import type { Finding, LateReport } from '../../src/record/protocol/findings.ts';
import { reportLate } from '../../src/record/worker/replay/late.ts';
import { PUBLIC, publicNames } from '../fixtures/records/public-checks.ts';
import { readAll } from '../fixtures/records/read.ts';

const RECORDS = new URL('../fixtures/records/', import.meta.url).pathname;
const SETTINGS = ['main.cf', 'master.cf', 'postconf.txt', 'master.txt', 'transport.txt'];

function logIn(folder: string): string | null {
  if (existsSync(`${folder}/maillog`)) return readFileSync(`${folder}/maillog`, 'utf8');
  return existsSync(`${folder}/maillog.gz`)
    ? gunzipSync(readFileSync(`${folder}/maillog.gz`)).toString()
    : null;
}

/** Makes the reports on the log in `folder`, with the settings in the folder `settings`. */
async function reportsOf(folder: string, settings: string): Promise<LateReport[]> {
  const log = logIn(folder);
  if (log === null) return [];
  const texts = SETTINGS.filter((name) => existsSync(`${settings}/${name}`)).map((name) => ({
    name,
    text: readFileSync(`${settings}/${name}`, 'utf8'),
  }));
  const { builder, files } = await readAll([textSource('maillog', log)], { year: 2024 });
  return builder.members.map((member) =>
    reportLate(member, texts.length === 0 ? null : readSettings(texts), {
      predicates: [],
      files: files.map(({ name }) => name),
      options: { classes: [], from: 0, to: 0, thresholds: {} },
      replay: false,
    }),
  );
}

/** Words of a text. Quotations are one word, because Postfix or a server wrote them. */
const wordsIn = (text: string): string[] => text.replaceAll(/“[^”]*”/g, '“…”').split(/[ \n]+/);

const sentencesIn = (text: string): string[] =>
  text.replaceAll(/“[^”]*”/g, '“…”').split(/(?<=[.!?])\s+(?=\S)/);

const all: { of: string; finding: Finding }[] = [];
const reports = new Map<string, LateReport[]>();

/** Recordings to check in addition to the public cases. The second name is the folder of the recording's settings. */
const RECORDINGS = [
  ['logs/f1-afternoon', 'logs/f1-afternoon'],
  ['pairs/w1b-base', 'verbose/w1b'],
  ['pairs/w2-base', 'verbose/w2'],
  ['pairs/w3-flush105', 'verbose/w3'],
  ['pairs/w4-rcpt1', 'verbose/w4'],
] as const;

beforeAll(async () => {
  const folders = [
    ...publicNames().map((name) => [name, PUBLIC + name, PUBLIC + name] as const),
    ...RECORDINGS.map(([name, settings]) => [name, RECORDS + name, RECORDS + settings] as const),
  ];
  for (const [name, folder, settings] of folders) {
    // oxlint-disable-next-line no-await-in-loop
    const found = await reportsOf(folder, settings);
    reports.set(name, found);
    for (const { findings } of found) all.push(...findings.map((finding) => ({ of: name, finding })));
  }
}, 60_000);

const answerIn = (name: string): ReturnType<typeof answerOf> => {
  const [report] = reports.get(name) ?? [];
  if (report === undefined) throw new Error(`${name}: no report`);
  return answerOf(report);
};
const titlesIn = (name: string): string[] => answerIn(name).things.map((one) => cardOf(one).title);

describe('findings as they are read', () => {
  it('a card has a title of at most eight words, a figure and a line', () => {
    expect(new Set(all.map(({ finding }) => finding.rule)).size).toBeGreaterThan(18);
    for (const { of, finding } of all) {
      const { title, figure, line } = cardOf(finding);
      expect(wordsIn(title).length, `${of}: ${title}`).toBeLessThanOrEqual(8);
      expect(`${title} ${figure} ${line}`, of).not.toMatch(/undefined|NaN|\[\d/);
      expect(figure, `${of}: ${title}`).not.toBe('');
    }
  });

  it('no sentence has more than 20 words', () => {
    for (const { of, finding } of all) {
      const { sentence, evidence, help } = findingWords(finding, 'UTC');
      for (const one of sentencesIn(`${sentence} ${evidence} ${help}`))
        expect(wordsIn(one).length, `${of}, ${finding.rule}: ${one}`).toBeLessThanOrEqual(20);
    }
  });
});

describe('the answer', () => {
  it('names what made mail late, and that the queue manager was not the cause', () => {
    const { headline, sub, cause, smaller } = answerIn('logs/f1-afternoon');
    expect(headline).toBe('3 things made mail late');
    expect(sub).toBe('91 of 448 recipients were deferred at the first attempt.');
    expect(titlesIn('logs/f1-afternoon')).toEqual([
      'flaky.example was down',
      'grey.example greylists',
      'dead.example stayed down',
    ]);
    expect(smaller).toHaveLength(2);
    expect(cause).toMatchObject({ good: true, head: 'The queue manager was not the cause.' });
  });

  it('says where the queue manager made mail wait', () => {
    const { headline, sub, cause } = answerIn('pairs/w1b-base');
    expect(headline).toBe('2 things made mail late');
    expect(sub).toMatch(/of 1\u202f589 recipients waited over 10 s in the queue manager\.$/);
    expect(cause).toMatchObject({ good: false, head: 'The queue manager made mail wait.' });
  });

  it('tells a healthy record as healthy', () => {
    for (const name of ['k7-nothing-late', 'k3-harmless']) {
      const { headline, things } = answerIn(name);
      expect(headline, name).toBe('Nothing made mail late');
      expect(things, name).toEqual([]);
    }
  });

  it('answers one late line, and failures whose mail still waits at the end of the log', () => {
    const [line] = answerIn('k7-one-line').things;
    expect(line && cardOf(line)).toEqual({
      title: 'This log does not show why',
      figure: '16 min',
      line: 'in the queue manager',
    });
    expect(titlesIn('k2-smtp-dies')[0]).toMatch(/smtp/);
    expect(titlesIn('k4-stuck-now')).toEqual(['Active mail was not tried']);
    expect(answerIn('k4-stuck-now').cause).toMatchObject({ good: false });
    // A scan only adds to the wait of mail that something else deferred.
    expect(titlesIn('k2-relayhost-log')).toEqual(['smtp.relay.example:587 was down']);
  });

  it('leads with what Postfix warns of where no mail is known to be late', () => {
    expect(answerIn('k3-process-limit').headline).toBe('Postfix reported a problem');
    expect(titlesIn('k3-process-limit')[0]).toMatch(/^All 100 processes of/);
  });
});
