import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { type RecordSource, textSource } from '../../src/record/importers/input/source.ts';
import { summarize } from '../../src/record/importers/summary.ts';
import { PUBLIC } from '../fixtures/records/public-checks.ts';
import { readAll } from '../fixtures/records/read.ts';

const SLOW = gunzipSync(readFileSync(`${PUBLIC}k1-slow-log/maillog.gz`)).toString();

interface Figures {
  name: string;
  messages: number;
  sent: number;
  removed: number;
}

async function instancesOf(...sources: (string | RecordSource)[]): Promise<Figures[]> {
  const given = sources.map((one, i) => (typeof one === 'string' ? textSource(`file${i}`, one) : one));
  return summarize(await readAll(given, { year: 2022 })).map(({ instance, messages, attempts, removed }) => ({
    name: instance,
    messages,
    sent: attempts.sent,
    removed,
  }));
}

const ONE = [{ name: 'postfix', messages: 20, sent: 40, removed: 20 }];

test.each(['slow', 'orange.example', 'mta-out', 'Postfix'])(
  'a service with the syslog_name %s is part of its Postfix',
  async (name) => {
    expect(await instancesOf(SLOW.replaceAll('postfix-slow/', `${name}/`))).toEqual(ONE);
  },
);

test('a name that comes first is part of the Postfix that shows later', async () => {
  const first =
    'Feb  2 09:59:59 mailu postfix-slow/smtp[5000]: connect to smtp-in.orange.example[192.0.2.30]:25: Connection timed out\n';
  expect(await instancesOf(first + SLOW)).toEqual(ONE);
});

test('services that receive mail under a name of their own are part of their Postfix', async () => {
  const log = SLOW.replaceAll('postfix/smtpd', 'submission/smtpd').replaceAll(
    'postfix/cleanup',
    'in/cleanup',
  );
  expect(await instancesOf(log)).toEqual(ONE);
});

test('lines without a queue id belong to the only Postfix of their host', async () => {
  const log = `${SLOW}Feb  2 11:00:00 mailu submission/smtpd[9]: connect from unknown[192.0.2.9]\n`;
  expect(await instancesOf(log)).toEqual(ONE);
});

test('in lines of deliveries alone, names with the same queue ids are one', async () => {
  const log = SLOW.split('\n').filter((line) => line.includes('status='));
  expect(await instancesOf(log.join('\n'))).toEqual([{ name: 'postfix', messages: 0, sent: 40, removed: 0 }]);
});

test('a second Postfix stays one, with its own service', async () => {
  const other = SLOW.replaceAll(' postfix/', ' postfix-out/')
    .replaceAll('postfix-slow/', 'out-slow/')
    .replaceAll(': 3A', ': 9F');
  const [one, two] = await instancesOf(SLOW, other);
  expect([one, two]).toEqual([...ONE, { ...ONE[0], name: 'postfix-out' }]);
});

test('what master.cf names is part of its Postfix, unless it has a queue manager', async () => {
  const master = 'qmgr unix n - n 300 1 qmgr\nslow unix - - n - 5 smtp\n  -o syslog_name=postfix-slow\n';
  const apart = SLOW.split('\n').filter((line) => !line.includes('postfix/'));
  const log = `${SLOW.split('\n')
    .filter((line) => line.includes('postfix/'))
    .slice(0, 3)
    .join('\n')}\n${apart.join('\n')}`;
  expect(await instancesOf(log.replaceAll(/(slow.*): 3A/g, '$1: 7B'), master)).toHaveLength(1);
  const manager = 'Feb  2 12:00:00 mailu postfix-slow/qmgr[7]: 7C010032210: removed\n';
  expect(await instancesOf(log.replaceAll(/(slow.*): 3A/g, '$1: 7B') + manager, master)).toHaveLength(2);
});

test('standard input is read again where a name is learned', async () => {
  let opened = 0;
  const source = textSource('-', SLOW);
  const once = { ...source, size: null, once: true, open: () => (opened++, source.open()) };
  expect([await instancesOf(once), opened]).toEqual([ONE, 1]);
});
