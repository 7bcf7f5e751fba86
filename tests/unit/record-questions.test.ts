import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { Anonyms } from '../../src/panels/postfix/anonyms.ts';
import { recordQuestions } from '../../src/worker/record/doors.ts';
import { type HeldRecord, holdRecord } from '../../src/worker/record/held.ts';
import { reasonOf } from '../../src/worker/record/queue.ts';
import type { RecordQuestions, Selection } from '../../src/protocol/record-questions.ts';
import { decodeLink } from '../../src/scenario/link.ts';
import type { MailScenario } from '../../src/protocol/scenario.ts';
import { textSource } from '../../src/importers/input/source.ts';
import { packed, readAll } from '../fixtures/records/read.ts';

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
  it('an overview counts every recipient tried once, and its lanes are the costliest first', async () => {
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
    ['DDEA9228460', 'queue id', 1],
    ['fullgrove38', 'in addresses, hosts and answers', 1],
    ['Greylisted', 'in addresses, hosts and answers', 30],
    ['recipients>=7', 'messages with recipients>=7', 1],
  ])('finds %s as %s', async (text, as, least) => {
    const found = await ask.search({ ...name, text });
    expect(found.as).toBe(as);
    expect(found.count).toBeGreaterThanOrEqual(least);
    expect(found.error).toBe('');
  });

  it('completes what is typed, and says what is wrong with a test', async () => {
    expect((await ask.search({ ...name, text: 'fullgro' })).completions[0]).toMatchObject({
      text: 'fullgrove38@picky.example',
      what: 'to',
    });
    expect((await ask.search({ ...name, text: 'b>soon' })).error).toContain('a number');
  });

  it('one message: one lane a destination with its fates, five tries of which the fourth came before the rule, and its notices', async () => {
    const life = await ask.message({ ...name, id: 'DDEA9228460' });
    if (life === null) throw new Error('no message');
    expect(life.sentence).toMatchObject({ sent: 6, bounced: 1 });
    expect(life.sentence.total).toBeCloseTo(178.5, 0);
    const returned = life.groups.find(({ parts }) => parts.some(({ fate }) => fate === 'bounced'));
    const names = life.groups.map(({ destination }) => destination);
    expect(new Set(names).size).toBe(names.length);
    expect(life.groups.flatMap(({ parts }) => parts).reduce((sum, { count }) => sum + count, 0)).toBe(7);
    expect(returned?.tries).toHaveLength(5);
    const early = returned?.next.filter(({ notBefore, came }) => came >= 0 && came < notBefore - 2);
    expect(early).toHaveLength(1);
    expect(life.links.map(({ id }) => id).toSorted()).toEqual(['60A54228001', 'AAE2722834C']);
    const pause = life.where.find(({ cause }) => cause.startsWith('waiting for the next try'));
    expect(pause?.seconds).toBeGreaterThan(170);
    expect(await ask.message({ ...name, id: 'NONE' })).toBeNull();
  });

  it('a snapshot: destinations by age, with reasons that name nobody', async () => {
    const queue = await ask.queue();
    if (queue === null) throw new Error('no queue');
    for (const row of queue.rows) expect(row.ages.reduce((sum, one) => sum + one, 0)).toBe(row.recipients);
    for (const { reason } of queue.reasons) expect(reason).not.toMatch(/@|\d+\.\d+\.\d+\.\d+/);
    expect(
      reasonOf(
        'host mx.a.test[192.0.2.1] said: 452 4.2.2 <ann@a.test>: Mailbox full (in reply to RCPT TO command)',
      ),
    ).toBe('452 4.2.2 Mailbox full');
  });

  it('a snapshot becomes a run: all is flushed, or one destination recovers', async () => {
    const whole = await decodeLink((await ask.queueRun({ destination: '' })) ?? '');
    const queue = await ask.queue();
    const [largest] = queue?.rows ?? [];
    const one = await decodeLink((await ask.queueRun({ destination: largest?.destination ?? '' })) ?? '');
    if (!whole.ok || !one.ok || !('servers' in whole.scenario) || !('servers' in one.scenario))
      throw new Error('no run');
    const recipients = (scenario: MailScenario): number =>
      scenario.script
        .flatMap(({ command }) => (command.kind === 'message.inject' ? command.to : []))
        .reduce((sum, { count }) => sum + (count ?? 1), 0);
    expect(recipients(whole.scenario)).toBe(queue?.recipients);
    expect(recipients(one.scenario)).toBe(largest?.recipients);
    // It fails in the snapshot, and no more when it has recovered.
    const name = largest?.destination ?? '';
    expect(whole.scenario.servers[name]?.fault).toBeDefined();
    expect(one.scenario.servers[name]?.fault).toBeUndefined();
    expect(await ask.queueRun({ destination: 'nobody.example' })).toBeNull();
  });

  it('a table of qshape becomes a run as well, oldest first, each recipient a message of its own', async () => {
    const table = [
      '                 T  5 10 20 20+',
      '         TOTAL   6  1  2  0   3',
      '   big.example   4  1  1  0   2',
      ' small.example   2  0  1  0   1',
    ].join('\n');
    const { result } = held;
    const of = recordQuestions(() => holdRecord(result, new Map([[1, table]])));
    const scenarioOf = async (destination: string): Promise<string[]> => {
      const read = await decodeLink((await of.queueRun({ destination })) ?? '');
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

  it('divides b by the engine while others ask', async () => {
    const question = { ...name, classes: [], from: 0, to: 0 };
    const [exact, counted] = await Promise.all([ask.lateByReplay(question), ask.late(question)]);
    expect(exact?.verdicts[0]?.method).toBe('replay');
    expect(counted.ok && counted.value.verdicts[0]?.method).toBe('counts');
  });
});

it('a report names nobody: addresses, hosts, ids and answers are replaced, equal ones alike', () => {
  const anonyms = new Anonyms(false);
  const said = anonyms.text(
    'mx.shop.example (192.0.2.7) put off 0419423C355 of news@shop.example and again news@shop.example: “450 4.2.0 <ann@big.test>: Greylisted”',
  );
  expect(said).not.toMatch(/shop|news|ann|big|192|0419423C355|Greylisted/);
  expect(said.match(/u1@d\d\.example/g)).toHaveLength(2);
  expect(said).toContain('450 4.2.0');
  expect(new Anonyms(true).text('a@b.test')).toBe('a@b.test');
});
