import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { textSource } from '../../src/record/importers/input/source.ts';
import { replayEvidenceOf } from '../../src/record/importers/replay/evidence.ts';
import { type Replay, replayOf } from '../../src/record/importers/replay/setup.ts';
import { runTimes } from '../../src/record/importers/replay/scans.ts';
import { turnsBefore, turnsOf } from '../../src/record/panels/replay/turns-layout.ts';
import { readSettings } from '../../src/record/importers/settings/read.ts';
import { parseScenario } from '../../src/scenario/schema.ts';
import { followRecord } from '../../src/record/worker/replay/follow.ts';
import type { ReplayScore } from '../../src/record/protocol/replay.ts';
import { fixtureJson, packed, readAll, readLines } from '../fixtures/records/read.ts';

const ROOT = new URL('../fixtures/records/', import.meta.url).pathname;

interface Expected {
  windows?: unknown[];
  selections?: unknown[];
  preemptions?: unknown[];
  deliveries: unknown[];
}

const packedLines = (path: string): string[] => gunzipSync(readFileSync(path)).toString('latin1').split('\n');

/** Replays lines of a fixture. `only` selects lines, `most` limits the number of lines. */
async function replayFixture(
  folder: string,
  only = /(?:)/,
  most = Infinity,
): Promise<{ score: ReplayScore; replay: Replay }> {
  const texts = ['postconf.txt', 'master.txt', 'transport.txt', 'main.cf', 'master.cf']
    .filter((name) => existsSync(`${ROOT}${folder}/${name}`))
    .map((name) => ({ name, text: readFileSync(`${ROOT}${folder}/${name}`, 'utf8') }));
  const lines = packedLines(`${ROOT}${folder}/maillog.gz`).slice(0, most);
  const text = lines.filter((line) => only.test(line)).join('\n');
  const { builder } = await readAll([textSource('maillog', text)]);
  const [member] = builder.members;
  const replay = member && replayOf(member.instance, readSettings(texts), folder);
  if (!replay) throw new Error(`${folder}: nothing to replay`);
  const following = followRecord(replay, replayEvidenceOf(member.instance, replay));
  while (!following.run(997));
  return { score: following.result().score, replay };
}

const equal = (count: number) => ({ recorded: count, compared: count, equal: count });

describe('the engine follows recordings of a real Postfix', () => {
  for (const name of readdirSync(`${ROOT}logs`)) {
    it(`${name}`, async () => {
      const { score, replay } = await replayFixture(`logs/${name}`);
      // The log in the traditional format is from the same afternoon; its time stamps are whole seconds.
      const truth = fixtureJson<Expected>(`logs/${name.replace('-traditional', '')}/expected.json.gz`);
      expect(score.selections).toEqual(equal(truth.selections?.length ?? 0));
      expect(score.preemptions).toEqual(equal(truth.preemptions?.length ?? 0));
      expect(score.windows).toEqual(equal(truth.windows?.length ?? 0));
      expect(score.deaths.equal).toBe(score.deaths.recorded);
      expect(score.retries.equal + score.retries.flushes).toBe(score.retries.recorded);
      expect(score.attempts).toEqual({
        recorded: truth.deliveries.length,
        replayed: truth.deliveries.length,
      });
      expect(score.b.within).toBeGreaterThanOrEqual(Math.ceil(0.99 * score.b.compared));
      expect(score.first).toBeNull();
      // With whole seconds, one selection and one refusal have equal time stamps, so the log does not show their order.
      expect(score.differences).toEqual({
        selection: 0,
        delivery: 0,
        activation: 0,
        order: name.endsWith('-traditional') ? 1 : 0,
        unknown: 0,
      });
      // A scenario file must be able to contain everything that the importers produce.
      const parsed = parseScenario(structuredClone(replay.scenario));
      expect(parsed.ok ? [] : parsed.errors).toEqual([]);
      expect(parsed.ok && parsed.value).toEqual(replay.scenario);
    });
  }

  for (const name of readdirSync(`${ROOT}verbose`)) {
    it(`${name}, verbose and with feedback debug: no difference at all`, async () => {
      const { score } = await replayFixture(`verbose/${name}`);
      const { selections, preemptions, windows } = score;
      for (const part of [selections, preemptions, windows, score.deaths, score.retries])
        expect(part).toMatchObject(equal(part.recorded));
      expect(score.attempts.replayed).toBe(score.attempts.recorded);
      expect(score.first).toBeNull();
      expect(selections.recorded).toBeGreaterThan(100);
    });
  }
});

/**
 * On a busy machine Postfix writes a log line some milliseconds after the event, so its time stamp may be in the next second.
 */
describe('a second that begins between the queue manager’s clock and its line’s stamp', () => {
  for (const name of readdirSync(`${ROOT}busy`)) {
    it(`${name}: takes no scan for a flush, and revives a destination with the log`, async () => {
      const { score } = await replayFixture(`busy/${name}`);
      const { selections, windows } = score;
      for (const part of [selections, windows, score.deaths])
        expect(part).toMatchObject(equal(part.recorded));
      expect(score.first).toBeNull();
      expect(selections.recorded).toBeGreaterThan(30);
    });

    // The pauses of a rate delay are not visible in a plain log.
    if (name === 'late-pause') continue;
    it(`${name}: the same where only ends of deliveries show it`, async () => {
      const plain = /status=|\(queue active\)$|removed$|client=|message-id=/;
      const { score } = await replayFixture(`busy/${name}`, plain);
      expect(score.deaths).toEqual(equal(1));
      expect(score.attempts.replayed).toBe(score.attempts.recorded);
      expect(score.first).toBeNull();
    });
  }
});

/**
 * Recordings made for this project. They once differed from their replays because of errors in this engine. `retries`
 * and `order`: number of lines that cannot be compared, counted by hand in the log.
 */
const OWN: Record<string, { retries: number; order: number }> = {
  // Servers break off sessions: a failure of the destination, not of the message.
  'session-lost': { retries: 0, order: 0 },
  // A flush revives destinations that are dead when it begins, but not those that die during the flush. It also activates
  // files whose retry time is less than a second away.
  'flush-begins': { retries: 0, order: 2 },
  'flush-soon': { retries: 0, order: 0 },
  // At most five messages are active. Scans wait for room, so 18 of the retries come later than they are due.
  'active-full': { retries: 19, order: 0 },
  // A restart, and an end of the log before mail of a slow transport was attempted.
  'never-tried': { retries: 0, order: 0 },
};

describe('own recordings with random settings', () => {
  for (const [name, without] of Object.entries(OWN)) {
    it(`${name}: nothing differs`, async () => {
      const { score } = await replayFixture(`own/${name}`);
      const { selections, preemptions, windows, deaths, retries } = score;
      expect(selections.recorded - selections.compared).toBe(without.order);
      expect(selections.equal).toBe(selections.compared);
      for (const part of [preemptions, windows, deaths]) expect(part).toEqual(equal(part.recorded));
      expect(retries.recorded - retries.compared - retries.flushes).toBe(without.retries);
      expect(retries.equal).toBe(retries.compared);
      expect(score.first).toBeNull();
      expect(selections.recorded).toBeGreaterThan(20);
    });
  }
});

/**
 * A log that ends too early does not show the recipients and destinations of mail that was never attempted, so it does
 * not show which entries the queue manager could choose from.
 */
describe('a truncated record', () => {
  for (const [name, compared] of [
    ['w1a', 100],
    ['w1b', 80],
    ['w3', 290],
  ] as const) {
    it(`${name}: what it shows is equal, and the rest is called doubtful`, async () => {
      const lines = packedLines(`${ROOT}verbose/${name}/maillog.gz`);
      const { score } = await replayFixture(`verbose/${name}`, /(?:)/, lines.length >> 1);
      const { selections, preemptions, windows } = score;
      for (const part of [selections, preemptions, windows]) expect(part.equal).toBe(part.compared);
      expect(selections.compared).toBeGreaterThan(compared);
      expect(selections.recorded - selections.compared).toBeLessThanOrEqual(score.differences.unknown);
      expect(score.first).toBeNull();
    });
  }
});

describe('pieces of a rotated log', () => {
  it('are ordered by their times, not their names, where a clock was set back', async () => {
    const names = ['mail.log.gz', 'mail.log.1.gz', 'mail.log.2.gz'];
    const { builder } = await readAll(names.map((name) => packed(`odd/rotated/${name}`)));
    const [member] = builder.members;
    const replay = member && replayOf(member.instance, null, 'rotated');
    if (!replay) throw new Error('nothing to replay');
    const following = followRecord(replay, replayEvidenceOf(member.instance, replay));
    while (!following.run(997));
    const { score } = following.result();
    expect(member.instance.clockSteps.length).toBeGreaterThan(0);
    expect(score.attempts).toEqual({ recorded: 1588, replayed: 1588 });
    expect(score.differences.activation).toBe(0);
  });
});

/** For each record, the number of queue manager processes that ran long enough to check their scans. */
const SCANNED: Record<string, number> = {
  'd1-default': 1,
  'd3-expire': 1,
  'f1-afternoon': 2,
  'f1-afternoon-traditional': 2,
};

describe('the scans of a record lie on a grid of queue_run_delay', () => {
  const timesOf = async (folder: string): Promise<ReturnType<typeof runTimes>> => {
    const { builder } = await readAll([packed(`${folder}/maillog.gz`)]);
    const text = readFileSync(`${ROOT}${folder}/postconf.txt`, 'utf8');
    return runTimes(builder.members[0]!.instance, readSettings([{ name: 'postconf.txt', text }]));
  };

  it('each queue manager has its own, and flushed mail lies beside it', async () => {
    const { scans, starts } = await timesOf('logs/f1-afternoon');
    expect(scans.every).toBe(10_000_000);
    // These numbers were counted by hand in the log. Before the reload there are 18 groups of retries; those at 115.5,
    // 181.5 and 198.0 s are off the grid. After the reload there are 3 groups.
    const counts = [
      [1, 15, 3],
      [2, 3, 0],
    ];
    expect(scans.lives.map(({ life, on, off }) => [life, on, off])).toEqual(counts);
    const coarse = await timesOf('logs/f1-afternoon-traditional');
    expect(coarse.scans.lives.map(({ life, on, off }) => [life, on, off])).toEqual(counts);
    expect(starts.processes).toBeGreaterThan(10);
    // The master process starts a process within a second.
    expect(starts.median).toBeLessThan(1_000_000);
  });

  it.each(readdirSync(`${ROOT}logs`).filter((name) => existsSync(`${ROOT}logs/${name}/postconf.txt`)))(
    '%s: within a second of it, or no claim is made',
    async (name) => {
      const { scans } = await timesOf(`logs/${name}`);
      // With whole seconds, the next second may give a smaller residual.
      const off = name.endsWith('-traditional') ? 1_000_001 : 1_000_000;
      expect(scans.lives.filter(({ residual }) => residual >= off)).toEqual([]);
      expect(scans.lives.length).toBe(SCANNED[name] ?? 0);
    },
  );
});

const LINE = '2026-11-21T01:43:';
const TO = 'relay=127.0.0.1[127.0.0.1]:2701, delay=1, delays=0/0/0/1, dsn=2.0.0, status=sent (250 2.0.0 Ok)';

describe('a record that no queue manager could have written', () => {
  it('is followed, and each choice that differs is reported with its line', async () => {
    const instance = await readLines(
      `${LINE}20.000000+00:00 vm postfix/qmgr[9]: A00000001: from=<a@x.test>, size=500, nrcpt=1 (queue active)`,
      `${LINE}20.100000+00:00 vm postfix/qmgr[9]: B00000002: from=<a@x.test>, size=500, nrcpt=1 (queue active)`,
      // Postfix takes due messages first in, first out. Here the first message is due, but the record names the second.
      `${LINE}20.200000+00:00 vm postfix/qmgr[9]: qmgr_peer_select: B00000002 smtp d.test (1 of 5)`,
      `${LINE}21.200000+00:00 vm postfix/smtp[11]: B00000002: to=<v@d.test>, ${TO}`,
      `${LINE}21.300000+00:00 vm postfix/qmgr[9]: qmgr_peer_select: A00000001 smtp d.test (1 of 5)`,
      `${LINE}22.300000+00:00 vm postfix/smtp[11]: A00000001: to=<u@d.test>, ${TO}`,
    );
    const replay = replayOf(instance, null, 'turned round');
    if (replay === null) throw new Error('nothing to replay');
    const following = followRecord(replay, replayEvidenceOf(instance, replay));
    while (!following.run(1));
    const { score, turns, differences, done } = following.result();
    expect(done).toBe(true);
    expect([...turns.recorded]).toEqual([2, 1]);
    expect([...turns.predicted]).toEqual([1, 1]);
    expect([...turns.line]).toEqual([3, 5]);
    expect(differences).toMatchObject([{ line: 3, at: 20_200_000 - 20_000_000 }]);
    const shown = turnsOf(turns, 'smtp', ['smtp']);
    expect(shown.differ).toEqual([0]);
    expect(turnsBefore(shown, 1)).toBe(1);
    expect(score.selections).toEqual({ recorded: 2, compared: 2, equal: 1 });
    expect(score.attempts).toEqual({ recorded: 2, replayed: 2 });
    expect(score.first).toMatchObject({
      line: 3,
      what: 'selection',
      recorded: 'B00000002 to d.test',
      predicted: 'A00000001 to d.test',
    });
  });

  it('has nothing to follow when no message becomes active', async () => {
    const instance = await readLines(
      `${LINE}20.000000+00:00 vm postfix/smtpd[9]: connect from x.test[192.0.2.1]`,
    );
    expect(replayOf(instance, null, 'quiet')).toBeNull();
  });
});
