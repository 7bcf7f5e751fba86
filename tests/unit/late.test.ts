import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findingWords, RULE_TITLES } from '../../src/record/explain/findings/sentences.ts';
import { verdictSentence } from '../../src/record/explain/findings/verdict.ts';
import { parseClass } from '../../src/record/importers/classes/parse.ts';
import { textSource } from '../../src/record/importers/input/source.ts';
import { STATUSES } from '../../src/record/importers/store/tables.ts';
import { readSettings } from '../../src/record/importers/settings/read.ts';
import type { LateReport } from '../../src/record/protocol/findings.ts';
import { reportLate } from '../../src/record/worker/replay/late.ts';
import { fixture, packed, readAll } from '../fixtures/records/read.ts';

const ROOT = new URL('../fixtures/records/', import.meta.url).pathname;

/** Makes the report on a log of the fixtures, with the settings of its workload and one changed line. */
async function late(
  log: string,
  settingsOf: string,
  {
    classes = [],
    replay = false,
    from = 0,
    to = 0,
    changed = '',
  }: { classes?: string[]; replay?: boolean; from?: number; to?: number; changed?: string } = {},
): Promise<LateReport> {
  const { builder, files } = await readAll([packed(`${log}/maillog.gz`)]);
  const texts = ['postconf.txt', 'master.txt', 'transport.txt']
    .filter((name) => existsSync(`${ROOT}${settingsOf}/${name}`))
    .map((name) => ({ name, text: readFileSync(`${ROOT}${settingsOf}/${name}`, 'utf8') }))
    .map(({ name, text }) => ({ name, text: name === 'postconf.txt' ? `${text}\n${changed}\n` : text }));
  const read = classes.map((text) => parseClass(text)).flatMap((one) => (one.ok ? [one.value] : []));
  const [member] = builder.members;
  if (member === undefined) throw new Error(`${log}: no record`);
  return reportLate(member, readSettings(texts), {
    predicates: read.map(({ predicate }) => predicate),
    files: files.map(({ name }) => name),
    options: { classes: read.map(({ mailClass }) => mailClass), from, to, thresholds: {} },
    replay,
  });
}

const lateWithRateDelay = (replay: boolean): Promise<LateReport> =>
  late('pairs/w2-rate1s', 'verbose/w2', { replay, changed: 'smtp_destination_rate_delay = 1s' });

const sentences = ({ findings }: LateReport): string[] =>
  findings.map((finding) => findingWords(finding, 'UTC').sentence);

describe('known causes of late mail in real recordings', () => {
  it('w1b: ten agents, all held by one message', async () => {
    const report = await late('pairs/w1b-base', 'verbose/w1b', { classes: ['resets=from=reset@*'] });
    expect(report.findings.map(({ rule }) => rule)).toEqual(['agents-busy', 'one-message']);
    const [busy, held] = report.findings;
    expect(busy).toMatchObject({ subject: 'smtp', figures: { agents: 10 } });
    expect(busy?.shares[0]).toMatchObject({ name: 'newsletter@home.example', messages: 1, recipients: 1500 });
    expect(busy?.shares[0]?.share).toBeGreaterThan(0.9);
    // The recorded run has 14 preemptions. In them, 74 entries pay one slot for every five entries.
    expect(held?.figures).toMatchObject({ entries: 74, slotCost: 5, lends: 14, recipients: 1500 });
    // In the recorded run, the resets wait at most 59.2 s; their median is 1.7 s.
    expect(held?.longest).toBeGreaterThan(58);
    const [, resets] = report.verdicts;
    expect(resets).toMatchObject({ name: 'resets', messages: 89, recipients: 89, method: 'counts' });
    expect(resets?.bMedian).toBeCloseTo(1.7, 0);
    expect(resets?.bMax).toBeGreaterThan(58);
    expect((resets?.queue.agents ?? 0) / (resets?.time.queue ?? 1)).toBeGreaterThan(0.95);
    expect(resets?.holders[0]).toMatchObject({ name: 'newsletter@home.example' });
    expect(sentences(report)[0]).toContain('All 10 agents (delivery processes) of smtp were busy');
  });

  it('w1a: ten agents and thirty messages, none of which is to blame', async () => {
    const report = await late('verbose/w1a', 'verbose/w1a');
    expect(report.findings.map(({ rule }) => rule)).toEqual(['agents-busy']);
    expect(report.findings[0]?.shares[0]).toMatchObject({ name: 'newsletter@home.example', messages: 30 });
  });

  it('w2: a relay that takes eight sessions', async () => {
    const report = await late('pairs/w2-base', 'verbose/w2');
    expect(report.findings.map(({ rule }) => rule)).toEqual(['sessions']);
    expect(report.findings[0]).toMatchObject({
      subject: '[127.30.0.1]:2525',
      figures: { sessions: 8, tries: 62, limit: 20 },
    });
    // The last eleven connections got a different reply, all within half a second. That is an outage, not an effect of
    // the session limit.
    expect(sentences(report)[0]).toMatch(
      /refused 51 connections from [\d:]+ to [\d:]+ while 8 sessions were open, and 11 more for another reason/,
    );
  });

  it('w3: a dead destination, and 116 recipients deferred without an attempt', async () => {
    const report = await late('pairs/w3-base', 'verbose/w3');
    expect(report.findings.map(({ rule }) => rule)).toEqual(['dead']);
    expect(report.findings[0]).toMatchObject({ figures: { suspended: 116, cohorts: 1 } });
    expect(report.findings[0]?.subject).toContain('down.example');
  });

  it('w4: four domains that greylist', async () => {
    const report = await late('pairs/w4-base', 'verbose/w4');
    expect(report.findings.map(({ rule }) => rule)).toEqual(['greylisting']);
    expect(report.findings[0]).toMatchObject({ recipients: 190, figures: { destinations: 4 } });
    // Nine of ten were delivered within 11 ms. The recipients of one request are answered at different times.
    expect(report.verdicts[0]?.b90).toBeLessThan(0.05);
  });

  it('a server that answers everything with 451 for 45 s: no greylisting', async () => {
    const report = await late('pairs/takes-nothing', 'verbose/w4');
    expect(report.findings.map(({ rule }) => rule)).toEqual(['put-off']);
    expect(report.findings[0]).toMatchObject({ recipients: 52, figures: { tries: 77, nothing: 1 } });
    expect(report.findings[0]?.subject).toContain('[127.30.0.5]:2525');
  });

  it('quotes the reply of a server at its limit, even after another reply', async () => {
    const text = new TextDecoder().decode(fixture('pairs/w2-base/maillog.gz'));
    const other = text.replace('too many connections from', 'try again later from');
    expect(other).not.toBe(text);
    const { builder } = await readAll([textSource('maillog', other)]);
    const [member] = builder.members;
    if (member === undefined) throw new Error('no record');
    const options = { classes: [], from: 0, to: 0, thresholds: {} };
    const { findings } = reportLate(member, null, { predicates: [], files: [], options, replay: false });
    expect(findings[0]?.words.reply).toContain('too many connections');
  });

  it('w2 with a rate delay: one at a time, and dead at the first failure', async () => {
    const report = await lateWithRateDelay(false);
    expect(report.findings.map(({ rule }) => rule)).toEqual(['rate-delay', 'dead']);
    expect(report.findings[1]).toMatchObject({ figures: { suspended: 307 } });
  });

  it('an afternoon: dead, greylisted and refused mail, and a flush without a line', async () => {
    const report = await late('logs/f1-afternoon', 'logs/f1-afternoon');
    const rules = report.findings.map(({ rule }) => rule);
    expect(rules[0]).toBe('dead');
    expect(rules).toEqual(expect.arrayContaining(['greylisting', 'flush']));
    expect(report.findings.find(({ rule }) => rule === 'greylisting')?.subject).toContain('grey.example');
    for (const { rests } of report.findings) expect(rests.lines[0]?.line).toBeGreaterThan(0);
    // Mail lived for 150 s on this machine. The report must tell late mail from returned mail, and from mail that postsuper
    // -d and -r removed (nine recipients and one).
    const ends = report.findings.map((one) => findingWords(one, 'UTC').detail);
    expect(ends[0]).toContain(
      '36 of these 46 recipients got their mail in the end; none was returned to the sender. 10 were deleted or requeued (postsuper).',
    );
    expect(ends[2]).toContain('None of these 4 recipients got their mail in the end; 4 were returned');
    expect(ends[3]).toMatch(
      /Its mail was returned to the sender\. .* no setting of the queue manager changes it\.$/,
    );
  });
});

describe('findings keep to their own time and place', () => {
  it('w2 with eight sessions: one death of 20 s, though attempts failed for 2 minutes', async () => {
    const report = await late('pairs/w2-conc8', 'verbose/w2', {
      changed: 'smtp_destination_concurrency_limit = 8',
    });
    expect(sentences(report)).toEqual([
      '24 recipients waited a median of 21 s for another attempt (at most 28 s). [127.30.0.1]:2525 was dead from 11:41:08 to 11:41:28; 13 attempts were skipped.',
    ]);
    // Each list of shares must say what is divided, and its shares must add up.
    expect(verdictSentence(report.verdicts[0] as (typeof report.verdicts)[0], 10)).toMatch(
      /74 % of the delay was between attempts, 15 % with the remote servers and 11 % in the queue manager \(b\)\. Causes of the time between attempts: 48 % destination dead, 41 % refused or unreachable and 11 % waiting for a queue scan\. Causes of b: .* window /,
    );
  });

  it('w4 with recipient limit 1: 18 sessions a minute, and no setting that holds them', async () => {
    const report = await late('pairs/w4-rcpt1', 'verbose/w4', {
      changed: 'smtp_destination_recipient_limit = 1',
    });
    const rate = report.findings.find(({ rule }) => rule === 'provider-rate');
    if (rate === undefined) throw new Error('no finding');
    expect(rate).toMatchObject({
      subject: 'strict.example ([127.30.0.8]:2525)',
      figures: { tries: 60, perMinute: 18, destinations: 1, eachRecipient: 1 },
    });
    expect(findingWords(rate, 'UTC').detail).toContain('smtp_destination_recipient_limit = 1');
    // The share of the queue manager must be given even if it is small.
    expect(verdictSentence(report.verdicts[0] as (typeof report.verdicts)[0], 10)).toContain(
      '95 % of the delay was between attempts, 5 % with the remote servers and under 1 % in the queue manager (b).',
    );
  });

  it('w3 flushed by hand: how long new mail waited beside it', async () => {
    const report = await late('pairs/w3-flush105', 'verbose/w3');
    const flush = report.findings.find(({ rule }) => rule === 'flush');
    if (flush === undefined) throw new Error('no finding');
    expect(flush.figures).toMatchObject({ messages: 44, fresh: 6 });
    expect(flush.figures.freshLongest).toBeLessThan(0.3);
    // The text must say why attempts were deferred again and that all recipients got their mail later.
    expect(findingWords(flush, 'UTC').detail).toMatch(
      /^12 of 58 attempts were deferred again, all with “421 4\.7\.0 mx\.down\.example Error: too many connections.*”\. All 58 recipients got their mail later; none was returned\./,
    );
    expect(findingWords(flush, 'UTC').detail).toContain(
      'New mail that became active meanwhile (6 recipients) waited a median of 24 ms (at most 0.2 s)',
    );
  });
});

describe('the exact replay splits delay b', () => {
  it('blames no process limit that was not reached', async () => {
    const { verdicts } = await lateWithRateDelay(true);
    // The rate delay allows one delivery at a time, so only one of a hundred agents was busy.
    expect(verdicts[0]).toMatchObject({ method: 'replay', queue: { agents: 0 } });
    expect((verdicts[0]?.queue.rate ?? 0) / (verdicts[0]?.time.queue ?? 1)).toBeGreaterThan(0.6);
  });

  it('agrees with the counts where those are right, and names who had the agents', async () => {
    const report = await late('verbose/w1b', 'verbose/w1b', {
      classes: ['resets=from=reset@*'],
      replay: true,
    });
    expect(report.whyCounts).toBe('');
    const [, resets] = report.verdicts;
    if (resets === undefined) throw new Error('no verdict');
    expect(resets.method).toBe('replay');
    expect(resets.queue.agents / resets.time.queue).toBeGreaterThan(0.95);
    expect(resets.holders[0]).toMatchObject({ name: 'newsletter@home.example', messages: 1 });
    expect(verdictSentence(resets, 10)).toMatch(
      /^resets: \d+ of 89 recipients .*process limit \(from the exact replay\)\. Most delivery processes \(agents\) were held by 9\d % newsletter@home\.example /,
    );
  });
});

const LINE = '2026-11-21T';
const QUIET = Array.from({ length: 40 }, (_, i) => {
  const id = `A000000${String(i).padStart(2, '0')}`;
  const at = (seconds: number): string => {
    const all = i * 30 + seconds;
    return `${LINE}10:${String(Math.floor(all / 60)).padStart(2, '0')}:${String(Math.floor(all % 60)).padStart(2, '0')}.500000+00:00 vm`;
  };
  return [
    `${at(0)} postfix/smtpd[5]: ${id}: client=localhost[127.0.0.1]`,
    `${at(0)} postfix/qmgr[9]: ${id}: from=<a@x.test>, size=500, nrcpt=1 (queue active)`,
    `${at(1)} postfix/smtp[11]: ${id}: to=<u${i}@d${i % 4}.test>, relay=mx[192.0.2.1]:25, delay=1, delays=0/0/0.1/0.9, dsn=2.0.0, status=sent (250 2.0.0 Ok)`,
    `${at(1)} postfix/qmgr[9]: ${id}: removed`,
  ];
}).flat();

describe('a record in which nothing was late', () => {
  it('has no finding, and the verdict says so', async () => {
    const { builder, files } = await readAll([textSource('maillog', `${QUIET.join('\n')}\n`)]);
    const [member] = builder.members;
    if (member === undefined) throw new Error('no record');
    const report = reportLate(member, null, {
      predicates: [],
      files: files.map(({ name }) => name),
      options: { classes: [], from: 0, to: 0, thresholds: {} },
      replay: true,
    });
    expect(report.findings).toEqual([]);
    expect(report.whyCounts).toContain('postconf -n');
    expect(verdictSentence(report.verdicts[0] as (typeof report.verdicts)[0], 10)).toContain(
      '0 of 40 recipients',
    );
  });

  it('has none in a quiet stretch of a bad record either', async () => {
    const whole = await late('pairs/w3-base', 'verbose/w3');
    // The servers fail from second 40 on; this range ends before that.
    const to = (whole.findings[0]?.from ?? 0) - 6_000_000;
    const before = await late('pairs/w3-base', 'verbose/w3', { from: whole.from, to });
    expect(before.findings).toEqual([]);
    expect(before.verdicts[0]?.messages).toBeGreaterThan(20);
  });
});

/** 250 destinations that break off sessions. Each has five recipients that wait at least a minute for the next attempt. */
const DOWN = Array.from({ length: 250 }, (_, d) => {
  const id = `1${d.toString(16).toUpperCase().padStart(9, '0')}`;
  const at = (s: number): string => `Nov 21 10:${String(s).padStart(2, '0')}:00 vm`;
  return [
    `${at(0)} postfix/qmgr[9]: ${id}: from=<a@here.test>, size=900, nrcpt=5 (queue active)`,
    ...Array.from(
      { length: 5 },
      (__, u) =>
        `${at(1 + (d % 5))} postfix/smtp[${11 + d}]: ${id}: to=<u${u}@d${d}.test>, relay=d${d}.test[192.0.2.1]:25, delay=1, delays=0/0/0.1/0, dsn=4.4.2, status=deferred (lost connection with d${d}.test[192.0.2.1] while sending end of data)`,
    ),
  ];
}).flat();

it('a message that ends at the stamp of its last attempt waits no longer', async () => {
  const exact = await late('logs/f1-afternoon', 'logs/f1-afternoon');
  const seconds = await late('logs/f1-afternoon-traditional', 'logs/f1-afternoon');
  const lost = ({ findings }: LateReport): number | undefined =>
    findings.find(({ rule, subject }) => rule === 'unreachable' && subject.includes('dead.example'))?.cost;
  expect(lost(exact)).toBeGreaterThan(400);
  expect(Math.abs((lost(seconds) ?? 0) - (lost(exact) ?? 0))).toBeLessThan(10);
  expect(seconds.findings.map(({ rule }) => rule)).toEqual(exact.findings.map(({ rule }) => rule));
});

/**
 * 20 messages for a server that does not answer. Five minutes later, five agents retry all of them together when another
 * message arrives.
 */
const CLOGGED = (() => {
  const at = (s: number): string =>
    `2026-11-21T10:${String(Math.floor(s / 60)).padStart(2, '0')}:${String(s % 60).padStart(2, '0')}.000000+00:00 vm`;
  const idOf = (n: number): string => `C00000${String(n).padStart(4, '0')}`;
  const active = (s: number, id: string): [number, string] => [
    s,
    `${at(s)} postfix/qmgr[9]: ${id}: from=<a@here.test>, size=900, nrcpt=1 (queue active)`,
  ];
  const tried = (s: number, id: string, n: number, to: string, b: number, what: string): [number, string] => [
    s,
    `${at(s)} postfix/smtp[${11 + (n % 5)}]: ${id}: to=<${to}>, relay=none, delay=${s}, delays=0/${b}/30/0, dsn=4.4.1, ${what}`,
  ];
  const silent = 'status=deferred (connect to silent.test[192.0.2.1]:25: Connection timed out)';
  const lines = Array.from({ length: 20 }, (_, n) => {
    const [id, turn] = [idOf(n), Math.floor(n / 5)];
    const to = `u${n}@silent.test`;
    return [
      active(0, id),
      tried(30 + 30 * turn, id, n, to, 30 * turn, silent),
      active(400, id),
      tried(430 + 30 * turn, id, n, to, 30 * turn, silent),
    ];
  }).flat();
  const late = idOf(99);
  lines.push(active(401, late), tried(550, late, 0, 'x@well.test', 119, 'status=sent (250 2.0.0 Ok)'));
  return lines.sort(([one], [other]) => one - other).map(([, line]) => line);
})();

it('retries fill the active queue, and other mail waits behind them', async () => {
  const { builder, files } = await readAll([textSource('maillog', `${CLOGGED.join('\n')}\n`)]);
  const [member] = builder.members;
  if (member === undefined) throw new Error('no record');
  const settings = readSettings([
    { name: 'main.cf', text: 'qmgr_message_active_limit = 50\n' },
    { name: 'master.cf', text: 'smtp unix - - n - 5 smtp\nqmgr unix n - n 300 1 qmgr\n' },
  ]);
  const report = reportLate(member, settings, {
    predicates: [],
    files: files.map(({ name }) => name),
    options: { classes: [], from: 0, to: 0, thresholds: {} },
    replay: false,
  });
  const retries = report.findings.find(({ rule }) => rule === 'retries');
  expect(retries?.figures).toMatchObject({ peak: 20, limit: 50 });
  // The finding needs messages that fill a fifth of the active queue. 20 messages are less than that when the limit is
  // 20,000.
  const roomy = reportLate(member, null, {
    predicates: [],
    files: [],
    options: { classes: [], from: 0, to: 0, thresholds: {} },
    replay: false,
  });
  expect(roomy.findings.map(({ rule }) => rule)).not.toContain('retries');
});

describe('a report of a large record', () => {
  it('lists the costliest findings, and the number of others', async () => {
    const { builder, files } = await readAll([
      textSource('maillog', `${DOWN.join('\n')}\nNov 21 10:20:00 vm postfix/qmgr[9]: 1FFFFFFFFF: removed\n`),
    ]);
    const [member] = builder.members;
    if (member === undefined) throw new Error('no record');
    const report = reportLate(member, null, {
      predicates: [],
      files: files.map(({ name }) => name),
      options: { classes: [], from: 0, to: 0, thresholds: {} },
      replay: false,
    });
    const told = report.findings.filter(({ rule }) => rule !== 'log-gap');
    expect(told).toHaveLength(200);
    expect(report.more).toBe(50);
    // Messages deferred in the fifth minute cost the least time, so their findings are left out.
    expect(Math.min(...told.map(({ cost }) => cost))).toBeCloseTo(5 * 16 * 60, -1);
  });

  it('of a range covers what was in the queue then', async () => {
    const whole = await late('pairs/w3-base', 'verbose/w3');
    const { builder } = await readAll([packed('pairs/w3-base/maillog.gz')]);
    const { attempts, deliveries, activations } = builder.members[0]?.instance.tables ?? {};
    if (attempts === undefined || deliveries === undefined || activations === undefined)
      throw new Error('no record');
    for (const [from, to] of [
      [0.1, 0.2],
      [0.35, 0.9],
      [0.5, 0.51],
    ] as const) {
      const edge = (share: number): number => Math.round(whole.from + (whole.to - whole.from) * share);
      const report = await late('pairs/w3-base', 'verbose/w3', { from: edge(from), to: edge(to) });
      let sent = 0;
      for (let row = 1; row < attempts.length; row++) {
        const active = activations.time[deliveries.activation[attempts.delivery[row] ?? 0] ?? 0] ?? 0;
        const inside = (attempts.time[row] ?? 0) >= edge(from) && active <= edge(to);
        if (inside && attempts.status[row] === STATUSES.indexOf('sent')) sent++;
      }
      expect(sent).toBeGreaterThan(0);
      expect(report.verdicts[0]?.sent).toBe(sent);
    }
  });
});

it('every rule has a title', () => {
  for (const title of Object.values(RULE_TITLES)) expect(title).not.toBe('');
});
