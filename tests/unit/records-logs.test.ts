import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { printed } from '../../src/record/importers/store/origins.ts';
import type { Instance } from '../../src/record/importers/store/instance.ts';
import { OPERATION_KINDS, STATUSES } from '../../src/record/importers/store/tables.ts';
import { summarize } from '../../src/record/importers/summary.ts';
import { fixtureJson, packed, readAll } from '../fixtures/records/read.ts';

type Row = (number | string | null)[];
interface Expected {
  lines: number;
  t_base: number;
  messages: {
    queue_id: string;
    message_id: string;
    sender: string;
    size: number;
    nrcpt: number;
    first_seen: number;
    activations: number[];
    removed: number | null;
    deleted_by_operator: boolean | null;
    expired: string | null;
    notifications: string[];
    deliveries: number;
  }[];
  deliveries: Row[];
  counts: { by_status: Record<string, number>; by_domain: Record<string, Record<string, number>> };
  operator: [number, string, string][];
  windows?: Row[];
  selections?: Row[];
  preemptions?: [number, number, string, string, number][];
  tables: { queue_ids: string[]; tags: string[]; relays: string[]; reasons: string[]; queues: string[] };
}

const FOLDER = new URL('../fixtures/records/logs/', import.meta.url).pathname;
const NAMES = readdirSync(FOLDER).filter((name) => !name.endsWith('traditional'));

function rows<T>(table: { length: number }, of: (row: number) => T): T[] {
  return Array.from({ length: table.length - 1 }, (_, i) => of(i + 1));
}

const near = (one: number, other: number): boolean => Math.abs(one - other) < 1e-6;

async function read(
  name: string,
): Promise<{ instance: Instance; expected: Expected; summary: ReturnType<typeof summarize> }> {
  const result = await readAll([packed(`logs/${name}/maillog.gz`)]);
  const [member] = result.builder.members;
  if (member === undefined) throw new Error('no member');
  return {
    instance: member.instance,
    expected: fixtureJson(`logs/${name}/expected.json.gz`),
    summary: summarize(result),
  };
}

describe.each(NAMES)('the recording %s', (name) => {
  it('gives the messages with their activations and ends', async () => {
    const { instance, expected } = await read(name);
    const { lives, activations, links } = instance.tables;
    const { texts, strings } = instance.pools;
    const t = (micros: number): number => micros / 1e6 - expected.t_base;
    const seen = rows(lives, (life) => ({
      queue_id: texts.text(lives.id[life] ?? 0),
      message_id: texts.text(lives.messageId[life] ?? 0),
      sender: strings.text(lives.sender[life] ?? 0),
      size: lives.size[life],
      nrcpt: lives.nrcpt[life],
      first_seen: t(lives.firstTime[life] ?? 0),
      activations: rows(activations, (row) => row)
        .filter((row) => activations.life[row] === life)
        .map((row) => t(activations.time[row] ?? 0)),
      removed: lives.end[life] === 1 ? t(lives.ended[life] ?? 0) : null,
      deleted: lives.end[life] === 2,
      expired: lives.expired[life] !== 0,
      notifications: rows(links, (row) => row)
        .filter((row) => links.parent[row] === life && [2, 3].includes(links.kind[row] ?? 0))
        .map((row) => texts.text(lives.id[links.child[row] ?? 0] ?? 0)),
      deliveries: lives.attempts[life],
    }));
    expect(seen.length).toBe(expected.messages.length);
    for (const message of expected.messages) {
      const found = seen.find(
        ({ queue_id, first_seen }) => queue_id === message.queue_id && near(first_seen, message.first_seen),
      );
      expect(found, message.queue_id).toBeDefined();
      expect(found).toMatchObject({
        message_id: message.message_id,
        sender: message.sender ?? '',
        size: message.size,
        nrcpt: message.nrcpt,
        deleted: message.deleted_by_operator === true,
        expired: message.expired !== null,
        deliveries: message.deliveries,
      });
      expect(found?.activations.length).toBe(message.activations.length);
      for (const [i, time] of message.activations.entries())
        expect(found?.activations[i]).toBeCloseTo(time, 5);
      expect(found?.removed === null).toBe(message.removed === null);
      expect(found?.removed ?? 0).toBeCloseTo(message.removed ?? 0, 5);
      expect(found?.notifications).toEqual(message.notifications.map((text) => text.split(': ')[1]));
    }
  });

  it('gives every attempt with its delays and its answer', async () => {
    const { instance, expected } = await read(name);
    const { attempts, lives, deliveries, agents } = instance.tables;
    const { texts, strings, replies } = instance.pools;
    const text = (id: number | undefined): string | null => strings.text(id ?? 0) || null;
    const number = (column: 'delay' | 'a' | 'b' | 'c' | 'd', row: number, shift: number): number =>
      printed(attempts[column][row] ?? 0, ((attempts.digits[row] ?? 0) >>> shift) & 15);
    const seen = rows(attempts, (row) => [
      attempts.line[row],
      Math.round((attempts.time[row] ?? 0) - expected.t_base * 1e6) / 1e6,
      text(agents.tag[deliveries.agent[attempts.delivery[row] ?? 0] ?? 0]),
      texts.text(lives.id[attempts.life[row] ?? 0] ?? 0),
      text(attempts.to[row]),
      text(attempts.origTo[row]),
      text(attempts.relay[row]),
      attempts.connUse[row] === 0 ? null : attempts.connUse[row],
      number('delay', row, 0),
      number('a', row, 4),
      number('b', row, 8),
      number('c', row, 12),
      number('d', row, 16),
      instance.pools.codes.text(attempts.dsn[row] ?? 0) || null,
      STATUSES[attempts.status[row] ?? 0],
      replies.text(attempts.reply[row] ?? 0) + texts.text(attempts.queuedAs[row] ?? 0),
    ]);
    const { tables } = expected;
    const wanted = expected.deliveries.map((row) => {
      const [, line, time, tag, id, to, origTo, relay, connUse, delay, a, b, c, d, dsn, status, reason] = row;
      return [
        line,
        time,
        tables.tags[Number(tag)],
        tables.queue_ids[Number(id)],
        to,
        origTo,
        tables.relays[Number(relay)],
        connUse,
        delay,
        a,
        b,
        c,
        d,
        dsn,
        status,
        tables.reasons[Number(reason)],
      ];
    });
    expect(seen).toEqual(wanted);
  });

  it('gives windows, selections, preemptions and operator actions line for line', async () => {
    const { instance, expected } = await read(name);
    const { windows, selections, preemptions, operations, lives } = instance.tables;
    const { texts, strings } = instance.pools;
    const { tables } = expected;
    const t = (micros: number | undefined): number => Math.round((micros ?? 0) - expected.t_base * 1e6) / 1e6;
    const id = (life: number | undefined): string => texts.text(lives.id[life ?? 0] ?? 0);
    const none = (value: number | undefined): number | null =>
      value === undefined || Number.isNaN(value) ? null : value;
    expect(
      rows(windows, (row) => [
        windows.line[row],
        t(windows.time[row]),
        windows.throttle[row] === 1 ? 'throttle' : 'unthrottle',
        strings.text(windows.queue[row] ?? 0),
        windows.limit[row],
        none(windows.feedback[row]),
        windows.before[row] === -1 ? null : windows.before[row],
        windows.window[row],
        windows.success[row],
        windows.failure[row],
        windows.cohorts[row],
      ]),
    ).toEqual(
      (expected.windows ?? []).map((row) =>
        row.map((value, i) => (i === 3 ? tables.queues[Number(value)] : value)),
      ),
    );
    expect(
      rows(selections, (row) => [
        selections.line[row],
        t(selections.time[row]),
        id(selections.life[row]),
        strings.text(selections.transport[row] ?? 0),
        strings.text(selections.queue[row] ?? 0),
        selections.busy[row],
        selections.window[row],
      ]),
    ).toEqual(
      (expected.selections ?? []).map((row) =>
        row.map((value, i) =>
          i === 2 ? tables.queue_ids[Number(value)] : i === 4 ? tables.queues[Number(value)] : value,
        ),
      ),
    );
    expect(
      rows(preemptions, (row) => [
        preemptions.line[row],
        t(preemptions.time[row]),
        id(preemptions.preempted[row]),
        id(preemptions.by[row]),
        preemptions.level[row],
      ]),
    ).toEqual(expected.preemptions ?? []);
    expect(
      rows(operations, (row) => [
        Math.round(operations.time[row] ?? 0) / 1e6,
        id(operations.life[row]),
        OPERATION_KINDS[operations.kind[row] ?? 0],
      ]),
    ).toEqual(expected.operator);
  });

  it('is fully understood, and summarized', async () => {
    const { expected, summary } = await read(name);
    expect(summary.length).toBe(1);
    const [sum] = summary;
    const { by_status: status, by_domain: domains } = expected.counts;
    expect(sum).toMatchObject({
      lines: expected.lines,
      understood: expected.lines,
      notUnderstood: [],
      messages: expected.messages.length,
      activations: expected.messages.reduce((all, { activations }) => all + activations.length, 0),
      attempts: { sent: status.sent ?? 0, deferred: status.deferred ?? 0, bounced: status.bounced ?? 0 },
      windows: expected.windows?.length ?? 0,
      selections: expected.selections?.length ?? 0,
      preemptions: expected.preemptions?.length ?? 0,
      gaps: 0,
    });
    expect(sum?.byDomain).toEqual(
      Object.fromEntries(
        Object.entries(domains).map(([domain, counts]) => [
          domain,
          { sent: 0, deferred: 0, bounced: 0, ...counts },
        ]),
      ),
    );
  });
});
