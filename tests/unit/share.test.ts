import { gzipSync } from 'node:zlib';
import { readdirSync, existsSync, readFileSync, statSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Predicate } from '../../src/record/importers/classes/fields.ts';
import { parseClass, parsePredicate } from '../../src/record/importers/classes/parse.ts';
import { selectLives } from '../../src/record/importers/classes/select.ts';
import { readClasses } from '../../src/record/importers/classes/text.ts';
import { viewOf } from '../../src/record/importers/view.ts';
import type { MailClass } from '../../src/record/protocol/classes.ts';
import type { ReadResult } from '../../src/record/importers/input/read.ts';
import { textSource } from '../../src/record/importers/input/source.ts';
import { readSettings } from '../../src/record/importers/settings/read.ts';
import { createReading } from '../../src/reading/read.ts';
import { checksum, deflate, toBase64Url } from '../../src/scenario/bytes.ts';
import { joinBundle, readRecordLink, recordLink, splitBundle } from '../../src/scenario/record/bundle.ts';
import { type Shared, shareRecord } from '../../src/record/importers/share/share.ts';
import type { Member } from '../../src/record/importers/store/record.ts';
import { KNOWN_NAMES } from '../../src/record/importers/settings/known-names.ts';
import type { LateReport } from '../../src/record/protocol/findings.ts';
import type { Settings } from '../../src/record/protocol/settings.ts';
import { reportLate } from '../../src/record/worker/replay/late.ts';
import { packed, readAll } from '../fixtures/records/read.ts';

const ROOT = new URL('../fixtures/records/', import.meta.url).pathname;
const FOLDERS = [
  ...readdirSync(`${ROOT}logs`).map((name) => `logs/${name}`),
  ...readdirSync(`${ROOT}pairs`).map((name) => `pairs/${name}`),
  ...readdirSync(`${ROOT}verbose`).map((name) => `verbose/${name}`),
  'odd/content-filter',
  'odd/rotated',
].filter((folder) => statSync(ROOT + folder).isDirectory());

async function readFolder(
  folder: string,
): Promise<{ read: ReadResult; settings: Settings | null; queues: string[]; log: string }> {
  const names = readdirSync(ROOT + folder).sort();
  const logs = names.filter((name) => /^(mail\.?log|maillog)/.test(name));
  const read = await readAll(logs.map((name) => packed(`${folder}/${name}`)));
  const texts = ['postconf.txt', 'master.txt', 'transport.txt']
    .filter((name) => existsSync(`${ROOT}${folder}/${name}`))
    .map((name) => ({ name, text: readFileSync(`${ROOT}${folder}/${name}`, 'utf8') }));
  const queues = names
    .filter((name) => name.startsWith('postqueue'))
    .map((name) => readFileSync(`${ROOT}${folder}/${name}`, 'utf8'));
  const log = logs.map((name) => unpacked(readFileSync(`${ROOT}${folder}/${name}`))).join('');
  return { read, settings: texts.length === 0 ? null : readSettings(texts), queues, log };
}

const unpacked = (bytes: Buffer): string =>
  (bytes[0] === 0x1f ? gunzipSync(bytes) : bytes).toString('latin1');
const share = ({ read, settings, queues }: Awaited<ReturnType<typeof readFolder>>): Shared =>
  shareRecord(read.builder.members, settings, queues, { from: 0, to: 0, only: [], classes: [] });

async function readShared({ texts }: Shared): Promise<{ read: ReadResult; settings: Settings | null }> {
  const log = texts.find(({ name }) => name === 'maillog')?.text ?? '';
  const read = await readAll([textSource('maillog', log)]);
  const settings = texts.filter(({ name }) => /^(postconf|master|transport)/.test(name));
  return { read, settings: settings.length === 0 ? null : readSettings(settings) };
}

/** Returns everything in a record except names. */
function shape({ instance }: Member): Record<string, unknown> {
  const { tables } = instance;
  const { attempts, deliveries, lives, activations, windows, selections } = tables;
  const sizes = Object.fromEntries(
    Object.entries(tables)
      .filter(([name]) => name !== 'events')
      .map(([name, table]) => [name, table.length]),
  );
  const list = (column: ArrayLike<number>, length: number): number[] => Array.from(column).slice(1, length);
  return {
    sizes,
    b: list(attempts.b, attempts.length),
    delay: list(attempts.delay, attempts.length),
    digits: list(attempts.digits, attempts.length),
    status: list(attempts.status, attempts.length),
    outcome: list(attempts.outcome, attempts.length),
    delivery: list(attempts.delivery, attempts.length),
    starts: list(deliveries.start, deliveries.length).map((time) => time - (activations.time[1] ?? 0)),
    nrcpt: list(lives.nrcpt, lives.length),
    ends: list(lives.end, lives.length),
    ordinal: list(activations.ordinal, activations.length),
    window: list(windows.window, windows.length),
    cohorts: list(windows.cohorts, windows.length),
    busy: list(selections.busy, selections.length),
  };
}

/** Describes the first difference in a few words, because a million numbers would say nothing. */
function differing(one: unknown, other: unknown): string {
  const [a, b] = [JSON.stringify(one), JSON.stringify(other)];
  if (a === b) return '';
  let at = 0;
  while (a[at] === b[at]) at++;
  return `${a.slice(Math.max(0, at - 40), at + 40)} ≠ ${b.slice(Math.max(0, at - 40), at + 40)}`;
}

/** Lower-case words of more than three letters in a text. */
const wordsOf = (text: string): Set<string> => new Set(text.toLowerCase().match(/[a-z]{4,}/g) ?? []);

/** Words that a shared record may contain: those of log line formats, and of Postfix's own settings. */
const ALLOWED = new Set(
  (
    'example relay client login service host postfix ' +
    'qmgr smtp smtpd lmtp local virtual pipe error retry discard pickup cleanup bounce defer trace verify flush proxymap proxywrite ' +
    'showq anvil scache postlog postlogd postsuper rewrite trivial master tlsmgr submission smtps oqmgr maildrop uucp ifmail bsmtp ' +
    'scalemail backend mailman unix inet fifo dgram ' +
    'from size nrcpt queue active conn delay delays status sent deferred bounced expired returned sender removed none orig message ' +
    'sasl username hold header requeued placed released forced force delivery notification peer select preempt level ' +
    'throttle unthrottle feedback limit window success failure fail cohorts type value positive negative destination concurrency ' +
    'default daemon started version configuration reload terminating signal warning mail using entries ' +
    'queued temporarily suspended connect connection refused timed host refused talk said reply command lost conversation with while ' +
    'receiving initial server greeting performing handshake response user unknown again later greylisted many connections messages minute ' +
    'policy mailbox full over here rcpt data delivered maildir file forwarded code imuxsock rsyslogd from limiting rate lines ' +
    'yes time minimal maximal backoff lifetime process minimum slots slot cost loan discount recipient extra refill initial failed cohort ' +
    'cache demand debug compatibility transport name syslog relayhost notify warn clog logging resolution ' +
    'arrival json incoming address reason daemon recipients expire false content filter'
  ).split(' '),
);

describe('a record that is shared', () => {
  it.each(FOLDERS)('%s: reads the same, except for names', async (folder) => {
    const original = await readFolder(folder);
    const shared = await readShared(share(original));
    expect(shared.read.builder.members).toHaveLength(
      original.read.builder.members.filter(({ instance }) => instance.tables.lives.length > 1).length,
    );
    const members = original.read.builder.members.filter(({ instance }) => instance.tables.lives.length > 1);
    for (const [i, member] of members.entries()) {
      const other = shared.read.builder.members[i] as Member;
      expect(other.unknown.count, JSON.stringify(other.unknown.list().slice(0, 2))).toBe(0);
      const [mine, theirs] = [shape(member), shape(other)];
      // Where the clock was set back, later times continue from the latest.
      // Times within a second are found by queue ids, which a shared record does not have.
      const stepped = member.instance.clockSteps.length > 0 || member.instance.resolution >= 1_000_000;
      for (const name of Object.keys(mine).filter((one) => !stepped || one !== 'starts'))
        expect(differing(mine[name], theirs[name]), name).toBe('');
    }
  });

  it.each(FOLDERS)('%s: no address, host, id or word of it survives', async (folder) => {
    const original = await readFolder(folder);
    const shared = share(original);
    const text = shared.texts.map((part) => part.text).join('');
    const strange = [...wordsOf(text)].filter((word) => !ALLOWED.has(word));
    expect(strange.filter((word) => !isParameter(word, text))).toEqual([]);
    // All ids of the original, and every word that contains a dot or an @.
    const names = new Set(
      original.log.match(
        /[\w.+=-]+@[\w.-]+|\b[\w-]+(?:\.[\w-]+)+\b|\b[0-9A-F]{10,12}\b|\b[0-9B-DF-HJ-NP-TV-Zb-df-hj-np-tv-z]{12,16}\b/g,
      ),
    );
    const left = [...names]
      .filter((name) => !/^[\d.]+$/.test(name) || /^\d+\.\d+\.\d+\.\d+$/.test(name))
      .filter((name) => text.includes(name));
    expect(left.filter((name) => !STAYS.test(name))).toEqual([]);
    // The key maps each replacement to the original name.
    const key = new Map(shared.key.split('\n').map((line) => line.split('\t') as [string, string]));
    const [first] = original.read.builder.members;
    expect(key.get('host1')).toBe(first?.host);
  });

  it('a reader finds what its owner finds: rules, figures, waits and engine answers', async () => {
    for (const folder of ['pairs/w2-rate1s', 'verbose/w1b', 'verbose/w4', 'verbose/w3']) {
      // oxlint-disable-next-line no-await-in-loop
      const original = await readFolder(folder);
      // oxlint-disable-next-line no-await-in-loop
      const shared = await readShared(share(original));
      const [mine, theirs] = [original, shared].map(({ read, settings }) =>
        reportLate(read.builder.members[0] as Member, settings, {
          predicates: [],
          files: [],
          options: { classes: [], from: 0, to: 0, thresholds: {} },
          replay: folder === 'verbose/w1b',
        }),
      );
      const told = (report: LateReport | undefined): object[] =>
        (report?.findings ?? []).map(({ rule, cost, recipients, figures, longest }) => ({
          rule,
          cost: Math.round(cost),
          recipients,
          figures,
          longest,
        }));
      expect(told(mine).length, folder).toBeGreaterThan(0);
      expect(told(theirs)).toEqual(told(mine));
      expect(theirs?.verdicts[0]?.method).toBe(mine?.verdicts[0]?.method);
      expect(theirs?.verdicts[0]?.queue).toEqual(mine?.verdicts[0]?.queue);
    }
  });

  it('with part of the mail says so, and the engine splits nothing it has not seen', async () => {
    const { read, settings } = await readFolder('verbose/w1b');
    const only = parsePredicate('from=reset@*', 'only');
    if (!only.ok) throw new Error('no predicate');
    const some = shareRecord(read.builder.members, settings, [], {
      from: 0,
      to: 0,
      only: [only.value],
      classes: [],
    });
    const theirs = await readShared(some);
    const [member] = theirs.read.builder.members;
    if (member === undefined) throw new Error('no record');
    const options = { classes: [], from: 0, to: 0, thresholds: {} };
    const question = { predicates: [], files: [], options, replay: true };
    const part = theirs.read.builder.isPartOfMail(member);
    const report = reportLate(member, theirs.settings, { ...question, part });
    expect(report.whyCounts).toContain('only some of the mail was shared');
    expect(report.verdicts[0]?.method).toBe('counts');
    // A shared record of all mail has no line that says that only some mail was shared.
    const whole = await readShared(share({ read, settings, queues: [], log: '' }));
    expect(whole.read.builder.isPartOfMail(whole.read.builder.members[0] as Member)).toBe(false);
  });

  it('a queue named by its reply keeps the words of its attempts', async () => {
    const shared = await readShared(share(await readFolder('verbose/w3')));
    const { tables, pools } = (shared.read.builder.members[0] as Member).instance;
    const rows = (length: number): number[] => Array.from({ length: length - 1 }, (_, i) => i + 1);
    const told = new Set(
      rows(tables.attempts.length).map(
        (row) =>
          `${pools.codes.text(tables.attempts.dsn[row] ?? 0)} ${pools.replies.text(tables.attempts.reply[row] ?? 0)}`,
      ),
    );
    const queues = rows(tables.selections.length)
      .filter((row) => pools.strings.text(tables.selections.transport[row] ?? 0) === 'retry')
      .map((row) => pools.strings.text(tables.selections.queue[row] ?? 0));
    expect(queues.length).toBeGreaterThan(10);
    expect(queues.filter((queue) => !told.has(queue))).toEqual([]);
  });

  it('cut by time and by class holds whole messages, and no others', async () => {
    const { read, settings } = await readFolder('verbose/w1b');
    const parsed = parseClass('resets=from=reset@*');
    if (!parsed.ok) throw new Error('the class is not read');
    const { instance } = read.builder.members[0] as Member;
    const from = instance.from + 30_000_000;
    const cut = shareRecord(read.builder.members, settings, [], {
      from,
      to: from + 20_000_000,
      only: [parsed.value.predicate],
      classes: [],
    });
    const again = await readShared(cut);
    const { lives, attempts } = (again.read.builder.members[0] as Member).instance.tables;
    expect(lives.length - 1).toBe(cut.counts.messages);
    expect(cut.counts.messages).toBeGreaterThan(5);
    expect(cut.counts.messages).toBeLessThan(60);
    expect(attempts.length - 1).toBe(cut.counts.messages);
  });

  it.each(['verbose/w1b', 'logs/f1-afternoon', 'odd/content-filter'])(
    '%s: its classes select the same messages',
    async (folder) => {
      const { read, settings } = await readFolder(folder);
      const [member] = read.builder.members as [Member];
      const { classes, expected } = classesFor(member);
      const shared = shareRecord(read.builder.members, settings, [], { from: 0, to: 0, only: [], classes });
      expect(shared.classesLeft).toEqual([{ name: 'nobody', because: 'no-message' }]);
      expect(shared.classes.map(({ own }) => own)).toEqual([...expected.keys()]);
      // The original name of a class with a replaced name is in the key, and nowhere else.
      const renamed = shared.classes.find(({ own }) => own.startsWith('of '));
      expect(renamed?.name).toMatch(/^class \d+$/);
      expect(shared.key).toContain(`${renamed?.name}\t${renamed?.own}`);

      const text = shared.texts.find(({ name }) => name === 'classes.jsonl')?.text ?? '';
      for (const name of realNames(member)) expect(text.toLowerCase()).not.toContain(name);
      const again = await readShared(shared);
      const { instance } = again.read.builder.members[0] as Member;
      const found = readClasses(text) ?? [];
      expect(found.map(({ name }) => name)).toEqual(shared.classes.map(({ name }) => name));
      for (const [i, { predicate }] of found.entries())
        expect([...selectLives(instance, predicateOf(predicate))], predicate).toEqual([
          ...(expected.get(shared.classes[i]?.own ?? '') ?? []),
        ]);
      // Classes are one of the texts of the file and of the link, and the page recognizes them.
      expect(splitBundle(joinBundle(shared.texts))).toEqual(shared.texts);
      const files = await readAll(shared.texts.map((part) => textSource(part.name, part.text)));
      const view = viewOf(files, new Map(shared.texts.map((part, i) => [i, part.text])), 'UTC');
      expect(view.classes).toEqual(found);
      expect(view.files.at(-1)?.kind).toBe('classes');
    },
  );

  it('is one text, and a link where short; a damaged link says so', async () => {
    const { texts } = share(await readFolder('odd/content-filter'));
    expect(splitBundle(joinBundle(texts))).toEqual(texts);
    expect(splitBundle('Nov 21 01:00:00 mx1 postfix/qmgr[1]: x')).toBeNull();
    const link = await recordLink(texts);
    expect(await readRecordLink(`#${link}`)).toEqual(texts);
    expect(await readRecordLink(`#${link.slice(0, -4)}`)).toContain('The end of the link is missing');
    expect(await readRecordLink(`#${link.replace(/record=..../, 'record=AAAA')}`)).toContain('changed');
  });

  it('refuses a link or file that unpacks far beyond its size, without holding it', async () => {
    // One text of a megabyte is stored once and used on two hundred lines.
    const lines = { d: 0, t: Array(200).fill('1').join(','), k: Array(200).fill('0').join(','), c: [[]] };
    const body = `postfix&tab=overview&record=${toBase64Url(
      await deflate(JSON.stringify([['maillog', { ...lines, f: ['x'.repeat(1_000_000)] }]])),
    )}`;
    expect(await readRecordLink(`${body}&c=${checksum(body)}`)).toBe(
      'The record in this link cannot be read.',
    );

    const read = createReading(() => import('../../src/learn/reading/lesson.ts'));
    const file = (text: string): Blob => new Blob([gzipSync(text)]);
    const { texts } = share(await readFolder('odd/content-filter'));
    const whole = joinBundle(texts);
    expect(await read('record-file', file(whole), () => undefined)).toEqual(texts);
    expect(await read('record-file', new Blob([whole]), () => undefined)).toEqual(texts);
    const bomb = file(whole + ' '.repeat(65 * 1024 * 1024));
    expect(bomb.size).toBeLessThan(100_000);
    expect(await read('record-file', bomb, () => undefined)).toBeNull();
    expect(await read('record-file', file('no record'), () => undefined)).toBeNull();
  });

  it('a link holds hundreds of attempts', async () => {
    const { texts, counts } = share(await readFolder('pairs/w4-base'));
    const link = await recordLink(texts);
    expect(link.length / counts.lines).toBeLessThan(14);
    expect(await readRecordLink(link)).toEqual(texts);
  });
});

function predicateOf(text: string): Predicate {
  const read = parsePredicate(text);
  if (!read.ok) throw new Error(`${text}: ${JSON.stringify(read.errors)}`);
  return read.value;
}

/**
 * Makes classes that use every kind of test, with values of the middle attempt of a record. Also returns the rows that
 * each class selects.
 */
function classesFor({ instance }: Member): { classes: MailClass[]; expected: Map<string, Uint8Array> } {
  const { tables, pools } = instance;
  const { attempts, lives } = tables;
  const row = attempts.length >> 1;
  const to = pools.strings.text(attempts.to[row] ?? 0);
  const life = attempts.life[row] ?? 0;
  const from = pools.strings.text(lives.sender[life] ?? 0) || '<>';
  const relay = pools.strings.text(attempts.relay[row] ?? 0);
  const domain = to.slice(to.indexOf('@') + 1);
  const asked: [name: string, predicate: string][] = [
    ['sender', `from=${from}`],
    ['local parts', `to=${to.slice(0, to.indexOf('@') + 1)}*`],
    ['everybody there', `to=*@${domain.slice(0, 3)}* and not status=bounced`],
    [`of ${domain}`, `to!=*@${domain} or size>1`],
    ['by way of', `relay="${relay}"`],
    ['one of them', `id=${pools.texts.text(lives.id[life] ?? 0)}`],
    ['large', 'size>=1k or (recipients>2 and tries<3) or b>1m'],
    ['anything', 'from=* and not (to=nobody@nowhere.test)'],
    ['nobody', 'to=nobody@nowhere.test'],
  ];
  const classes = asked.map(([name, predicate]) => ({ name, predicate }));
  const expected = new Map(
    asked.slice(0, -1).map(([name, predicate]) => [name, selectLives(instance, predicateOf(predicate))]),
  );
  return { classes, expected };
}

function realNames({ host, instance }: Member): string[] {
  const { tables, pools } = instance;
  const names = new Set<string>();
  for (let row = 1; row < tables.attempts.length; row++) {
    names.add(pools.strings.text(tables.attempts.to[row] ?? 0).replace(/^.*@/, ''));
    const relay = pools.strings.text(tables.attempts.relay[row] ?? 0);
    if (relay.includes('[')) for (const part of relay.split(/[[\]]/, 2)) names.add(part);
  }
  for (let life = 1; life < tables.lives.length; life++)
    names.add(pools.texts.text(tables.lives.id[life] ?? 0));
  // Names of the laboratory look like the replacement names.
  for (const name of names) if (name === '' || /^d\d+\.example$/.test(name)) names.delete(name);
  return [host.length > 3 ? host : 'host-', ...names].map((name) => name.toLowerCase());
}

/** Texts that are no names: versions, ports, words of Postfix. */
const STAYS = /^(?:\d+\.\d+\.\d+|\d\.\d+e-\d+|trivial-rewrite|\d{1,5})$/;

/** Tells whether the word is part of the name of a Postfix parameter. */
function isParameter(word: string, text: string): boolean {
  return text.split('\n').some((line) => {
    const [, name = ''] = /^([a-z_]+) = /.exec(line) ?? [];
    return (
      name.includes(word) &&
      (KNOWN_NAMES.has(name) || name.startsWith('default_') || name.startsWith('smtp_'))
    );
  });
}
