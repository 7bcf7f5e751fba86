import { describe, expect, test, vi } from 'vitest';
import type { SessionApi } from '../../src/protocol/session-api.ts';
import type { JobRow, TransportRow } from '../../src/protocol/rows.ts';
import { createIdleTracker } from '../../src/store/idle.ts';
import { createRuntime, type Runtime } from '../../src/store/runtime.ts';
import {
  memoize,
  selectCurrentJob,
  selectDeliveries,
  selectJobsInOrder,
  selectMessages,
  selectMotion,
  selectNextNumber,
} from '../../src/store/selectors.ts';
import { type AppState, createAppStore } from '../../src/store/store.ts';
import { createSession } from '../../src/worker/session/session.ts';
import { fakeEngine } from '../fixtures/fake-simulation.ts';
import { fakeEnv, twoMessages } from '../fixtures/session-harness.ts';

interface Setup extends Runtime {
  storage: Map<string, string>;
  session: SessionApi;
}

function setup(kept: Record<string, string> = {}): Setup {
  const storage = new Map(Object.entries(kept));
  const session = createSession(fakeEngine, fakeEnv());
  const idle = createIdleTracker({ write: () => {}, afterPaint: (callback) => void setImmediate(callback) });
  const runtime = createRuntime(session, {
    idle,
    storage: {
      getItem: (key) => storage.get(key) ?? null,
      setItem: (key, value) => void storage.set(key, value),
    },
  });
  return { ...runtime, storage, session };
}

async function opened(): Promise<Setup> {
  const page = setup();
  await page.actions.openScenario(twoMessages(), { id: 'two' });
  return page;
}

const tick = () => new Promise((resolve) => setImmediate(resolve));

describe('actions', () => {
  test('a scenario that is opened is on the page when the action returns', async () => {
    const { actions, store, idle } = setup();
    expect(store.getState().session.status).toBe('loading');
    const result = await actions.openScenario(twoMessages(), { id: 'two' });
    expect(result.ok).toBe(true);
    expect(store.getState().session).toMatchObject({
      status: 'ready',
      run: 1,
      baseScenarioId: 'two',
      scenario: { title: 'Two messages' },
    });
    await tick();
    expect(idle.idle).toBe(true);
  });

  test('a scenario that wants to play plays; a link to a moment does not', async () => {
    const scenario = { ...twoMessages(), view: { transport: 'smtp', play: true } };
    const playing = setup();
    await playing.actions.openScenario(scenario);
    expect(playing.store.getState().session.playing).toBe(true);
    expect(playing.idle.idle).toBe(false);
    await playing.actions.toggle();
    expect(playing.store.getState().session.playing).toBe(false);

    const link = setup();
    await link.actions.openScenario(scenario, { event: 4 });
    expect(link.store.getState().session).toMatchObject({ playing: false, cursor: { event: 4 } });
  });

  test('a refused scenario is a failed page with the reasons', async () => {
    const { actions, store } = setup();
    const result = await actions.openScenario({ ...twoMessages(), seed: -1 });
    expect(result.ok).toBe(false);
    expect(store.getState().session).toMatchObject({ status: 'failed', errors: [{ field: 'seed' }] });
  });

  test('a step goes by the chosen unit, and pauses', async () => {
    const { actions, store } = await opened();
    await actions.play();
    actions.look({ stepUnit: 'delivery' });
    await actions.step(1);
    const { session } = store.getState();
    expect(session.playing).toBe(false);
    expect(session.events.some(({ event }) => event.kind === 'delivery.ended')).toBe(true);
    await actions.step(-1, 'event');
    expect(store.getState().session.cursor.step).toBe(session.cursor.step - 1);
    await actions.seekEnd();
    expect(store.getState().session).toMatchObject({ idle: true, notice: null });
    await actions.seekStart();
    expect(store.getState().session.cursor.step).toBe(0);
  });

  test('a run at its end is played again from its start', async () => {
    const { actions, store } = await opened();
    await actions.seekEnd();
    const { step } = store.getState().session.cursor;
    await actions.toggle();
    expect(store.getState().session).toMatchObject({ playing: true });
    expect(store.getState().session.cursor.step).toBeLessThan(step);
    await actions.pause();
  });

  test('an injection can be repeated; a refused one is not remembered', async () => {
    const { actions, store } = await opened();
    expect(await actions.injectAgain()).toBeNull();
    expect((await actions.inject([{ destination: 'a.example', count: 0 }])).ok).toBe(false);
    expect(await actions.injectAgain()).toBeNull();
    expect((await actions.inject([{ destination: 'a.example', count: 4 }], { number: 9 })).ok).toBe(true);
    expect((await actions.injectAgain())?.ok).toBe(true);
    expect(selectMessages(store.getState()).map((row) => row.recipients)).toEqual([4, 4]);
  });

  test('a selection tells the session which rows to send', async () => {
    const { actions, session, store } = await opened();
    const setView = vi.spyOn(session, 'setView');
    actions.select(2);
    actions.select(2);
    actions.hover(2);
    expect(setView).toHaveBeenCalledTimes(1);
    actions.look({ order: 'time' });
    expect(setView).toHaveBeenCalledTimes(2);
    expect(setView.mock.calls[1]?.[0]).toMatchObject({ order: 'time', rows: 60 });
    expect(store.getState().view).toMatchObject({ selected: 2, order: 'time' });
    actions.look({ transport: 'relay' });
    expect(setView).toHaveBeenLastCalledWith(expect.objectContaining({ transport: 'relay', selected: 2 }));
  });

  test('lights up a message after 60 ms of rest, and unlights it immediately on leaving', async () => {
    const { actions, store } = await opened();
    vi.useFakeTimers();
    try {
      actions.hover(3);
      vi.advanceTimersByTime(59);
      expect(store.getState().view.hovered).toBe(0);
      vi.advanceTimersByTime(1);
      expect(store.getState().view.hovered).toBe(3);
      actions.hover(4);
      actions.hover(0);
      vi.advanceTimersByTime(100);
      expect(store.getState().view.hovered).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('preferences', () => {
  test('are written when one of them changes, and read at the next visit', () => {
    const { actions, storage } = setup();
    actions.look({ stepUnit: 'event' });
    expect(storage.size).toBe(0);
    actions.look({ theme: 'dark' });
    actions.look({ worldCollapsed: true });
    const next = setup(Object.fromEntries(storage));
    expect(next.store.getState().view).toMatchObject({
      theme: 'dark',
      worldCollapsed: true,
      stepUnit: 'decision',
    });
  });

  test('of another tab stay when one of them changes here', () => {
    const one = setup();
    const other = setup();
    one.actions.look({ theme: 'dark' });
    for (const [key, text] of one.storage) other.storage.set(key, text);
    other.actions.look({ worldCollapsed: true });
    expect(JSON.parse(other.storage.get('qmgrscope.preferences') ?? '')).toEqual({
      theme: 'dark',
      worldCollapsed: true,
    });
  });

  test.each([
    '',
    'null',
    '7',
    '[]',
    '{',
    '{"theme":"<b>","annotations":"yes","selected":5,"__proto__":{"theme":"dark"}}',
  ])('survive storage that holds $0', (text) => {
    const { store } = setup({ 'qmgrscope.preferences': text });
    expect(store.getState().view).toMatchObject({ theme: 'system', annotations: true, selected: 0 });
  });

  test('survive a storage that refuses', () => {
    const refuse = () => {
      throw new Error('forbidden');
    };
    const store = createAppStore({ getItem: refuse, setItem: refuse });
    store.setState(({ view }) => ({ view: { ...view, theme: 'dark' } }));
    expect(store.getState().view.theme).toBe('dark');
  });
});

describe('selectors', () => {
  const job = (id: number, number: number, more: Partial<JobRow> = {}): JobRow =>
    ({ id, number, transport: 1, level: 0, parent: 0, gone: [], ...more }) as JobRow;

  /** Makes the recorded picture: 7 and 8 preempted job 4, which had preempted job 1 and is gone. */
  function forest(): AppState {
    const { getState } = createAppStore();
    const jobs = [
      job(17, 7, { level: 2, parent: 11, gone: [4] }),
      job(18, 8, { level: 2, parent: 11, gone: [4] }),
      job(11, 1),
      job(19, 9, { level: 3, parent: 0, gone: [6, 5] }),
    ];
    const transport = { id: 1, name: 'smtp', jobs: [17, 18, 11, 19], byTime: [11, 19, 17, 18], current: 18 };
    const { session, view } = getState();
    return {
      session: {
        ...session,
        transports: new Map([[1, transport as TransportRow]]),
        jobs: new Map(jobs.map((row) => [row.id, row])),
        numbers: new Map([[3, 30]]),
      },
      view,
    };
  }

  test('jobs come in the order of the list or of time, and stay the same object', () => {
    const state = forest();
    expect(selectJobsInOrder(state).map((row) => row.number)).toEqual([7, 8, 1, 9]);
    const byTime: AppState = { ...state, view: { ...state.view, order: 'time' } };
    expect(selectJobsInOrder(byTime).map((row) => row.number)).toEqual([1, 9, 7, 8]);
    expect(selectJobsInOrder(state)).toBe(
      selectJobsInOrder({ ...state, view: { ...state.view, hovered: 3 } }),
    );
    expect(selectCurrentJob(state)?.number).toBe(8);
  });

  test('a page with two runs keeps a result for each', () => {
    let runs = 0;
    const select = memoize(
      ({ session }) => [session.messages],
      () => ({ run: ++runs }),
    );
    const [a, b] = [createAppStore().getState(), createAppStore().getState()];
    const first = select(a);
    select(b);
    expect(select(a)).toBe(first);
    expect(runs).toBe(2);
  });

  test('deliveries are in order, the next number is free', async () => {
    const { actions, store } = await opened();
    await actions.seek({ at: 4_000_000 });
    actions.select(2);
    const state = store.getState();
    const ids = selectDeliveries(state).map((row) => row.id);
    expect(ids.length).toBeGreaterThan(3);
    expect(ids).toEqual(ids.toSorted((x, y) => x - y));
    expect(selectNextNumber(state)).toBe(3);
  });

  test.each([
    ['forward', false, 1, false, 0, 'travel'],
    ['back', false, 1, false, 0, 'reverse'],
    ['jump', false, 1, false, 0, 'none'],
    ['forward', true, 16, false, 0, 'outline'],
    ['forward', false, 16, false, 0, 'travel'],
    ['forward', false, 1, true, 0, 'outline'],
    ['forward', true, 4, false, 40, 'none'],
    ['forward', false, 4, false, 40, 'outline'],
  ] as const)('motion %s, playing %s at %i×, reduced %s, %i skipped: %s', (...given) => {
    const [motion, playing, speed, reducedMotion, decisions, expected] = given;
    const { session, view } = createAppStore().getState();
    const state = {
      session: { ...session, motion, playing, speed, skipped: { decisions, events: 0 } },
      view: { ...view, reducedMotion },
    };
    expect(selectMotion(state)).toBe(expected);
  });
});
