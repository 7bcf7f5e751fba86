import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readRecord } from '../../src/record/importers/input/read.ts';
import { textSource } from '../../src/record/importers/input/source.ts';
import { summarize } from '../../src/record/importers/summary.ts';
import { PUBLIC } from '../fixtures/records/public-checks.ts';

/** The log lines of the public cases K12, without the prefix of each line. */
const LINES = readFileSync(`${PUBLIC}k12-crlf/maillog`, 'utf8').replaceAll('\r', '').trimEnd().split('\n');

interface Parts {
  iso: string;
  seconds: number;
  tag: string;
  program: string;
  pid: string;
  text: string;
}

function partsOf(line: string): Parts {
  const [, clock = '', program = '', pid = '', text = ''] =
    /^Mar 28 ([\d:]+) mx ([^[]+)\[(\d+)\]: (.*)$/.exec(line) ?? [];
  const iso = `2024-03-28T${clock}`;
  return { iso, seconds: Date.parse(`${iso}Z`) / 1000, tag: `${program}[${pid}]`, program, pid, text };
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const json =
  (of: (parts: Parts, line: string) => object) =>
  (line: string): string =>
    JSON.stringify(of(partsOf(line), line));

/** Ways in which other programs print the same lines. */
const FORMS: Record<string, (line: string, i: number) => string> = {
  'zgrep with rotated files': (line, i) => `mail.log.${(i % 3) + 1}.gz:${line}`,
  'grep -n with a file named after a date': (line, i) => `/var/log/mail-2024-03-28.log:${i + 1}:${line}`,
  'grep -C, whose neighbours have a dash': (line, i) => `mail.log-${i + 1}-${line}`,
  'grep in colours': (line) =>
    `\u001b[35m\u001b[Kmail.log\u001b[m\u001b[K\u001b[36m\u001b[K:\u001b[m\u001b[K${line}`,
  'cat -n': (line, i) => `${String(i + 1).padStart(6)}\t${line}`,
  'quoted twice': (line) => `>> ${line}`,
  'quoted with blanks between': (line) => `> > ${line}`,
  'quoted on a page': (line) => `&gt; ${escaped(line)}`,
  'escaped twice': (line) => escaped(escaped(line)),
  'numeric entities': (line) => line.replaceAll('<', '&#60;').replaceAll('>', '&#x3e;'),
  'a bullet': (line) => `* ${line}`,
  'a table of a wiki': (line) => `| ${line}`,
  'blanks and a carriage return at the end': (line) => `${line}  \t\r`,
  'a tab between stamp and host': (line) => line.replace(' mx ', '\tmx '),
  'a severity before the tag': (line) => line.replace(' mx ', ' mx <info> '),
  'a facility and a severity before the tag': (line) => line.replace(' mx ', ' mx mail.info '),
  Filebeat: json((_, line) => ({
    '@timestamp': '2024-03-28T19:00:00.000Z',
    '@metadata': { beat: 'filebeat', type: '_doc' },
    log: { file: { path: '/var/log/mail.log' }, offset: 12 },
    message: line,
    host: { name: 'mx' },
    agent: { name: 'other', type: 'filebeat' },
  })),
  'Filebeat with fields of the system module': json(({ iso, program, pid, text }) => ({
    '@timestamp': `${iso}.000Z`,
    message: text,
    process: { name: program, pid: Number(pid) },
    host: { hostname: 'mx', name: 'mx' },
  })),
  'flat names': json(({ iso, program, pid, text }) => ({
    '@timestamp': `${iso}.000Z`,
    'process.name': program,
    'process.pid': pid,
    'host.name': 'mx',
    message: text,
  })),
  'an answer of Elasticsearch': json(({ iso, tag, text }) => ({
    _index: 'logs',
    _source: { '@timestamp': `${iso}.000Z`, host: 'mx', program: tag, message: text },
  })),
  'Fluentd with a route as tag': json(({ seconds, program, pid, text }) => ({
    date: seconds,
    tag: 'mail.info',
    host: 'mx',
    ident: program,
    pid,
    message: text,
  })),
  'syslog-ng': json(({ iso, program, pid, text }) => ({
    PROGRAM: program,
    PID: pid,
    MESSAGE: text,
    HOST: 'mx',
    ISODATE: `${iso}+00:00`,
  })),
  rsyslog: json(({ iso, tag, text }) => ({
    timereported: `${iso}+00:00`,
    hostname: 'mx',
    syslogtag: `${tag}:`,
    msg: ` ${text}`,
  })),
  Vector: json(({ iso, program, pid, text }) => ({
    appname: program,
    facility: 'mail',
    hostname: 'mx',
    message: text,
    procid: Number(pid),
    severity: 'info',
    timestamp: `${iso}Z`,
  })),
  'Graylog in milliseconds': json(({ seconds, program, pid, text }) => ({
    version: '1.1',
    host: 'mx',
    short_message: text,
    timestamp: seconds * 1000,
    _application_name: program,
    _process_id: pid,
  })),
  'JSON behind the name of a container': (line) =>
    `mail-1  | ${json(({ iso, program, pid, text }) => ({ time: `${iso}Z`, host: 'mx', ident: program, pid, message: text }))(line)}`,
};

async function figuresOf(text: string): Promise<object> {
  const source = textSource('maillog', text);
  const result = await readRecord([source], { zone: 'UTC', now: Date.UTC(2024, 5, 1) });
  const [summary, ...others] = summarize(result);
  if (summary === undefined) throw new Error('no Postfix in it');
  const { host, instance, from, to, lines, understood, messages, activations, attempts, removed, agents } =
    summary;
  const figures = { host, instance, from, to, messages, activations, attempts, removed, agents };
  return { ...figures, others: others.length, missed: lines - understood };
}

describe('a log as people paste it', () => {
  it.each(Object.entries(FORMS))('%s', async (_, form) => {
    expect(await figuresOf(LINES.map(form).join('\n'))).toEqual(await figuresOf(LINES.join('\n')));
  });

  it('entities behind a real bracket stay as the server wrote them', async () => {
    const line =
      'Mar 28 15:19:22 mx postfix/smtp[569]: A8C52624FD: to=<a@b.example>, relay=none, delay=1, delays=0/0/1/0, dsn=4.0.0, status=deferred (host x said: 450 &lt;a&gt;)';
    const { builder } = await readRecord([textSource('maillog', line)], { zone: 'UTC', now: 0 });
    const { tables, pools } = builder.members[0]?.instance ?? {};
    expect(pools?.replies.text(tables?.attempts.reply[1] ?? 0)).toContain('&lt;a&gt;');
  });

  it('a text with a time in the middle of its lines is no log', async () => {
    const text = 'We wrote on Mar 28 15:19:10 to our provider: nothing.\nSee 2024-03-28T15:19:10 there.\n';
    const { files, builder } = await readRecord([textSource('note', text)], { zone: 'UTC', now: 0 });
    expect([files[0]?.postfix, builder.members]).toEqual([0, []]);
  });
});
