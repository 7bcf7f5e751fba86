import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { newRow } from '../../src/record/importers/bytes/columns.ts';
import { suggestedChanges } from '../../src/record/importers/model/suggested-changes.ts';
import { readSettings } from '../../src/record/importers/settings/read.ts';
import { Instance } from '../../src/record/importers/store/instance.ts';
import { createPools } from '../../src/record/importers/store/pools.ts';
import { NO_GROUP } from '../../src/record/importers/store/queries/order.ts';
import { RecordQueries, type Where } from '../../src/record/importers/store/queries/queries.ts';
import {
  WAIT_BINS,
  waitBin,
  waitBinStart,
  waitQuantile,
} from '../../src/record/importers/store/queries/waits.ts';
import { OUTCOMES } from '../../src/record/importers/store/tables.ts';
import { summarize } from '../../src/record/importers/summary.ts';
import type { Settings } from '../../src/record/protocol/settings.ts';
import { subjectOf } from '../../src/record/worker/model/study.ts';
import { packed, readAll, readLines } from '../fixtures/records/read.ts';
import { domainOfAddress } from '../../src/record/importers/domain.ts';

let instance: Instance;
let queries: RecordQueries;
let totals: ReturnType<typeof summarize>[number];

beforeAll(async () => {
  const result = await readAll([packed('logs/f1-afternoon/maillog.gz')]);
  const [member] = result.builder.members;
  const [summary] = summarize(result);
  if (member === undefined || summary === undefined) throw new Error('no member');
  ({ instance } = member);
  totals = summary;
  queries = new RecordQueries(instance);
});

const sum = (values: ArrayLike<number>): number => Array.from(values).reduce((one, other) => one + other, 0);
const whole = (): Where => ({ from: instance.from, to: instance.to + 1 });
const inBin = ({ from, to }: Where, bins: number, time: number): number => {
  for (let bin = 0; bin < bins; bin++)
    if (time >= from + ((to - from) * bin) / bins && time < from + ((to - from) * (bin + 1)) / bins)
      return bin;
  return -1;
};

/** A time range whose ends are between lines, so that bins have an odd length. */
const part = (): Where => {
  const { from, to } = whole();
  return { from: from + (to - from) * 0.1303, to: from + (to - from) * 0.7707 };
};

describe('a time range', () => {
  it('gives its attempts in order of time, none of others', () => {
    const where = part();
    const { attempts } = instance.tables;
    const found = queries.rows('attempts', where);
    const rows = Array.from({ length: found.count }, (_, at) => found.row(at));
    const times = rows.map((row) => attempts.time[row] ?? 0);
    expect(times).toEqual(times.toSorted((one, other) => one - other));
    const all = Array.from({ length: attempts.length - 1 }, (_, i) => i + 1);
    const expected = all.filter((row) => {
      const time = attempts.time[row] ?? 0;
      return time >= where.from && time < where.to;
    });
    expect(rows.toSorted((one, other) => one - other)).toEqual(expected);
    expect(rows.length).toBeGreaterThan(50);
  });

  it('gives first passes at the time when their message became active', () => {
    const { attempts, deliveries, activations } = instance.tables;
    const found = queries.rows('firstPasses', part());
    expect(found.count).toBeGreaterThan(20);
    for (let at = 0; at < found.count; at++) {
      const activation = deliveries.activation[attempts.delivery[found.row(at)] ?? 0] ?? 0;
      expect(activations.ordinal[activation]).toBe(1);
      expect(activations.time[activation]).toBeGreaterThanOrEqual(part().from);
      expect(activations.time[activation]).toBeLessThan(part().to);
    }
  });

  it('keeps the order of time where the clock went back', async () => {
    const log = (clock: string, id: string): string =>
      `2026-11-21T${clock} mx postfix/smtp[7]: ${id}: to=<a@b.example>, relay=none, delay=1, delays=0/1/0/0, dsn=2.0.0, status=sent (ok)`;
    const odd = await readLines(
      log('10:00:05+00:00', 'AAAAAA1'),
      log('10:00:01+00:00', 'AAAAAA2'),
      log('10:00:03+00:00', 'AAAAAA3'),
    );
    const found = new RecordQueries(odd).rows('attempts', { from: 0, to: Infinity });
    expect([0, 1, 2].map((at) => found.row(at))).toEqual([2, 3, 1]);
  });
});

describe('aggregates', () => {
  it('agree with the summary, in all and by domain', () => {
    const counts = queries.counts('attempts', whole(), 7);
    expect([sum(counts.sent), sum(counts.deferred), sum(counts.bounced)]).toEqual([
      totals.attempts.sent,
      totals.attempts.deferred,
      totals.attempts.bounced,
    ]);
    const groups = queries.groups('domain');
    const byGroup = queries.totals('attempts', 'domain', whole().from, whole().to);
    const byDomain = Object.fromEntries(
      Array.from({ length: groups.count }, (_, group) => [
        groups.name(group),
        { sent: byGroup.sent[group], deferred: byGroup.deferred[group], bounced: byGroup.bounced[group] },
      ]),
    );
    expect(byDomain).toEqual(totals.byDomain);
  });

  it.each([1, 13, 1000])('count each attempt once in %i bins, with its wait', (bins) => {
    const where = part();
    const { attempts } = instance.tables;
    const deferred = Array.from({ length: bins }, () => 0);
    const waited = Array.from({ length: bins }, () => 0);
    const heat = Array.from({ length: bins * WAIT_BINS }, () => 0);
    for (let row = 1; row < attempts.length; row++) {
      const bin = inBin(where, bins, attempts.time[row] ?? 0);
      if (bin < 0) continue;
      if (attempts.status[row] === 2) deferred[bin] = (deferred[bin] ?? 0) + 1;
      waited[bin] = (waited[bin] ?? 0) + (attempts.b[row] ?? 0);
      const cell = bin * WAIT_BINS + waitBin(attempts.b[row] ?? 0);
      heat[cell] = (heat[cell] ?? 0) + 1;
    }
    const counts = queries.counts('attempts', where, bins);
    expect([...counts.deferred]).toEqual(deferred);
    for (const [bin, seconds] of waited.entries()) expect(counts.waited[bin]).toBeCloseTo(seconds, 3);
    expect([...queries.waits('attempts', where, bins)]).toEqual(heat);
  });

  it('count concurrent deliveries by domain, as by hand', () => {
    const { deliveries, attempts } = instance.tables;
    const { strings } = instance.pools;
    const groups = queries.groups('domain');
    const suspended = OUTCOMES.indexOf('suspended');
    const where = part();
    const instants = 97;
    for (let group = 0; group < groups.count; group++) {
      const spans = Array.from({ length: deliveries.length - 1 }, (_, i) => i + 1)
        .filter((row) => {
          const last = deliveries.last[row] ?? 0;
          const domain = domainOfAddress(strings.text(attempts.to[last] ?? 0));
          return domain === groups.name(group) && attempts.outcome[last] !== suspended;
        })
        .map((row) => ({ from: deliveries.start[row] ?? 0, to: deliveries.end[row] ?? 0 }))
        .filter(({ from, to }) => to > from);
      const level = (time: number): number =>
        spans.filter(({ from, to }) => from <= time && to > time).length;
      const series = queries.levels('inFlight', { ...where, by: 'domain', group }, instants);
      for (let bin = 0; bin < instants; bin++) {
        const from = where.from + ((where.to - where.from) * bin) / instants;
        const to = where.from + ((where.to - where.from) * (bin + 1)) / instants;
        const changes = spans.flatMap((span) => [span.from, span.to]).filter((at) => at >= from && at < to);
        const seen = [level(from - 0.5), ...changes.map(level)];
        const area = sum(spans.map((span) => Math.max(0, Math.min(span.to, to) - Math.max(span.from, from))));
        expect(series.most[bin]).toBe(Math.max(...seen));
        expect(series.least[bin]).toBe(Math.min(...seen));
        expect(series.mean[bin]).toBeCloseTo(area / (to - from), 6);
      }
    }
  });

  it('say how many messages are in the queue, and keep unfinished ones to the end', () => {
    const { lives } = instance.tables;
    const { most } = queries.levels('inQueue', { from: instance.to - 1, to: instance.to }, 1);
    const open = lives.ended.subarray(1, lives.length).filter((ended) => ended === 0);
    expect(most[0]).toBeGreaterThanOrEqual(open.length);
    expect(sum(queries.levels('waiting', whole(), 5).most)).toBeGreaterThan(0);
  });

  it('take a defined class of mail, and refuse an unknown name', () => {
    const { attempts } = instance.tables;
    const ofAttempt = new Uint32Array(attempts.length).fill(NO_GROUP);
    for (let row = 1; row < attempts.length; row += 3) ofAttempt[row] = 0;
    queries.define('every third', { count: 1, name: () => 'every third', ofAttempt });
    const found = queries.rows('attempts', { ...whole(), by: 'every third' });
    expect(found.count).toBe(Math.ceil((attempts.length - 1) / 3));
    expect(() => queries.groups('colour')).toThrow('"colour" is unknown; accepted: all, domain, destination');
    expect(() => queries.define('domain', { count: 0, name: () => '', ofAttempt: null })).toThrow('built in');
  });
});

describe('destinations', () => {
  it('are transport and nexthop; their counts sum to all', () => {
    const groups = queries.groups('destination');
    const names = Array.from({ length: groups.count }, (_, group) => groups.name(group));
    expect(new Set(names).size).toBe(names.length);
    expect(names.every((name) => /^[a-z]+:\S+$/.test(name))).toBe(true);
    const { sent } = queries.totals('attempts', 'destination', whole().from, whole().to);
    expect(sum(sent)).toBe(totals.attempts.sent);
    const transports = queries.groups('transport');
    expect(transports.count).toBeLessThan(groups.count);
  });
});

describe('one message', () => {
  it('is found by its id and its message-id, with all that belongs to it', () => {
    const { lives, deliveries } = instance.tables;
    const { texts } = instance.pools;
    for (let life = 1; life < lives.length; life++) {
      expect(queries.messages.withId(texts.text(lives.id[life] ?? 0))).toContain(life);
      expect(queries.messages.attempts(life).length).toBe(lives.attempts[life]);
      expect(queries.messages.activations(life).length).toBe(lives.activations[life]);
      for (const row of queries.messages.deliveries(life)) expect(deliveries.life[row]).toBe(life);
    }
    const named = Array.from({ length: lives.length - 1 }, (_, i) => ({
      life: i + 1,
      messageId: texts.text(lives.messageId[i + 1] ?? 0),
    })).filter(({ messageId }) => messageId !== '');
    expect(named.length).toBeGreaterThan(lives.length / 2);
    for (const { life, messageId } of named)
      expect(queries.messages.withMessageId(`<${messageId}>`)).toContain(life);
    const found = Array.from(
      { length: lives.length - 1 },
      (_, i) => queries.messages.deliveries(i + 1).length,
    );
    expect(sum(found)).toBe(deliveries.length - 1);
    expect(queries.messages.withId('NOSUCHID')).toEqual([]);
    expect(queries.messages.withMessageId('')).toEqual([]);
  });

  it('leads to its notifications and back', () => {
    const { links } = instance.tables;
    expect(links.length).toBeGreaterThan(1);
    for (let row = 1; row < links.length; row++) {
      expect([...queries.messages.children(links.parent[row] ?? 0)]).toContain(row);
      expect([...queries.messages.parents(links.child[row] ?? 0)]).toContain(row);
    }
  });
});

describe('waits by bins of a logarithm', () => {
  it('lie between the edges of their bin', () => {
    for (const seconds of [0, 0.009, 0.01, 0.5, 1, 10, 59.9, 3600, 86_400, 1e9]) {
      const bin = waitBin(seconds);
      expect(seconds).toBeGreaterThanOrEqual(waitBinStart(bin) * 0.9999);
      expect(seconds).toBeLessThan(bin < WAIT_BINS - 1 ? waitBinStart(bin + 1) : Infinity);
    }
  });

  it('give quantiles within a bin', () => {
    const counts = new Uint32Array(WAIT_BINS);
    for (let i = 1; i <= 1000; i++) {
      const bin = waitBin(i / 10);
      counts[bin] = (counts[bin] ?? 0) + 1;
    }
    expect(waitQuantile(counts, 0.5) / 50).toBeGreaterThan(0.88);
    expect(waitQuantile(counts, 0.5) / 50).toBeLessThan(1.12);
    expect(waitQuantile(new Uint32Array(WAIT_BINS), 0.5)).toBeNaN();
  });
});

describe('many rows', () => {
  it('with random times, statuses and senders are counted as by a full walk', () => {
    const drawn = drawnInstance(20_000);
    const asked = new RecordQueries(drawn);
    const { attempts, lives } = drawn.tables;
    const groups = asked.groups('sender');
    for (const [from, to] of [
      [0, 3e9],
      [1e8, 1.7e9],
      [5e8, 5.1e8],
    ] as const) {
      for (let group = 0; group < groups.count; group++) {
        const counts = asked.counts('attempts', { from, to, by: 'sender', group }, 3);
        let bounced = 0;
        for (let row = 1; row < attempts.length; row++) {
          const time = attempts.time[row] ?? 0;
          const sender = drawn.pools.strings.text(lives.sender[attempts.life[row] ?? 0] ?? 0);
          if (time >= from && time < to && attempts.status[row] === 3 && sender === groups.name(group))
            bounced++;
        }
        expect(sum(counts.bounced)).toBe(bounced);
      }
    }
  });
});

function drawnInstance(count: number): Instance {
  const drawn = new Instance(0, 0, createPools());
  const { attempts, lives } = drawn.tables;
  let seed = 7;
  const draw = (below: number): number => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
  for (let i = 0; i < 4; i++)
    lives.sender[newRow(lives)] = drawn.pools.strings.addText(`sender${i}@a.example`);
  for (let i = 0; i < count; i++) {
    const row = newRow(attempts);
    attempts.time[row] = 1 + draw(3e9);
    attempts.status[row] = 1 + draw(3);
    attempts.life[row] = 1 + draw(4);
    attempts.b[row] = draw(1000) / 10;
  }
  return drawn;
}

it('mail to a content filter belongs to its service although its lines look alike', async () => {
  const texts = ['postconf.txt', 'master.txt', 'transport.txt'].map((name) => ({
    name,
    text: readFileSync(new URL(`../fixtures/records/odd/content-filter/${name}`, import.meta.url), 'utf8'),
  }));
  const { builder } = await readAll([packed('odd/content-filter/maillog.gz')]);
  const [member] = builder.members;
  if (member === undefined) throw new Error('no member');
  const counted = (settings: Settings | null, by: 'transport' | 'destination'): Record<string, number> => {
    const of = new RecordQueries(member.instance, settings);
    const { count, name } = of.groups(by);
    const { sent } = of.totals('attempts', by, member.instance.from, member.instance.to + 1);
    return Object.fromEntries(Array.from({ length: count }, (_, group) => [name(group), sent[group] ?? 0]));
  };
  expect(counted(null, 'transport')).toEqual({ smtp: 322 });
  const settings = readSettings(texts);
  expect(counted(settings, 'transport')).toEqual({ scan: 161, smtp: 161 });
  expect(counted(settings, 'destination')).toMatchObject({ 'scan:[127.0.0.1]:10024': 161 });
  const made = subjectOf(member.instance, settings, [], 'test');
  const tried = made === null ? [] : suggestedChanges(made.model, settings, null);
  expect(tried.map(({ title }) => title)).toContain('8 processes for scan');
});
