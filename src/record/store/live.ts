import { useStore } from 'zustand/react';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { type LiveFollower, startLiveFollower } from '../client/live-client.ts';
import type { LiveSource, LiveSpan, LiveState, LiveView } from '../protocol/live.ts';
import { useRuntime } from '../../store/hooks.ts';
import type { IdleTracker } from '../../store/idle.ts';

export interface LivePicture {
  view: LiveView | null;
  state: LiveState | null;
  span: LiveSpan;
  /** True while the picture is frozen. Lines are still kept. */
  paused: boolean;
  fault: string;
}

export interface LiveDesk {
  readonly store: StoreApi<LivePicture>;
  /** Follows the stream of `npm run watch` with this token. No effect when it is already followed. */
  followStream(token: string): void;
  followFile(source: Extract<LiveSource, { name: string }>): void;
  show(span: LiveSpan): void;
  pause(paused: boolean): void;
  /** Returns the lines kept so far as files, with the settings and the queue where they are known. */
  hold(): Promise<File[]>;
  stop(): void;
}

const EMPTY: LivePicture = { view: null, state: null, span: 900, paused: false, fault: '' };

/** Tests replace `start`. */
function createLiveDesk(idle: IdleTracker, start: () => LiveFollower = startLiveFollower): LiveDesk {
  const store = createStore<LivePicture>(() => EMPTY);
  let follower: LiveFollower | null = null;
  let token = '';
  const stop = (): void => {
    follower?.terminate();
    follower = null;
    token = '';
    store.setState(EMPTY);
  };
  const follow = (source: LiveSource): void => {
    stop();
    const mine = start();
    follower = mine;
    mine.onCrash((reason) => {
      if (follower === mine) store.setState({ fault: `Following the log failed: ${reason}.` });
    });
    let end: (() => void) | null = idle.begin();
    mine.follow(source, (view, state) => {
      if (follower !== mine) return;
      store.setState(store.getState().paused ? { state } : { view, state });
      idle.frameIngested();
      end?.();
      end = null;
    });
  };
  return {
    store,
    followStream(next) {
      if (next === token && follower !== null) return;
      follow({ stream: new URL(`live/${next}`, document.baseURI).href });
      token = next;
    },
    followFile: follow,
    show(span) {
      store.setState({ span });
      follower?.show(span);
    },
    pause: (paused) => store.setState({ paused }),
    async hold() {
      const { view, state } = store.getState();
      const clock = new Date((view?.last ?? 0) / 1000).toISOString().slice(0, 19).replace('T', ' ');
      return (await follower?.hold(`${state?.name ?? 'log'}, held at ${clock}`)) ?? [];
    },
    stop,
  };
}

const kept: { desk: LiveDesk | null } = { desk: null };

function deskOf(idle: IdleTracker): LiveDesk {
  kept.desk ??= createLiveDesk(idle);
  return kept.desk;
}

/** The log that the page follows, also while the reader looks at other pages. */
export function useLiveDesk(): { desk: LiveDesk; picture: LivePicture } {
  const { idle } = useRuntime();
  const desk = deskOf(idle);
  return { desk, picture: useStore(desk.store) };
}
