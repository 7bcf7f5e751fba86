import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Command, ServerFault } from '../../src/protocol/commands.ts';
import { checksum, deflate, toBase64Url } from '../../src/scenario/bytes.ts';
import { completeScenario } from '../../src/scenario/defaults.ts';
import { decodeLink, encodeLink } from '../../src/scenario/link.ts';
import { checkCommand, parseScenario } from '../../src/scenario/schema.ts';
import { runCount } from '../fixtures/all.ts';

const runs = runCount(400);
const options = { numRuns: runs, seed: 20_260_821 };
const cursor = { at: 0, step: 0, event: 3, decision: 0 };

const name = fc.constantFrom('a.example', 'B-1.example', '[192.0.2.7]:25', 'localhost');
const fault = fc.constantFrom<ServerFault>(
  { kind: 'refuse' },
  { kind: 'unreachable' },
  { kind: 'silent' },
  { kind: 'limit', sessions: 3 },
  { kind: 'backlog', workers: 2, queue: 0 },
  { kind: 'one-of', machines: 4, pick: 'chance' },
  { kind: 'down', from: 0, until: 60_000 },
  { kind: 'greylist', wait: 300_000 },
  { kind: 'bounce', percent: 50 },
);
const command: fc.Arbitrary<Command> = fc.oneof(
  fc.record(
    {
      kind: fc.constant('message.inject' as const),
      to: fc.array(
        fc.record(
          {
            destination: name,
            count: fc.integer({ min: 1, max: 100_000 }),
            transport: fc.constantFrom('smtp', 'bulk'),
          },
          { requiredKeys: ['destination', 'count'] },
        ),
        { minLength: 1, maxLength: 4 },
      ),
      sender: fc.constantFrom('', 'me@example'),
    },
    { requiredKeys: ['kind', 'to'] },
  ),
  fc.record({
    kind: fc.constant('server.set' as const),
    server: fc.oneof(name, fc.constant('*')),
    behaviour: fc.record(
      {
        latency: fc.oneof(fc.nat(10_000), fc.tuple(fc.nat(9), fc.integer({ min: 10, max: 99 }))),
        fault,
      },
      { requiredKeys: ['latency'] },
    ),
  }),
  fc.record({
    kind: fc.constant('agents.set' as const),
    transport: fc.constantFrom('smtp', 'bulk'),
    limit: fc.nat(10_000),
  }),
  fc.record({
    kind: fc.constant('param.set' as const),
    name: fc.constant('default_delivery_slot_cost'),
    value: fc.nat(9),
  }),
  fc.constant({ kind: 'queue.flush' as const }),
);

const scenario = fc
  .record({
    title: fc.string({ unit: 'grapheme', maxLength: 20 }).filter((t) => !/\p{C}/u.test(t)),
    seed: fc.nat(4_294_967_295),
    feedback: fc.constantFrom('shipped' as const, 'documented' as const),
    wheel: fc.record({ tickMs: fc.integer({ min: 1, max: 5000 }), size: fc.integer({ min: 2, max: 60 }) }),
    times: fc.array(fc.tuple(fc.nat(10_000_000), command), { maxLength: 12 }),
  })
  .map(({ times, ...rest }) => {
    const script = times.map(([at, c]) => ({ at, command: c })).sort((a, b) => a.at - b.at);
    return completeScenario({ ...rest, script });
  });

test('a scenario goes through the schema and through a link unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(scenario, async (s) => {
      expect(parseScenario(JSON.parse(JSON.stringify(s)))).toEqual({ ok: true, value: s });
      const link = await encodeLink({ scenario: s, live: [], cursor, branch: 1 });
      expect(await decodeLink(link)).toMatchObject({ ok: true, scenario: s, event: 3 });
    }),
    options,
  );
});

test('a mutated link never throws or hangs, and opens only when the checksum fits', async () => {
  const good = await encodeLink({
    scenario: completeScenario({ script: [{ at: 1, command: { kind: 'queue.flush' } }], title: 'Good' }),
    live: [],
    cursor,
    branch: 1,
  });
  const edit = fc.record({ at: fc.nat(good.length), cut: fc.nat(4), put: fc.string({ maxLength: 4 }) });
  let refused = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 4 }), async (edits) => {
      const text = edits.reduce((t, { at, cut, put }) => t.slice(0, at) + put + t.slice(at + cut), good);
      const decoded = await decodeLink(text);
      const same = text.replace(/^#/, '') === good.slice(1);
      expect([text, decoded.ok && !same]).toEqual([text, false]);
      if (!decoded.ok) refused += 1;
    }),
    { ...options, numRuns: runs * 4 },
  );
  expect(refused).toBeGreaterThan(0);
});

test('opens or refuses any JSON under a valid checksum, and never throws', async () => {
  const keys = fc.constantFrom('t', 'v', 'n', 'a', 's', 'p', 'g', 'x', 'w', 'f', 'c', 'o', 'l', '__proto__');
  const hostile = fc.dictionary(
    keys,
    fc.oneof(fc.constant(1), fc.jsonValue(), fc.array(fc.array(fc.jsonValue()))),
    {
      noNullPrototype: false,
    },
  );
  await fc.assert(
    fc.asyncProperty(fc.oneof(hostile, fc.jsonValue()), async (value) => {
      const body = `s=${toBase64Url(await deflate(JSON.stringify(value)))}&e=1`;
      const decoded = await decodeLink(`#${body}&c=${checksum(body)}`);
      // A decoded link is either refused, or gives a scenario that passes the checks.
      expect(!decoded.ok || parseScenario(decoded.scenario).ok).toBe(true);
    }),
    options,
  );
});

test('the schema accepts or refuses any value, and never throws', () => {
  fc.assert(
    fc.property(
      fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true }),
      (value) => {
        for (const result of [
          parseScenario(value),
          parseScenario({ version: 1, script: value }),
          checkCommand(value),
        ]) {
          expect(result.ok || result.errors.length > 0).toBe(true);
        }
      },
    ),
    { ...options, numRuns: runs * 4 },
  );
});
