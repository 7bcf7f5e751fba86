import type { Draw } from '../../src/learn/questions/draw.ts';
import { lint } from '../../src/record/importers/lint/lint.ts';
import { readRecord } from '../../src/record/importers/input/read.ts';
import { textSource } from '../../src/record/importers/input/source.ts';
import { readSettings } from '../../src/record/importers/settings/read.ts';
import { readPostqueue } from '../../src/record/importers/snapshots/postqueue.ts';
import { finish } from '../../src/record/importers/store/finish.ts';
import { summarize } from '../../src/record/importers/summary.ts';
import { checksum, deflate, toBase64Url } from '../../src/scenario/bytes.ts';
import { joinBundle, readRecordLink, splitBundle } from '../../src/scenario/record/bundle.ts';
import { packLines } from '../../src/scenario/record/bundle.ts';
import { type FuzzKind, mangle, mutate, readable } from './kind.ts';

const HOST = '2026-11-21T01:46:42.597856+00:00 vm postfix';
export const MAIN = `default_destination_concurrency_limit = 20
smtp_destination_concurrency_positive_feedback = 1/concurrency
minimal_backoff_time = 300s
slow_destination_rate_delay = 1m
transport_maps = inline:{{a.example=slow:[mx.a.example]:26}}
relayhost = $mydomain
`;
export const MASTER = `smtp unix - - n - - smtp
slow unix - - n - 3 smtp -o syslog_name=postfix/slow -o smtp_connect_timeout=5s
`;

export function life(id: string, draw: Draw): string[] {
  const status = draw.pick(['sent', 'deferred', 'bounced', 'expired']) ?? 'sent';
  const dsn = status === 'sent' ? '2.0.0' : '4.4.1';
  return [
    `${HOST}/smtpd[600]: ${id}: client=localhost[127.0.0.1]`,
    `${HOST}/cleanup[601]: ${id}: message-id=<${id}@vm.example>`,
    `${HOST}/qmgr[602]: ${id}: from=<a@vm.example>, size=${draw.below(9000)}, nrcpt=2 (queue active)`,
    `${HOST}/smtp[603]: ${id}: to=<u${draw.below(9)}@d${draw.below(4)}.example>, relay=mx.example[192.0.2.1]:25, delay=1.${draw.below(99)}, delays=0.1/0/0.2/1, dsn=${dsn}, status=${status} (250 ok)`,
    `${HOST}/qmgr[602]: ${id}: removed`,
  ];
}

function queued(draw: Draw): string {
  const row = {
    queue_name: draw.pick(['active', 'deferred', 'hold']),
    queue_id: '9DC89228180',
    arrival_time: 1_795_000_000 + draw.below(9000),
    message_size: draw.below(9000),
    sender: 'a@vm.example',
    recipients: [{ address: 'u@d.example', delay_reason: 'connect to mx.example[192.0.2.1]:25: timed out' }],
  };
  return JSON.stringify(mangle(row, draw)) ?? 'null';
}

/** Formats of a record, by the first word of the input. An input without such a word is a log. */
type Reader = (text: string) => Promise<string> | string;
const FORMS: Readonly<Record<string, { make: (draw: Draw, log: string) => string; read: Reader }>> = {
  '#settings': {
    make: () => MAIN + MASTER,
    read(text) {
      const settings = readSettings([{ name: 'damaged', text }]);
      return `settings with ${Math.min(lint(settings, null).findings.length, 9)} findings`;
    },
  },
  '#queue': {
    make: (draw) => Array.from({ length: 1 + draw.below(4) }, () => queued(draw)).join('\n'),
    read: (text) => `queue of ${readPostqueue(text).snapshots.length}`,
  },
  '#shared': {
    make: (_, log) =>
      joinBundle([
        { name: 'maillog', text: log },
        { name: 'postconf.txt', text: MAIN },
      ]),
    read: (text) => (splitBundle(text) === null ? 'no shared record' : 'shared record'),
  },
  '#link': {
    make: (draw, log) =>
      JSON.stringify(
        mangle(
          [
            ['maillog', packLines(log)],
            ['master.txt', MASTER],
          ],
          draw,
        ),
      ) ?? 'null',
    async read(text) {
      const body = `postfix&tab=overview&record=${toBase64Url(await deflate(text))}`;
      const parts = await readRecordLink(`${body}&c=${checksum(body)}`);
      if (typeof parts !== 'string') return 'link of a record';
      readable(parts);
      return 'link refused';
    },
  },
};

async function readLog(input: string): Promise<string> {
  const result = await readRecord([textSource('damaged', input)], {
    zone: 'UTC',
    now: Date.UTC(2026, 10, 30),
  });
  finish(result.builder.members.map(({ instance }) => instance));
  const summaries = summarize(result);
  const [file] = result.files;
  if (file?.kind !== 'log' || summaries.length === 0) return file?.kind ?? 'nothing';
  const counted = summaries.reduce((sum, { lines }) => sum + lines, 0);
  if (counted !== file.lines) throw new Error(`${file.lines} lines were read and ${counted} counted`);
  return `log of ${summaries.length}`;
}

/**
 * Logs, settings, queues and shared records of a Postfix, cut and damaged. Every line of a log must be counted, whatever it
 * contains.
 */
export const records: FuzzKind = {
  patience: 1,
  make(draw) {
    const lines = Array.from({ length: 1 + draw.below(6) }, (_, i) => life(`9DC8922818${i}`, draw)).flat();
    const log = draw.below(3) === 0 ? draw.shuffle(lines).join('\n') : lines.join('\n');
    const form = draw.pick([...Object.keys(FORMS), '', '', '', '']) ?? '';
    const made = FORMS[form]?.make(draw, log);
    return made === undefined ? mutate(log, draw) : `${form}\n${mutate(made, draw)}`;
  },
  check(input) {
    const [, name = '', text = ''] = /^(#\w+)\n([^]*)$/.exec(input) ?? [];
    return FORMS[name]?.read(text) ?? readLog(input);
  },
};
