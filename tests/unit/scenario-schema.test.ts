import { describe, expect, test } from 'vitest';
import { completeScenario } from '../../src/scenario/defaults.ts';
import { groupDigits } from '../../src/scenario/digits.ts';
import { LIMITS } from '../../src/scenario/limits.ts';
import { describeError } from '../../src/scenario/schema-errors.ts';
import { checkCommand, parseScenario } from '../../src/scenario/schema.ts';
import { upgrade, type Upgrader } from '../../src/scenario/versions.ts';

const inject = (count: number, more: object = {}) => ({
  at: 0,
  command: { kind: 'message.inject', to: [{ destination: 'a.example', count }], ...more },
});

function refusal(input: unknown): string {
  const result = parseScenario(input);
  if (result.ok) throw new Error('accepted');
  return result.errors.map((e) => `${e.field} | ${e.value} | ${e.accepted}`).join('\n');
}

describe('parseScenario', () => {
  test('fills in missing values', () => {
    expect(parseScenario({ version: 1 })).toEqual({ ok: true, value: completeScenario({}) });
  });

  test('keeps a complete scenario as it is', () => {
    const scenario = completeScenario({
      title: 'All of it',
      about: 'two\nlines',
      seed: 4_294_967_295,
      params: { default_delivery_slot_cost: 2, bulk_delivery_slot_cost: 3, maximal_queue_lifetime: '1d' },
      agents: { smtp: 0, bulk: 4 },
      servers: { '*': { latency: 0 }, 'a.example': { latency: [1, 2], fault: { kind: 'silent' } } },
      feedback: 'documented',
      script: [
        {
          at: 0,
          command: {
            kind: 'message.inject',
            to: [{ destination: '[192.0.2.1]:25', count: 1 }],
            number: 7,
            sender: '',
          },
        },
        { at: 0, command: { kind: 'queue.flush' } },
        {
          at: 5,
          command: {
            kind: 'param.set',
            name: 'smtp_destination_concurrency_positive_feedback',
            value: '1/4',
          },
        },
        { at: 5, command: { kind: 'agents.set', transport: 'bulk', limit: 2 } },
        {
          at: 5,
          command: { kind: 'server.set', server: '*', behaviour: { latency: 5, fault: { kind: 'refuse' } } },
        },
      ],
      view: { transport: 'bulk', play: true, pauseAt: 9 },
    });
    expect(parseScenario(JSON.parse(JSON.stringify(scenario)))).toEqual({ ok: true, value: scenario });
  });

  test('sorts the script by time, and keeps the order of equal times', () => {
    const at = (t: number, number: number) => ({ ...inject(1, { number }), at: t });
    const result = parseScenario({ version: 1, script: [at(5, 1), at(0, 2), at(5, 3), at(0, 4)] });
    if (!result.ok) throw new Error('refused');
    expect(result.value.script.map((c) => ('number' in c.command ? c.command.number : 0))).toEqual([
      2, 4, 1, 3,
    ]);
  });

  test.each([
    ['nothing', undefined, '(whole) | nothing | an object'],
    ['a list', [], '(whole) | [] | an object'],
    ['no version', {}, 'version | nothing | a scenario version from 1 to 2'],
    [
      'a newer version',
      { version: 3 },
      'version | 3 | a version up to 2; this file was made by a newer version of qmgrscope',
    ],
    ['an unknown member', { version: 1, sript: [] }, 'sript | [] | no such member; check its spelling'],
    ['a fraction', { version: 1, seed: 1.5 }, 'seed | 1.5 | a whole number from 0 to 4 294 967 295'],
    ['a text for a number', { version: 1, seed: '1' }, 'seed | 1 | a whole number from 0 to 4 294 967 295'],
    [
      'no recipients',
      { version: 1, script: [inject(0)] },
      'script[0].command.to[0].count | 0 | a whole number from 1 to 1 000 000',
    ],
    [
      'a missing member',
      { version: 1, script: [{ at: 0, command: { kind: 'message.inject' } }] },
      'script[0].command.to | nothing | a value: this member is required',
    ],
    [
      'an unknown command',
      { version: 1, script: [{ at: 0, command: { kind: 'boom' } }] },
      'script[0].command.kind | boom | a command: message.inject, message.hold, message.release, message.flush, server.set, param.set, agents.set, feedback.set, queue.flush, qmgr.reload, log.model or log.server',
    ],
    [
      'a negative time',
      { version: 1, script: [{ ...inject(1), at: -1 }] },
      `script[0].at | -1 | a whole number from 0 to ${groupDigits(LIMITS.at)}`,
    ],
    [
      'a control character',
      { version: 1, title: 'a\u0007' },
      'title | a\u0007 | text of at most 200 characters without control characters',
    ],
    [
      'a right-to-left override',
      { version: 1, title: 'a\u202eb' },
      'title | a\u202eb | text of at most 200 characters without control characters',
    ],
    [
      'an unknown parameter',
      { version: 1, params: { smtp_colour: 1 } },
      'params.smtp_colour | smtp_colour | a queue manager parameter of main.cf, such as default_delivery_slot_cost',
    ],
    [
      'a discount above 100',
      { version: 1, params: { default_delivery_slot_discount: 101 } },
      'params.default_delivery_slot_discount | 101 | a whole number from 0 to 100',
    ],
    [
      'a time without sense',
      { version: 1, params: { minimal_backoff_time: 'soon' } },
      'params.minimal_backoff_time | soon | a time such as 30s, 5m, 2h or 1d, from 1s',
    ],
    [
      'a range upside down',
      { version: 1, servers: { '*': { latency: [2, 1] } } },
      'servers.*.latency | [2,1] | whole milliseconds, or a range [from, to] of them with from ≤ to',
    ],
    [
      'a fault that is none',
      { version: 1, servers: { a: { latency: 1, fault: { kind: 'moody' } } } },
      expect.stringContaining('servers.a.fault.kind | moody | a fault: refuse,'),
    ],
    [
      'a fault without its figures',
      { version: 1, servers: { a: { latency: 1, fault: { kind: 'limit' } } } },
      'servers.a.fault.sessions | nothing | a value: this member is required',
    ],
    [
      'an end before its start',
      { version: 1, servers: { a: { latency: 1, fault: { kind: 'down', from: 5, until: 5 } } } },
      'servers.a.fault.until | 5 | an end after the start',
    ],
    [
      'one number twice',
      { version: 1, script: [inject(1, { number: 2 }), inject(1, { number: 2 })] },
      expect.stringContaining('each message number at most once'),
    ],
  ])('refuses %s, naming field, value and choices', (_, input, expected) => {
    expect(refusal(input)).toEqual(expected);
  });

  test.each([
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'hasOwnProperty',
    '',
    ' ',
    'a b',
    'é.example',
    'a'.repeat(254),
  ])('refuses the name $0 anywhere', (name) => {
    const table = JSON.parse(`{${JSON.stringify(name)}: 1}`) as unknown;
    const servers = JSON.parse(`{${JSON.stringify(name)}: {"latency": 1}}`) as unknown;
    const command = (c: object) => ({ version: 1, script: [{ at: 0, command: c }] });
    for (const input of [
      { version: 1, agents: table },
      { version: 1, servers },
      { version: 1, params: table },
      { version: 1, view: { transport: name } },
      command({ kind: 'message.inject', to: [{ destination: name, count: 1 }] }),
      command({ kind: 'message.inject', to: [{ destination: 'a', count: 1, transport: name }] }),
      command({ kind: 'server.set', server: name, behaviour: { latency: 1 } }),
      command({ kind: 'agents.set', transport: name, limit: 1 }),
      command({ kind: 'param.set', name, value: 1 }),
    ]) {
      expect(parseScenario(input).ok, JSON.stringify(input)).toBe(false);
    }
  });

  test('enforces the limits', () => {
    const script = (n: number, count: number) => ({
      version: 1,
      script: Array.from({ length: n }, () => inject(count)),
    });
    expect(parseScenario(script(10_000, 1)).ok).toBe(true);
    expect(refusal(script(10_001, 1))).toContain('10 000 commands');
    expect(parseScenario(script(10, 1_000_000)).ok).toBe(true);
    expect(refusal(script(11, 1_000_000))).toContain('10 000 000 recipients');
    const to = [
      { destination: 'a', count: 600_000 },
      { destination: 'b', count: 600_000 },
    ];
    expect(refusal({ version: 1, script: [{ at: 0, command: { kind: 'message.inject', to } }] })).toContain(
      '1 000 000 recipients in one message',
    );
  });

  test('reports a few errors and not thousands', () => {
    const result = parseScenario({ version: 1, script: Array.from({ length: 1000 }, () => inject(0)) });
    expect(!result.ok && result.errors.length).toBe(20);
  });
});

describe('checkCommand', () => {
  test('accepts a command and returns it', () => {
    const command = { kind: 'agents.set', transport: 'smtp', limit: 0 };
    expect(checkCommand(command)).toEqual({ ok: true, value: command });
  });

  test('names the field relative to the command', () => {
    const result = checkCommand({ kind: 'param.set', name: 'default_delivery_slot_cost', value: -1 });
    expect(!result.ok && result.errors.map(describeError)).toEqual([
      'value: -1 is not accepted; it takes a whole number from 0 to 2 147 483 647',
    ]);
  });

  test('refuses an unknown member', () => {
    expect(checkCommand({ kind: 'queue.flush', all: true }).ok).toBe(false);
  });
});

describe('upgrade', () => {
  const chain: Upgrader[] = [
    (s) => ({ ...s, title: s['name'] }),
    ({ name: _, ...s }) => ({ ...s, about: 'from two' }),
  ];

  test('runs every step from the version of the file to the current one', () => {
    expect(upgrade({ version: 1, name: 'x' }, chain, 3)).toEqual({
      ok: true,
      value: { version: 3, title: 'x', about: 'from two' },
    });
    expect(upgrade({ version: 2, title: 'y' }, chain, 3)).toEqual({
      ok: true,
      value: { version: 3, title: 'y', about: 'from two' },
    });
  });

  test('refuses newer versions, and what is no version', () => {
    expect(upgrade({ version: 4 }, chain, 3)).toMatchObject({ ok: false, newer: true });
    expect(upgrade({ version: 'one' }, chain, 3)).toMatchObject({ ok: false, newer: false });
    expect(upgrade({ version: 0 }, chain, 3)).toMatchObject({ ok: false, newer: false });
  });
});
