import { describe, expect, it } from 'vitest';
import { textSource } from '../../src/record/importers/input/source.ts';
import type { Instance } from '../../src/record/importers/store/instance.ts';
import { OUTCOMES } from '../../src/record/importers/store/tables.ts';
import { isoTime, summarize } from '../../src/record/importers/summary.ts';
import { readAll, readLines } from '../fixtures/records/read.ts';

const STAMP = '2026-11-21T01:46:47.651120+00:00 vm';
const line = (text: string, stamp = STAMP): string => `${stamp} ${text}`;
const at = (time: string, text: string): string => `2026-11-21T${time}+00:00 vm ${text}`;

function attempts({ tables, pools }: Instance): string[] {
  const { attempts: rows, lives } = tables;
  return Array.from({ length: rows.length - 1 }, (_, i) => {
    const row = i + 1;
    const id = pools.texts.text(lives.id[rows.life[row] ?? 0] ?? 0);
    return `${id} ${pools.strings.text(rows.to[row] ?? 0)} ${pools.replies.text(rows.reply[row] ?? 0)}${pools.texts.text(rows.queuedAs[row] ?? 0)}`;
  });
}

const SENT =
  'postfix/smtp[7]: 9DC89228185: to=<a@b.example>, relay=mx[1.2.3.4]:25, delay=1.2, delays=0.1/0.2/0.3/0.6, dsn=2.0.0, status=sent (250 Ok)';

describe('the head of a line', () => {
  it.each([
    ['RFC 3339', '2026-11-21T01:46:47.651120+00:00 vm', '2026-11-21T01:46:47.651120Z'],
    ['another zone', '2026-11-21T02:46:47.651120+01:00 vm', '2026-11-21T01:46:47.651120Z'],
    ['milliseconds and Z', '2026-11-21T01:46:47.651Z vm', '2026-11-21T01:46:47.651000Z'],
    ['journalctl -o short-iso-precise', '2026-11-21T01:46:47.651120+0000 vm', '2026-11-21T01:46:47.651120Z'],
    ['journalctl -o short-full', 'Sat 2026-11-21 02:46:47 CET vm', '2026-11-21T01:46:47.000000Z'],
    ['journalctl -o short-unix', '1795225607.651120 vm', '2026-11-21T01:46:47.651120Z'],
    ['journalctl -o short-precise', 'Nov 21 01:46:47.651120 vm', '2026-11-21T01:46:47.651120Z'],
    ['traditional', 'Nov 21 01:46:47 vm', '2026-11-21T01:46:47.000000Z'],
    ['traditional, one digit', 'Nov  1 01:46:47 vm', '2026-11-01T01:46:47.000000Z'],
    ['priority', '<22>Nov 21 01:46:47 vm', '2026-11-21T01:46:47.000000Z'],
    ['syslog-ng source', 'Nov 21 01:46:47 s_src@vm', '2026-11-21T01:46:47.000000Z'],
    ['busybox facility', 'Nov 21 01:46:47 vm mail.info', '2026-11-21T01:46:47.000000Z'],
    ['compose', 'mail-1  | Nov 21 01:46:47 vm', '2026-11-21T01:46:47.000000Z'],
    [
      'container runtime',
      '2026-11-21T01:46:47.651120999Z stdout F Nov 21 01:46:47 vm',
      '2026-11-21T01:46:47.651120Z',
    ],
    ['kubectl --prefix', '[pod/mail-0/postfix] Nov 21 01:46:47 vm', '2026-11-21T01:46:47.000000Z'],
  ])('%s', async (_, head, time) => {
    const instance = await readLines(`${head} ${SENT}`);
    expect(attempts(instance)).toEqual(['9DC89228185 a@b.example 250 Ok']);
    expect(isoTime(instance.tables.attempts.time[1] ?? 0)).toBe(time);
    expect(instance.pools.strings.text(instance.host)).toBe('vm');
  });

  it.each([
    '<22>1 2026-11-21T01:46:47.651120Z vm postfix/smtp 7 - - ',
    '<22>1 2026-11-21T01:46:47.651120Z vm postfix/smtp 7 ID47 [a@1 b="c\\]"][d@2] \uFEFF',
  ])('RFC 5424: $0', async (head) => {
    const instance = await readLines(head + SENT.slice(SENT.indexOf(': ') + 2));
    expect(attempts(instance)).toEqual(['9DC89228185 a@b.example 250 Ok']);
    expect(instance.tables.agents.pid[1]).toBe(7);
  });

  it('a docker log file: the wrapper has the date, the text is escaped', async () => {
    const wrapped = JSON.stringify({
      log: `Nov 21 01:46:47 vm ${SENT}\n`,
      stream: 'stdout',
      time: '2024-02-03T04:05:06.123456789Z',
    });
    const instance = await readLines(wrapped);
    expect(isoTime(instance.tables.attempts.time[1] ?? 0)).toBe('2024-02-03T04:05:06.123456Z');
  });

  it('December is followed by January, in the year of the file', async () => {
    const text = `Dec 31 23:59:59 vm ${SENT}\nJan  1 00:00:01 vm ${SENT.replaceAll('9DC', '9DD')}\n`;
    const result = await readAll([textSource('maillog', text, Date.UTC(2026, 0, 1, 0, 10))]);
    const { time } = result.builder.members[0]!.instance.tables.attempts;
    expect([isoTime(time[1]!), isoTime(time[2]!)]).toEqual([
      '2025-12-31T23:59:59.000000Z',
      '2026-01-01T00:00:01.000000Z',
    ]);
    expect(result.files[0]?.yearFrom).toBe('file-date');
  });

  it('long queue ids give the year and the zone', async () => {
    const text = 'Nov 21 02:46:48 mail postfix/smtpd[1313]: 4jWZnN4nbFzK2QJ: client=unknown[127.0.0.1]\n';
    const { files } = await readAll([textSource('maillog', text, Date.UTC(2030, 0, 1))]);
    expect(files[0]).toMatchObject({ year: 2026, yearFrom: 'queue-ids', zoneFromIds: 3600 });
  });

  it('counts a repeated message as often as it came', async () => {
    const instance = await readLines(
      line(SENT),
      line(
        'postfix/smtp[7]: message repeated 2 times: [ 9DC89228185: to=<a@b.example>, relay=mx[1.2.3.4]:25, delay=1.2, delays=0.1/0.2/0.3/0.6, dsn=2.0.0, status=sent (250 Ok)]',
      ),
    );
    expect(instance.tables.attempts.length - 1).toBe(3);
    expect(instance.tables.deliveries.count[1]).toBe(3);
  });
});

describe('what lines say', () => {
  it('Postfix 2.2: delay alone', async () => {
    const { tables } = await readLines(
      line('postfix/smtp[7]: 1A2B3C: to=<a@b.example>, relay=mx[1.2.3.4], delay=3, status=sent (250 Ok)'),
    );
    expect(tables.attempts.delay[1]).toBe(3);
    expect(((tables.attempts.digits[1] ?? 0) >>> 8) & 15).toBe(15);
  });

  it('reads addresses and replies that look like fields', async () => {
    const instance = await readLines(
      line(
        'postfix/smtp[7]: 9DC89228185: to=<"a>, relay=x"@b.example>, orig_to=<list>, relay=mx[1.2.3.4]:25, delay=1, delays=0/0/0/1, dsn=4.0.0, status=deferred (host mx[1.2.3.4] said: 451 (try, status=sent (later)) (in reply to RCPT TO command))',
      ),
    );
    expect(attempts(instance)).toEqual([
      '9DC89228185 "a>, relay=x"@b.example host mx[1.2.3.4] said: 451 (try, status=sent (later)) (in reply to RCPT TO command)',
    ]);
    expect(instance.tables.attempts.status[1]).toBe(2);
  });

  it('accepts any message-id', async () => {
    const instance = await readLines(
      line(
        'postfix/cleanup[5]: 9DC89228185: message-id=<to=<x@y>, status=sent (no)> from=<>, size=1, nrcpt=1 (queue active)',
      ),
      line('postfix/qmgr[6]: 9DC89228185: from=<s@x.example>, size=12, nrcpt=2 (queue active)'),
    );
    expect(instance.tables.attempts.length).toBe(1);
    expect(instance.tables.activations.length - 1).toBe(1);
    expect(instance.tables.lives.nrcpt[1]).toBe(2);
  });

  it.each([
    ['host mx[1.2.3.4] refused to talk to me: 421 too many', 'handshake'],
    ['connect to mx[1.2.3.4]:25: Connection timed out', 'connection'],
    ['lost connection with mx[1.2.3.4] while receiving the initial server greeting', 'handshake'],
    ['conversation with mx[1.2.3.4] timed out while sending MAIL FROM', 'lost'],
    ['delivery temporarily suspended: connect to mx[1.2.3.4]:25: Connection refused', 'suspended'],
    ['host mx[1.2.3.4] said: 450 4.2.0 Greylisted (in reply to RCPT TO command)', 'refused-later'],
    ['host mx[1.2.3.4] said: 550 5.1.1 User unknown (in reply to RCPT TO command)', 'refused'],
    ['Host or domain name not found. Name service error for name=x type=MX: Host not found', 'local'],
    [
      'Host or domain name not found. Name service error for name=x type=MX: Host not found, try again',
      'connection',
    ],
  ])('$0: $1', async (reason, outcome) => {
    const { tables } = await readLines(
      line(
        `postfix/smtp[7]: 9DC89228185: to=<a@b.example>, relay=none, delay=1, delays=0/0/1/0, dsn=4.0.0, status=deferred (${reason})`,
      ),
    );
    expect(OUTCOMES[tables.attempts.outcome[1] ?? 0]).toBe(outcome);
  });

  it('deliveries end where another message comes between, or relay or delays differ', async () => {
    const one = (id: string, to: string, relay = 'mx[1.2.3.4]:25', delays = '0/0/0/1'): string =>
      line(
        `postfix/smtp[7]: ${id}: to=<${to}@b.example>, relay=${relay}, delay=1, delays=${delays}, dsn=2.0.0, status=sent (250 Ok)`,
      );
    const { tables } = await readLines(
      one('9DC89228185', 'a'),
      one('9DC89228185', 'b'),
      one('9DD89228185', 'c'),
      one('9DC89228185', 'd'),
      one('9DC89228185', 'e', 'mx[1.2.3.5]:25'),
      one('9DC89228185', 'f', 'mx[1.2.3.5]:25', '0/0/0/2'),
    );
    expect(Array.from(tables.deliveries.count.subarray(1, tables.deliveries.length))).toEqual([
      2, 1, 1, 1, 1,
    ]);
  });
});

describe('lives', () => {
  it('an id that is reused within a day is another message', async () => {
    const round = (time: string): string[] => [
      at(
        `${time}:01.0`,
        'postfix/smtpd[4]: 9DC89228185: client=c[1.2.3.4], sasl_method=PLAIN, sasl_username=kim',
      ),
      at(`${time}:02.0`, 'postfix/qmgr[6]: 9DC89228185: from=<s@x.example>, size=12, nrcpt=1 (queue active)'),
      at(`${time}:03.0`, SENT),
      at(`${time}:03.1`, 'postfix/qmgr[6]: 9DC89228185: removed'),
    ];
    const { tables, pools } = await readLines(...round('01:00'), ...round('09:30'));
    expect(tables.lives.length - 1).toBe(2);
    expect(Array.from(tables.lives.attempts.subarray(1, 3))).toEqual([1, 1]);
    expect(tables.lives.sameId[2]).toBe(1);
    expect(pools.strings.text(tables.lives.user[2] ?? 0)).toBe('kim');
  });

  it('a delivery line after `removed` still belongs to that message', async () => {
    const { tables } = await readLines(
      at('01:00:02.0', 'postfix/qmgr[6]: 9DC89228185: from=<s@x.example>, size=12, nrcpt=1 (queue active)'),
      at('01:00:03.0', 'postfix/qmgr[6]: 9DC89228185: removed'),
      at('01:00:03.0', SENT),
    );
    expect(tables.lives.length - 1).toBe(1);
    expect(tables.lives.attempts[1]).toBe(1);
  });

  it('separates instances and machines, and follows a mail from one to the other', async () => {
    const result = await readAll([
      textSource(
        'maillog',
        [
          at(
            '01:00:01.0',
            'postfix-in/qmgr[6]: 9DC89228185: from=<s@x.example>, size=12, nrcpt=1 (queue active)',
          ),
          at('01:00:01.5', 'postfix-out/smtpd[9]: 9EE89228185: client=localhost[127.0.0.1]'),
          at(
            '01:00:01.6',
            'postfix-out/qmgr[16]: 9EE89228185: from=<s@x.example>, size=12, nrcpt=1 (queue active)',
          ),
          at(
            '01:00:02.0',
            'postfix-in/amavis/smtp[7]: 9DC89228185: to=<a@b.example>, relay=127.0.0.1[127.0.0.1]:10024, delay=1, delays=0/0/0/1, dsn=2.0.0, status=sent (250 2.0.0 from MTA(smtp:[127.0.0.1]:10025): 250 2.0.0 Ok: queued as 9EE89228185)',
          ),
        ].join('\n'),
      ),
    ]);
    const sums = summarize(result);
    expect(sums.map(({ instance, messages, chains }) => [instance, messages, chains])).toEqual([
      ['postfix-in', 1, 1],
      ['postfix-out', 1, 1],
    ]);
  });

  it('counts programs that are not part of Postfix by name', async () => {
    const [sum] = summarize(
      await readAll([
        textSource(
          'maillog',
          [
            line(SENT),
            line('amavis[31]: (00031-01) Passed CLEAN, Queue-ID: 9DC89228185'),
            line('dovecot: lmtp(kim): saved'),
          ].join('\n'),
        ),
      ]),
    );
    expect(sum?.otherPrograms).toEqual({ amavis: 1, dovecot: 1 });
    expect(sum?.lines).toBe(3);
  });
});
