import { describe, expect, test } from 'vitest';
import type { Frame } from '../../src/protocol/frame.ts';
import type { MessageRow } from '../../src/protocol/rows.ts';
import { completeScenario } from '../../src/scenario/defaults.ts';
import {
  beginOpening,
  clearNotice,
  failSession,
  ingestFrame,
  refuseOpening,
} from '../../src/store/ingest.ts';
import { type AppStore, createAppStore } from '../../src/store/store.ts';

function message(id: number, rev: number): MessageRow {
  return {
    id,
    rev,
    number: id,
    injected: 0,
    recipients: rev,
    delivered: 0,
    bounced: 0,
    deferred: 0,
    place: 'active',
    firstSlotAt: -1,
    lastSlotAt: -1,
    doneAt: -1,
    retryAt: -1,
  };
}

function frame(seq: number, base: number | null, messages: MessageRow[], more: Partial<Frame> = {}): Frame {
  const cursor = { at: 0, step: seq, event: 0, decision: 0 };
  return {
    seq,
    base,
    run: 1,
    cursor,
    head: cursor,
    branch: 1,
    playing: false,
    speed: 1,
    idle: false,
    motion: 'forward',
    rows: { transport: [], job: [], queue: [], message: messages, delivery: [] },
    removed: { transport: [], job: [], queue: [], message: [], delivery: [] },
    decision: null,
    events: [],
    skipped: { decisions: 0, events: 0 },
    ...more,
  };
}

function storeWith(...frames: Frame[]): AppStore {
  const store = createAppStore();
  for (const one of frames) ingestFrame(store, one);
  return store;
}

const messagesOf = (store: AppStore) => store.getState().session.messages;

describe('a frame', () => {
  test('adds, changes and removes rows', () => {
    const store = storeWith(frame(1, null, [message(1, 1), message(2, 2)]));
    const two = messagesOf(store).get(2);
    const removed = { transport: [], job: [], queue: [], message: [1], delivery: [] };
    ingestFrame(store, frame(2, 1, [message(3, 3)], { removed }));
    expect([...messagesOf(store).keys()]).toEqual([2, 3]);
    expect(messagesOf(store).get(2)).toBe(two);
  });

  test('keeps the map when nothing of its kind changed', () => {
    const store = storeWith(frame(1, null, [message(1, 1)]));
    const before = store.getState().session;
    ingestFrame(store, frame(2, 1, []));
    const after = store.getState().session;
    expect(after.messages).toBe(before.messages);
    expect(after.jobs).toBe(before.jobs);
    expect(after.numbers).toBe(before.numbers);
    expect(after.cursor.step).toBe(2);
  });

  test('with a row of equal rev keeps the object of the page', () => {
    const store = storeWith(frame(1, null, [message(1, 1), message(2, 2)]));
    const before = messagesOf(store);
    ingestFrame(store, frame(2, null, [message(1, 1), message(2, 2)]));
    expect(messagesOf(store)).toBe(before);
    ingestFrame(store, frame(3, null, [message(1, 1), message(2, 5)]));
    expect(messagesOf(store)).not.toBe(before);
    expect(messagesOf(store).get(1)).toBe(before.get(1));
    ingestFrame(store, frame(4, null, [message(1, 1)]));
    expect([...messagesOf(store).keys()]).toEqual([1]);
  });

  test('based on a missing one is refused, and nothing changes', () => {
    const store = storeWith(frame(1, null, [message(1, 1)]));
    const before = store.getState();
    expect(() => ingestFrame(store, frame(3, 2, [message(1, 2)]))).toThrow('frame 3 follows 2, not 1');
    expect(store.getState()).toBe(before);
  });

  test('of another run keeps nothing, whatever the revs say', () => {
    const store = storeWith(
      frame(1, null, [message(1, 1)], { numbers: [[1, 9]], notice: { kind: 'clamped', text: 'x' } }),
    );
    const before = messagesOf(store).get(1);
    ingestFrame(store, frame(2, null, [message(1, 1)], { run: 2 }));
    expect(messagesOf(store).get(1)).not.toBe(before);
    expect(store.getState().session).toMatchObject({ run: 2, notice: null, wheel: null });
    expect(store.getState().session.numbers.size).toBe(0);
  });

  test('may carry a notice, which stays until dismissed', () => {
    const notice = { kind: 'invariant', text: 'broken' } as const;
    const store = storeWith(frame(1, null, [], { notice }), frame(2, 1, []));
    expect(store.getState().session.notice).toEqual(notice);
    clearNotice(store);
    expect(store.getState().session.notice).toBeNull();
  });
});

describe('opening', () => {
  const scenario = completeScenario({ title: 'Relay', view: { transport: 'relay' } });

  test('shows the new scenario and its view with the first frame of its run', () => {
    const store = storeWith(frame(1, null, [message(1, 1)]));
    store.setState(({ view }) => ({ view: { ...view, selected: 4, hovered: 2 } }));
    beginOpening(store, scenario, 'relay');
    ingestFrame(store, frame(2, 1, []));
    expect(store.getState().session.scenario).toBeNull();
    ingestFrame(store, frame(3, null, [], { run: 2 }));
    expect(store.getState().session).toMatchObject({ scenario, baseScenarioId: 'relay', opening: null });
    expect(store.getState().view).toMatchObject({ transport: 'relay', selected: 0, hovered: 0 });
  });

  test('keeps scenario and view when a run only came back after a crash', () => {
    const store = createAppStore();
    beginOpening(store, scenario, 'relay');
    ingestFrame(store, frame(1, null, []));
    store.setState(({ view }) => ({ view: { ...view, selected: 4 } }));
    ingestFrame(store, frame(1, null, [], { run: 2 }));
    expect(store.getState().session).toMatchObject({ scenario, baseScenarioId: 'relay' });
    expect(store.getState().view.selected).toBe(4);
  });

  test('a refusal fails a page without a run, and only reports errors on one with a run', () => {
    const errors = [{ field: 'seed', value: '-1', accepted: 'a whole number' }];
    const store = createAppStore();
    refuseOpening(store, errors);
    expect(store.getState().session).toMatchObject({ status: 'failed', errors });
    ingestFrame(store, frame(1, null, []));
    refuseOpening(store, errors);
    expect(store.getState().session).toMatchObject({ status: 'ready', errors });
  });

  test('reports a lost session, and what is shown stays', () => {
    const store = storeWith(frame(1, null, [message(1, 1)], { playing: true }));
    failSession(store, 'gone');
    expect(store.getState().session).toMatchObject({
      status: 'failed',
      playing: false,
      notice: { text: 'gone' },
    });
    expect(messagesOf(store).size).toBe(1);
  });
});
