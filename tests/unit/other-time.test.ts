import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ofAnotherTime } from '../../src/record/importers/model/other-time.ts';
import { modelOf } from '../../src/record/importers/model/setup.ts';
import { readSettings } from '../../src/record/importers/settings/read.ts';
import { emptyClasses, subjectOf } from '../../src/record/worker/model/study.ts';
import { packed, readAll } from '../fixtures/records/read.ts';

const RECORDS = new URL('../fixtures/records/', import.meta.url).pathname;
const RELAY = 'relayhost = [127.30.0.1]:2525\n';
/** The back-off times in the settings of the recorded runs. */
const BACKOFFS = 'queue_run_delay = 10s\nminimal_backoff_time = 20s\nmaximal_backoff_time = 80s\n';
const MAPS = 'transport_maps = texthash:/etc/postfix/transport\n';

/** Returns the signs that these lines of main.cf are not the settings of the record. `main` null = no settings. */
async function against(record: string, main: string | null): Promise<string[]> {
  const { builder } = await readAll([packed(record)]);
  const [member] = builder.members;
  const settings = main === null ? null : readSettings([{ name: 'main.cf', text: main }]);
  const model = member === undefined ? null : modelOf(member.instance, settings, 'test');
  if (member === undefined || model === null) throw new Error('nothing became active');
  return ofAnotherTime(member.instance, settings, model);
}

describe('settings of another time', () => {
  it.each([
    ['pairs/w2-base/maillog.gz', RELAY + BACKOFFS],
    ['pairs/w3-base/maillog.gz', MAPS + BACKOFFS],
    ['pairs/w4-base/maillog.gz', MAPS + BACKOFFS],
    ['pairs/w1b-base/maillog.gz', MAPS],
  ])('%s: accepts its own settings', async (record, main) => {
    expect(await against(record, main)).toEqual([]);
  });

  it('without main.cf predicts no mail whose retries contradict the defaults', async () => {
    for (const record of ['pairs/w2-base', 'pairs/w3-base', 'pairs/w4-base'])
      expect(await against(`${record}/maillog.gz`, null)).toEqual([
        expect.stringMatching(
          /retried after 2\d s in the record, but after 300 s or more by Postfix’s defaults\. Add main\.cf /,
        ),
      ]);
    expect(await against('pairs/w1b-base/maillog.gz', null)).toEqual([]);
  });

  it('are detected by retries earlier or later than their back-off times allow', async () => {
    for (const [record, main] of [
      ['pairs/w2-base/maillog.gz', RELAY],
      ['pairs/w3-base/maillog.gz', MAPS],
      ['pairs/w4-base/maillog.gz', MAPS],
    ] as const) {
      const found = await against(record, main);
      expect(found.join(), record).toMatch(
        /retried after 2\d s in the record, but the settings allow it after 300 s\. The settings are from another time/,
      );
    }
    const sooner = BACKOFFS.replace('= 20s', '= 5s').replaceAll(/(10|80)s/g, '5s');
    expect((await against('pairs/w4-base/maillog.gz', MAPS + sooner)).join()).toMatch(
      /retried after 2\d s in the record, but after 5 to 10 s by the settings/,
    );
  });

  it('are detected by a relay host that did not take the mail of the record', async () => {
    for (const record of ['pairs/w1b-base/maillog.gz', 'pairs/w3-base/maillog.gz'])
      expect((await against(record, RELAY + BACKOFFS)).join(), record).toMatch(
        /relayhost is \[127\.30\.0\.1\]:2525 in the settings, but in the record \d+ other machines took mail/,
      );
  });

  it('are not detected by two deliveries whose lines agree in every figure', async () => {
    const folder = 'logs/a18-one-jitter-small/';
    const main = readFileSync(`${RECORDS}${folder}postconf.txt`, 'utf8');
    // Six of 143 deliveries with two recipients look like deliveries with three or more, because another delivery of
    // the same message has the same figures.
    expect((await against(`${folder}maillog.gz`, main)).join()).not.toContain('recipients in one delivery');
    const limit = (count: number): Promise<string[]> =>
      against('pairs/w4-base/maillog.gz', `${MAPS}${BACKOFFS}smtp_destination_recipient_limit = ${count}\n`);
    expect((await limit(1)).join()).toMatch(
      /recipients in one delivery in the record, but the settings allow 1/,
    );
    expect(await limit(6)).toEqual([]);
  });
});

describe('an empty class', () => {
  it('is named, with the senders that exist', async () => {
    const { builder } = await readAll([packed('pairs/w2-base/maillog.gz')]);
    const [member] = builder.members;
    const from = (name: string, pattern: string) => ({
      name,
      predicate: { kind: 'text' as const, field: 'from' as const, not: false, pattern },
    });
    const of = (...classes: ReturnType<typeof from>[]) => {
      const subject = member === undefined ? null : subjectOf(member.instance, null, classes, 'test');
      if (subject === null) throw new Error('nothing became active');
      return emptyClasses(subject)?.text ?? null;
    };
    expect(of(from('reports', 'reports@*'))).toBeNull();
    expect(of(from('reports', 'reports@*'), from('resets', 'reset@*'))).toMatch(
      /^No mail of the record is in the class resets\. .* reports@home\.example, office@home\.example\.$/,
    );
    // The first matching class takes the mail, so here the earlier class has all of it.
    expect(of(from('all', '*'), from('reports', 'reports@*'))).toMatch(/in the class reports\. /);
  });
});
