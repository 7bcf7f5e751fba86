import { describe, expect, it } from 'vitest';
import { readChanges } from '../../src/record/cli/predict/arguments.ts';
import { changesIn } from '../../src/record/cli/predict/running.ts';
import { findingWords } from '../../src/record/explain/findings/sentences.ts';
import { isAboutSender, isRated } from '../../src/record/importers/findings/reply-faults.ts';
import { textSource } from '../../src/record/importers/input/source.ts';
import { censoredAt, figuresOf, newOutcome } from '../../src/record/importers/model/figures.ts';
import { mayRefuse } from '../../src/record/importers/model/doubt.ts';
import { messageRateOf } from '../../src/record/importers/model/message-rate.ts';
import type { Request } from '../../src/record/importers/model/requests.ts';
import { stuckIn } from '../../src/record/importers/model/counting.ts';
import { readSettings } from '../../src/record/importers/settings/read.ts';
import { answerTo } from '../../src/record/worker/model/study.ts';
import { reportLate } from '../../src/record/worker/replay/late.ts';
import { settingsOf, subject } from '../fixtures/records/subject.ts';
import { fixture, readAll, readLines } from '../fixtures/records/read.ts';

const SECOND = 1_000_000;
const text = (path: string): string => new TextDecoder().decode(fixture(path));

/** A log with the same lines and stamps of whole seconds, as most hosts write them. */
function classic(log: string): string {
  const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
  return log.replaceAll(
    /^(\d{4})-(\d\d)-(\d\d)T(\d\d:\d\d:\d\d)\S*/gm,
    (_, _year, month, day, clock) =>
      `${months[Number(month) - 1]} ${String(Number(day)).padStart(2)} ${clock}`,
  );
}

async function instanceOf(log: string) {
  const { builder } = await readAll([textSource('maillog', log)]);
  const [member] = builder.members;
  if (member === undefined) throw new Error('no record');
  return member.instance;
}

describe('stamps of whole seconds', () => {
  it('get the time within their second from queue ids, delays and line order', async () => {
    const log = text('pairs/w4-base/maillog.gz');
    const [exact, coarse] = [await instanceOf(log), await instanceOf(classic(log))];
    const off = (one: Float64Array, two: Float64Array, length: number): number => {
      const all = Array.from({ length: length - 1 }, (_, i) =>
        Math.abs((one[i + 1] ?? 0) - (two[i + 1] ?? 0)),
      );
      return all.sort((a, b) => a - b)[Math.floor(0.9 * all.length)] ?? Number.NaN;
    };
    const [a, b] = [exact.tables, coarse.tables];
    expect(off(a.activations.time, b.activations.time, a.activations.length)).toBeLessThan(0.1 * SECOND);
    expect(off(a.attempts.time, b.attempts.time, a.attempts.length)).toBeLessThan(0.3 * SECOND);
    // Each time stays within its second, and the lines keep their order.
    for (let row = 1; row < b.attempts.length; row++) {
      expect(Math.floor((b.attempts.time[row] ?? 0) / SECOND)).toBe(
        Math.floor((a.attempts.time[row] ?? 0) / SECOND),
      );
      expect(b.attempts.time[row] ?? 0).toBeGreaterThanOrEqual(b.attempts.time[row - 1] ?? 0);
    }
  });

  it('of the hour that occurs twice in autumn go on in its second occurrence', async () => {
    const line = (clock: string, id: string): string =>
      `Oct 25 ${clock} mail postfix/qmgr[9]: ${id}: from=<a@corp.example>, size=100, nrcpt=1 (queue active)`;
    const { builder } = await readAll(
      [textSource('maillog', `${line('02:58:40', 'A0000000001')}\n${line('02:01:44', 'A0000000002')}\n`)],
      { zone: 'Europe/Vienna', year: 2026 },
    );
    const [member] = builder.members;
    const { from, to, clockSteps } = member?.instance ?? { from: 0, to: 0, clockSteps: [1] };
    expect(Math.round((to - from) / SECOND)).toBe(184);
    expect(clockSteps).toEqual([]);
  });
});

describe('a record that begins and ends in the middle', () => {
  it('counts the mail that arrived in it, and carries the rest as load', async () => {
    const lines = text('pairs/w4-base/maillog.gz').split('\n');
    const cut = lines.slice(lines.length >> 2, (3 * lines.length) >> 2).join('\n');
    const of = subject(await instanceOf(cut), settingsOf('verbose/w4'), []);
    const { counted, before, deferredBefore } = of.model;
    expect(before + deferredBefore.filter((one) => one === 1).length).toBeGreaterThan(0);
    expect(of.recorded.all.recipients).toBeLessThan(counted.length * 12);
    expect(of.recorded.all.open).toBeGreaterThan(0);
    const { known } = answerTo(of, [], 2);
    const share = (part: number): number => part / of.recorded.all.recipients;
    expect(Math.abs(share(known.all.deferredFirst - of.recorded.all.deferredFirst))).toBeLessThan(0.06);
    expect(Math.abs(share(known.all.open - of.recorded.all.open))).toBeLessThan(0.1);
  });

  it('estimates quantiles of times that are not over (Kaplan and Meier)', () => {
    const outcome = newOutcome(4);
    outcome.b.set([1, 2, 3, Number.NaN]);
    outcome.total.set([1, 2, 3, Number.NaN]);
    outcome.over.set([1, 2, 3, 0]);
    outcome.end.set([1, 1, 1, 0]);
    const ends = { b: new Float64Array([9, 9, 9, 2.5]), total: new Float64Array([9, 9, 9, 2.5]) };
    const counting = {
      classOf: new Uint16Array(4),
      classes: 0,
      counted: new Uint8Array(4).fill(1),
      stuck: new Uint8Array(4),
      ends,
    };
    const { all } = figuresOf(outcome, counting);
    // The open recipient has waited for 2.5 s. Its wait counts as if it ended like the longest known wait.
    expect(all.open).toBe(1);
    expect(all.b.p50).toBeGreaterThan(2);
    expect(all.b.max).toBe(3);
    // If the record ends earlier, more recipients are still open.
    const early = { b: new Float64Array(4).fill(1.5), total: new Float64Array(4).fill(1.5) };
    expect(figuresOf(censoredAt(outcome, early), { ...counting, ends: early }).all.open).toBe(3);
  });

  it('keeps domains that were never reached out of the totals', async () => {
    const line = (at: number, rest: string): string =>
      `2026-11-22T10:00:${String(at).padStart(2, '0')}.000000+00:00 mx postfix/${rest}`;
    const instance = await readLines(
      ...Array.from({ length: 20 }, (_, i) => [
        line(i, `smtpd[1]: A00000000${i + 10}: client=a[192.0.2.9]`),
        line(i, `qmgr[9]: A00000000${i + 10}: from=<a@corp.example>, size=100, nrcpt=1 (queue active)`),
        line(
          i,
          `smtp[7]: A00000000${i + 10}: to=<u@${i % 2 === 0 ? 'dead' : 'fine'}.example>, ${
            i % 2 === 0
              ? 'relay=none, delay=0.1, delays=0/0/0.1/0, dsn=4.4.1, status=deferred (connect to mx.dead.example[192.0.2.1]:25: Connection refused)'
              : 'relay=mx.fine.example[192.0.2.2]:25, delay=0.1, delays=0/0/0/0.1, dsn=2.0.0, status=sent (250 ok)'
          }`,
        ),
      ]).flat(),
    );
    const of = subject(instance, null, []);
    const stuck = stuckIn(of.model.scenario.modelled);
    expect(stuck.reduce((sum, one) => sum + one, 0)).toBe(10);
    expect(of.recorded.all.total.p90).toBeLessThan(1);
  });
});

describe('servers that count', () => {
  const request = (at: number, rated?: string): Request => ({
    message: 0,
    start: at * SECOND,
    end: at * SECOND,
    greeting: 0,
    transport: 'smtp',
    nexthop: 'a.example',
    relay: '',
    recipients: [{ recipient: 0, row: 0, fate: rated === undefined ? 0 : 1 }],
    failure: null,
    isFirst: false,
    ...(rated === undefined ? {} : { rated }),
  });

  it('show how many messages they accept in a minute by refusals in bursts', () => {
    const said = '451 4.7.1 Rate limit exceeded, please slow down';
    // The server accepts 20 messages a minute. Bursts of 25 messages come two minutes apart, after the first minute of
    // the record.
    const all = [1, 2, 3].flatMap((burst) =>
      Array.from({ length: 25 }, (_, i) => request(120 * burst + i / 10, i >= 20 ? said : undefined)),
    );
    expect(messageRateOf(all, 0)).toEqual({ messages: 20, per: 60 * SECOND });
    expect(messageRateOf(all.slice(0, 22), 0)).toBeNull();
  });

  it('are told from greylisting and full mailboxes by their reply', () => {
    expect(isRated('host a said: 451 4.7.1 Rate limit exceeded, please slow down')).toBe(true);
    expect(isRated('host a said: 450 4.2.0 Greylisted, please try again in one minute')).toBe(false);
    expect(isRated('host a said: 452 4.2.2 Mailbox full, try again in one day')).toBe(false);
  });

  it('are the only ones that may refuse more than they were seen to take', async () => {
    const main = 'relayhost = [127.30.0.1]:2525\nqueue_run_delay = 10s\nminimal_backoff_time = 20s\n';
    const settings = readSettings([{ name: 'main.cf', text: main }]);
    const of = subject(await instanceOf(text('pairs/w2-base/maillog.gz')), settings, []);
    const [server] = of.model.scenario.modelled.servers;
    const more = (name: string) => ({
      server: name,
      atOnce: [3, 6] as [number, number],
      inMinute: [10, 20] as [number, number],
    });
    const beyond = [more(server?.name ?? ''), more('127.0.0.1[127.0.0.1]:10025')];
    expect(mayRefuse(of.model, beyond)).toEqual(beyond.slice(0, 1));
  });

  it('are told from replies about the own address or name', () => {
    expect(
      isAboutSender('451 4.7.1 Service unavailable; Client host [192.0.2.9] blocked using zen.example'),
    ).toBe(true);
    expect(isAboutSender('450 4.7.25 Client host rejected: cannot find your hostname, [192.0.2.9]')).toBe(
      true,
    );
    expect(isAboutSender('451 4.3.0 Temporary local problem')).toBe(false);
  });
});

describe('findings of a running server', () => {
  const stamp = (day: number, second: number): string =>
    `2026-11-${day}T10:00:${String(second).padStart(2, '0')}.000000+00:00 mx postfix`;
  /** Mail goes through a filter with one process. Each message takes a second there and comes back as new mail. */
  const filtered = (day: number): string[] =>
    Array.from({ length: 30 }, (_, i) => {
      const [own, back] = [`A${day}000000${10 + i}`, `B${day}000000${10 + i}`];
      return [
        `${stamp(day, 0)}/smtpd[1]: ${own}: client=a[192.0.2.9]`,
        `${stamp(day, 0)}/qmgr[9]: ${own}: from=<alerts@corp.example>, size=100, nrcpt=1 (queue active)`,
        `${stamp(day, i + 1)}/smtpd[2]: ${back}: client=localhost[127.0.0.1], orig_queue_id=${own}, orig_client=a[192.0.2.9]`,
        `${stamp(day, i + 1)}/scan/smtp[7]: ${own}: to=<u@fine.example>, relay=127.0.0.1[127.0.0.1]:10025, delay=${i + 1}, delays=0/${i}/0/1, dsn=2.0.0, status=sent (250 2.0.0 from MTA: 250 2.0.0 Ok: queued as ${back})`,
        `${stamp(day, i + 1)}/qmgr[9]: ${own}: removed`,
        `${stamp(day, i + 1)}/qmgr[9]: ${back}: from=<alerts@corp.example>, size=100, nrcpt=1 (queue active)`,
        `${stamp(day, i + 1)}/smtp[8]: ${back}: to=<u@fine.example>, relay=mx.fine.example[192.0.2.2]:25, delay=0.1, delays=0/0/0/0.1, dsn=2.0.0, status=sent (250 ok)`,
        `${stamp(day, i + 1)}/qmgr[9]: ${back}: removed`,
      ];
    })
      .flat()
      .sort((a, b) => (a.slice(0, 26) < b.slice(0, 26) ? -1 : 1));

  async function report(lines: readonly string[]) {
    const { builder } = await readAll([textSource('maillog', `${lines.join('\n')}\n`)]);
    const [member] = builder.members;
    if (member === undefined) throw new Error('no record');
    const options = { classes: [], from: 0, to: 0, thresholds: {} };
    return reportLate(member, null, { predicates: [], files: ['maillog'], options, replay: false });
  }

  it('count mail through a filter once, with its whole time', async () => {
    const { verdicts } = await report(filtered(24));
    expect(verdicts[0]).toMatchObject({ recipients: 30, messages: 30 });
    expect(verdicts[0]?.bMedian).toBeGreaterThan(10);
    expect(verdicts[0]?.totalMedian).toBeGreaterThan(12);
  });

  it('have dates where the record is longer than a day', async () => {
    const { findings } = await report([...filtered(24), ...filtered(26)]);
    expect(findings.length).toBeGreaterThan(0);
    const told = findings
      .filter(({ rule }) => rule !== 'log-gap')
      .map((one) => findingWords(one, 'UTC').sentence);
    expect(told).toEqual(told.map(() => expect.stringMatching(/2026-11-2[46] 10:/)));
  });
});

describe('the change of a judged run', () => {
  it('is read as options of the command', () => {
    expect(changesIn('--set smtp_destination_concurrency_limit=5 (default 20)')).toEqual(
      readChanges({ set: ['smtp_destination_concurrency_limit=5'] }).changes,
    );
    expect(changesIn('--own news=bulk:6 with --class news=from=news@shop.example')).toEqual([
      { kind: 'own', mailClass: 'news', service: 'bulk', maxproc: 6 },
    ]);
  });
});
