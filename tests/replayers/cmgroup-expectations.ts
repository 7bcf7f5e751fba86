/** Checkpoints of `cmgroup-scenario/1` (threads/README.md §16): how each member is compared. */
import { listIds } from '../../src/core/lists.ts';
import { get, touch } from '../../src/core/tables.ts';
import { ONE } from '../../src/core/threads/tables.ts';
import { type Json, recordOf } from './cmgroup-json.ts';
import { grown } from './cmgroup-operations.ts';
import type { Bench } from './cmgroup-setup.ts';
import { firstDifference, type Mismatch } from './types.ts';

type Difference = Omit<Mismatch, 'step'>;

/** Returns the first difference at one checkpoint; null when there is none. Resets `peak` afterwards. */
export function checkExpectation(bench: Bench, expectation: Json): Difference | null {
  for (const [member, expected] of Object.entries(expectation)) {
    if (member === 'at' || member === 'note') continue;
    const difference = firstDifference(expected, actual(bench, member, expected), member);
    if (difference !== null) return difference;
  }
  for (const group of bench.groups.values()) {
    const row = touch(bench.machine.groups, group);
    row.peak = row.runnable;
  }
  return null;
}

function actual(bench: Bench, member: string, expected: unknown): unknown {
  const { machine } = bench;
  const read = Object.hasOwn(MEMBERS, member) ? MEMBERS[member] : undefined;
  if (read !== undefined) return read(bench, expected);
  if (member === 'counter') return get(machine.pools, bench.pool).counter;
  if (member === 'sleeps') return get(machine.totals, ONE).voluntary;
  throw new Error(`member ${member} of a checkpoint is unknown`);
}

type Reader = (bench: Bench, expected: unknown) => unknown;

const MEMBERS: Readonly<Record<string, Reader>> = {
  runnable: perGroup((bench, id) => get(bench.machine.groups, id).runnable),
  available: perGroup((bench, id) => {
    const { limit, runnable } = get(bench.machine.groups, id);
    return limit - runnable;
  }),
  cv: perGroup((bench, id) => get(bench.machine.groups, id).limit),
  alive: perGroup((bench, id) => get(bench.machine.groups, id).alive),
  peak: perGroup((bench, id) => get(bench.machine.groups, id).peak),
  pending: perSource((bench, id) => get(bench.machine.sources, id).pending),
  queue: perSource((bench, id) =>
    listIds(bench.machine.itemList, id).map((item) => get(bench.machine.items, item).name),
  ),
  waiters: perSource((bench, id) =>
    listIds(bench.machine.waiterStack, id).map((thread) => get(bench.machine.threads, thread).name),
  ),
  threads: perThread((bench, id) => get(bench.machine.threads, id).state),
  assoc: perThread((bench, id) => {
    const { group } = get(bench.machine.threads, id);
    return group === 0 ? null : get(bench.machine.groups, group).name;
  }),
  returns: (bench, expected) =>
    Object.fromEntries(
      Object.keys(recordOf(expected, 'returns')).map((name) => [name, returned(bench, name)]),
    ),
};

/** Makes a reader of a value per group. With a single group, the file may give the value without the group's name. */
function perGroup(read: (bench: Bench, id: number) => unknown): Reader {
  return (bench, expected) => perName(bench, expected, bench.groups, read);
}

function perSource(read: (bench: Bench, id: number) => unknown): Reader {
  return (bench, expected) => perName(bench, expected, bench.sources, read);
}

function perName(
  bench: Bench,
  expected: unknown,
  names: ReadonlyMap<string, number>,
  read: (bench: Bench, id: number) => unknown,
): unknown {
  if (typeof expected === 'object' && expected !== null && !Array.isArray(expected)) {
    return Object.fromEntries(
      Object.keys(expected).map((name) => {
        const id = names.get(name);
        return [name, id === undefined ? `no ${name}` : read(bench, id)];
      }),
    );
  }
  const [only] = names.values();
  return only === undefined ? 'none exists' : read(bench, only);
}

function perThread(read: (bench: Bench, id: number) => unknown): Reader {
  return (bench, expected) =>
    Object.fromEntries(
      Object.keys(recordOf(expected, 'threads')).map((name) => {
        const id = bench.threads.get(name) ?? grown(bench, name);
        return [name, id === 0 ? `no ${name}` : read(bench, id)];
      }),
    );
}

/** Returns the result of a named call, or of the latest fetch of a thread. Null while the call is in progress. */
function returned(bench: Bench, name: string): unknown {
  if (bench.results.has(name)) return bench.results.get(name);
  const id = bench.fetchIds.get(name) ?? bench.threads.get(name) ?? grown(bench, name);
  if (id === 0) return null;
  const { result } = get(bench.machine.threads, id);
  return result !== null && 'ok' in result ? { ok: result.ok.map((item) => item.name) } : result;
}
