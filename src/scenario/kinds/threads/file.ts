/** Converts files of threads/README.md §16 to scenarios. Checks nothing; the schema checks them like every scenario. */

import { SCENARIO_VERSION } from '../../defaults.ts';

type Json = Readonly<Record<string, unknown>>;

const FORMATS = ['cmgroup-scenario/1', 'cmgroup-workload/1'];

export function isCmgroupFile(input: unknown): input is Json {
  return isRecord(input) && FORMATS.some((format) => format === input['format']);
}

/**
 * Returns the unchecked scenario of a file. A workload lists several policies, but a run has one: `policy` is its index. (The
 * policy laboratory compares all of them.)
 */
export function cmgroupScenario(file: Json, policy = -1): Record<string, unknown> {
  const story = file['format'] === 'cmgroup-scenario/1';
  const policies = listOf(file['policies']);
  return {
    version: SCENARIO_VERSION,
    kind: 'threads-alone',
    title: file['name'],
    about: file['about'],
    seed: file['seed'] ?? 1,
    cmgroup: story ? storyOf(asRecord(file['setup'])) : streamOf(file, asRecord(policies.at(policy))),
    script: story ? scriptOf(listOf(file['steps'])) : [],
  };
}

function storyOf({ cpus, groups, sources, threads, pool, cpu, dispatchDelay, slice, ...rest }: Json): Json {
  const cut = typeof slice === 'number' ? { latency: slice, minSlice: slice } : asRecord(slice);
  const costs = { ...asRecord(cpu), ...cut, ...present({ dispatchDelay }) };
  return {
    ...rest,
    kind: 'story',
    cpus,
    ...(Object.keys(costs).length === 0 ? {} : { cpu: costs }),
    ...present({ groups, sources, pool }),
    threads: listOf(threads),
  };
}

function streamOf({ cpus, cpu, arrivals, handler }: Json, policy: Json): Json {
  const { name: _, ...members } = policy;
  return { kind: 'stream', cpus, ...present({ cpu }), arrivals, handler, policy: members };
}

function scriptOf(steps: readonly unknown[]): unknown[] {
  return steps.flatMap((step) => {
    const { at, do: operations } = asRecord(step);
    return (
      listOf(operations)
        .map(asRecord)
        // `get_cv` reads the concurrency value and changes nothing, so it becomes no command.
        .filter(({ op }) => op !== 'get_cv')
        .map((operation) => ({ at, command: commandOf(operation) }))
    );
  });
}

/** Operations whose command has the same members. */
const SAME: Readonly<Record<string, string>> = {
  unblock: 'unblock',
  fault_done: 'fault-done',
  stop: 'stop',
  cont: 'continue',
  exit: 'exit',
  exec: 'exec',
  dissociate: 'dissociate',
  associate: 'associate',
  attach: 'bind',
  close_group: 'close',
  destroy: 'destroy',
  fetch: 'fetch',
};
const KEPT = ['thread', 'source', 'group', 'timeout', 'max', 'min'];

function commandOf({ op, ...members }: Json): Json {
  // The schema rejects an `op` that is no text.
  if (typeof op !== 'string') return { ...members, kind: op };
  const same = Object.hasOwn(SAME, op) ? SAME[op] : undefined;
  if (same !== undefined) {
    const kept = Object.entries(members).filter(([name]) => KEPT.includes(name));
    return { kind: `cmg.${same}`, ...Object.fromEntries(kept) };
  }
  const { thread, source, event, fd, nthreads, as } = members;
  const events = listOf(Array.isArray(event ?? fd) ? (event ?? fd) : [event ?? fd]);
  switch (op) {
    case 'post':
      return { kind: 'cmg.post', source, events, ...present({ trigger: members['trigger'] }) };
    case 'read':
    case 'rearm':
      return { kind: `cmg.${op}`, source, events };
    case 'block':
      return { kind: 'cmg.block', thread, why: members['why'] ?? 'wait', ...present({ us: members['for'] }) };
    case 'page_fault':
      return { kind: 'cmg.fault', thread, ...(members['major'] === false ? { minor: true } : {}) };
    case 'signal':
      return { kind: 'cmg.signal', thread, ...(members['masked'] === true ? { masked: true } : {}) };
    case 'spawn':
      return { kind: 'cmg.spawn', name: as };
    case 'set_cv':
      return { kind: 'cmg.limit', group: members['group'], cv: nthreads };
    case 'set_cpus':
      return { kind: 'cmg.cpus', count: members['n'] };
    case 'newgroup': {
      const cloexec = listOf(members['flags']).includes('CLOEXEC');
      return { kind: 'cmg.group', name: as, cv: nthreads ?? 0, ...(cloexec ? { cloexec } : {}) };
    }
    default:
      return { ...members, kind: `cmg.${op}` };
  }
}

function isRecord(input: unknown): input is Json {
  return typeof input === 'object' && input !== null && !Array.isArray(input);
}

function asRecord(input: unknown): Json {
  return isRecord(input) ? input : {};
}

function listOf(input: unknown): readonly unknown[] {
  return Array.isArray(input) ? input : [];
}

function present(members: Json): Json {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}
