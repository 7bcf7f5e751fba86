import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { textSource } from '../../src/record/importers/input/source.ts';
import { readSettings } from '../../src/record/importers/settings/read.ts';
import type { LateReport } from '../../src/record/protocol/findings.ts';
import { reportLate } from '../../src/record/worker/replay/late.ts';
import { readAll } from '../fixtures/records/read.ts';

const ROOT = new URL('../fixtures/records/', import.meta.url).pathname;
const plain = (text: string): string => text;

async function late(log: string, settingsOf: string, other = plain): Promise<LateReport> {
  const { builder } = await readAll([textSource('maillog', other(log))]);
  const texts = ['postconf.txt', 'master.txt', 'transport.txt']
    .filter((name) => existsSync(`${ROOT}${settingsOf}/${name}`))
    .map((name) => ({ name, text: other(readFileSync(`${ROOT}${settingsOf}/${name}`, 'utf8')) }));
  const [member] = builder.members;
  if (member === undefined) throw new Error('no record');
  return reportLate(member, readSettings(texts), {
    predicates: [],
    files: ['maillog'],
    options: { classes: [], from: 0, to: 0, thresholds: {} },
    replay: true,
  });
}

const timeOf = (line: string): number => Date.parse(line.slice(0, line.indexOf(' ')));

function halves(log: string): { first: string; second: string } {
  const lines = log.trimEnd().split('\n');
  const middle = (timeOf(lines[0] ?? '') + timeOf(lines.at(-1) ?? '')) / 2;
  const text = (of: (time: number) => boolean): string =>
    `${lines.filter((line) => of(timeOf(line))).join('\n')}\n`;
  return { first: text((time) => time < middle), second: text((time) => time >= middle) };
}

const renamed = (text: string): string =>
  text
    .replaceAll(/([a-z0-9-]+)\.example\b/g, (_, name: string) => `q${name}.shop.test`)
    .replaceAll('127.30.0.', '10.9.8.');

const PAIRS = [
  { name: 'w1b', first: 'agents-busy', unset: { agents: 10, seen: 1 } },
  { name: 'w2', first: 'sessions', unset: {} },
  { name: 'w3', first: 'dead', unset: {} },
  { name: 'w4', first: 'greylisting', unset: {} },
] as const;

describe.each(PAIRS)('$name: the first finding', ({ name, first, unset }) => {
  const log = gunzipSync(readFileSync(`${ROOT}pairs/${name}-base/maillog.gz`)).toString();

  it('stays the same for either half of the log', async () => {
    const cut = halves(log);
    const reports = [await late(cut.first, `verbose/${name}`), await late(cut.second, `verbose/${name}`)];
    expect(reports.map(({ findings }) => findings[0]?.rule)).toEqual([first, first]);
  });

  it('stays the same, without false claims, when the log comes without settings', async () => {
    const { findings } = await late(log, 'none');
    expect(findings[0]?.rule).toBe(first);
    // Without the back-off times no flush can be recognized. The number of agents, which no setting gives, comes from the
    // log.
    expect(findings.filter(({ rule }) => rule === 'flush' || rule === 'window-full')).toEqual([]);
    expect(findings[0]?.figures).toMatchObject(unset);
  });

  it('stays the same, with all its text, when hosts and domains have other names', async () => {
    const [as, other] = [await late(log, `verbose/${name}`), await late(log, `verbose/${name}`, renamed)];
    const figures = ({ findings }: LateReport): unknown =>
      findings.map(({ rule, cost, recipients, figures: of }) => ({ rule, cost, recipients, of }));
    expect(other.findings[0]?.rule).toBe(first);
    expect(figures(other)).toEqual(figures(as));
  });
});

it('mail queued before the log begins waited as its lines say', async () => {
  const log = gunzipSync(readFileSync(`${ROOT}pairs/w1b-base/maillog.gz`)).toString();
  const { verdicts, whyCounts, findings } = await late(halves(log).second, 'verbose/w1b');
  // According to the whole log, the newsletter's last recipients waited up to 91 s.
  expect(verdicts[0]?.bMax).toBeGreaterThan(88);
  expect(verdicts[0]?.bMax).toBeLessThan(94);
  expect(whyCounts).toMatch(/^the log begins after the messages of \d+ attempts became active$/);
  // These lines show all agents busy for 38 s of that time. They do not contain the newsletter's sender.
  expect(findings[0]?.longest).toBeLessThan(39);
  expect(findings[0]?.shares[0]).toMatchObject({ name: 'senders not in the log', recipients: 907 });
});
