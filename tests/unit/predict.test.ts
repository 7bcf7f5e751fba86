import { describe, expect, it } from 'vitest';
import { readSettings } from '../../src/record/importers/settings/read.ts';
import type { Change } from '../../src/record/protocol/predict.ts';
import { parseScenario } from '../../src/scenario/schema.ts';
import {
  answerTo,
  changed,
  classToHelp,
  knownOf,
  mailOf,
  verdictOf,
} from '../../src/record/worker/model/study.ts';
import { fixture, packed, readAll } from '../fixtures/records/read.ts';
import { textSource } from '../../src/record/importers/input/source.ts';
import { newsletter, settingsOf, subject } from '../fixtures/records/subject.ts';
import { asMail } from '../fixtures/of-kind.ts';
import { parseClass } from '../../src/record/importers/classes/parse.ts';
import { toApply } from '../../src/record/importers/model/apply.ts';
import { readServerEdit } from '../../src/record/importers/model/edit.ts';
import { checkChange, withChanges } from '../../src/record/importers/model/changes.ts';
import { suggestedChanges } from '../../src/record/importers/model/suggested-changes.ts';
import { withShares } from '../../src/record/importers/model/doubt.ts';
import { modelOf } from '../../src/record/importers/model/setup.ts';

const MAIN_W2 =
  'relayhost = [127.30.0.1]:2525\nqueue_run_delay = 10s\nminimal_backoff_time = 20s\nmaximal_backoff_time = 80s\n';

describe('a record as a model', () => {
  it('explains the record that it was made from', async () => {
    const of = await newsletter();
    const today = answerTo(of, [], 2);
    expect(verdictOf(of, today)).toMatchObject({ verdict: 'explains', reasons: [] });
    // Measured in the base run: median of b of the resets 1.7 s, 0.9 quantile 47.6 s.
    expect(today.classes[0]?.b.p50).toBeCloseTo(1.7, 0);
    expect(Math.abs((today.classes[0]?.b.p90 ?? 0) - 47.6)).toBeLessThan(1);
  });

  it('reads the number of processes from the log without master.cf, and says so', async () => {
    const { instance } = await newsletter();
    const of = subject(instance, null, []);
    expect(of.model.scenario.agents).toEqual({ smtp: 10 });
    expect(of.model.assumed.join()).toContain('smtp is assumed to have 10 processes');
    const today = answerTo(of, [], 2);
    expect(verdictOf(of, today)).toMatchObject({ verdict: 'explains', reasons: [] });
    // With master.cf, the numbers of processes are those of the file, and none is assumed.
    expect((await newsletter()).model.assumed.join()).not.toContain('processes');
  });

  it('predicts what a real Postfix did with the change', async () => {
    const of = await newsletter();
    // Measured with the change: median and 90th percentile of b of the resets, in seconds.
    const measured: [Change, number, number][] = [
      [{ kind: 'set', name: 'default_delivery_slot_cost', value: '2' }, 0.018, 2.9],
      [{ kind: 'set', name: 'smtp_destination_recipient_limit', value: '1' }, 0.038, 0.168],
      [{ kind: 'set', name: 'smtp_destination_recipient_limit', value: '10' }, 1.3, 24.2],
    ];
    for (const [change, p50, p90] of measured) {
      const { b } = answerTo(of, [change], 1).classes[0] ?? { b: { p50: Number.NaN, p90: Number.NaN } };
      expect(Math.abs(b.p50 - p50), JSON.stringify(change)).toBeLessThan(0.2);
      expect(Math.abs(b.p90 - p90), JSON.stringify(change)).toBeLessThan(Math.max(0.3, 0.12 * p90));
    }
  });

  it('predicts nothing from settings of another time', async () => {
    // Settings that the lines of the record contradict. The last setting is contradicted only by the waits: without
    // enough preemption, resets would not wait 48 s.
    const others: [string, string, string][] = [
      ['smtp_destination_recipient_limit = 10', 'locked', 'from another time'],
      ['smtp_destination_concurrency_limit = 2', 'locked', 'concurrent deliveries to one destination'],
      // Only one class contradicts this setting, so only that class has no prediction.
      ['smtp_delivery_slot_cost = 2', 'partly', 'reset: 90th percentile of b is'],
    ];
    for (const [line, level, reason] of others) {
      const other = await newsletter(undefined, `${line}\n`);
      const { verdict, reasons, classes } = verdictOf(other, answerTo(other, [], 1));
      expect(verdict, line).toBe(level);
      expect(classes[0], line).toBe(level === 'partly' ? 'locked' : classes[0]);
      expect(reasons.join(), line).toContain(reason);
    }
  });

  it('infers a relay’s session limit and outage, and repeats exactly', async () => {
    const { builder } = await readAll([packed('pairs/w2-base/maillog.gz')]);
    const of = subject(builder.members[0]?.instance, readSettings([{ name: 'main.cf', text: MAIN_W2 }]), []);
    const [server] = of.model.scenario.modelled.servers;
    expect(server?.sessions).toBe(8);
    expect(server?.down).toHaveLength(1);
    const limit: Change = { kind: 'set', name: 'smtp_destination_concurrency_limit', value: '8' };
    const [one, two] = [answerTo(of, [limit], 1), answerTo(of, [limit], 1)];
    expect(two).toEqual(one);
    // Measured: 24 of 219 deferred at the first attempt, instead of 55.
    expect(Math.abs(one.all.deferredFirst - 24)).toBeLessThanOrEqual(5);
  });

  it('predicts from the second half of a record, whose retries are of mail from before', async () => {
    const lines = new TextDecoder().decode(fixture('pairs/w2-base/maillog.gz')).split('\n');
    const { builder } = await readAll([
      textSource('maillog', `${lines.slice(lines.length >> 1).join('\n')}\n`),
    ]);
    const of = subject(builder.members[0]?.instance, readSettings([{ name: 'main.cf', text: MAIN_W2 }]), []);
    const { counted, deferredBefore, before } = of.model;
    expect(deferredBefore.includes(1)).toBe(true);
    // Mail from before the log is part of the run, but no figure counts it.
    const earlier = counted.reduce((sum, one) => sum + Number(one === 0), 0);
    expect(earlier).toBe(before + deferredBefore.reduce((sum, one) => sum + one, 0));
    expect(of.recorded.all.recipients).toBe(counted.reduce((sum, one) => sum + one, 0));
    const today = answerTo(of, [], 2);
    expect(verdictOf(of, today).verdict).not.toBe('locked');
    expect(today.known.all.recipients).toBe(of.recorded.all.recipients);
  });

  it('answers with a range where outages that the record cannot have seen matter', async () => {
    const { builder } = await readAll([packed('pairs/w2-base/maillog.gz')]);
    const of = subject(builder.members[0]?.instance, readSettings([{ name: 'main.cf', text: MAIN_W2 }]), []);
    const delay: Change = { kind: 'set', name: 'smtp_destination_rate_delay', value: '1s' };
    // With a rate delay, a single refusal at a quiet moment kills the destination. Measured: 81 % deferred, more than
    // half of it by an outage at 60 s in which the base run made no attempt.
    const one = answerTo(of, [delay], 12);
    expect(
      one.classes.map(({ doubt }) => doubt?.reasons.join().includes('while the record has no attempts')),
    ).toContain(true);
    // With a higher cohort limit, each outage defers only one message, whenever the outage happens.
    const more: Change = {
      kind: 'set',
      name: 'smtp_destination_concurrency_failed_cohort_limit',
      value: '10',
    };
    expect(answerTo(of, [delay, more], 12).all.doubt).toBeNull();
    // The record reached the session limit, so the effect of this limit can be predicted.
    const limit: Change = { kind: 'set', name: 'smtp_destination_concurrency_limit', value: '8' };
    expect(answerTo(of, [limit], 4).classes.map(({ doubt }) => doubt)).toEqual(of.names.map(() => null));
  });

  it('draws costs per recipient when all deliveries had one size, and keeps its cost', async () => {
    const of = await newsletter();
    const { servers } = of.model.scenario.modelled;
    expect(withShares(servers, of.model.batches, 3)).toBe(servers);
    const shares = withShares(
      servers,
      servers.map(() => 4),
      3,
    );
    for (const [i, { message, recipient }] of servers.entries()) {
      const one = shares[i] ?? { message: Number.NaN, recipient: Number.NaN };
      expect(Math.abs(one.message + 4 * one.recipient - message - 4 * recipient)).toBeLessThan(5);
      expect(one.recipient).not.toBe(recipient);
    }
  });

  it('tries a rate delay and other backoff times where servers refuse mail', async () => {
    const { builder } = await readAll([packed('pairs/w2-base/maillog.gz')]);
    const settings = readSettings([{ name: 'main.cf', text: MAIN_W2 }]);
    const of = subject(builder.members[0]?.instance, settings, []);
    const names = suggestedChanges(of.model, settings, null).flatMap(({ changes }) =>
      changes.map((change) => (change.kind === 'set' ? `${change.name}=${change.value}` : change.kind)),
    );
    expect(names).toEqual(
      expect.arrayContaining([
        'smtp_destination_rate_delay=1s',
        'maximal_backoff_time=20s',
        'minimal_backoff_time=40s',
      ]),
    );
  });

  it('gives a domain its own transport, and says what a map of senders takes along', async () => {
    const { builder } = await readAll([packed('pairs/w4-base/maillog.gz')]);
    const settings = settingsOf('verbose/w4', '');
    const picky = parseClass('picky=to=*@picky.example');
    if (!picky.ok) throw new Error('no class');
    const { mailClass, predicate } = picky.value;
    const of = subject(builder.members[0]?.instance, settings, [{ name: mailClass.name, predicate }]);
    const own = (name: string): Change => ({ kind: 'own', mailClass: name, service: 'fragile', maxproc: 2 });
    const moved = (name: string): string[] => {
      const { messages, texts } = changed(of, [own(name)]).modelled;
      return messages.address.flatMap((address, r) =>
        texts[messages.transport[r] ?? 0] === 'fragile' ? [texts[address] ?? ''] : [],
      );
    };
    const toDomain = moved('@picky.example');
    expect(toDomain.length).toBeGreaterThan(10);
    expect(toDomain.every((address) => address.endsWith('@picky.example'))).toBe(true);
    // A class consists of whole messages, so recipients at other domains are included.
    expect(moved('picky').length).toBeGreaterThan(toDomain.length);
    const apply = (name: string) => toApply([own(name)], settings, mailOf(of));
    expect(apply('@picky.example').lines.join('\n')).toMatch(
      /transport_maps = inline:\{ \{ picky\.example = fragile:\[127\.30\.0\.\d+\]:2525 \} \}/,
    );
    expect(apply('@picky.example').needs).not.toContain('Careful');
    expect(apply('picky').needs).toContain('also send other mail');
    expect(checkChange(own('@picky.example'), knownOf(of)).ok).toBe(true);
    expect(checkChange(own('@'), knownOf(of)).ok).toBe(false);
  });

  it('with a rate delay tries removing it, but no limit, which would have no effect', async () => {
    const { builder } = await readAll([packed('pairs/w2-rate1s/maillog.gz')]);
    const text = `${MAIN_W2}\nsmtp_destination_rate_delay = 1s\n`;
    const settings = readSettings([{ name: 'main.cf', text }]);
    const { model } = subject(builder.members[0]?.instance, settings, []);
    const names = suggestedChanges(model, settings, null).flatMap(({ changes }) =>
      changes.map((change) => (change.kind === 'set' ? `${change.name}=${change.value}` : change.kind)),
    );
    expect(names).toEqual(
      expect.arrayContaining([
        'smtp_destination_rate_delay=0',
        'smtp_destination_concurrency_failed_cohort_limit=10',
      ]),
    );
    expect(names.filter((name) => /concurrency_limit|rate_delay=1s/.test(name))).toEqual([]);
  });

  it('tries a flush where mail waited for a working server, not where nothing failed', async () => {
    const { builder } = await readAll([packed('pairs/w2-base/maillog.gz')]);
    const settings = readSettings([{ name: 'main.cf', text: MAIN_W2 }]);
    const { model } = subject(builder.members[0]?.instance, settings, []);
    const flushes = (of: typeof model) =>
      suggestedChanges(of, settings, null).flatMap(({ changes, because }) =>
        changes.flatMap((change) => (change.kind === 'flush' ? [{ at: change.at, because }] : [])),
      );
    const [only, ...more] = flushes(model);
    const { down } = model.scenario.modelled.servers[0] ?? { down: [] };
    expect(more).toEqual([]);
    expect(only?.at).toBe(Math.round((down[0]?.until ?? 0) + 10e6));
    expect(only?.because).toMatch(/recipients then waited \d+ s on average/);
    expect(flushes((await newsletter()).model)).toEqual([]);
  });

  it('applies default_process_limit to services that inherit it, else refuses it', async () => {
    const of = await newsletter();
    const limit = (value: string): Change => ({ kind: 'set', name: 'default_process_limit', value });
    // master.cf of this record gives smtp its own limit of 10 processes.
    const { agents } = changed(of, [limit('7')]);
    expect(agents['smtp']).toBe(10);
    expect(agents['relay']).toBe(7);
    expect(checkChange(limit('7'), knownOf(of)).ok).toBe(true);
    for (const value of ['0', 'many', '1.5'])
      expect(checkChange(limit(value), knownOf(of)).ok, value).toBe(false);
    const refused = checkChange(limit('7'), { classes: [], inherits: [] });
    expect(refused.ok ? '' : refused.errors[0]?.accepted).toContain('master.cf');
    const { model } = subject(of.instance, null, []);
    expect(
      withChanges(model.scenario, [limit('3')], {
        classOf: () => '',
        inherits: model.inherits,
        settings: null,
      }).agents,
    ).toEqual({
      smtp: 3,
    });
  });

  it('accepts each parameter that transports inherit', async () => {
    const of = await newsletter();
    const names = [
      'destination_concurrency_limit',
      'destination_recipient_limit',
      'destination_rate_delay',
      'transport_rate_delay',
    ]
      .concat(
        'destination_concurrency_failed_cohort_limit',
        'delivery_slot_cost',
        'delivery_slot_loan',
        'delivery_slot_discount',
      )
      .concat(
        'minimum_delivery_slots',
        'extra_recipient_limit',
        'recipient_limit',
        'recipient_refill_limit',
        'recipient_refill_delay',
      )
      .map((name) => `default_${name}`);
    for (const name of names) {
      expect(checkChange({ kind: 'set', name, value: '3' }, knownOf(of)), name).toEqual({
        ok: true,
        value: true,
      });
      expect(changed(of, [{ kind: 'set', name, value: '3' }]).params[name], name).toBeDefined();
    }
  });

  it('sends a big message in pieces, and helps the mail that waits for it', async () => {
    const of = await newsletter();
    expect(classToHelp(of)).toBe('reset');
    // Measured with the newsletter as 30 messages of 50 (family w1a): b of resets 0.062 and 0.326, last of the newsletter 145 s.
    const { classes } = answerTo(of, [{ kind: 'split', recipients: 50 }], 2);
    expect(Math.abs((classes[0]?.b.p50 ?? 9) - 0.062)).toBeLessThan(0.15);
    expect(Math.abs((classes[0]?.b.p90 ?? 9) - 0.326)).toBeLessThan(0.3);
    expect(classes[1]?.recipients).toBe(1500);
    const { builder } = await readAll([packed('pairs/w2-base/maillog.gz')]);
    const relay = subject(
      builder.members[0]?.instance,
      readSettings([{ name: 'main.cf', text: MAIN_W2 }]),
      [],
    );
    expect(classToHelp(relay)).toBe('reports@home.example');
  });

  it('names servers that are asked for more than the record saw them take', async () => {
    const of = await newsletter();
    const single: Change = { kind: 'set', name: 'smtp_destination_recipient_limit', value: '1' };
    const { beyond, classes } = answerTo(of, [single], 1);
    expect(beyond[0]?.inMinute[1]).toBeGreaterThan(10 * (beyond[0]?.inMinute[0] ?? 0));
    // No server refuses anything in this record, so the prediction has no doubt.
    expect(classes.map(({ doubt }) => doubt)).toEqual([null, null]);
  });

  it('uses what a person knows of a server, and says what it cannot read', async () => {
    const { builder } = await readAll([packed('pairs/w2-base/maillog.gz')]);
    const [member] = builder.members;
    const settings = readSettings([{ name: 'main.cf', text: MAIN_W2 }]);
    const name = '127.30.0.1[127.30.0.1]:2525';
    const read = readServerEdit(`${name} sessions=0 minute=30 message=200 down=60-63,92-93.5`);
    if (!read.ok || member === undefined) throw new Error('not read');
    const model = modelOf(member.instance, settings, 'test', [read.value]);
    const first = model?.scenario.modelled.messages.at[0] ?? 0;
    expect(model?.scenario.modelled.servers[0]).toMatchObject({
      sessions: 0,
      rate: { sessions: 30, per: 60_000_000 },
      message: 200_000,
      down: [
        { from: first + 60e6, until: first + 63e6 },
        { from: first + 92e6, until: first + 93.5e6 },
      ],
    });
    const refused = ['relay', 'relay sessions=many', 'relay down=63-60', 'relay colour=red'].map((text) =>
      readServerEdit(text),
    );
    expect(refused.map((one) => (one.ok ? '' : one.errors[0]?.field))).toEqual([
      'server',
      'sessions',
      'down',
      'server',
    ]);
  });

  it('is a valid scenario', async () => {
    const of = await newsletter();
    const made = changed(of, [{ kind: 'own', mailClass: 'reset', service: 'reset', maxproc: 5 }]);
    const parsed = parseScenario(JSON.parse(JSON.stringify(made)));
    expect(parsed.ok ? asMail(parsed.value).agents['reset'] : parsed.errors).toBe(5);
    const wrong = parseScenario({ ...made, modelled: { ...made.modelled, turn: -1 } });
    expect(wrong.ok ? [] : wrong.errors.map(({ field }) => field)).toEqual(['modelled.turn']);
  });
});
