import { describe, expect, it } from 'vitest';
import { check, fetch, inG, one, post, running, waiter } from '../fixtures/thread-lines.ts';

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

  it('a signal at the gate returns the pending event; epoll_pwait masks signals', () => {
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

  it('a thread stopped in its handler resumes its wait, or is ready if that has ended', () => {
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

  it('exec keeps the caller’s association, ends the others, closes marked descriptors', () => {
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
  it('raising the limit in a deficit releases no thread, and lowering it stops none', () => {
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

  it('a thread underway when its source is bound passes once, and may then be adopted', () => {
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

  it('slices rotate the threads of a CPU, and are renewed when no other is ready', () => {
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
