import { afterEach, expect, test, vi } from 'vitest';
import { throttledStore } from '../../src/store/throttled-store.ts';
import { createAppStore } from '../../src/store/store.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('side panels follow immediately, slowly during a drag, and catch up at its end', () => {
  vi.useFakeTimers();
  const store = createAppStore(null);
  const calm = throttledStore(store);
  const heard: number[] = [];
  const end = calm.subscribe((now) => heard.push(now.session.seq));
  const frame = (seq: number): void => store.setState(({ session }) => ({ session: { ...session, seq } }));
  const scrub = (scrubbing: boolean): void =>
    store.setState(({ view }) => ({ view: { ...view, scrubbing } }));
  frame(1);
  expect(heard).toEqual([1]);
  scrub(true);
  frame(2);
  frame(3);
  expect(calm.getState().session.seq).toBe(1);
  vi.advanceTimersByTime(300);
  expect(heard).toEqual([1, 3]);
  expect(calm.getState().session.seq).toBe(3);
  frame(4);
  scrub(false);
  expect(heard).toEqual([1, 3, 4]);
  vi.advanceTimersByTime(1000);
  expect(heard).toEqual([1, 3, 4]);
  end();
  frame(5);
  expect(heard).toEqual([1, 3, 4]);
  expect(calm.getState().session.seq).toBe(5);
});

test('while playing they follow ten times a second, and reader actions immediately', () => {
  vi.useFakeTimers();
  const store = createAppStore(null);
  const calm = throttledStore(store);
  const heard: number[] = [];
  calm.subscribe((now) => heard.push(now.session.seq));
  const set = (session: { seq?: number; playing?: boolean }, view: { hovered?: number } = {}): void =>
    store.setState((state) => ({
      session: { ...state.session, ...session },
      view: view.hovered === undefined ? state.view : { ...state.view, ...view },
    }));
  set({ playing: true });
  heard.length = 0;
  for (let seq = 1; seq <= 60; seq++) {
    set({ seq });
    vi.advanceTimersByTime(1000 / 60);
  }
  expect(heard.length).toBeGreaterThan(9);
  expect(heard.length).toBeLessThan(15);
  heard.length = 0;
  set({ seq: 61 });
  set({}, { hovered: 3 });
  expect(heard).toEqual([61]);
  expect(calm.getState().view.hovered).toBe(3);
  set({ seq: 62 });
  set({ seq: 63, playing: false });
  expect(heard).toEqual([61, 63]);
});
