import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { mostAtOnce } from '../../src/record/importers/model/at-once.ts';
import { createRoutes } from '../../src/record/importers/replay/routes.ts';
import { readSettings } from '../../src/record/importers/settings/read.ts';
import { answerTo, subjectOf, verdictOf } from '../../src/record/worker/model/study.ts';
import { packed, readAll, readLines } from '../fixtures/records/read.ts';

const FOLDER = 'pairs/twin-services';
const HERE = new URL(`../fixtures/records/${FOLDER}/`, import.meta.url).pathname;

/** Reads a record of smtp with 8 processes and a copy of smtp with 4, for two slow domains. Both log as postfix/smtp. */
async function twins() {
  const { builder } = await readAll([packed(`${FOLDER}/maillog.gz`)]);
  const [member] = builder.members;
  const names = ['postconf.txt', 'master.txt', 'transport.txt'];
  const settings = readSettings(names.map((name) => ({ name, text: readFileSync(HERE + name, 'utf8') })));
  const classes = ['order', 'list'].map((name) => ({
    name,
    predicate: { kind: 'text' as const, field: 'from' as const, not: false, pattern: `${name}@home.example` },
  }));
  const subject = member && subjectOf(member.instance, settings, classes, 'twins');
  if (!subject) throw new Error('nothing became active');
  return subject;
}

describe('services whose lines look alike', () => {
  it('are distinguished by transport maps: the model explains its record', async () => {
    const subject = await twins();
    const { messages, texts } = subject.model.scenario.modelled;
    const ofSlow = messages.address.map((text) => /@slow\d/.test(texts[text] ?? ''));
    const onSlow = messages.transport.map((text) => texts[text] === 'slow');
    expect(onSlow).toEqual(ofSlow);
    expect(verdictOf(subject, answerTo(subject, [], 2))).toMatchObject({ verdict: 'explains' });
  });

  it('lead to a prediction of fewer processes for one, as later measured', async () => {
    const subject = await twins();
    // Measured with 4 processes: the 90th percentiles of b (time in the queue manager) were 1.95 and 2.27 s.
    const { classes } = answerTo(subject, [{ kind: 'maxproc', service: 'smtp', count: 4 }], 4);
    expect(classes[0]?.b.p90).toBeCloseTo(1.95, 0);
    expect(classes[1]?.b.p90).toBeCloseTo(2.27, 0);
  });

  it('are distinguished by senders with an inline map, and by default_transport', async () => {
    const line = (pid: number, id: string, from: string): string[] => [
      `2026-11-22T11:39:37.0+00:00 mail postfix/qmgr[1]: ${id}: from=<${from}>, size=1, nrcpt=1 (queue active)`,
      `2026-11-22T11:39:38.0+00:00 mail postfix/smtp[${pid}]: ${id}: to=<u@a.example>, relay=mx[192.0.2.1]:25, delay=1, delays=0/0/0/1, dsn=2.0.0, status=sent (250 Ok)`,
    ];
    const instance = await readLines(
      ...line(2, '4A4A4A4A4A', 'reset@home.example'),
      ...line(3, '4B4B4B4B4B', 'x@home.example'),
    );
    const of = (main: string): string[] => {
      const master = ['smtp', 'reset', 'usual'].map((name) => `${name} unix - - n - - smtp\n`).join('');
      const routes = createRoutes(
        instance,
        readSettings([
          { name: 'main.cf', text: main },
          { name: 'master.cf', text: master },
        ]),
      );
      return [1, 2].map((row) =>
        routes.transportOf('postfix/smtp', 0, 0, 'mx[192.0.2.1]:25', routes.twinOf(row)),
      );
    };
    expect(of('')).toEqual(['smtp', 'smtp']);
    const map = 'sender_dependent_default_transport_maps = inline:{{reset@home.example=reset:}}\n';
    expect(of(map)).toEqual(['reset', 'smtp']);
    expect(of(`${map}default_transport = usual\n`)).toEqual(['reset', 'usual']);
  });
});

it('deliveries that overlap only by the log’s rounding are not concurrent', () => {
  const spans = [
    { start: 0, end: 10e6 },
    { start: 9.6e6, end: 20e6 },
  ];
  expect(mostAtOnce(spans)).toBe(2);
  expect(mostAtOnce(spans, 60_000, 0.05)).toBe(1);
});
