import { describe, expect, it } from 'vitest';
import { type ModelEdit, readEdit } from '../../src/record/importers/model/edit.ts';
import { processLimitsOf, startUpsOf } from '../../src/record/importers/model/processes.ts';
import type { Request } from '../../src/record/importers/model/requests.ts';
import { type Model, modelOf } from '../../src/record/importers/model/setup.ts';
import { readSettings } from '../../src/record/importers/settings/read.ts';
import type { Settings } from '../../src/record/protocol/settings.ts';
import { beginModelRun } from '../../src/record/worker/model/run.ts';
import { packed, readAll } from '../fixtures/records/read.ts';

const SECOND = 1_000_000;

async function relay(settings: Settings | null = null, edits: ModelEdit[] = []): Promise<Model> {
  const { builder } = await readAll([packed('pairs/w2-base/maillog.gz')]);
  const [member] = builder.members;
  const model = member === undefined ? null : modelOf(member.instance, settings, 'test', edits);
  if (model === null) throw new Error('nothing became active');
  return model;
}

/** Makes a request with one recipient. The recipient has the number of the message. */
function request(message: number, start: number, more: Partial<Request> = {}): Request {
  return {
    message,
    start,
    end: start + SECOND,
    greeting: 0,
    transport: 'smtp',
    nexthop: '',
    relay: '',
    recipients: [{ recipient: message, row: 1, fate: 0 }],
    failure: null,
    isFirst: true,
    ...more,
  };
}

/** Returns the start-up times that are inferred from requests. `active`: when each message became active. */
function read(
  requests: Request[],
  active: number[],
  sizes: number[] = active.map(() => 1),
  from = 0,
): number[] {
  const first = [0];
  for (const size of sizes) first.push((first.at(-1) ?? 0) + size);
  return startUpsOf(requests, { first }, active, from);
}

describe('the start of processes, as a record shows it', () => {
  it('is the wait for a process never seen before', () => {
    expect(read([request(0, 12_000)], [0])).toEqual([12_000]);
    expect(read([request(0, 12_000, { isFirst: false })], [0])).toEqual([]);
    // If the log begins later than the process may have started, no start is inferred.
    expect(read([request(0, 12_000)], [0], [1], 1)).toEqual([]);
  });

  it('is not inferred from mail that waited for something else', () => {
    // Other reasons for a wait: the end of a delivery, an earlier process that master starts first, a large message that is
    // being read, or a retry.
    expect(read([request(0, 1_000, { isFirst: false }), request(1, 1_015_000)], [0, SECOND])).toEqual([]);
    expect(read([request(0, 10_000), request(1, 20_000)], [0, 0])).toEqual([10_000]);
    expect(read([request(0, 10_000)], [0], [20])).toEqual([]);
    const again = request(0, 40_010_000, { recipients: [{ recipient: 0, row: 2, fate: 0 }] });
    expect(read([request(0, 10_000, { isFirst: false }), again], [0])).toEqual([]);
    // Each transport has its own processes, so requests of another transport do not count.
    expect(
      read(
        [
          request(0, 10_000, { isFirst: false, end: 1_005_000 }),
          request(1, 1_010_000, { transport: 'slow' }),
        ],
        [0, SECOND],
      ),
    ).toEqual([10_000]);
  });

  it('takes some hundredths of a second on a real machine', async () => {
    const { startUp } = (await relay()).scenario.modelled;
    expect(startUp.length).toBeGreaterThanOrEqual(4);
    expect(startUp[0]).toBeGreaterThan(5_000);
    expect(startUp.at(-1)).toBeLessThan(40_000);
  });
});

describe('the end of processes, as the settings have it', () => {
  const limits = (main: string, service = 'smtp unix - - n - - smtp\n', name = 'smtp') =>
    processLimitsOf(
      readSettings([
        { name: 'main.cf', text: main },
        { name: 'master.cf', text: service },
      ]),
      name,
    );

  it('comes from the service, else from main.cf, else from the default', () => {
    const usual = { maxIdle: 100 * SECOND, maxUse: 100 };
    expect(processLimitsOf(null, 'smtp')).toEqual(usual);
    expect(limits('')).toEqual(usual);
    expect(limits('max_idle = 2m\nmax_use = 20\n')).toEqual({ maxIdle: 120 * SECOND, maxUse: 20 });
    const own = 'slow unix - - n - 4 smtp\n  -o max_use=7\n';
    expect(limits('max_use = 20\n', own, 'slow')).toEqual({ maxIdle: 100 * SECOND, maxUse: 7 });
    expect(limits('max_use = 20\n', own, 'smtp').maxUse).toBe(20);
    // Postfix would not start with these values, so the defaults are used.
    expect(limits('max_idle = soon\nmax_use = 0\n')).toEqual(usual);
  });

  it('is in the model, where a person may correct it and the time to start one', async () => {
    const settings = readSettings([{ name: 'main.cf', text: 'max_idle = 30s\nmax_use = 5\n' }]);
    const of = (text: string) => {
      const read = readEdit(text);
      if (!read.ok) throw new Error('not read');
      return read.value;
    };
    const [plain, said] = [await relay(settings), await relay(settings, [of('processes start=250 uses=9')])];
    expect(plain.scenario.modelled).toMatchObject({ maxIdle: 30 * SECOND, maxUse: 5 });
    expect(said.scenario.modelled).toMatchObject({ startUp: [250_000], maxIdle: 30 * SECOND, maxUse: 9 });
    const none = await relay(settings, [of('processes start=0')]);
    expect(none.scenario.modelled.startUp).toEqual([]);
    const refused = ['processes', 'processes start=soon', 'processes idle=0', 'processes colour=red'];
    expect(refused.map((text) => readEdit(text).ok)).toEqual([false, false, false, false]);
  });
});

describe('processes of a model', () => {
  it('start one after the other, serve the next mail, and end after 100 s without any', async () => {
    const { scenario, onTheWay } = await relay();
    const { messages } = scenario.modelled;
    const waits = (startUp: number[]): Float64Array => {
      const last = messages.at.length - 1;
      const at = messages.at.map((one, i) =>
        i < 3 ? (messages.at[0] ?? 0) : i === last ? one + 400 * SECOND : one,
      );
      const run = beginModelRun(
        { ...scenario, modelled: { ...scenario.modelled, startUp, messages: { ...messages, at } } },
        onTheWay,
      );
      while (!run.run(10_000));
      return run.outcome.b;
    };
    const [one, two] = [waits([200_000]), waits([])];
    const more = Array.from(one, (b, i) => b - (two[i] ?? 0));
    expect(more[0]).toBeCloseTo(0.2, 2);
    expect(more[1]).toBeCloseTo(0.4, 2);
    expect(more[2]).toBeCloseTo(0.6, 2);
    expect(more[3]).toBeCloseTo(0, 2);
    expect(more.at(-1)).toBeCloseTo(0.2, 2);
  });

  it('end after the number of requests or idle time of the record’s settings', async () => {
    const { scenario, onTheWay } = await relay();
    const waited = (limits: { maxIdle?: number; maxUse?: number }): number => {
      const modelled = { ...scenario.modelled, startUp: [200_000], ...limits };
      const run = beginModelRun({ ...scenario, modelled }, onTheWay);
      while (!run.run(10_000));
      return run.outcome.b.reduce((sum, b) => sum + b, 0);
    };
    expect(waited({ maxUse: 1 })).toBeGreaterThan(waited({}) + 10);
    expect(waited({ maxIdle: SECOND })).toBeGreaterThan(waited({}) + 2);
  });
});
