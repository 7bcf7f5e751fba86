import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { findingWords } from '../../src/record/explain/findings/sentences.ts';
import { verdictSentence } from '../../src/record/explain/findings/verdict.ts';
import { textSource } from '../../src/record/importers/input/source.ts';
import { readSettings } from '../../src/record/importers/settings/read.ts';
import { listingIn } from '../../src/record/importers/snapshots/postqueue.ts';
import { reportLate } from '../../src/record/worker/replay/late.ts';
import { command } from '../fixtures/command.ts';
import { PUBLIC } from '../fixtures/records/public-checks.ts';
import { readAll } from '../fixtures/records/read.ts';

function logOf(name: string): string {
  const path = `${PUBLIC}${name}/maillog`;
  return existsSync(path) ? readFileSync(path, 'utf8') : gunzipSync(readFileSync(`${path}.gz`)).toString();
}

/** Returns the findings in a log as `rule subject`, in order, and all sentences about them. */
async function found(log: string, main = ''): Promise<{ rules: string[]; said: string }> {
  const { builder, files } = await readAll([textSource('maillog', log)], { year: 2024 });
  const [member] = builder.members;
  if (member === undefined) throw new Error('no Postfix in it');
  const settings = main === '' ? null : readSettings([{ name: 'main.cf', text: main }]);
  const report = reportLate(member, settings, {
    predicates: [],
    files: files.map(({ name }) => name),
    options: { classes: [], from: 0, to: 0, thresholds: {} },
    replay: false,
  });
  const words = report.findings.map((one) => findingWords(one, 'UTC'));
  const verdicts = report.verdicts.map((one) => verdictSentence(one, 10));
  return {
    rules: report.findings
      .filter(({ rule }) => rule !== 'scan')
      .map(({ rule, subject }) => `${rule} ${subject}`.trim()),
    said: [...verdicts, ...words.flatMap(({ sentence, detail }) => [sentence, detail])].join(' '),
  };
}

const RELAY = logOf('k2-relayhost-log');
const SERVER = 'connect to smtp.relay.example[203.0.113.25]:587: Connection timed out';
const SASL = logOf('k2-sasl-refused');
const REFUSED = /SASL authentication failed; server [^)]*/g;

describe('what failed is named', () => {
  it.each([
    ['a relay host on port 465', ':587', ':465', 'dead [smtp.relay.example]:465'],
    ['a relay host on a port of its own', ':587', ':2525', 'dead [203.0.113.25]:2525'],
    ['a relay host on port 25', ':587', ':25', 'dead [smtp.relay.example]'],
    [
      'a filter behind LMTP',
      'smtp.relay.example[203.0.113.25]:587: Connection timed out',
      'filter.example[127.0.0.1]:10026: Connection refused',
      'dead [127.0.0.1]:10026',
    ],
    [
      'a socket with a whole path',
      SERVER,
      'connect to box.example[/run/dovecot/lmtp]: Permission denied',
      'dead unix:/run/dovecot/lmtp',
    ],
  ])('%s', async (_, from, to, rule) => {
    expect((await found(RELAY.replaceAll(from, to))).rules).toEqual([rule]);
  });

  it.each([
    [
      'no mechanism',
      'SASL authentication failed; cannot authenticate to server smtp.relay.example[203.0.113.25]: no mechanism available',
      'login-refused',
    ],
    [
      'a demand of the server',
      'host smtp.relay.example[203.0.113.25] said: 530 5.7.0 Authentication required (in reply to MAIL FROM command)',
      'login-refused',
    ],
    [
      'TLS that is not offered',
      'TLS is required, but was not offered by host smtp.relay.example[203.0.113.25]',
      'tls-failed',
    ],
    ['a certificate', 'Server certificate not trusted', 'tls-failed'],
    ['a loop', 'mail for relay.example loops back to myself', 'mail-loop'],
    ['a map', 'temporary lookup failure', 'own-failure'],
  ])('%s', async (_, reason, rule) => {
    const { rules } = await found(SASL.replaceAll(REFUSED, reason), 'relayhost = [smtp.relay.example]:587\n');
    expect(rules.map((one) => one.split(' ')[0])).toEqual([rule]);
  });

  it('a delivery program that dies, under another name and with newer words', async () => {
    const log = logOf('k2-smtp-dies')
      .replaceAll('postfix/smtp[', 'postfix/lmtp[')
      .replaceAll(/\bprivate\/smtp\b/g, 'private/lmtp')
      .replaceAll('/usr/lib/postfix/smtp', '/usr/libexec/postfix/lmtp')
      .replaceAll('transport smtp', 'transport lmtp')
      .replaceAll(
        '(unknown mail transport error)',
        '(delivery temporarily suspended: unknown mail transport error)',
      );
    const { rules, said } = await found(log);
    expect(rules).toEqual(['transport-failed lmtp', 'transport-failed amavisfeed']);
    expect(said).toContain('The program lmtp failed');
  });
});

describe('Postfix’s own warnings', () => {
  it.each([
    ['k3-active-clog', /4001 of 5001/g, '19000 of 20000', 'clog yahoo.example', /95 %/],
    [
      'k3-process-limit',
      /"smtp" \(25\)/g,
      '"submission" (587)',
      'process-limit submission',
      /100 processes of the service submission \(587\)/,
    ],
    [
      'k3-killed',
      /sbin\/smtp pid (\d+) killed by signal 11/g,
      'sbin/pipe pid $1 killed by signal 9',
      'transport-failed smtp',
      /killed by signal 9/,
    ],
    [
      'k3-watchdog',
      /qmgr\[902\]: fatal: watchdog/g,
      'smtpd[77]: fatal: watchdog',
      'watchdog smtpd',
      /program smtpd stood still/,
    ],
    [
      'k3-bounce-failed',
      /bounce failed/g,
      'delay warning failed',
      'bounce-failed',
      /Notifications \(delay warning\) could not be sent/,
    ],
    ['k3-corrupt', /from queue "active"/g, 'from queue "incoming"', 'corrupt-file', /1 queue file was moved/],
  ])('%s with other words', async (name, from, to, rule, said) => {
    const told = await found(logOf(name).replaceAll(from, to));
    expect(told.rules).toContain(rule);
    expect(told.said).toMatch(said);
  });

  it('no space for queue files', async () => {
    const line =
      'Jul 15 10:10:00 mail postfix/cleanup[9]: warning: write queue file: No space left on device\n';
    expect((await found(logOf('k3-harmless') + line)).rules).toEqual(['no-space']);
  });
});

describe('mail that is active without an attempt', () => {
  const AT = (minute: number, text: string): string =>
    `Sep 16 10:${String(minute).padStart(2, '0')}:00 vps postfix/${text}`;
  const active = (minute: number, id: string): string =>
    AT(minute, `qmgr[9]: ${id}: from=<u@example.com>, size=3000, nrcpt=1 (queue active)`);
  const sent = (minute: number, id: string): string =>
    AT(
      minute,
      `smtp[5]: ${id}: to=<x@d.example>, relay=mx.d.example[192.0.2.1]:25, delay=1, delays=0.1/0/0.4/0.5, dsn=2.0.0, status=sent (250 Ok)`,
    );
  const others = Array.from({ length: 50 }, (_, i) => [
    active(i, `B${i}00000`),
    sent(i, `B${i}00000`),
    AT(i, `qmgr[9]: B${i}00000: removed`),
  ]).flat();

  it('a pipe that never writes a line, while other mail is delivered', async () => {
    const { rules, said } = await found(
      [...others, active(1, 'A1000000'), active(20, 'A1000000'), active(45, 'A1000000')].sort().join('\n'),
    );
    expect(rules).toEqual(['untried']);
    expect(said).toMatch(
      /1 message was active for 5 min to 25 min|1 message was active for 19 min to 25 min/,
    );
  });

  it('an agent that hangs at the end, while other mail is delivered', async () => {
    expect((await found([...others, active(2, 'A1000000')].sort().join('\n'))).rules).toEqual(['untried']);
  });

  it('is not told where lines of deliveries were not given', async () => {
    const log = [
      active(1, 'A1000000'),
      active(2, 'A2000000'),
      AT(3, 'qmgr[9]: A1000000: removed'),
      active(40, 'A3000000'),
    ];
    expect((await found(log.join('\n'))).rules).toEqual([]);
  });
});

describe('a common cause', () => {
  const RESOLVER = logOf('k8-own-resolver');
  const PORT = logOf('k8-port-25');
  it.each([
    [
      'look-ups of addresses',
      RESOLVER.replaceAll('type=MX: Host not found, try again', 'type=AAAA: Host not found, try again'),
      'resolver',
    ],
    ['port 25 that is refused', PORT.replaceAll('Connection timed out', 'Connection refused'), 'network'],
    [
      'a machine without a route',
      PORT.replaceAll('Connection timed out', 'Network is unreachable'),
      'network',
    ],
    [
      'IPv6 that times out',
      logOf('k8-ipv6').replaceAll('Network is unreachable', 'No route to host'),
      'ipv6',
    ],
  ])('%s', async (_, log, rule) => {
    expect((await found(log)).rules).toEqual([rule]);
  });

  it('needs several destinations', async () => {
    const two = PORT.split('\n').filter(
      (line) => !/@(?!gmail|yahoo)\w+\.example>, relay|mx\.(?!gmail|yahoo)\w+\.example/.test(line),
    );
    expect((await found(two.join('\n'))).rules).toEqual(
      expect.arrayContaining(['unreachable gmail.example', 'unreachable yahoo.example']),
    );
  });
});

describe('a cause has its evidence', () => {
  it.each([
    [
      "452-4.2.2 The recipient's inbox is out of storage space",
      '452 4.2.2 <receiver@gmail.example> Quota exceeded (mailbox for user is full)',
      'mailbox-full',
    ],
    [
      "452-4.2.2 The recipient's inbox is out of storage space",
      '450 4.2.1 user is over quota',
      'mailbox-full',
    ],
    [
      "452-4.2.2 The recipient's inbox is out of storage space",
      '450 4.7.0 daily sending quota exceeded',
      'provider-rate',
    ],
  ])('%s as %s', async (from, to, rule) => {
    const log = logOf('k9-mailbox-full').replaceAll(
      /452-4\.2\.2 The recipient's[^)]*?(?= \(in reply|\))/g,
      to,
    );
    expect(from).not.toBe('');
    expect((await found(log)).rules[0]?.split(' ')[0]).toBe(rule);
  });

  it('a limit of recipients with another code', async () => {
    const { rules, said } = await found(
      logOf('k9-too-many-recipients').replaceAll(
        '452 4.5.3 Too many recipients',
        '451 4.7.1 too many recipients, try later',
      ),
    );
    expect(rules).toEqual(['recipient-limit bigisp.example']);
    expect(said).toContain('smtp_destination_recipient_limit = 10');
  });
});

describe('an excerpt', () => {
  const LINE = logOf('k7-one-line');
  it.each([
    ['0/0/300/1.3', /c = 5 min for DNS/],
    ['0/0.1/0.2/400', /d = 6\.7 min for the transfer/],
    ['5000/0/1/1', /a = 83 min before the queue manager/],
  ])('of one line with delays=%s', async (delays, said) => {
    const told = await found(LINE.replace('0/964/1.5/1.3', delays));
    expect(told.rules).toEqual(['excerpt']);
    expect(told.said).toMatch(said);
  });
});

describe('mailq', () => {
  const TEXT = readFileSync(`${PUBLIC}k11-mailq/mailq.txt`, 'utf8');
  const queues = (text: string): string[] => listingIn(text)?.messages.map(({ queue }) => queue) ?? [];
  it.each([
    ['quoted in a mail', TEXT.replaceAll(/^/gm, '> ')],
    ['with carriage returns', TEXT.replaceAll('\n', '\r\n')],
    ['without its first and last line', TEXT.split('\n').slice(1, -2).join('\n')],
  ])('%s', (_, text) => {
    expect(queues(text)).toEqual(['active', 'active', 'active', 'deferred', 'deferred', 'deferred', 'hold']);
    expect(listingIn(text)?.messages[5]?.recipients.map(({ address }) => address)).toEqual([
      'fritz@town.example',
      'gerd@town.example',
    ]);
  });
});

describe('a prediction', () => {
  it('shows a smaller recipient limit as what a server with such a limit needs', async () => {
    const folder = `${PUBLIC}k9-too-many-recipients`;
    const { out } = await command(
      'predict',
      folder,
      '--seeds',
      '4',
      '--set',
      'smtp_destination_recipient_limit=10',
      '--year',
      '2024',
      '--zone',
      'UTC',
      '--json',
    );
    const rows = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { kind: string; class: string; deferredFirst: number });
    const after = rows.find((row) => row.kind === 'prediction' && row.class === 'all mail');
    expect(after?.deferredFirst).toBe(0);
  });
});
