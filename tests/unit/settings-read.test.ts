import { describe, expect, it } from 'vitest';
import { parseFeedback as coreFeedback } from '../../src/core/qmgr/feedback-text.ts';
import { holds } from '../../src/record/importers/settings/effective.ts';
import { expand } from '../../src/record/importers/settings/expand.ts';
import { readSettings } from '../../src/record/importers/settings/read.ts';
import { settingsToScenario } from '../../src/record/importers/settings/scenario.ts';
import { parseFeedback } from '../../src/record/importers/settings/values.ts';
import { parseScenario } from '../../src/scenario/schema.ts';

const read = (...texts: string[]) => readSettings(texts.map((text, i) => ({ name: `text${i + 1}`, text })));
const transportOf = (settings: ReturnType<typeof read>, name: string) => {
  const found = settings.transports.find((t) => t.name === name);
  if (found === undefined) throw new Error(`no transport ${name}`);
  return found;
};

const MASTER = `# a comment
smtp      inet  n       -       y       -       -       smtpd
  -o content_filter=
#qmgr     unix  n       -       n       300     1       oqmgr
qmgr      unix  n       -       n       300     1       qmgr
smtp      unix  -       -       y       -       -       smtp
slow      unix  -       -       n       -       3       smtp
# a comment between a service and its options does not end it
   -o syslog_name=postfix/$service_name
   -o { smtp_helo_name = a name with = in it }
pipe1     unix  -       n       n       -       0       pipe flags=DRhu user=vmail argv=/bin/x -o notours=1
`;

describe('readSettings', () => {
  it('joins continuation lines over comments, and takes the last of two equal names', () => {
    const settings = read(
      '\uFEFFmynetworks = 127.0.0.0/8,\r\n# why\r\n   10.0.0.0/8\r\nrelayhost = a\r\nrelayhost = [b]:587\r\n',
    );
    expect(settings.main[0]).toMatchObject({ value: '127.0.0.0/8, 10.0.0.0/8', place: { line: 1 } });
    expect(settings.globals.relayhost).toMatchObject({
      value: '[b]:587',
      origin: 'main.cf',
      place: { line: 5 },
    });
  });

  it('reads fields, both forms of option and comments of master.cf, and pipe commands', () => {
    const settings = read(MASTER);
    expect(settings.sources[0]).toMatchObject({ kind: 'master', lines: 5, notUnderstood: 0 });
    expect(settings.transports.map((t) => [t.name, t.maxproc.number, t.syslogName])).toEqual([
      ['smtp', 100, 'postfix'],
      ['slow', 3, 'postfix/slow'],
      ['pipe1', 0, 'postfix'],
    ]);
    const slow = settings.services.find((s) => s.name === 'slow');
    expect(slow?.overrides.map((o) => [o.name, o.expanded])).toEqual([
      ['syslog_name', 'postfix/slow'],
      ['smtp_helo_name', 'a name with = in it'],
    ]);
    expect(settings.services.find((s) => s.name === 'pipe1')?.overrides).toEqual([]);
  });

  it('skips what Postfix does not read beside main.cf, but reads a copy that is alone', () => {
    const build = 'SYSTYPE = LINUX6\nCC = gcc\n';
    const folder = [
      { name: '/etc/postfix/main.cf', text: 'soft_bounce = yes\nrelayhost = [a.example]\n' },
      { name: '/etc/postfix/main.cf.proto', text: 'soft_bounce = no\n' },
      { name: '/etc/postfix/main.cf~', text: 'relayhost =\n' },
      { name: '/etc/postfix/makedefs.out', text: build },
      { name: '/etc/postfix/master.cf', text: 'slow unix - - n - 3 smtp\n' },
      { name: '/etc/postfix/master.cf.proto', text: 'slow unix - - n - - smtp\n' },
      { name: '/etc/postfix/postconf.txt', text: 'mail_version = 3.7.11\n' },
    ];
    const settings = readSettings(folder);
    expect(settings.sources.map(({ file }) => file.slice(13))).toEqual([
      'main.cf',
      'master.cf',
      'postconf.txt',
    ]);
    expect(settings.globals.soft_bounce?.value).toBe('yes');
    expect(settings.services.map(({ name }) => name)).toEqual(['slow']);
    expect(transportOf(settings, 'slow').maxproc.number).toBe(3);
    expect(settings.unknown).toEqual([]);
    expect(settings.version).toBe('3.7.11');
    expect(readSettings(folder.slice(1, 2)).main).toHaveLength(1);
  });

  it('distinguishes the lines of one paste: prompt, -n, -M, -P and a transport map', () => {
    const settings = read(
      `# postconf -n; postconf -M\nslow_destination_rate_delay = 1s\n${MASTER}slow/unix/smtp_bind_address = 10.0.0.1\nyahoo.example slow:\n.gmail.example slow:[gw]:25\n`,
    );
    expect(settings.sources[0]?.notUnderstood).toBe(0);
    expect(settings.main).toHaveLength(1);
    expect(settings.routes.map((r) => [r.pattern, r.transport, r.nexthop])).toEqual([
      ['yahoo.example', 'slow', ''],
      ['.gmail.example', 'slow', '[gw]:25'],
    ]);
    expect(settings.services.find((s) => s.name === 'slow')?.overrides.at(-1)?.name).toBe(
      'smtp_bind_address',
    );
  });

  it('accepts routes in main.cf itself', () => {
    const settings = read(
      'transport_maps = inline:{a.example=slow:, {b.example = relay:[gw]}}, static:{smtp:}\n',
    );
    expect(settings.routes.map((r) => `${r.pattern} ${r.transport}:${r.nexthop}`)).toEqual([
      'a.example slow:',
      'b.example relay:[gw]',
      '* smtp:',
    ]);
  });

  it('gives bare numbers the unit of their parameter', () => {
    const { globals } = read(
      'maximal_queue_lifetime = 3\nminimal_backoff_time = 300\ndelay_warning_time = 4\nqueue_run_delay = 5m\n',
    );
    expect(globals.maximal_queue_lifetime?.number).toBe(3 * 86_400);
    expect(globals.minimal_backoff_time?.number).toBe(300);
    expect(globals.delay_warning_time?.number).toBe(4 * 3600);
    expect(globals.queue_run_delay?.number).toBe(300);
  });

  it('knows where a value comes from, and what overrides it', () => {
    const settings = read(
      'default_destination_concurrency_limit = 10\nslow_destination_rate_delay = 2s\nslow_destination_concurrency_limit = 2\n',
      MASTER,
    );
    const limit = transportOf(settings, 'slow').values.destination_concurrency_limit;
    expect(limit).toMatchObject({ value: '2', origin: 'main.cf', overruled: { value: '1' } });
    expect(holds(limit)).toBe(1);
    expect(transportOf(settings, 'smtp').values.destination_concurrency_limit).toMatchObject({
      name: 'default_destination_concurrency_limit',
      number: 10,
      origin: 'main.cf',
    });
    expect(transportOf(settings, 'smtp').values.destination_recipient_limit).toMatchObject({
      number: 50,
      origin: 'default',
    });
  });

  it('applies options of qmgr to the scheduler, not those of the delivery agent', () => {
    const settings = read(
      `qmgr unix n - n 300 1 qmgr -o smtp_destination_concurrency_limit=7
smtp unix - - n - - smtp -o smtp_destination_recipient_limit=2`,
    );
    expect(transportOf(settings, 'smtp').values.destination_concurrency_limit).toMatchObject({
      number: 7,
      origin: 'master.cf',
    });
    expect(transportOf(settings, 'smtp').values.destination_recipient_limit).toMatchObject({ number: 50 });
  });

  it('gives local its own defaults, and old versions theirs', () => {
    const settings = readSettings([{ name: 'main.cf', text: 'default_destination_recipient_limit = 9\n' }], {
      version: '2.3.1',
    });
    expect(transportOf(settings, 'local').values.destination_recipient_limit).toMatchObject({
      number: 1,
      origin: 'default',
    });
    expect(transportOf(settings, 'local').values.destination_concurrency_limit?.number).toBe(2);
    expect(settings.globals.minimal_backoff_time?.number).toBe(1000);
    expect(read('mail_version = 3.7.11\n').version).toBe('3.7.11');
  });

  it('names what nothing reads, with the nearest known name, but not used names', () => {
    const settings = read(
      `smtp_destination_concurency_limit = 4
mua_restrictions = permit
unused_text = 1
people_server_host = ldap.example
virtual_mailbox_maps = ldap:people
smtpd_restriction_classes = strict
strict = reject`,
      'submission inet n - n - - smtpd -o smtpd_client_restrictions=$mua_restrictions\nsmtp unix - - n - - smtp',
      'postconf: warning: /etc/postfix/main.cf: unused parameter: foo_bar=1',
    );
    expect(settings.unknown.map((u) => [u.setting.name, u.nearest])).toEqual([
      ['smtp_destination_concurency_limit', 'smtp_destination_concurrency_limit'],
      ['unused_text', null],
      ['foo_bar', null],
    ]);
  });

  it('says of a log that it is no configuration, and survives any text', () => {
    const log =
      'Nov 21 01:46:48 mail postfix/smtp[1328]: 4jWZnN4nbFzK2QJ: to=<dee@fast.example>, relay=none, status=sent\n';
    expect(read(log.repeat(50)).sources[0]).toMatchObject({ kind: 'other', notUnderstood: 50 });
    for (const text of [
      '${'.repeat(5000),
      'a = ${a:x}${a:x}${a}${a}${a}${a}${a}${a}${a}',
      '\0\0=\0',
      'x = {{{{',
      '- - - - - - - - - -o',
      `a\n${' b\n'.repeat(100_000)}`,
    ]) {
      expect(() => read(text)).not.toThrow();
    }
  });
});

describe('expand', () => {
  const values: Record<string, string> = {
    empty: '',
    full: 'x',
    name: '$full-y',
    level: '3.6',
    loop: '$loop',
  };
  const cases: [string, string][] = [
    ['$full ${full} $(full) $$full $unknown', 'x x x $full $unknown'],
    ['$name', 'x-y'],
    ['${full?yes}${empty?yes}', 'yes'],
    ['${full:no}${empty:no}${unknown:no}', 'nono'],
    ['${empty?{a}:{b $full}}', 'b x'],
    ['${full?{a}:{b}}', 'a'],
    ['${{$level} <level {3.10} ? {old} : {new}}', 'old'],
    ['${{$full} == {x} ? {same}}', 'same'],
    ['a ${full', 'a ${full'],
    ['$loop', '$loop'],
  ];
  it.each(cases)('%s → %s', (text, expected) => expect(expand(text, (name) => values[name])).toBe(expected));
});

describe('parseFeedback', () => {
  const TEXTS = [
    '1',
    '0.5',
    '1/4',
    '2/3',
    '1 / concurrency',
    '1/Concurrency',
    '1/sqrt_concurrency',
    '2',
    '1/0',
    '-1',
    '1/4z',
    '0.5x',
    'x',
    '',
    '3/concurrency',
    '0.5/concurrency',
    '1.',
    '.25',
    '2e-1',
  ];
  it.each(TEXTS)('takes %s as the queue manager does', (text) => {
    const known = coreFeedback(text, 'shipped');
    expect(parseFeedback(text)).toEqual({
      accepted: known !== null,
      base: known?.base ?? 1,
      perConcurrency: known?.kind === 'perWindow',
    });
  });
});

describe('settingsToScenario', () => {
  it('gives a scenario that its own reader accepts, and names what it leaves out', () => {
    const { params, agents, leftOut } = settingsToScenario(
      read(
        'smtp_destination_rate_delay = 1s\nmaximal_queue_lifetime = 3\nqmgr_message_active_limit = many\n',
        MASTER,
      ),
    );
    expect(params).toEqual({ smtp_destination_rate_delay: '1s', maximal_queue_lifetime: '3' });
    expect(agents).toEqual({ smtp: 100, slow: 3, pipe1: 10_000 });
    expect(leftOut).toMatchObject([{ setting: 'qmgr_message_active_limit', value: 'many' }]);
    expect(parseScenario({ version: 1, params, agents }).ok).toBe(true);
  });
});
