import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { applyCommand, createSimulation, nextInstant, stepOnce } from '../../src/core/simulation.ts';
import { modelOfRun } from '../../src/record/importers/model/from-run.ts';
import { modelOf } from '../../src/record/importers/model/setup.ts';
import { replayOf } from '../../src/record/importers/replay/setup.ts';
import { readSettings } from '../../src/record/importers/settings/read.ts';
import type { CoreEvent } from '../../src/protocol/events.ts';
import type { MailScenario } from '../../src/protocol/scenario.ts';
import { cutRecorded } from '../../src/scenario/recorded-cut.ts';
import { parseScenario } from '../../src/scenario/schema.ts';
import { packed, readAll } from '../fixtures/records/read.ts';

const FOLDER = new URL('../fixtures/records/', import.meta.url).pathname;
const SECOND = 1_000_000;

async function read(folder: string): Promise<MailScenario & { recorded: object }> {
  const texts = ['postconf.txt', 'master.txt', 'transport.txt']
    .filter((name) => existsSync(`${FOLDER}${folder}/${name}`))
    .map((name) => ({ name, text: readFileSync(`${FOLDER}${folder}/${name}`, 'utf8') }));
  const { builder } = await readAll([packed(`${folder}/maillog.gz`)]);
  const [member] = builder.members;
  const replay = member && replayOf(member.instance, readSettings(texts), folder);
  if (!replay) throw new Error(`${folder}: nothing to replay`);
  return replay.scenario;
}

function play(scenario: MailScenario): CoreEvent[] {
  const events: CoreEvent[] = [];
  const sim = createSimulation(scenario, {
    event: (_at, _step, event) => events.push(event),
    decision: () => {},
  });
  while (nextInstant(sim) !== null) stepOnce(sim);
  return events;
}

it.each(['logs/f1-afternoon', 'logs/p1-default', 'logs/d1-default'])(
  'a part of %s is a complete run with nothing else in it',
  async (folder) => {
    const scenario = await read(folder);
    const { recorded } = scenario;
    if (recorded === undefined) throw new Error('no record');
    const last = recorded.facts.at.at(-1) ?? 0;
    const [from, to] = [Math.floor(last / 3) + 123, Math.floor((last * 2) / 3)];
    const part = cutRecorded(recorded, from, to);
    const parsed = parseScenario(structuredClone({ ...scenario, recorded: part }));
    expect(parsed.ok ? [] : parsed.errors).toEqual([]);
    const inside = (kind: string): number =>
      recorded.facts.kind.filter((one, i) => {
        const at = recorded.facts.at[i] as number;
        return one === kind && at >= from && at < to;
      }).length;
    const ends = part.facts.kind.filter((kind) => kind === 'end').length;
    expect(ends).toBe(inside('end'));
    expect(part.facts.kind.filter((kind) => kind === 'select')).toHaveLength(inside('select'));
    const shift = (part.origin - recorded.origin) / SECOND;
    expect(shift).toBe(Math.floor(from / SECOND));
    const events = play({ ...scenario, recorded: part });
    const injected = events.filter(({ kind }) => kind === 'message.injected');
    expect(injected).toHaveLength(part.messages.id.length);
    // The part must contain only texts that it uses.
    const named = new Set(
      part.messages.id
        .map((text) => part.texts[text])
        .concat(part.messages.address.map((text) => part.texts[text])),
    );
    const foreign = recorded.messages.id
      .map((text) => recorded.texts[text] ?? '')
      .filter((id) => !named.has(id) && part.texts.includes(id));
    expect(foreign).toEqual([]);
  },
);

it('the whole as a part equals the whole', async () => {
  const scenario = await read('logs/p5-doc-1212-cost2');
  const { recorded } = scenario;
  if (recorded === undefined) throw new Error('no record');
  const part = cutRecorded(recorded, 0, Number.POSITIVE_INFINITY);
  expect(play({ ...scenario, recorded: part })).toEqual(play(scenario));
});

it.each(['logs/f1-afternoon', 'logs/p1-default'])(
  '%s without its log becomes a model of mail and servers',
  async (folder) => {
    const { builder } = await readAll([packed(`${folder}/maillog.gz`)]);
    const [member] = builder.members;
    const scenario = await read(folder);
    const texts = ['postconf.txt', 'master.txt'].map((name) => ({
      name,
      text: readFileSync(`${FOLDER}${folder}/${name}`, 'utf8'),
    }));
    const log = member && modelOf(member.instance, readSettings(texts), folder)?.scenario.modelled;
    const run = modelOfRun(scenario);
    if (!log || run === null) throw new Error('no model');
    expect(run.messages.at).toEqual(log.messages.at);
    expect(run.answers).toEqual(log.answers);
    // Compare the total time of a delivery to one recipient with its connection, however the time is divided.
    const usual = ({ message, recipient, greeting }: (typeof log.servers)[number]): number =>
      message + recipient + (greeting[greeting.length >> 1] ?? 0);
    const [of, as] = [log, run].map(
      ({ servers }) => servers.map(usual).sort((a, b) => a - b)[servers.length >> 1],
    );
    expect(Math.abs((as ?? 0) - (of ?? 0))).toBeLessThan(0.05 * (of ?? 0));
  },
);

it('without the log the scans are those that brought mail back', async () => {
  const scenario = await read('logs/f1-afternoon');
  const { builder } = await readAll([packed('logs/f1-afternoon/maillog.gz')]);
  const text = readFileSync(`${FOLDER}logs/f1-afternoon/postconf.txt`, 'utf8');
  const settings = readSettings([{ name: 'postconf.txt', text }]);
  const [member] = builder.members;
  const log = member && modelOf(member.instance, settings, '')?.scenario.modelled;
  expect(log?.scans.length).toBeGreaterThan(10);
  expect(modelOfRun(scenario)?.scans).toEqual(log?.scans);
});

it('a part continues as a model, and each of its messages arrives once', async () => {
  const scenario = await read('logs/f1-afternoon');
  const { recorded } = scenario;
  if (recorded === undefined) throw new Error('no record');
  const last = recorded.facts.at.at(-1) ?? 0;
  const part = {
    ...scenario,
    recorded: cutRecorded(recorded, Math.floor(last / 3), Math.floor((2 * last) / 3)),
  };
  const model = modelOfRun(part);
  if (model === null) throw new Error('no model');
  const events: CoreEvent[] = [];
  const sim = createSimulation(part, {
    event: (_at, _step, event) => events.push(event),
    decision: () => {},
  });
  const half = Math.floor((part.recorded.facts.at.at(-1) ?? 0) / 2);
  for (let next = nextInstant(sim); next !== null && next <= half; next = nextInstant(sim)) stepOnce(sim);
  expect(applyCommand(sim, { kind: 'log.model', model }, half)).toEqual({ ok: true, value: true });
  const end = 3600 * SECOND;
  for (let next = nextInstant(sim); next !== null && next <= end; next = nextInstant(sim)) stepOnce(sim);
  const names = events.flatMap((event) => (event.kind === 'message.injected' ? [event.name] : []));
  expect(names).toHaveLength(part.recorded.messages.id.length);
  expect(new Set(names).size).toBe(names.length);
});
