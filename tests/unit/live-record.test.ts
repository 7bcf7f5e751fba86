import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { LiveRecord } from '../../src/record/importers/live/live-record.ts';
import type { LiveView } from '../../src/record/protocol/live.ts';
import { readSettings } from '../../src/record/importers/settings/read.ts';
import { OUTCOMES } from '../../src/record/importers/store/tables.ts';
import { packed, readAll } from '../fixtures/records/read.ts';
import { domainOf } from '../../src/record/importers/domain.ts';

const FOLDER = new URL('../fixtures/records/', import.meta.url).pathname;
const log = (path: string): Buffer => gunzipSync(readFileSync(`${FOLDER}${path}/maillog.gz`));

function fed(bytes: Buffer, part: number, rows?: number): LiveRecord {
  const record = new LiveRecord('UTC', Date.UTC(2026, 10, 23), rows);
  for (let at = 0; at < bytes.length; at += part) record.take(bytes.subarray(at, at + part));
  return record;
}

const end = (record: LiveRecord): LiveView => record.picture(record.follower.last, 3600);

function counted(bytes: Buffer): Record<string, Record<string, number>> {
  const found: Record<string, Record<string, number>> = {};
  for (const [, to = '', status = ''] of bytes
    .toString('latin1')
    .matchAll(/: to=<([^>]*)>, .*? status=(sent|deferred|bounced) /g)) {
    const of = (found[domainOf(to)] ??= { sent: 0, deferred: 0, bounced: 0 });
    of[status] = (of[status] ?? 0) + 1;
  }
  return found;
}

const F1 = log('logs/f1-afternoon');

describe('a growing log', () => {
  it('has the counts of its lines, in total and by destination', () => {
    const view = end(fed(F1, 1000));
    const text = F1.toString('latin1');
    const times = (pattern: RegExp): number => text.match(pattern)?.length ?? 0;
    expect(view.totals).toMatchObject({
      messages: 168,
      removed: times(/: removed$/gm),
      sent: times(/ status=sent /g),
      deferred: times(/ status=deferred /g),
      bounced: times(/ status=bounced /g),
      suspended: times(/delivery temporarily suspended/g),
    });
    expect(view.lines).toBe(text.trimEnd().split('\n').length);
    expect(view.notUnderstood).toBe(0);
    expect(
      Object.fromEntries(
        view.table.map(({ name, totals: { sent, deferred, bounced } }) => [
          name,
          { sent, deferred, bounced },
        ]),
      ),
    ).toEqual(counted(F1));
  });

  it('names destinations by the configured next hop: a relay host is one queue', () => {
    const bytes = log('pairs/w2-base');
    const domains = end(fed(bytes, 5000)).table.map(({ name }) => name);
    expect(domains.length).toBeGreaterThan(2);
    const record = new LiveRecord('UTC', Date.UTC(2026, 10, 23));
    record.settings = readSettings([
      { name: 'main.cf', text: 'relayhost = [127.30.0.1]:2525\nmydestination = home.example\n' },
    ]);
    record.take(bytes);
    const [first] = domains;
    record.takeQueue(
      record.follower.last,
      `{"queue_name":"active","queue_id":"A","arrival_time":1,"message_size":1,"sender":"","recipients":[{"address":"a@${first}"},{"address":"b@home.example"}]}\n`,
      '',
    );
    const { table, totals } = end(record);
    expect(table.map(({ name }) => name)).toEqual(['[127.30.0.1]:2525']);
    expect(table[0]?.totals.sent).toBe(totals.sent);
    // A domain that has its own route keeps its own name.
    const { queueNames } = record.follower;
    const mapped = readSettings([
      {
        name: 'main.cf',
        text: 'relayhost = [gw.example]\ntransport_maps = inline:{slow.example=smtp:[10.0.0.9]}\n',
      },
    ]);
    expect(queueNames.of(mapped, 'slow.example', '')).toBe('slow.example');
    expect(queueNames.of(mapped, 'other.example', '')).toBe('[gw.example]');
    expect([...(record.queue?.waiting ?? [])]).toEqual([
      ['[127.30.0.1]:2525', 1],
      ['home.example', 1],
    ]);
  });

  it('gives a burst its own pace, not that of the quiet minute before it', () => {
    const lines: string[] = [];
    const say = (second: number, text: string): number =>
      lines.push(`2026-11-23T10:00:${second.toFixed(3).padStart(6, '0')}+00:00 mail postfix/${text}`);
    const id = (i: number): string => (0xa0_0000_0000 + i).toString(16).toUpperCase();
    for (let i = 0; i < 400; i++)
      say(50, `qmgr[1]: ${id(i)}: from=<a@home.example>, size=1, nrcpt=1 (queue active)`);
    for (let i = 0; i < 100; i++)
      say(
        50 + i / 20,
        `smtp[2]: ${id(i)}: to=<b@far.example>, relay=far.example[10.0.0.1]:25, delay=1, delays=0/0.5/0/0.5, dsn=2.0.0, status=sent (250 ok)`,
      );
    const record = new LiveRecord('UTC', Date.UTC(2026, 10, 23));
    record.take(Buffer.from(`${lines.join('\n')}\n`));
    const { now } = end(record);
    expect(now.untried).toBe(300);
    expect(now.wait).toBeGreaterThan(12);
    expect(now.wait).toBeLessThan(18);
  });

  it('draws each delivery over its duration', async () => {
    const view = end(fed(F1, 5000));
    const { builder } = await readAll([packed('logs/f1-afternoon/maillog.gz')]);
    const took: Record<string, number> = {};
    for (const { instance } of builder.members) {
      const { deliveries, attempts } = instance.tables;
      for (let row = 1; row < deliveries.length; row++) {
        const first = deliveries.first[row] ?? 0;
        if (OUTCOMES[attempts.outcome[first] ?? 0] === 'suspended') continue;
        const domain = domainOf(instance.pools.strings.text(attempts.to[first] ?? 0));
        took[domain] = (took[domain] ?? 0) + (attempts.c[first] ?? 0) + (attempts.d[first] ?? 0);
      }
    }
    expect(view.lanes.length).toBe(6);
    for (const { name, busy } of view.lanes) {
      const seconds = busy.reduce((a, b) => a + b, 0) * (view.each / 1e6);
      expect(seconds, name).toBeCloseTo(took[name] ?? 0, 1);
    }
    expect(view.arrivals.reduce((a, b) => a + b, 0)).toBe(168);
  });

  it('ends with what is left in the queue, and tells events in order', () => {
    const view = end(fed(F1, 997));
    // The last line about one message says "deferred", so the message is still in the queue.
    expect(view.now).toMatchObject({ active: 0, deferred: 1, untried: 0, wait: 0 });
    expect(view.active.at(-1)).toBe(0);
    expect(view.deferred.at(-1)).toBe(1);
    const told = view.moments.map(({ what, subject }) => `${what} ${subject}`);
    expect(told).toContain('dead flaky.example');
    expect(told).toContain('alive flaky.example');
    expect(told).toContain('later grey.example');
    expect(told).toContain('refused dead.example');
    const of = (what: string) =>
      view.moments.find((one) => one.what === what && one.subject === 'flaky.example');
    expect(of('alive')?.at).toBeGreaterThan(of('dead')?.at ?? 0);
    expect(of('alive')?.m).toBe(31);
  });

  it('is the same however it is split, and whichever rows are forgotten', () => {
    const whole = end(fed(F1, F1.length));
    for (const [part, rows] of [
      [17, undefined],
      [4096, 40],
    ] as const) {
      const view = end(fed(F1, part, rows));
      expect(view.totals).toEqual(whole.totals);
      expect(view.now).toEqual(whole.now);
      expect(view.table).toEqual(whole.table);
      expect(view.deferred).toEqual(whole.deferred);
      expect(view.moments).toEqual(whole.moments);
    }
  });

  it('knows windows from feedback debug, and waiting mail from postqueue -j', () => {
    const record = fed(log('verbose/w3'), 8192);
    record.takeQueue(
      1,
      '{"queue_name":"active","queue_id":"A1","arrival_time":1,"message_size":1,"sender":"a@b.c","recipients":[{"address":"x@slow.example"},{"address":"y@slow.example"}]}\n' +
        '{"queue_name":"deferred","queue_id":"A2","arrival_time":1,"message_size":1,"sender":"","recipients":[{"address":"x@slow.example","delay_reason":"no"}]}',
      '',
    );
    const view = end(record);
    expect(view.queue?.messages).toEqual({ active: 1, deferred: 1 });
    expect(view.lanes.some(({ window, limit }) => window !== null && limit !== null)).toBe(true);
    expect(record.queue?.waiting.get('slow.example')).toBe(2);
  });

  it('accepts anything as a line', () => {
    const record = new LiveRecord('UTC', 0);
    for (const text of ['\0\0\0\n', `${'x'.repeat(200_000)}\n`, 'Nov 22 10:00:00\n', '\n\n', '\u{FFFF}'])
      record.take(new TextEncoder().encode(text));
    expect(record.picture(Date.now() * 1000, 900)).toMatchObject({ postfix: 0, lanes: [], last: 0 });
  });
});
