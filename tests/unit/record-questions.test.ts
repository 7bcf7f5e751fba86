import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { hideNames } from '../../src/record/explain/message-tables.ts';
import { recordQuestions } from '../../src/record/worker/record/record-answers.ts';
import { type HeldRecord, holdRecord } from '../../src/record/worker/record/held.ts';
import { reasonOf } from '../../src/record/worker/record/queue.ts';
import type { RecordQuestions, Selection } from '../../src/record/protocol/record-questions.ts';
import { decodeLink } from '../../src/scenario/link.ts';
import type { MailScenario } from '../../src/protocol/scenario.ts';
import { STATUSES } from '../../src/record/importers/store/tables.ts';
import { textSource } from '../../src/record/importers/input/source.ts';
import { fixture, packed, readAll } from '../fixtures/records/read.ts';

const ROOT = new URL('../fixtures/records/logs/f1-afternoon/', import.meta.url).pathname;
let ask: RecordQuestions;
const name = { host: 'vm', instance: 'postfix' };
const WHOLE: Selection = {
  from: 0,
  to: Number.MAX_SAFE_INTEGER,
  over: 0,
  under: Infinity,
  lane: '',
  lanes: 'destination',
  predicate: '',
};

let held: HeldRecord;
beforeAll(async () => {
  const names = ['postconf.txt', 'master.txt', 'postqueue.jsonl'];
  const texts = names.map((file) => readFileSync(ROOT + file, 'utf8'));
  const result = await readAll([
    packed('logs/f1-afternoon/maillog.gz'),
    ...names.map((file, i) => textSource(file, texts[i] ?? '')),
  ]);
  held = holdRecord(result, new Map(texts.map((text, i) => [i + 1, text])));
  ask = recordQuestions(() => held);
});

describe('what the page asks about a record', () => {
  it('an overview counts each attempted recipient once, costliest lanes first', async () => {
    const late = await ask.late({ ...name, classes: [], from: 0, to: 0 });
    if (!late.ok) throw new Error('no report');
    const { from, to } = late.value;
    const overview = await ask.overview({
      ...name,
      from,
      to: to + 1,
      bins: 50,
      lanes: 'destination',
      classes: [],
    });
    if (overview === null) throw new Error('no overview');
    const sum = (list: ArrayLike<number>): number => Array.from(list).reduce((one, other) => one + other, 0);
    expect(sum(overview.sent)).toBe(410);
    expect(sum(overview.arrivals)).toBe(168);
    const labels = overview.lanes.map(({ label }) => label);
    expect(new Set(labels).size).toBe(labels.length);
    const costs = overview.lanes.map(({ cost }) => cost);
    expect(costs).toEqual(costs.toSorted((one, other) => other - one));
    expect(sum(overview.waits)).toBeGreaterThan(400);
  });

  it('says what differs most between the selected and the rest', async () => {
    const answer = await ask.differ({
      ...name,
      selection: { ...WHOLE, predicate: 'to=*@flaky.example' },
      classes: [],
    });
    if (!answer.ok) throw new Error('no answer');
    const { attributes, selected, rest } = answer.value;
    expect(selected.recipients + rest.recipients).toBe(410 + 161 + 23);
    expect(attributes.slice(0, 4).map(({ attribute }) => attribute)).toContain('domain');
    const domain = attributes.find(({ attribute }) => attribute === 'domain');
    expect(domain?.values[0]).toMatchObject({ value: 'flaky.example', predicate: 'to=*@flaky.example' });
    const wrong = await ask.differ({ ...name, selection: { ...WHOLE, predicate: 'form=x' }, classes: [] });
    expect(wrong).toMatchObject({ ok: false, errors: [{ field: 'form' }] });
  });

  it.each([
    ['a few', { predicate: 'to=*@flaky.example' }],
    ['nearly all', { predicate: 'not to=*@flaky.example' }],
    ['those that waited', { over: 0.005 }],
    ['nobody', { over: 1e6 }],
  ])('figures of %s and of the rest match a count', async (_who, by) => {
    const selection = { ...WHOLE, ...by };
    const answer = await ask.differ({ ...name, selection, classes: [], most: 5 });
    const [member] = held.result.builder.members;
    if (!answer.ok || member === undefined) throw new Error('no answer');
    const { attempts, lives } = member.instance.tables;
    const { strings, texts } = member.instance.pools;
    const flaky = new Set<number>();
    for (let row = 1; row < attempts.length; row++)
      if (strings.text(attempts.to[row] ?? 0).endsWith('@flaky.example')) flaky.add(attempts.life[row] ?? 0);
    const rows = Array.from({ length: attempts.length - 1 }, (__, i) => i + 1);
    const is = (row: number): boolean =>
      (attempts.b[row] ?? 0) >= selection.over &&
      (selection.predicate === '' ||
        flaky.has(attempts.life[row] ?? 0) !== selection.predicate.startsWith('not'));
    for (const [part, figures] of [
      [rows.filter(is), answer.value.selected],
      [rows.filter((row) => !is(row)), answer.value.rest],
    ] as const) {
      const of = (column: ArrayLike<number>) => part.map((row) => column[row] ?? 0).toSorted((a, b) => a - b);
      const waited = of(attempts.b);
      expect(figures).toMatchObject({
        recipients: part.length,
        messages: new Set(of(attempts.life)).size,
        sent: of(attempts.status).filter((status) => status === STATUSES.indexOf('sent')).length,
        deferred: of(attempts.status).filter((status) => status === STATUSES.indexOf('deferred')).length,
        b: waited[Math.floor(part.length / 2)] ?? 0,
        b90: waited[Math.floor(part.length * 0.9)] ?? 0,
        d: of(attempts.d)[Math.floor(part.length / 2)] ?? 0,
      });
    }
    const ordered = rows
      .filter(is)
      .toSorted((one, other) => (attempts.b[other] ?? 0) - (attempts.b[one] ?? 0) || one - other);
    const first = [...new Set(ordered.map((row) => texts.text(lives.id[attempts.life[row] ?? 0] ?? 0)))];
    expect(answer.value.messages.map(({ id }) => id)).toEqual(first.slice(0, 5));
  });

  it.each([
    ['DDEA9228460', 'queue id', 1],
    ['fullgrove38', 'in addresses, hosts and replies', 1],
    ['Greylisted', 'in addresses, hosts and replies', 30],
    ['recipients>=7', 'messages with recipients>=7', 1],
  ])('finds %s as %s', async (text, as, least) => {
    const found = await ask.search({ ...name, text, lanes: 'destination', classes: [] });
    expect(found.as).toBe(as);
    expect(found.count).toBeGreaterThanOrEqual(least);
    expect(found.error).toBe('');
  });

  it('gives a lane’s rate per minute, its maximum, and what limits it', async () => {
    const of = (lane: string, wanted: number, lanes: Selection['lanes'] = 'destination') =>
      ask.rates({ ...name, selection: { ...WHOLE, lane, lanes }, classes: [], wanted });
    const overview = await ask.overview({
      ...name,
      from: 0,
      to: 2e15,
      bins: 20,
      lanes: 'destination',
      classes: [],
    });
    const lane = overview?.lanes.find(({ label }) => label === 'grey.example')?.name ?? '';
    const slow = await of(lane, 30);
    if (slow === null) throw new Error('no rates');
    expect(slow).toMatchObject({ transport: 'smtp', destinations: 1, bound: 'limit', limit: 20 });
    expect(slow.possible).toBeCloseTo((60 * 20) / slow.seconds, 6);
    expect(slow.lines.join('\n')).toContain('{ grey.example = paced-grey-example:[127.0.2.23]:2825 }');
    expect(slow.busiest).toBeGreaterThanOrEqual(Math.ceil(slow.perMinute));
    expect(slow.busiest).toBeLessThanOrEqual(slow.deliveries);
    for (const wanted of [1, 7, 30, 59, 100, 3000]) {
      const rates = await of(lane, wanted);
      if (rates === null) throw new Error('no rates');
      const { byLimit, byDelay, seconds } = rates;
      expect((60 * byLimit) / seconds).toBeLessThanOrEqual(wanted);
      expect((60 * (byLimit + 1)) / seconds).toBeGreaterThan(wanted);
      expect(byDelay.most).toBeLessThanOrEqual(wanted);
      expect(byDelay.least).toBeLessThanOrEqual(byDelay.most);
      expect(Number.isInteger(byDelay.delay) && byDelay.delay > 0).toBe(true);
    }
    // The lane of a transport is the sum of its destinations. For a lane that does not exist the answer is null.
    const all = await of('smtp', 30, 'transport');
    expect(all?.destinations).toBeGreaterThan(3);
    expect(all?.deliveries).toBeGreaterThan(slow.deliveries);
    expect(await of('smtp:nobody.example', 30)).toBeNull();
  });

  it('names no limiting setting for a lane whose recipients are destinations each', async () => {
    const settings = 'smtp_destination_recipient_limit = 1\nsmtp_destination_rate_delay = 2s\n';
    const result = await readAll([packed('pairs/w4-rcpt1/maillog.gz'), textSource('main.cf', settings)]);
    const own = recordQuestions(() => holdRecord(result, new Map([[1, settings]])));
    const mail = { host: 'mail', instance: 'postfix' };
    const overview = await own.overview({
      ...mail,
      from: 0,
      to: 2e15,
      bins: 20,
      lanes: 'destination',
      classes: [],
    });
    const lane = overview?.lanes.find(({ label }) => label === 'strict.example');
    expect(lane?.limit).toBe(0);
    const rates = await own.rates({
      ...mail,
      selection: { ...WHOLE, lane: lane?.name ?? '' },
      classes: [],
      wanted: 18,
    });
    if (rates === null) throw new Error('no rates');
    expect(rates).toMatchObject({ eachRecipient: true, bound: 'processes', agents: 100 });
    expect(rates.possible).toBeCloseTo((60 * 100) / rates.seconds, 6);
  });

  it('completes what is typed, and says what is wrong with a test', async () => {
    expect(
      (await ask.search({ ...name, text: 'fullgro', lanes: 'destination', classes: [] })).completions[0],
    ).toMatchObject({
      text: 'fullgrove38@picky.example',
      what: 'to',
    });
    expect(
      (await ask.search({ ...name, text: 'b>soon', lanes: 'destination', classes: [] })).error,
    ).toContain('a number');
  });

  it('one message: a lane per destination, five attempts, one early, and its notices', async () => {
    const life = await ask.message({ ...name, id: 'DDEA9228460' });
    if (life === null) throw new Error('no message');
    expect(life.sentence).toMatchObject({ sent: 6, bounced: 1 });
    expect(life.sentence.total).toBeCloseTo(178.5, 0);
    const returned = life.groups.find(({ parts }) => parts.some(({ fate }) => fate === 'bounced'));
    const names = life.groups.map(({ destination }) => destination);
    expect(new Set(names).size).toBe(names.length);
    expect(life.groups.flatMap(({ parts }) => parts).reduce((sum, { count }) => sum + count, 0)).toBe(7);
    expect(returned?.tries).toHaveLength(5);
    const early = returned?.next.filter(({ notBefore, came }) => came >= 0 && came < notBefore);
    expect(early).toHaveLength(1);
    expect(life.links.map(({ id }) => id).toSorted()).toEqual(['60A54228001', 'AAE2722834C']);
    const pause = life.where.find(({ cause }) => cause.startsWith('waiting for the next attempt'));
    expect(pause?.seconds).toBeGreaterThan(170);
    expect(await ask.message({ ...name, id: 'NONE' })).toBeNull();
  });

  it('a waiting message: predicts its next attempt by the rule, as it happened', async () => {
    const names = ['postconf.txt', 'master.txt'];
    const texts = names.map((file) => readFileSync(ROOT + file, 'utf8'));
    const lines = new TextDecoder().decode(fixture('logs/f1-afternoon/maillog.gz')).split('\n');
    // Cut the log between the message's second and third attempt.
    const id = 'DDEA9228460';
    const third = lines.findIndex((line, i) => i > 741 && line.includes(`${id}: from=`));
    const result = await readAll([
      textSource('maillog', `${lines.slice(0, third).join('\n')}\n`),
      ...names.map((file, i) => textSource(file, texts[i] ?? '')),
    ]);
    const cut = holdRecord(result, new Map(texts.map((text, i) => [i + 1, text])));
    const life = await recordQuestions(() => cut).message({ ...name, id });
    const whole = await ask.message({ ...name, id });
    const came = whole?.activations[2] ?? 0;
    expect(life?.sentence.deferred).toBeGreaterThan(0);
    expect(life?.nextTry).not.toBeNull();
    expect(came).toBeGreaterThanOrEqual((life?.nextTry?.notBefore ?? Infinity) - 1);
    expect(came).toBeLessThanOrEqual((life?.nextTry?.latest ?? 0) + 1);
    expect(whole?.nextTry).toBeNull();
  });

  it('a snapshot: destinations by age, with reasons that name no address', async () => {
    const queue = await ask.queue();
    if (queue === null) throw new Error('no queue');
    for (const row of queue.rows) expect(row.ages.reduce((sum, one) => sum + one, 0)).toBe(row.recipients);
    for (const { reason } of queue.reasons) expect(reason).not.toMatch(/@|\d+\.\d+\.\d+\.\d+/);
    expect(
      reasonOf(
        'host mx.a.test[192.0.2.1] said: 452 4.2.2 <ann@a.test>: Mailbox full (in reply to RCPT TO command)',
      ),
    ).toBe('452 4.2.2 Mailbox full');
    expect(reasonOf('connect to mx.a.test[192.0.2.1]:25: Connection refused')).toBe(
      'connect: Connection refused',
    );
    expect(reasonOf('421 4.7.0 mx Error: too many connections from 192.0.2.9')).toBe(
      '421 4.7.0 mx Error: too many connections',
    );
    expect(reasonOf('lost connection with mx.a.test[192.0.2.1] while sending RCPT TO')).toBe(
      'lost connection while sending RCPT TO',
    );
  });

  it('a snapshot becomes a run: all is flushed, or one destination recovers', async () => {
    const whole = await decodeLink((await ask.queueRun({ destination: '' }))?.address ?? '');
    const queue = await ask.queue();
    const [largest] = queue?.rows ?? [];
    const one = await decodeLink(
      (await ask.queueRun({ destination: largest?.destination ?? '' }))?.address ?? '',
    );
    if (!whole.ok || !one.ok || !('servers' in whole.scenario) || !('servers' in one.scenario))
      throw new Error('no run');
    const recipients = (scenario: MailScenario): number =>
      scenario.script
        .flatMap(({ command }) => (command.kind === 'message.inject' ? command.to : []))
        .reduce((sum, { count }) => sum + (count ?? 1), 0);
    expect(recipients(whole.scenario)).toBe(queue?.recipients);
    expect(recipients(one.scenario)).toBe(largest?.recipients);
    // The destination fails in the snapshot (`whole`). In `one`, its server has recovered.
    const name = largest?.destination ?? '';
    expect(whole.scenario.servers[name]?.fault).toBeDefined();
    expect(one.scenario.servers[name]?.fault).toBeUndefined();
    expect(await ask.queueRun({ destination: 'nobody.example' })).toBeNull();
  });

  it('a qshape table becomes a run too, oldest first, with one message per recipient', async () => {
    const table = [
      '                 T  5 10 20 20+',
      '         TOTAL   6  1  2  0   3',
      '   big.example   4  1  1  0   2',
      ' small.example   2  0  1  0   1',
    ].join('\n');
    const { result } = held;
    const ofTable = holdRecord(result, new Map([[1, table]]));
    const of = recordQuestions(() => ofTable);
    const scenarioOf = async (destination: string): Promise<string[]> => {
      const read = await decodeLink((await of.queueRun({ destination }))?.address ?? '');
      if (!read.ok) throw new Error('no run');
      return (read.scenario as MailScenario).script.flatMap(({ command }) =>
        command.kind === 'message.inject' ? command.to.map(({ destination: name }) => name) : [],
      );
    };
    const [big, small] = ['big.example', 'small.example'];
    expect(await scenarioOf('')).toEqual([big, small, big, big, small, big]);
    expect(await scenarioOf(small)).toEqual([small, small]);
    expect(await of.queueRun({ destination: 'nobody.example' })).toBeNull();
  });

  it('names the lanes in which a search result was attempted', async () => {
    const overview = await ask.overview({
      ...name,
      from: held.result.builder.members[0]?.instance.from ?? 0,
      to: (held.result.builder.members[0]?.instance.to ?? 0) + 1,
      bins: 20,
      lanes: 'destination',
      classes: [],
    });
    const lane = overview?.lanes.find(({ label }) => label === 'flaky.example');
    const found = await ask.search({
      ...name,
      text: 'to=*@flaky.example and recipients=1',
      lanes: 'destination',
      classes: [],
    });
    expect(found.messages.length).toBeGreaterThan(3);
    const tried = found.messages.filter(({ lanes }) => lanes.includes(lane?.name ?? ''));
    expect(tried.length).toBeGreaterThan(found.messages.length / 2);
  });

  it('new mail beside a flush waits behind flushed mail only at its own destination', async () => {
    // 300 messages with one recipient each for one working destination, with at most twenty concurrent deliveries.
    const queue = Array.from({ length: 300 }, (_, i) =>
      JSON.stringify({
        queue_name: 'deferred',
        queue_id: `A${i}`,
        arrival_time: 1795255200,
        message_size: 900,
        sender: 'a@here.example',
        recipients: [{ address: `u${i}@big.example`, delay_reason: '' }],
      }),
    ).join('\n');
    const snapshot = holdRecord(held.result, new Map([[1, queue]]));
    const found = await recordQuestions(() => snapshot).flushBeside({ perMinute: 60 });
    if (found === null) throw new Error('no snapshot');
    const { flushed, same, elsewhere } = found;
    expect({ flushed, same: same.accepted, elsewhere: elsewhere.accepted }).toEqual({
      flushed: 300,
      same: 30,
      elsewhere: 30,
    });
    expect(same.destination).toBe('big.example');
    // Each delivery takes half a second, so 300 of them in windows of up to twenty take about eight seconds.
    expect(same.medianAlone).toBeCloseTo(0.5, 1);
    expect(same.longest).toBeGreaterThan(3);
    expect(elsewhere.longest).toBeCloseTo(elsewhere.longestAlone, 1);
    const run = await decodeLink(found.address);
    expect(run.ok && run.scenario.title).toBe('A flush while new mail arrives');
    const log = holdRecord(held.result, new Map());
    expect(await recordQuestions(() => log).flushBeside({ perMinute: 60 })).toBeNull();
  });

  it('splits delay b with the engine while others ask', async () => {
    const question = { ...name, classes: [], from: 0, to: 0 };
    const [exact, counted] = await Promise.all([ask.lateByReplay(question), ask.late(question)]);
    expect(exact?.verdicts[0]?.method).toBe('replay');
    expect(counted.ok && counted.value.verdicts[0]?.method).toBe('counts');
  });
});

it('a table with hidden names keeps equal names equal, and one domain one domain', () => {
  const row = { id: '0419423C355', time: 0, recipients: 1, b: 1, delay: 2, state: 'sent' } as const;
  const [one, other] = hideNames([
    { ...row, sender: 'News@Shop.example', to: 'ann@big.test' },
    { ...row, sender: '', to: 'bob@shop.example' },
  ]);
  expect(one).toEqual({ ...row, id: 'id1', sender: 'u1@d1.example', to: 'u2@d2.example' });
  expect(other).toEqual({ ...row, id: 'id1', sender: '', to: 'u3@d1.example' });
});
