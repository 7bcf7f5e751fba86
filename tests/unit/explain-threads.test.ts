import { describe, expect, it } from 'vitest';
import { createStore } from '../../src/core/tables.ts';
import { callBind, callNewGroup, callOpenSource } from '../../src/core/threads/calls.ts';
import { FREE_MACHINE } from '../../src/core/threads/config.ts';
import { postItem } from '../../src/core/threads/event-source.ts';
import { setGroupLimit } from '../../src/core/threads/group.ts';
import { machineRunUntil } from '../../src/core/threads/machine.ts';
import { placeThread } from '../../src/core/threads/place.ts';
import { createMachine, type Machine } from '../../src/core/threads/tables.ts';
import { blockThread, stopThread, unblockThread } from '../../src/core/threads/thread.ts';
import { fetchItems } from '../../src/core/threads/returns.ts';
import { type Asleep, explainAsleep } from '../../src/explain/why-thread-sleeps.ts';
import { groupRow, sourceRow, threadRow } from '../../src/core/threads/group-picture.ts';
import { threadSentence } from '../../src/explain/kinds/threads.ts';
import { toText } from '../../src/explain/tokens.ts';
import type { ThreadEvent } from '../../src/protocol/events.ts';

interface Bench {
  m: Machine;
  events: ThreadEvent[];
}

/** The document's story: group G (limit 2) on source E. TB and TC run, TA waits. */
function createStory(kind: 'epoll' | 'aio' = 'epoll', dispatchDelayUs = 0): Bench {
  const events: ThreadEvent[] = [];
  const port = { recording: true, emit: (event: ThreadEvent): void => void events.push(event) };
  const m = createMachine(createStore(), { ...FREE_MACHINE, cpus: 2, dispatchDelayUs }, port);
  const group = callNewGroup(m, 'G', 2, []);
  const source = callOpenSource(m, { name: 'E', kind });
  if (!('ok' in group && 'ok' in source)) throw new Error('setup');
  callBind(m, source.ok, group.ok);
  const place = { program: 'manual', group: 1, source: 1, max: 1, min: 1, timeout: -1 } as const;
  placeThread(m, { ...place, name: 'TB', state: 'running' });
  placeThread(m, { ...place, name: 'TC', state: 'running' });
  placeThread(m, { ...place, name: 'TA', state: 'blocked-in-fetch' });
  placeThread(m, { ...place, name: 'TD', state: 'blocked-in-fetch' });
  events.length = 0;
  return { m, events };
}

const fetchArgs = { source: 1, max: 1, min: 1, timeout: -1, masked: false };

/** Returns all sentences since the last call, so that each test has to expect every sentence. */
function said({ events }: Bench): string[] {
  return events.splice(0).map((event) => toText(threadSentence(event)));
}

function asleep({ m }: Bench, thread: number): Asleep {
  const row = threadRow(m, thread);
  const source = row.source === 0 ? null : sourceRow(m, row.source);
  const group = source === null || source.group === 0 ? null : groupRow(m, source.group);
  return explainAsleep({ thread: row, source, group, nameOf: (id) => threadRow(m, id).name });
}

describe('thread events in sentences', () => {
  it('describe every step in the story of TA and TB with its cause', () => {
    const bench = createStory();
    const { m } = bench;
    postItem(m, 1, 'e1', 1);
    blockThread(m, 1, 'connect', null, 'block');
    machineRunUntil(m, 0);
    expect(said(bench)).toEqual([
      'e1 arrives at E: 1 pending.',
      'TB went to wait in connect: on a CPU → blocked in its handler.',
      'G: 2 → 1 of 2: TB went to wait in connect.',
      'Rule W2: TB went to wait in connect, so there was room and TD was woken.',
      'TD was woken by rule W2: waiting in its fetch → in the run queue.',
      'G: 1 → 2 of 2: TD was woken by rule W2.',
      'TD gets CPU 0; the switch costs 0 µs.',
      'TD takes e1.',
    ]);
    unblockThread(m, 1, 'unblock');
    postItem(m, 1, 'e2', 2);
    fetchItems(m, 4, fetchArgs);
    machineRunUntil(m, 0);
    expect(said(bench)).toEqual([
      'TB ended its wait in connect: blocked in its handler → in the run queue.',
      'G: 2 → 3 of 2, over by 1: TB ended its wait in connect.',
      'e2 arrives at E: 1 pending.',
      'TD is held at the gate: 3 runnable, itself included, > 2; 1 pending.',
      'TD was held at the gate: on a CPU → waiting in its fetch.',
      'G: 3 → 2 of 2: TD was held at the gate.',
      'TB gets CPU 0; the switch costs 0 µs.',
    ]);
  });

  it('name W1, W3 and a raised value', () => {
    const bench = createStory();
    const { m } = bench;
    postItem(m, 1, 'e1', 1);
    postItem(m, 1, 'e2', 2);
    setGroupLimit(m, 1, 4);
    machineRunUntil(m, 0);
    const releases = said(bench).filter((s) => s.includes('so ') || s.startsWith('Concurrency'));
    expect(releases).toEqual([
      'Concurrency value of G: 2 → 4; there is room now.',
      'Rule W2: the concurrency value was raised, so there was room and TD was woken.',
    ]);
    // Both CPUs are taken, so TD waits for a CPU. TD is counted, and rule W3 applies when TD gets its event.
    stopThread(m, 1);
    machineRunUntil(m, 0);
    expect(said(bench).filter((s) => s.startsWith('Rule W'))).toEqual([
      'Rule W3: TD has its events, more are pending and there is room, so TA was woken.',
    ]);
    blockThread(m, 2, 'read', null, 'block');
    machineRunUntil(m, 0);
    fetchItems(m, 3, fetchArgs);
    machineRunUntil(m, 0);
    said(bench);
    postItem(m, 1, 'e3', 3);
    expect(said(bench)[1]).toBe('Rule W1: an event arrived and there is room, so TA was woken.');
  });
});

describe('why a thread is asleep with events pending', () => {
  it('W1 had no room, and W2 is next', () => {
    const bench = createStory();
    postItem(bench.m, 1, 'e1', 1);
    const answer = asleep(bench, 3);
    expect(answer.rule).toBe('W1');
    expect(toText(answer.sentence)).toBe(
      'Rule W1 did not act: 1 event is pending, but 2 of at most 2 threads of G are runnable, so there is no room.',
    );
    expect(answer.notes.map(toText)).toEqual([
      'Rule W2 wakes one waiter when 1 runnable thread leaves the count.',
      '1 thread is above TA in the stack, TD on top: the newest waiter is woken first.',
    ]);
    expect(answer.arithmetic?.lines.map((line) => line.expression)).toEqual(['2 − 2 = 0']);
  });

  it('the gate, over the limit: more than one thread has to leave', () => {
    const bench = createStory();
    const { m } = bench;
    blockThread(m, 1, 'connect', null, 'block');
    postItem(m, 1, 'e1', 1);
    machineRunUntil(m, 0);
    unblockThread(m, 1, 'unblock');
    setGroupLimit(m, 1, 1);
    postItem(m, 1, 'e2', 2);
    fetchItems(m, 4, fetchArgs);
    const answer = asleep(bench, 4);
    expect(answer.rule).toBe('gate');
    expect(answer.notes.map(toText)).toEqual([
      'Rule W2 wakes one waiter when 2 runnable threads leave the count.',
    ]);
  });

  it('another thread is on its way, and W3 follows', () => {
    const bench = createStory('epoll', 10);
    const { m } = bench;
    setGroupLimit(m, 1, 4);
    postItem(m, 1, 'e1', 1);
    const answer = asleep(bench, 3);
    expect(answer.rule).toBe('W3');
    expect(toText(answer.sentence)).toContain('TD was woken and is on its way');
    expect(toText(asleep(bench, 4).sentence)).toContain('not asleep');
  });

  it('the exit gate of AIO', () => {
    const bench = createStory('aio');
    const { m } = bench;
    setGroupLimit(m, 1, 1);
    postItem(m, 1, 'c1', 1);
    stopThread(m, 2);
    machineRunUntil(m, 0);
    const answer = asleep(bench, 4);
    expect(answer.rule).toBe('exit-gate');
    expect(toText(answer.sentence)).toBe(
      'Exit gate: TD has taken its events already, but leaving would have made more than 1 thread runnable.',
    );
    expect(asleep(bench, 3).rule).toBe('none');
  });

  it('other waits and states', () => {
    const bench = createStory();
    const { m } = bench;
    expect(toText(asleep(bench, 3).sentence)).toBe('TA waits for an event: nothing is pending at E.');
    blockThread(m, 1, 'connect', null, 'block');
    expect(toText(asleep(bench, 1).sentence)).toBe(
      'TB is inside its handler and waits for connect: it cannot take pending events.',
    );
    stopThread(m, 2);
    expect(toText(asleep(bench, 2).sentence)).toContain(
      'TC is stopped until it receives SIGCONT, whatever is pending.',
    );
  });
});
