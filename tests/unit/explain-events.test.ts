import { describe, expect, test } from 'vitest';
import { eventSentence } from '../../src/explain/event.ts';
import { GLOSSARY, lookUp } from '../../src/explain/glossary.ts';
import { behaviourText, changedText } from '../../src/explain/servers.ts';
import { formatNumber } from '../../src/explain/figures.ts';
import { chips, type Names, say, toText } from '../../src/explain/tokens.ts';
import type { CoreEvent, EventKind, ThreadEvent } from '../../src/protocol/events.ts';

const names: Names = {
  numberOf: (message) => message + 100,
  queueName: (queue) => (queue === 5 ? 'a.example' : ''),
  transportName: () => 'smtp',
};

type Told = Exclude<EventKind, ThreadEvent['kind']>;
const queue = { queue: 5, transport: 1, name: 'a.example' };
const timer = { timer: 3, label: 'queue a.example' };

/** One case for each kind of event. A kind without a case is a type error. */
const CASES: { [K in Told]: [event: Extract<CoreEvent, { kind: K }>, sentence: string] } = {
  'message.read': [
    { kind: 'message.read', msg: 1, limit: 10, count: 10, unread: 4, more: true },
    '10 recipients of 101 read into core; 4 stay in the queue file.',
  ],
  'message.assigned': [
    { kind: 'message.assigned', msg: 1, entries: [{ entry: 1, queue: 5, recipients: 2 }] },
    'The recipients of 101 are grouped into 1 entry.',
  ],
  'transport.created': [
    { kind: 'transport.created', transport: 1, name: 'smtp' },
    'Transport smtp is used for the first time.',
  ],
  'queue.created': [{ kind: 'queue.created', ...queue }, 'Destination a.example appears.'],
  'queue.dropped': [
    { kind: 'queue.dropped', ...queue },
    'Destination a.example has nothing left and is forgotten.',
  ],
  'record.differs': [
    {
      kind: 'record.differs',
      what: 'selection',
      fact: 7,
      recorded: 'A1 to a.example',
      predicted: 'B2 to b.example',
    },
    'The run and the record differ here: the record has A1 to a.example, the queue manager of the run B2 to b.example. The run follows the record.',
  ],
  'job.linked': [{ kind: 'job.linked', transport: 1, msg: 1 }, '101 joins the job list of smtp.'],
  'job.preempted': [
    { kind: 'job.preempted', transport: 1, current: 1, by: 4, level: 1, needed: 14 },
    '104 preempts 101 for 14 delivery slots, stack level 1.',
  ],
  'job.popped': [
    { kind: 'job.popped', transport: 1, msg: 4, refund: 3 },
    '104 leaves the preemption stack and gives back 3 delivery slots that it did not need.',
  ],
  'job.retired': [
    { kind: 'job.retired', transport: 1, msg: 4 },
    '104 leaves the job list: nothing of it is left to select.',
  ],
  'job.blocked': [
    { kind: 'job.blocked', transport: 1, msg: 7 },
    '107 becomes a blocker: its destinations have no room.',
  ],
  'queue.unblocked': [
    { kind: 'queue.unblocked', ...queue },
    'a.example has room again: every blocker of the transport is checked again.',
  ],
  'queue.window': [
    { kind: 'queue.window', queue: 5, from: 5, to: 6, cause: 'positive' },
    'Window of a.example: 5 → 6, after successes.',
  ],
  'queue.dead': [
    { kind: 'queue.dead', ...queue, status: '4.4.1', reason: 'connect failed', until: 310 },
    'a.example is dead until 310 s: 4.4.1 connect failed.',
  ],
  'queue.revived': [{ kind: 'queue.revived', ...queue }, 'a.example may be tried again.'],
  'queue.suspended': [
    { kind: 'queue.suspended', ...queue, until: 7 },
    'a.example pauses until 7 s: rate delay.',
  ],
  'queue.resumed': [{ kind: 'queue.resumed', ...queue }, 'a.example continues after its rate delay.'],
  'transport.dead': [
    { kind: 'transport.dead', transport: 1, name: 'smtp', until: 60 },
    'Transport smtp is dead until 60 s: no agent can be reached.',
  ],
  'transport.revived': [
    { kind: 'transport.revived', transport: 1, name: 'smtp' },
    'Transport smtp is in use again.',
  ],
  'entry.moved': [
    { kind: 'entry.moved', msg: 1, from: 8, to: 21, queue: 5, recipients: 2 },
    'E8 of 101 moves to the retry transport as E21, with 2 recipients.',
  ],
  'recipients.deferred': [
    { kind: 'recipients.deferred', msg: 1, entry: 0, count: 1 },
    '1 recipient of 101 deferred immediately, without a delivery.',
  ],
  'entry.selected': [
    { kind: 'entry.selected', entry: 8, msg: 1, queue: 5, transport: 1, recipients: 2 },
    '101 gets the turn: E8 with 2 recipients for a.example.',
  ],
  'entry.unselected': [
    { kind: 'entry.unselected', entry: 8, msg: 1, queue: 5, transport: 1 },
    'E8 of 101 is taken back: its agent could not be reached.',
  ],
  'entry.done': [
    { kind: 'entry.done', entry: 8, msg: 1, queue: 6, transport: 1, result: 'ok' },
    'E8 of 101 for destination 6 is delivered.',
  ],
  'message.expired': [{ kind: 'message.expired', msg: 1 }, '101 is too old and goes back to its sender.'],
  'message.done': [
    { kind: 'message.done', msg: 1, result: 'deferred', retryAt: 300 },
    '101 is deferred, to be tried again from 300 s.',
  ],
  'message.injected': [
    { kind: 'message.injected', msg: 1, name: 'M1', recipients: 48 },
    '101 arrives with 48 recipients.',
  ],
  'delivery.started': [
    { kind: 'delivery.started', delivery: 1, agent: 2, entry: 8, transport: 1 },
    'Agent 2 starts delivering E8.',
  ],
  'delivery.ended': [
    { kind: 'delivery.ended', delivery: 1, agent: 2, entry: 8, transport: 1, result: 'ok' },
    'Agent 2 reports on E8: delivered.',
  ],
  'message.requeued': [
    { kind: 'message.requeued', msg: 1, from: 'deferred', to: 'hold' },
    '101 is put on hold: it is not tried until it is released.',
  ],
  'command.skipped': [
    {
      kind: 'command.skipped',
      command: 'threads.stop',
      value: 'agent 3',
      accepted: 'the number of a live agent',
    },
    'Skipped: stop of agent 3, because it takes the number of a live agent.',
  ],
  'qmgr.reloaded': [
    { kind: 'qmgr.reloaded', messages: 2 },
    'The queue manager restarts and loses its windows, dead destinations and job lists. 2 active messages go back to incoming.',
  ],
  'server.changed': [
    { kind: 'server.changed', server: 'a.example', text: '{"latency":5,"fault":{"kind":"refuse"}}' },
    'a.example now refuses connections.',
  ],
  'param.changed': [
    { kind: 'param.changed', name: 'default_delivery_slot_cost', from: '5', to: '2' },
    'default_delivery_slot_cost changes from 5 to 2.',
  ],
  'agents.changed': [
    { kind: 'agents.changed', transport: 1, from: 1, to: 2 },
    'smtp now has 2 agents (before: 1).',
  ],
  'timer.added': [
    {
      kind: 'timer.added',
      ...timer,
      due: 310_000_000,
      level: 1,
      bucket: 15,
      opens: 300_000_000,
      wheelTime: 0,
    },
    'Timer for queue a.example is due at 310 s: level 2, bucket 15.',
  ],
  'timer.cancelled': [
    { kind: 'timer.cancelled', ...timer, level: 1, bucket: 15, opens: 0, emptied: true },
    'Timer for queue a.example is no longer needed.',
  ],
  'timer.cascaded': [
    {
      kind: 'timer.cascaded',
      ...timer,
      due: 0,
      fromLevel: 1,
      fromBucket: 15,
      toLevel: 0,
      bucket: 10,
      opens: 0,
    },
    'Timer for queue a.example falls from level 2 to level 1, bucket 10.',
  ],
  'timer.expired': [{ kind: 'timer.expired', ...timer, due: 0 }, 'Time is up: queue a.example.'],
  'wheel.overflowed': [
    { kind: 'wheel.overflowed', level: 1, tick: 20_000_000, timer: 3 },
    'The wheel gets a level 2 with buckets of 20 s.',
  ],
  'bucket.opened': [
    { kind: 'bucket.opened', level: 0, bucket: 3, opens: 0, ran: 2, moved: 0 },
    'Bucket 3 of level 1 opens: 2 timers are due.',
  ],
  'operation.watched': [
    { kind: 'operation.watched', operation: 4, timer: 3, keys: ['a.example'] },
    'Operation 4 waits for a.example.',
  ],
  'operation.completed': [
    { kind: 'operation.completed', operation: 4, cause: 'expired', nodesLeft: 0 },
    'Operation 4 is over: its time ran out.',
  ],
  'purgatory.purged': [
    { kind: 'purgatory.purged', estimate: 1001, interval: 1000, visited: 5, removed: 4 },
    'Watch lists are purged: 4 of 5 nodes were completed.',
  ],
  'lab.passed': [
    { kind: 'lab.passed', arrived: 1, answered: 2, expired: 0 },
    '1 request arrives, 2 answered, 0 timed out.',
  ],
  'lab.purged': [
    { kind: 'lab.purged', design: 'old', scans: 1, visits: 1200, freed: 30, pending: 1170, listed: 1200 },
    'The old design purges: 1200 list nodes and heap entries visited, 30 freed, 1170 still pending.',
  ],
  'lab.collected': [
    { kind: 'lab.collected', cleared: 1 },
    'The garbage collector runs: 1 completed request is cleared; the list nodes stay.',
  ],
  'lab.added': [
    { kind: 'lab.added', count: 10, delay: 5, upTo: 90 },
    '10 timers are added, due in 5 to 90 ms.',
  ],
  'lab.cancelled': [
    { kind: 'lab.cancelled', count: 1 },
    '1 timer is cancelled, each by one unlink; their buckets stay armed.',
  ],
  'lab.requested': [
    { kind: 'lab.requested', request: 3, keys: [1, 2], timeout: 500 },
    'Request 3 waits under 2 keys for at most 500 ms.',
  ],
  'lab.checked': [{ kind: 'lab.checked', key: 2, completed: 1 }, 'Key 2 is checked: 1 completed.'],
  'lab.jumped': [
    { kind: 'lab.jumped', ms: 2500, polled: false },
    '2.5 s pass and the clock is not polled: the wheel stays where it was.',
  ],
};

test.each(Object.values(CASES))('$0.kind has its sentence', (event, sentence) => {
  expect(toText(eventSentence(event, names))).toBe(sentence);
});

test.each([
  [{ latency: 0 }, 'answers immediately'],
  [{ latency: 300 }, 'answers after 300 ms'],
  [{ latency: [600, 1500] as [number, number] }, 'answers after 600 ms to 1.5 s'],
  [{ latency: 5, fault: { kind: 'silent' as const } }, 'accepts connections but sends nothing'],
  [{ latency: 5, fault: { kind: 'unreachable' as const } }, 'cannot be reached'],
  [{ latency: 5, fault: { kind: 'limit' as const, sessions: 5 } }, 'says 421 above 5 sessions'],
  [
    { latency: 5, fault: { kind: 'backlog' as const, workers: 5, queue: 3 } },
    'serves 5 concurrently and lets 3 wait',
  ],
  [
    { latency: 5, fault: { kind: 'one-of' as const, machines: 4, pick: 'turn' as const } },
    'is 4 machines, one of which refuses',
  ],
  [{ latency: 5, fault: { kind: 'down' as const, from: 0, until: 60_000 } }, 'refuses from 0 s to 60 s'],
  [
    { latency: 5, fault: { kind: 'greylist' as const, wait: 300_000 } },
    'says 4xx until a message is 300 s old',
  ],
  [{ latency: 5, fault: { kind: 'bounce' as const, percent: 20 } }, 'says 5xx for 20 % of the recipients'],
])('a server that %j', (behaviour, text) => {
  expect(behaviourText(behaviour)).toBe(text);
  expect(changedText(JSON.stringify(behaviour))).toBe(text);
  expect(changedText('is gone')).toBe('is gone');
});

describe('tokens', () => {
  test('say keeps chips and joins neighbouring text', () => {
    expect(say`${{ chip: 3 }} has ${1} of ${'x'} ${{ mono: 'E1' }}.`).toEqual([
      { chip: 3 },
      { text: ' has 1 of x ' },
      { mono: 'E1' },
      { text: '.' },
    ]);
  });

  test('chips reads as a list', () => {
    expect(toText(chips([]))).toBe('');
    expect(toText(chips([1]))).toBe('1');
    expect(toText(chips([1, 2]))).toBe('1 and 2');
    expect(toText(chips([1, 2, 3]))).toBe('1, 2 and 3');
    expect(toText(chips([1, 2, 3, 4], 2))).toBe('1, 2 and 2 more');
  });

  test('figure rounds to three decimals and knows no minus zero', () => {
    expect([1 / 3, -2, -0.0001, 2.7, 100].map(formatNumber)).toEqual(['0.333', '−2', '0', '2.7', '100']);
  });
});

describe('glossary', () => {
  test('every word leads to one term, and every definition is one sentence', () => {
    const words = GLOSSARY.flatMap((t) => [t.term, ...t.also]);
    expect(new Set(words).size).toBe(words.length);
    for (const term of GLOSSARY) {
      expect(lookUp(term.term)).toBe(term);
      expect(term.definition).toMatch(/^[A-Z][^.]*\.$/);
    }
  });

  test('knows the words of the document', () => {
    for (const word of [
      'job',
      'peer',
      'entry',
      'queue',
      'window',
      'blocker',
      'candidate',
      'delivery slot',
      'preemption',
      'stack level',
      'todo',
      'busy',
      'feedback',
      'cohort',
      'unread',
      'Delivery slots',
    ]) {
      expect(lookUp(word), word).toBeDefined();
    }
    expect(lookUp('optimal')).toBeUndefined();
  });
});
