import { describe, expect, it } from 'vitest';
import { replay } from '../../src/cli/replayers/cmgroup-scenario.ts';

type Line = Record<string, unknown>;

/** A scenario in a few lines: [at, ...operations] and checkpoints, in the format of thread-groups.md §16. */
function check(setup: Line, steps: [number, ...Line[]][], expectations: Line[]): void {
  const vector = {
    format: 'cmgroup-scenario/1',
    setup,
    steps: steps.map(([at, ...list]) => ({ at, do: list })),
    expect: expectations,
  };
  expect(replay(vector)).toBeNull();
}

const running = (name: string, group?: string): Line => ({
  name,
  state: 'running',
  ...(group ? { group } : {}),
});
const waiter = (name: string, more: Line = {}): Line => ({
  name,
  state: 'blocked-in-fetch',
  source: 'E',
  ...more,
});
const one = (kind: string, cv: number, more: Line = {}): Line => ({
  cpus: 4,
  groups: [{ name: 'G', cv }],
  sources: [{ name: 'E', kind, group: 'G' }],
  ...more,
});
const inG = { group: 'G' };
const post = (event: unknown, more: Line = {}): Line => ({ op: 'post', source: 'E', event, ...more });
const fetch = (thread: string, more: Line = {}): Line => ({ op: 'fetch', thread, source: 'E', ...more });

describe('triggers and batches (§11)', () => {
  it('reports a level descriptor again while it is unread, also to a second thread', () => {
    const lt = { trigger: 'LT' };
    check(
      one('epoll', 2, { threads: [waiter('W1', inG), waiter('W2', inG)] }),
      [
        [10, post('d', lt)],
        [20, { op: 'read', source: 'E', event: 'd' }],
        [30, fetch('W1', { timeout: 0 })],
      ],
      [
        { at: 10, pending: 1, returns: { W2: { ok: ['d'] }, W1: { ok: ['d'] } } },
        { at: 20, pending: 1 },
        { at: 30, pending: 0, returns: { W1: { ok: [] } } },
      ],
    );
  });

  it('puts a level descriptor back at the end, once per fetch', () => {
    check(
      one('epoll', 1, { threads: [running('T', 'G')] }),
      [
        [10, post('d', { trigger: 'LT' }), post('e')],
        [20, fetch('T', { max: 5 })],
      ],
      [{ at: 20, returns: { T: { ok: ['d', 'e'] } }, queue: ['d'] }],
    );
  });

  it('lets a thread that finds only read level descriptors go round again, and sleep', () => {
    check(
      one('epoll', 1, { threads: [running('T', 'G')] }),
      [
        [10, post('d', { trigger: 'LT' }), { op: 'read', source: 'E', event: 'd' }],
        [20, fetch('T')],
        [30, post('d', { trigger: 'LT' })],
      ],
      [
        { at: 20, pending: 0, threads: { T: 'blocked-in-fetch' }, returns: { T: null } },
        { at: 30, returns: { T: { ok: ['d'] } } },
      ],
    );
  });

  it('reports an edge descriptor once per post, however often it was posted while listed', () => {
    const et = { trigger: 'ET' };
    check(
      one('epoll', 1, { threads: [running('T', 'G')] }),
      [
        [10, post('d', et), post('d', et)],
        [20, fetch('T', { max: 9 })],
        [30, fetch('T', { timeout: 0 })],
        [40, post('d', et), fetch('T')],
      ],
      [
        { at: 10, pending: 1 },
        { at: 20, pending: 0, returns: { T: { ok: ['d'] } } },
        { at: 30, returns: { T: { ok: [] } } },
        { at: 40, returns: { T: { ok: ['d'] } } },
      ],
    );
  });

  it('disables a one-shot descriptor after a report, and posts it when it is re-armed unread', () => {
    const oneshot = { trigger: 'ONESHOT' };
    check(
      one('epoll', 1, { threads: [running('T', 'G')] }),
      [
        [10, post('d', oneshot), fetch('T')],
        [20, post('d', oneshot)],
        [30, { op: 'rearm', source: 'E', event: 'd' }],
      ],
      [
        { at: 10, returns: { T: { ok: ['d'] } }, pending: 0 },
        { at: 20, pending: 0 },
        { at: 30, pending: 1 },
      ],
    );
  });

  it('hands a batch to one thread', () => {
    check(
      one('epoll', 1, { threads: [waiter('W', { ...inG, max: 2 }), waiter('V', { ...inG, max: 2 })] }),
      [[10, post(['a', 'b', 'c'])]],
      [{ at: 10, returns: { V: { ok: ['a', 'b'] }, W: null }, queue: ['c'], runnable: 1 }],
    );
  });
});

describe('io_getevents (§8)', () => {
  it('today: a thread keeps what it took until it has `min`', () => {
    check(
      one('aio', 4, { threads: [waiter('A', { ...inG, min: 2, max: 3 })] }),
      [
        [10, post('c1')],
        [20, post('c2')],
      ],
      [
        { at: 10, pending: 0, threads: { A: 'blocked-in-fetch' }, returns: { A: null } },
        { at: 20, returns: { A: { ok: ['c1', 'c2'] } } },
      ],
    );
  });

  it('today: the limit acts on the way out, with the events already taken', () => {
    check(
      one('aio', 1, { threads: [running('T', 'G'), waiter('A', inG), waiter('B', inG)] }),
      [
        [10, post('c1')],
        [20, post('c2')],
        [30, { op: 'block', thread: 'T' }],
        [40, { op: 'block', thread: 'B' }],
      ],
      [
        { at: 10, pending: 0, runnable: 1, threads: { B: 'blocked-in-fetch' }, returns: { B: null } },
        { at: 20, pending: 0, threads: { A: 'blocked-in-fetch' }, waiters: [] },
        { at: 30, runnable: 1, returns: { B: { ok: ['c1'] }, A: null } },
        { at: 40, runnable: 1, returns: { A: { ok: ['c2'] } } },
      ],
    );
  });

  it('today: the caller is associated when it leaves, not when it enters', () => {
    check(
      one('aio', 4, { threads: [running('T')] }),
      [
        [10, fetch('T')],
        [20, post('c1')],
      ],
      [
        { at: 10, assoc: { T: null } },
        { at: 20, assoc: { T: 'G' }, runnable: 1 },
      ],
    );
  });

  it('today: the rest of the timeout, a signal, and timeout 0 end the exit gate', () => {
    check(
      one('aio', 1, {
        threads: [running('T', 'G'), waiter('A', { ...inG, timeout: 100 }), waiter('B', inG), running('Z')],
      }),
      [
        [10, post(['c1', 'c2'])],
        [20, { op: 'signal', thread: 'B' }],
        [30, post('c3'), fetch('Z', { timeout: 0 })],
      ],
      [
        { at: 10, runnable: 1 },
        { at: 20, returns: { B: { ok: ['c1'] }, A: null }, runnable: 2 },
        { at: 30, returns: { Z: { ok: ['c3'] } }, assoc: { Z: 'G' }, runnable: 3 },
        { at: 99, returns: { A: null } },
        { at: 100, returns: { A: { ok: ['c2'] } }, runnable: 4, available: -3 },
      ],
    );
  });

  it('today: binding adopts those who wait, not those on their way', () => {
    check(
      {
        cpus: 4,
        dispatchDelay: 10,
        groups: [{ name: 'G', cv: 1 }],
        sources: [{ name: 'E', kind: 'aio' }],
        threads: [waiter('A'), waiter('B', { min: 2, max: 2 })],
      },
      [
        [10, post('c1')],
        [15, { op: 'attach', source: 'E', group: 'G' }, fetchless()],
        [40, post(['c2', 'c3'])],
      ],
      [
        { at: 15, assoc: { A: null, B: null } },
        { at: 20, assoc: { A: 'G', B: 'G' }, threads: { A: 'blocked-in-fetch', B: 'blocked-in-fetch' } },
      ],
    );
  });

  it('intended: the gate of the document, so that events stay pending', () => {
    check(
      { ...one('aio', 1, { threads: [running('T', 'G'), waiter('A', inG)] }), aioMode: 'intended' },
      [
        [10, post('c1')],
        [20, { op: 'block', thread: 'T' }],
      ],
      [
        { at: 10, pending: 1, runnable: 1 },
        { at: 20, pending: 0, returns: { A: { ok: ['c1'] } } },
      ],
    );
  });

  it('destroying a context returns EINVAL, or the events collected so far', () => {
    check(
      one('aio', 4, { threads: [waiter('A', inG), waiter('B', { ...inG, min: 2, max: 2 })] }),
      [
        [10, post('c1')],
        [20, { op: 'destroy', source: 'E' }],
        [30, fetch('A')],
      ],
      [
        { at: 20, returns: { A: { err: 'EINVAL' }, B: { ok: ['c1'] } } },
        { at: 30, returns: { A: { err: 'EINVAL' } } },
      ],
    );
  });
});

/** An operation without effect, to have a second thing at the same instant. */
function fetchless(): Line {
  return { op: 'page_fault', thread: 'A', major: false };
}

describe('timeouts, signals, stop, exit (§10)', () => {
  it('a fetch that is released early cancels its timer', () => {
    check(
      one('epoll', 1, { threads: [waiter('W', { ...inG, timeout: 100 })] }),
      [
        [10, post('e')],
        [20, fetch('W')],
      ],
      [
        { at: 20, threads: { W: 'blocked-in-fetch' } },
        { at: 200, threads: { W: 'blocked-in-fetch' }, returns: { W: null } },
      ],
    );
  });

  it('a signal at the gate returns the pending event, and epoll_pwait masks signals for the call', () => {
    check(
      one('epoll', 1, { threads: [running('T', 'G'), waiter('W', inG), running('V')] }),
      [
        [10, post('e'), { op: 'signal', thread: 'W' }],
        [20, fetch('V', { masked: true })],
        [30, { op: 'signal', thread: 'V' }],
      ],
      [
        { at: 10, returns: { W: { ok: ['e'] } }, runnable: 2 },
        { at: 30, threads: { V: 'blocked-in-fetch' } },
      ],
    );
  });

  it('a stopped fetcher leaves the stack, and its call returns EINTR after SIGCONT', () => {
    check(
      one('epoll', 1, { threads: [waiter('V', inG), waiter('W', inG)] }),
      [
        [10, { op: 'stop', thread: 'W' }],
        [20, post('e')],
        [30, { op: 'cont', thread: 'W' }],
      ],
      [
        { at: 10, threads: { W: 'stopped' }, waiters: ['V'], runnable: 0 },
        { at: 20, returns: { V: { ok: ['e'] }, W: null } },
        { at: 30, returns: { W: { err: 'EINTR' } }, runnable: 2, threads: { W: 'running' } },
      ],
    );
  });

  it.each(['stop', 'exit'])('a woken fetcher hands its wake-up on when it meets %s', (op) => {
    check(
      one('epoll', 3, { dispatchDelay: 10, threads: [waiter('V', inG), waiter('W', inG)] }),
      [
        [10, post('e')],
        [15, { op, thread: 'W' }],
      ],
      [
        { at: 10, threads: { W: 'running', V: 'blocked-in-fetch' }, runnable: 1 },
        { at: 15, runnable: 1, threads: { V: 'running' } },
        { at: 25, returns: { V: { ok: ['e'] } }, pending: 0 },
      ],
    );
  });

  it('a thread stopped in its handler goes back to its wait, or is ready when that has ended', () => {
    check(
      one('epoll', 2, { threads: [running('A', 'G'), running('B', 'G')] }),
      [
        [10, { op: 'block', thread: 'A' }, { op: 'block', thread: 'B' }],
        [20, { op: 'stop', thread: 'A' }, { op: 'stop', thread: 'B' }],
        [30, { op: 'unblock', thread: 'B' }],
        [40, { op: 'cont', thread: 'A' }, { op: 'cont', thread: 'B' }],
      ],
      [
        { at: 30, threads: { A: 'stopped', B: 'stopped' }, runnable: 0 },
        { at: 40, threads: { A: 'blocked-in-handler', B: 'running' }, runnable: 1 },
      ],
    );
  });

  it('a group lives while it has a descriptor, a thread or a source', () => {
    check(
      one('epoll', 1, { threads: [running('T', 'G')] }),
      [
        [10, { op: 'close_group', group: 'G', id: 'c' }],
        [20, { op: 'destroy', source: 'E' }, { op: 'get_cv', group: 'G', id: 'g' }],
        [30, { op: 'exit', thread: 'T' }],
      ],
      [
        { at: 10, alive: true, returns: { c: { ok: 0 } } },
        { at: 20, alive: { G: true }, returns: { g: { err: 'EBADF' } }, assoc: { T: 'G' } },
        { at: 30, alive: false, threads: { T: 'exited' }, assoc: { T: null }, runnable: 0 },
      ],
    );
  });

  it('exec keeps the association of the caller, ends the others, and closes marked descriptors', () => {
    check(
      {
        cpus: 2,
        groups: [
          { name: 'G', cv: 1, cloexec: true },
          { name: 'H', cv: 1 },
        ],
        threads: [running('T', 'G'), running('S', 'H')],
      },
      [
        [
          10,
          { op: 'exec', thread: 'T' },
          { op: 'get_cv', group: 'G', id: 'g' },
          { op: 'get_cv', group: 'H', id: 'h' },
        ],
      ],
      [
        {
          at: 10,
          alive: { G: true, H: true },
          assoc: { T: 'G', S: null },
          threads: { S: 'exited' },
          returns: { g: { err: 'EBADF' }, h: { ok: 1 } },
        },
      ],
    );
  });
});

describe('limits, CPUs, slices, errors', () => {
  it('raising the limit inside a deficit releases nobody, and lowering it stops nobody', () => {
    check(
      one('epoll', 1, {
        threads: [running('A', 'G'), running('B', 'G'), running('C', 'G'), waiter('W', inG)],
      }),
      [
        [10, post('e')],
        [20, { op: 'set_cv', group: 'G', nthreads: 2 }],
        [30, { op: 'set_cv', group: 'G', nthreads: 3 }],
        [40, { op: 'set_cv', group: 'G', nthreads: 4 }],
        [50, { op: 'set_cv', group: 'G', nthreads: 1 }],
      ],
      [
        { at: 20, available: -1, pending: 1 },
        { at: 30, available: 0, pending: 1 },
        { at: 40, available: 0, pending: 0, runnable: 4 },
        { at: 50, available: -3, threads: { A: 'running', W: 'running' } },
      ],
    );
  });

  it('a caller takes the event of a woken thread, which sleeps again in its place', () => {
    check(
      one('epoll', 2, {
        dispatchDelay: 10,
        threads: [running('T', 'G'), waiter('V', inG), waiter('W', inG)],
      }),
      [
        [10, post('e')],
        [15, fetch('T')],
      ],
      [
        { at: 15, returns: { T: { ok: ['e'] } }, runnable: 2, waiters: ['V'] },
        { at: 20, runnable: 1, waiters: ['W', 'V'], threads: { W: 'blocked-in-fetch' }, sleeps: 1 },
      ],
    );
  });

  it('a thread on its way when its source is bound is not held for this pass; if it finds nothing it is adopted', () => {
    check(
      {
        cpus: 5,
        dispatchDelay: 10,
        groups: [{ name: 'G', cv: 1 }],
        sources: [{ name: 'E' }],
        threads: [running('A', 'G'), running('B', 'G'), running('C'), waiter('V'), waiter('W')],
      },
      [
        [10, post(['e1', 'e2'])],
        [15, { op: 'attach', source: 'E', group: 'G' }, { op: 'associate', thread: 'C', group: 'G' }],
        [16, fetch('C', { timeout: 0 })],
      ],
      [
        { at: 16, assoc: { V: null, W: null }, returns: { C: { ok: ['e1'] } }, available: -2 },
        { at: 30, assoc: { W: null, V: 'G' }, returns: { W: { ok: ['e2'] }, V: null }, runnable: 3 },
      ],
    );
  });

  it('a pool does not grow for a source that is gone', () => {
    check(
      one('epoll', 4, { threads: [waiter('W', inG)], pool: { source: 'E', max: 3, growBy: 1, prefix: 'P' } }),
      [[10, { op: 'destroy', source: 'E' }]],
      [{ at: 10, counter: 0, returns: { W: { err: 'EBADF' } }, threads: { P1: 'no P1' } }],
    );
  });

  it('a thread on an unplugged CPU waits for another, still counted', () => {
    check(
      { cpus: 2, groups: [{ name: 'G', cv: 0 }], threads: [running('A', 'G'), running('B', 'G')] },
      [
        [10, { op: 'set_cpus', n: 1 }],
        [20, { op: 'block', thread: 'A' }],
        [30, { op: 'set_cpus', n: 2 }, { op: 'unblock', thread: 'A' }],
      ],
      [
        { at: 10, threads: { A: 'running', B: 'ready' }, runnable: 2, cv: 2 },
        { at: 20, threads: { B: 'running' }, runnable: 1 },
        { at: 30, threads: { A: 'running', B: 'running' } },
      ],
    );
  });

  it('slices rotate the threads of a CPU, and are renewed when nobody else is ready', () => {
    check(
      {
        cpus: 1,
        slice: 100,
        groups: [{ name: 'G', cv: 1 }],
        threads: [running('A', 'G'), { name: 'B', state: 'ready' }],
      },
      [[250, { op: 'exit', thread: 'A' }]],
      [
        { at: 99, threads: { A: 'running', B: 'ready' }, runnable: 1 },
        { at: 100, threads: { A: 'ready', B: 'running' }, runnable: 1 },
        { at: 200, threads: { A: 'running', B: 'ready' } },
        { at: 1000, threads: { B: 'running' }, sleeps: 1 },
      ],
    );
  });

  it('a pool grows by more than one, up to its maximum', () => {
    check(
      one('epoll', 4, { threads: [waiter('W', inG)], pool: { source: 'E', max: 3, growBy: 5, prefix: 'P' } }),
      [[10, post('e')]],
      [
        {
          at: 10,
          counter: 2,
          threads: { P1: 'blocked-in-fetch', P2: 'blocked-in-fetch' },
          waiters: ['P2', 'P1'],
        },
      ],
    );
  });

  it('returns the errors of the calls', () => {
    check(
      {
        cpus: 2,
        groups: [{ name: 'G', cv: 1 }],
        sources: [{ name: 'E' }, { name: 'A', kind: 'aio' }],
        threads: [running('T')],
      },
      [
        [10, fetch('T', { max: 0 })],
        [20, fetch('T', { source: 'nosuch' })],
        [30, fetch('T', { source: 'G' })],
        [40, fetch('T', { source: 'A', min: 3, max: 2 })],
        [50, fetch('T', { source: 'A', min: -1 })],
        [
          60,
          { op: 'associate', thread: 'T', group: 'nosuch', id: 'a' },
          { op: 'associate', thread: 'T', group: 'E', id: 'b' },
          { op: 'associate', thread: 'T', group: 'G', id: 'c' },
          { op: 'set_cv', group: 'nosuch', nthreads: -1, id: 'd' },
          { op: 'set_cv', group: 'nosuch', nthreads: 1, id: 'e' },
          { op: 'set_cv', group: 'E', nthreads: 1, id: 'f' },
          { op: 'newgroup', as: 'H', nthreads: 2_000_000, id: 'g' },
          { op: 'attach', source: 'G', group: 'G', id: 'h' },
        ],
      ],
      [
        { at: 10, returns: { T: { err: 'EINVAL' } } },
        { at: 20, returns: { T: { err: 'EBADF' } } },
        { at: 30, returns: { T: { err: 'EINVAL' } } },
        { at: 40, returns: { T: { err: 'EINVAL' } } },
        { at: 50, returns: { T: { err: 'EINVAL' } } },
        {
          at: 60,
          returns: {
            a: { err: 'EBADF' },
            b: { err: 'EINVAL' },
            c: { ok: 0 },
            d: { err: 'EINVAL' },
            e: { err: 'EBADF' },
            f: { err: 'EINVAL' },
            g: { err: 'EINVAL' },
            h: { err: 'EINVAL' },
          },
          assoc: { T: 'G' },
        },
      ],
    );
  });

  it('says what is wrong with a file', () => {
    expect(() => check({ cpus: 0 }, [], [])).toThrow('setup.cpus: 0 is not a whole number from 1');
    expect(() => check({ cpus: 1 }, [[1, { op: 'dance' }]], [])).toThrow('operation dance is unknown');
    expect(() => check({ cpus: 1 }, [], [{ at: 0, mood: 1 }])).toThrow('member mood');
    expect(() =>
      check(
        { cpus: 1, threads: [running('T')] },
        [
          [1, fetch('T')],
          [2, fetch('X')],
        ],
        [],
      ),
    ).toThrow('no thread X');
  });
});
