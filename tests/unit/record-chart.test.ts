import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { textSource } from '../../src/record/importers/input/source.ts';
import { holdRecord } from '../../src/record/worker/record/held.ts';
import { recordQuestions } from '../../src/record/worker/record/record-answers.ts';
import type {
  Overview,
  OverviewQuestion,
  RecordQuestions,
} from '../../src/record/protocol/record-questions.ts';
import { PUBLIC } from '../fixtures/records/public-checks.ts';
import { packed, readAll } from '../fixtures/records/read.ts';

interface Opened {
  ask: RecordQuestions;
  overview: (more?: Partial<OverviewQuestion>) => Promise<Overview>;
  name: { host: string; instance: string };
}

/** Opens a log without settings, as the page does. */
async function opened(log: string): Promise<Opened> {
  const path = `${PUBLIC}${log}/maillog`;
  const source = existsSync(path)
    ? textSource('maillog', readFileSync(path, 'utf8'))
    : existsSync(`${path}.gz`)
      ? textSource('maillog', gunzipSync(readFileSync(`${path}.gz`)).toString())
      : packed(`${log}/maillog.gz`);
  const result = await readAll([source], { year: 2024 });
  const [member] = result.builder.members;
  if (member === undefined) throw new Error(`${log}: no record`);
  const held = holdRecord(result, new Map());
  const ask = recordQuestions(() => held);
  const name = { host: member.host, instance: member.name };
  const { from, to } = member.instance;
  return {
    ask,
    name,
    overview: async (more = {}) => {
      const question = { ...name, from, to: to + 1, bins: 40, lanes: 'destination' as const, classes: [] };
      const found = await ask.overview({ ...question, ...more });
      if (found === null) throw new Error(`${log}: no overview`);
      return found;
    },
  };
}

const sum = (values: ArrayLike<number>): number => Array.from(values).reduce((all, one) => all + one, 0);

describe('the chart of a record', () => {
  it('groups destinations by the relay host that the lines name, also without settings', async () => {
    const { lanes } = await (await opened('k2-relayhost-log')).overview();
    expect(lanes.map(({ name }) => name)).toEqual(['smtp:[smtp.relay.example]:587']);
  });

  it('puts skipped recipients into the lane of the destination that was dead', async () => {
    const { lanes } = await (await opened('logs/f1-afternoon')).overview();
    const lane = lanes.find(({ label }) => label === 'flaky.example');
    expect(sum(lane?.dead ?? [])).toBe(31);
    expect(lanes.filter(({ name }) => /^(retry|error):/.test(name))).toEqual([]);
  });

  it('draws lanes of findings first and says which finding each is about', async () => {
    const { overview } = await opened('logs/f1-afternoon');
    const { lanes } = await overview({ first: ['grey.example, [127.0.2.23]:2825', 'slow.example'] });
    expect(lanes.slice(0, 3).map(({ label, subject }) => [label, subject])).toEqual([
      ['grey.example', 1],
      ['slow.example', 2],
      [expect.anything(), 0],
    ]);
  });

  it('has what Postfix logged about itself, at its time', async () => {
    const { overview } = await opened('k3-process-limit');
    const { warnings, from, to } = await overview();
    expect(warnings.length).toBeGreaterThan(0);
    expect(warnings[0]?.text).toMatch(/reached its process limit/);
    for (const { time } of warnings) expect(time >= from && time < to).toBe(true);
    // The start of a record is no event.
    expect(
      (await (await opened('logs/f1-afternoon')).overview()).warnings.map(({ text }) => text),
    ).not.toContain('Postfix started');
  });

  it('counts only the mail of a class where one is chosen', async () => {
    const { overview, ask, name } = await opened('logs/f1-afternoon');
    const [first] = await ask.senders(name);
    const { sender } = first ?? { sender: '' };
    expect(first).toEqual({ sender: 'cat@home.lab.test', recipients: 154 });
    const [whole, part] = [await overview(), await overview({ only: `from=${sender}` })];
    expect(sum(part.arrivals)).toBeGreaterThan(0);
    expect(sum(part.arrivals)).toBeLessThan(sum(whole.arrivals));
    expect(sum(part.sent)).toBeLessThan(sum(whole.sent));
    expect(Math.max(...part.inQueue.most)).toBeLessThan(Math.max(...whole.inQueue.most));
    const report = await ask.late({ ...name, classes: [], from: 0, to: 0, only: `from=${sender}` });
    if (!report.ok) throw new Error('no report');
    expect(report.value.verdicts[0]).toMatchObject({ recipients: 154, firstDeferred: 15 });
    // The findings are those of all mail, but count only the recipients of the class.
    const grey = report.value.findings.find(({ rule }) => rule === 'greylisting');
    expect(grey).toMatchObject({ recipients: 9, figures: { tries: 39 } });
    expect(report.value.findings.every((one) => one.recipients > 0)).toBe(true);
  });

  it('draws each finding small from its own figures', async () => {
    const { ask, name } = await opened('logs/f1-afternoon');
    const report = await ask.late({ ...name, classes: [], from: 0, to: 0 });
    if (!report.ok) throw new Error('no report');
    const findings = (['dead', 'greylisting'] as const).flatMap((rule) =>
      report.value.findings.filter((one) => one.rule === rule).slice(0, 1),
    );
    const [dead, grey] = await ask.pictures({ ...name, findings });
    expect(sum(dead?.up ?? [])).toBeGreaterThan(0);
    expect(sum(dead?.down ?? [])).toBeGreaterThan(0);
    expect(dead?.shaded.length).toBeGreaterThan(0);
    expect(grey?.pairs.length).toBeGreaterThan(20);
    for (const { from, to } of grey?.pairs ?? []) expect(from <= to && from >= 0 && to <= 1).toBe(true);
  });
});
