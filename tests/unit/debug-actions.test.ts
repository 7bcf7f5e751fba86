import { expect, test } from 'vitest';
import type { StopTest } from '../../src/protocol/debug.ts';
import type { Scenario } from '../../src/protocol/scenario.ts';
import { createDebugActions, type DebugActions } from '../../src/store/debug-actions.ts';
import { type DebugState, debugStoreOf } from '../../src/store/debug.ts';
import { createIdleTracker } from '../../src/store/idle.ts';
import { createRuntime, type Runtime } from '../../src/store/runtime.ts';
import { coreEngine } from '../../src/worker/kinds/any-engine.ts';
import { createSession } from '../../src/worker/session/session.ts';
import { fakeEnv, twoMessages } from '../fixtures/session-harness.ts';

interface Page extends Runtime {
  debug: DebugActions;
  marks: () => DebugState;
}

async function opened(): Promise<Page> {
  const idle = createIdleTracker({ write: () => {}, afterPaint: (callback) => void setImmediate(callback) });
  const session = createSession(coreEngine, fakeEnv(1));
  const runtime = createRuntime(session, { idle, storage: { getItem: () => null, setItem: () => {} } });
  await runtime.actions.openScenario({
    ...twoMessages(),
    params: { default_destination_recipient_limit: 1 },
  });
  const marks = debugStoreOf(runtime.store).getState;
  return { ...runtime, debug: createDebugActions(runtime), marks };
}

const anEvent: StopTest = { event: { kinds: ['message.done'], message: 0, destination: '' } };

test('a search says where it stopped, wherever the reader goes next', async () => {
  const { debug, actions, store, marks } = await opened();
  for (const direction of [1, 1, -1] as const) {
    await debug.until(direction, [anEvent], 'a message is done');
    expect(marks().search).toMatchObject({ why: 'found', at: store.getState().session.cursor.at });
  }
  const { at } = store.getState().session.cursor;
  await actions.step(-1, 'second');
  expect(store.getState().session.cursor.at).toBeLessThan(at);
  expect(marks().search?.at).toBe(at);
});

test('a bookmark leads to its own branch, and disappears with its run', async () => {
  const { debug, actions, store, marks } = await opened();
  await actions.seek({ at: 5_000_000 });
  await actions.seek({ at: 500_000 });
  await actions.inject([{ transport: 'smtp', destination: 'c.example', count: 1 }]);
  await actions.seek({ at: 5_000_000 });
  await actions.seek({ at: 1_900_000 });
  const { cursor } = store.getState().session;
  expect(store.getState().session.branch).toBe(2);
  // The cursor is between two steps: its instant is later than that of the step.
  expect(cursor.at).toBe(1_900_000);
  debug.toggleBookmark();
  const [mark] = marks().bookmarks;
  if (mark === undefined) throw new Error('no bookmark');
  debug.noteBookmark(mark, 'look here');
  await actions.switchBranch(1);
  await debug.goToBookmark(marks().bookmarks[0]!);
  expect(store.getState().session).toMatchObject({ branch: 2, cursor });
  expect(marks().bookmarks).toEqual([{ branch: 2, step: cursor.step, at: cursor.at, note: 'look here' }]);

  const other: Scenario = { ...twoMessages(), title: 'Another run' };
  await actions.openScenario(other);
  expect(marks().bookmarks).toEqual([]);
});
