import { existsSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  applyCommand,
  captureSimulation,
  createSimulation,
  nextInstant,
  position,
  restoreSimulation,
  type Simulation,
  stepOnce,
} from '../../src/core/simulation.ts';
import { modelOf } from '../../src/record/importers/model/setup.ts';
import { replayOf } from '../../src/record/importers/replay/setup.ts';
import { readSettings } from '../../src/record/importers/settings/read.ts';
import type { CoreEvent } from '../../src/protocol/events.ts';
import type { ModelledSetup } from '../../src/protocol/modelled.ts';
import type { MailScenario } from '../../src/protocol/scenario.ts';
import { parseScenario } from '../../src/scenario/schema.ts';
import { decodeLink, encodeLink } from '../../src/scenario/link.ts';
import { checkCommand } from '../../src/scenario/schema.ts';
import { packed, readAll } from '../fixtures/records/read.ts';

const FOLDER = new URL('../fixtures/records/', import.meta.url).pathname;
const SECOND = 1_000_000;

interface Read {
  scenario: MailScenario;
  model: ModelledSetup;
}

async function read(folder: string): Promise<Read> {
  const texts = ['postconf.txt', 'master.txt', 'transport.txt']
    .filter((name) => existsSync(`${FOLDER}${folder}/${name}`))
    .map((name) => ({ name, text: readFileSync(`${FOLDER}${folder}/${name}`, 'utf8') }));
  const { builder } = await readAll([packed(`${folder}/maillog.gz`)]);
  const [member] = builder.members;
  const settings = readSettings(texts);
  const replay = member && replayOf(member.instance, settings, folder);
  const model = member && modelOf(member.instance, settings, folder);
  if (!replay || !model) throw new Error(`${folder}: nothing to replay`);
  return { scenario: replay.scenario, model: model.scenario.modelled };
}

interface Run {
  sim: Simulation;
  events: (CoreEvent & { at: number })[];
}

function begin({ scenario }: Read): Run {
  const events: Run['events'] = [];
  const sim = createSimulation(scenario, {
    event: (at, _step, event) => events.push({ at, ...event }),
    decision: () => {},
  });
  return { sim, events };
}

function until({ sim }: Run, at: number): void {
  for (let next = nextInstant(sim); next !== null && next <= at; next = nextInstant(sim)) stepOnce(sim);
}

function results({ events }: Run): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const event of events)
    if (event.kind === 'message.done') counts[event.result] = (counts[event.result] ?? 0) + 1;
  return counts;
}

const END = 4 * 3600 * SECOND;

describe.each(['logs/f1-afternoon', 'logs/d1-default', 'logs/p1-default'])('%s, left midway', (folder) => {
  let given: Read;
  let half: number;
  beforeAll(async () => {
    given = await read(folder);
    const { at } = given.model.messages;
    half = Math.floor(((at[0] ?? 0) + (at.at(-1) ?? 0)) / 2);
  });
  const leave = (run: Run): void => {
    expect(applyCommand(run.sim, { kind: 'log.model', model: given.model }, half)).toEqual({
      ok: true,
      value: true,
    });
  };

  it('continues as a model of the queue manager, and delivers each message once', () => {
    const run = begin(given);
    until(run, half);
    const before = run.events.filter(({ kind }) => kind === 'message.injected').length;
    leave(run);
    expect(run.events.filter(({ kind }) => kind === 'message.injected')).toHaveLength(before);
    until(run, END);
    const names = run.events.flatMap((event) => (event.kind === 'message.injected' ? [event.name] : []));
    expect(names.length).toBe(given.model.messages.id.length);
    expect(new Set(names).size).toBe(names.length);
    expect(run.events.some(({ kind, at }) => kind === 'record.differs' && at > half)).toBe(false);
    // Every agent becomes free again: no delivery stays open.
    const open = new Set<number>();
    for (const event of run.events) {
      if (event.kind === 'delivery.started') open.add(event.delivery);
      if (event.kind === 'delivery.ended') open.delete(event.delivery);
    }
    expect([...open]).toEqual([]);
    expect(results(run)['removed']).toBeGreaterThan(0);
  });

  it('is the record again on the earlier branch, and the same model a second time', () => {
    const run = begin(given);
    until(run, half);
    const key = captureSimulation(run.sim);
    const from = run.events.length;
    const rest = (work: () => void): unknown => {
      run.events.length = from;
      work();
      return run.events.slice(from);
    };
    const model = (): void => {
      leave(run);
      until(run, END);
    };
    const recorded = rest(() => until(run, END));
    restoreSimulation(run.sim, key);
    const first = rest(model);
    restoreSimulation(run.sim, key);
    expect(rest(() => until(run, END))).toEqual(recorded);
    restoreSimulation(run.sim, key);
    expect(rest(model)).toEqual(first);
  });

  it('takes other settings, servers and mail', () => {
    const run = begin(given);
    until(run, half);
    leave(run);
    const [server] = given.model.servers;
    const act = (command: Parameters<typeof applyCommand>[1]) =>
      applyCommand(run.sim, command, position(run.sim).at);
    expect(act({ kind: 'agents.set', transport: 'smtp', limit: 1 }).ok).toBe(true);
    expect(act({ kind: 'message.inject', to: [{ destination: 'new.example', count: 2 }] }).ok).toBe(true);
    expect(act({ kind: 'log.server', server: server!.name, state: 'down' }).ok).toBe(true);
    until(run, half + 60 * SECOND);
    expect(act({ kind: 'log.server', server: server!.name, state: 'recorded', recipient: 1000 }).ok).toBe(
      true,
    );
    until(run, END);
    expect(run.events.some((event) => event.kind === 'message.injected' && event.name.startsWith('M'))).toBe(
      true,
    );
    expect(act({ kind: 'log.server', server: 'nobody.example', state: 'up' })).toMatchObject({
      ok: false,
      errors: [
        {
          field: 'kind',
          value: 'log.server',
          accepted: expect.stringContaining('a server of the model: '),
        },
      ],
    });
    expect(act({ kind: 'log.model', model: given.model })).toMatchObject({
      ok: false,
      errors: [{ accepted: 'a run that follows a record; this run is already a model' }],
    });
  });
});

it('a plain run refuses a model, and a record refuses the model of another one', async () => {
  const given = await read('logs/p1-default');
  const run = begin(given);
  const other = (await read('logs/d1-default')).model;
  expect(applyCommand(run.sim, { kind: 'log.model', model: other }, 0)).toMatchObject({
    ok: false,
    errors: [{ accepted: expect.stringMatching(/^a model of this record: \d+ messages/) }],
  });
  expect(applyCommand(run.sim, { kind: 'log.server', server: 'x' }, 0)).toMatchObject({ ok: false });
  const plain = parseScenario({ version: 1, title: 'none' });
  if (!plain.ok) throw new Error('a plain scenario is one');
  const sim = createSimulation(plain.value as MailScenario, { event: () => {}, decision: () => {} });
  expect(applyCommand(sim, { kind: 'log.model', model: given.model }, 0)).toMatchObject({
    ok: false,
    errors: [{ accepted: 'a command for mail; this command is for another kind of run' }],
  });
});

it('the command passes the check of a file, and survives its short form', async () => {
  const { scenario, model } = await read('logs/p5-doc-1212-cost2');
  const command = { kind: 'log.model' as const, model };
  expect(checkCommand(structuredClone(command))).toEqual({ ok: true, value: command });
  expect(checkCommand({ kind: 'log.server', server: 'a', state: 'gone' })).toMatchObject({ ok: false });
  const live = [
    { step: 3, at: 0, seq: 1, command },
    { step: 4, at: 0, seq: 2, command: { kind: 'log.server' as const, server: 'a', sessions: 3 } },
  ];
  const cursor = { step: 0, event: 0, decision: 0, at: 0 };
  const back = await decodeLink(await encodeLink({ scenario, live, cursor, branch: 1 }));
  expect([back.ok, back.ok && back.live]).toEqual([true, live]);
});
