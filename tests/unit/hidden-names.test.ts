import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allThatLeaves, leak } from '../fuzz/names.ts';
import { NAME_KINDS, nastyRecord } from '../fuzz/nasty-names.ts';
import { textSource } from '../../src/record/importers/input/source.ts';
import { shareRecord } from '../../src/record/importers/share/share.ts';
import { Renamer } from '../../src/record/importers/share/names.ts';
import { plainQueueName, plainReply } from '../../src/record/importers/share/replies.ts';
import { plainSettings, plainVersion } from '../../src/record/importers/share/settings.ts';
import { readSettings } from '../../src/record/importers/settings/read.ts';
import { createDraw } from '../../src/learn/questions/draw.ts';
import { joinBundle } from '../../src/scenario/record/bundle.ts';
import { fixture, readAll } from '../fixtures/records/read.ts';
import { runCount } from '../fixtures/all.ts';

const HERE = new URL('../fixtures/records/names/', import.meta.url).pathname;

const RUNS = runCount(12);

describe('data that leaves with hidden names', () => {
  it('holds none of 500 names of each kind that every text contains', async () => {
    const { text, planted } = nastyRecord(createDraw(43), 250);
    for (const kind of Object.keys(NAME_KINDS)) expect(planted.get(kind), kind).toBeGreaterThanOrEqual(500);
    const { texts, findings, messages } = await allThatLeaves(text);
    expect(leak(texts)).toBeNull();
    expect(findings).toBeGreaterThan(5);
    expect(messages).toBeGreaterThan(200);
  });

  it('holds no name of any small record', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.integer({ min: 1, max: 8 }), async (seed, messages) => {
        const { texts } = await allThatLeaves(nastyRecord(createDraw(seed), messages).text);
        expect(texts.length).toBeGreaterThan(0);
        expect(leak(texts)).toBeNull();
      }),
      { numRuns: RUNS },
    );
  });

  it.each(['', 'report-'])('holds no name of a log of every form, with %spostconf.txt', async (which) => {
    const settings = ['postconf.txt', 'master.txt'].map((name) => ({
      name,
      text: readFileSync(`${HERE}${which}${name}`, 'utf8'),
    }));
    const { texts, findings } = await allThatLeaves(
      joinBundle([
        { name: 'maillog', text: new TextDecoder().decode(fixture('names/maillog.gz')) },
        ...settings,
        { name: 'transport.txt', text: readFileSync(`${HERE}transport.txt`, 'utf8') },
      ]),
    );
    expect(leak(texts)).toBeNull();
    expect(findings).toBeGreaterThan(0);
  });
});

describe('exported text, built only from harmless words', () => {
  const reply = (text: string, sent = false): string => plainReply(text, sent, new Renamer());

  it.each([
    [
      'host mx[10.0.0.1] said: 550-5.7.1 [5.7.113.9] no 550 5.7.1 Ask (in reply to end of DATA command)',
      '550 5.7.1',
    ],
    ['host mx[10.0.0.1] said: 450 seen from 4.7.113.8', '450'],
    ['host mx[10.0.0.1] said: 450 4.2.0-dsl.example', '450'],
    ['host mx[10.0.0.1] said: 450 Postfix 2.11.3', '450'],
  ])('keeps reply codes and no address: $0', (text, codes) => {
    expect(reply(text)).toMatch(new RegExp(`said: ${codes.replaceAll('.', '\\.')} (refused|try)`));
  });

  it('keeps the code of a reply that accepted mail, and no part of an address', () => {
    expect(reply('250 2.0.0 Ok: queued as ', true)).toBe('250 2.0.0 Ok: queued as ');
    expect(reply('relayed by 203.0.113.9 and 2.0.113.9', true)).toBe('250 Ok');
    expect(reply('seen from 203-0-113-9.dsl', true)).toBe('250 Ok');
  });

  it('keeps Postfix’s own words around a reply', () => {
    for (const text of [
      'connect to relay1[relay2]:25: Connection timed out',
      'delivery temporarily suspended: connect to relay1[relay2]:25: Connection refused',
      'lost connection with relay1[relay2] while receiving the initial server greeting',
      'conversation with relay1[relay2] timed out while sending end of data -- message may be sent more than once',
      'host relay1[relay2] said: 450 4.2.0 Greylisted, try again later (in reply to RCPT TO command)',
      'TLS is required',
    ])
      expect(reply(text.replaceAll('relay1[relay2]', 'mx[10.0.0.1]'))).toBe(text);
  });

  it('names the queue of an error transport by its reply', () => {
    expect(plainQueueName('4.7.1 rate limit of zq', new Renamer())).toBe(
      '4.7.1 too many messages per minute here',
    );
    expect(plainQueueName('4.7.1.9 zq', new Renamer())).toBe('d1.example');
  });

  it.each([
    ['3.7.11', '3.7.11'],
    ['3.7.11-zqbuild', '3.7.11'],
    ['3.9-20240214', '3.9-20240214'],
    ['3.8.0-RC1', '3.8.0-RC1'],
    ['3.9-20231221-nonprod', '3.9-20231221-nonprod'],
    ['10.0.0.5', null],
    ['zq', null],
  ])('keeps the release of a version: %s', (text, release) => {
    expect(plainVersion(text)).toBe(release);
  });

  it('keeps parameters of a transport by their exact names', () => {
    const settings = readSettings([
      {
        name: 'postconf.txt',
        text: 'smtp_zq_destination_rate_delay = 1s\nsmtp_destination_rate_delay = 2s\nzqa_destination_rate_delay = 3s\nzqb_destination_rate_delay = 4s\nsmtp_destination_recipient_limit = 203.0.113.5\n',
      },
      {
        name: 'master.txt',
        text: 'smtp unix - - n - 2 smtp\nzqa unix - - n - 300? smtp -v -o zqa_zq_destination_rate_delay=1s -o zqa_destination_rate_delay=5s\n',
      },
    ]);
    const { texts, shared, left } = plainSettings(settings, new Renamer(), []);
    const [main, master] = texts.map(({ text }) => text);
    expect(main).toBe('smtp_destination_rate_delay = 2s\nservice1_destination_rate_delay = 3s\n');
    expect(master).toBe(
      'smtp unix - - n - 2 smtp\nservice1 unix - - n - 300? smtp -v -o service1_destination_rate_delay=5s\n',
    );
    expect([shared, left]).toEqual([2, 3]);
  });

  it('keeps classes by the kind of a reply, and only ordinary words as names', async () => {
    const line = '2026-11-21T01:46:42.597856+00:00 vm postfix';
    const log = [
      `${line}/qmgr[1]: F00D000000: from=<a@zq.example>, size=1, nrcpt=1 (queue active)`,
      `${line}/smtp[2]: F00D000000: to=<b@zq.example>, relay=zq[10.0.0.1]:25, delay=1, delays=0/0/0/1, dsn=4.2.0, status=deferred (host zq[10.0.0.1] said: 450 4.2.0 Greylisted by zq (in reply to RCPT TO command))`,
    ];
    const { builder } = await readAll([textSource('maillog', `${log.join('\n')}\n`)]);
    const { classes, classesLeft } = shareRecord(builder.members, null, [], {
      from: 0,
      to: 0,
      only: [],
      classes: [
        { name: 'large orders 2', predicate: 'reply=*greylisted*' },
        { name: 'Amber Books', predicate: 'reply="*try again later*" or size>0' },
        { name: 'scan', predicate: 'reply="*greylisted by*"' },
      ],
    });
    expect(classes.map(({ name, predicate }) => [name, predicate])).toEqual([
      ['large orders 2', 'reply=*greylisted*'],
      ['class 2', expect.stringContaining('size>0')],
      ['scan', '(id=000001)'],
    ]);
    expect(classesLeft).toEqual([]);
  });
});
