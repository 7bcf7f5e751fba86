import { describe, expect, it } from 'vitest';
import { withChanges } from '../../src/record/importers/model/changes.ts';
import { faultsOf } from '../../src/record/importers/model/faults.ts';
import type { Request } from '../../src/record/importers/model/requests.ts';
import { type Model, modelOf } from '../../src/record/importers/model/setup.ts';
import { packed, readAll } from '../fixtures/records/read.ts';

const SECOND = 1_000_000;
const TOO_MANY = 'host mx[192.0.2.1] refused to talk to me: 421 4.7.0 too many connections';

/** A delivery at a server. Times in seconds. `again` = it used a connection that was kept open. */
function took(start: number, lasts = 1, again = false): Request {
  return {
    message: 0,
    start: start * SECOND,
    end: (start + lasts) * SECOND,
    greeting: again ? -1 : 10_000,
    transport: 'smtp',
    nexthop: '',
    relay: 'mx[192.0.2.1]:25',
    recipients: [{ recipient: 0, row: 1, fate: 0 }],
    failure: null,
    isFirst: false,
  };
}

function refused(start: number, reason = TOO_MANY): Request {
  return { ...took(start, 0.003), failure: { reason, status: '4.7.0' } };
}

const found = (...requests: Request[]) => faultsOf(requests, 0, 1000 * SECOND);

describe('what refusals reveal about a server', () => {
  it('is a limit of sessions, including those kept for the next delivery', () => {
    const full = [took(10), took(10.1), took(10.2), refused(10.5), took(12, 0.5, true), refused(12.1)];
    expect(found(...full)).toMatchObject({ sessions: 3, down: [] });
    // At 11.5 s, three connections are open: two in use, and one that was kept after 11.2 s.
    const kept = [took(10), took(10.1), took(10.2), took(11.3), took(11.4), refused(11.5), took(12, 1, true)];
    expect(found(...kept)).toMatchObject({ sessions: 3, down: [] });
  });

  it('is an outage, however worded, where hardly a session was open', () => {
    const full = [took(10), took(10.1), took(10.2), refused(10.5), refused(10.6)];
    const away = [refused(30), refused(33), took(40)];
    const { sessions, down } = found(...full, ...away);
    expect(sessions).toBe(3);
    expect(down).toHaveLength(1);
    expect(down[0]?.from).toBeLessThan(30 * SECOND);
    expect(down[0]?.until).toBeGreaterThan(33 * SECOND);
  });

  it('is a number of sessions in a period, in several wordings', () => {
    for (const words of [
      'too many connections per minute',
      'too many new connections in the last minute',
      'too many new connections this minute',
      'connecting too often, 2 sessions a minute',
    ])
      expect(found(took(10), took(11), refused(12.5, `421 4.7.0 ${words}`)), words).toMatchObject({
        sessions: 0,
        rate: { sessions: 2, per: 60 * SECOND },
        down: [],
      });
  });

  it('is a rate per minute where sessions contradict a stated concurrency limit', () => {
    // The server accepts ten sessions a minute, one after another. Then it refuses sessions although none is open.
    const minutes = [0, 60, 120, 180].flatMap((minute) => [
      ...Array.from({ length: 10 }, (_, i) => took(minute + 2 * i + 0.1, 0.5)),
      ...Array.from({ length: 8 }, (_, i) => refused(minute + 22 + 4 * i)),
    ]);
    expect(found(...minutes)).toMatchObject({
      sessions: 0,
      rate: { sessions: 10, per: 60 * SECOND },
      down: [],
    });
  });
});

/** A relay that accepts 8 sessions. From 90 to 91.5 s after the first message it is down, and refuses with the same reply. */
async function oneAnswer(): Promise<Model> {
  const { builder } = await readAll([packed('pairs/one-answer/maillog.gz')]);
  const [member] = builder.members;
  const model = member === undefined ? null : modelOf(member.instance, null, 'test');
  if (model === null) throw new Error('nothing became active');
  return model;
}

describe('a relay that always gives one answer', () => {
  it('has a limit while sessions are busy, and an outage while none is accepted', async () => {
    const { messages, servers } = (await oneAnswer()).scenario.modelled;
    expect(servers).toHaveLength(1);
    expect(servers[0]?.sessions).toBe(8);
    const seconds = servers[0]?.down.map(({ from, until }) =>
      [from, until].map((at) => (at - (messages.at[0] ?? 0)) / SECOND),
    );
    expect(seconds).toHaveLength(1);
    expect(seconds?.[0]?.[0]).toBeCloseTo(90, 0);
    expect(Math.abs((seconds?.[0]?.[1] ?? 0) - 91.5)).toBeLessThan(0.3);
  });

  it('can be modelled without kept connections', async () => {
    const { scenario } = await oneAnswer();
    const of = (value: string) =>
      withChanges(scenario, [{ kind: 'set', name: 'smtp_connection_cache_on_demand', value }], {
        classOf: () => '',
        inherits: [],
        settings: null,
      }).modelled.servers.map(({ reuse }) => reuse);
    expect(of('no')).toEqual([false]);
    expect(of('yes')).toEqual([true]);
  });
});
