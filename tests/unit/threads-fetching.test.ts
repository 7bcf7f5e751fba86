import { describe, it } from 'vitest';
import { check, fetch, fetchless, inG, one, post, running, waiter } from '../fixtures/thread-lines.ts';

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

  it('lets a thread that finds only read level descriptors loop again, and sleep', () => {
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

  it('reports an edge descriptor once per post, even if posted often while listed', () => {
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

  it('disables a one-shot descriptor after a report, and posts it when re-armed unread', () => {
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

  it('today: binding adopts waiting threads, not those on their way', () => {
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
