import type { StoreApi } from 'zustand/vanilla';
import type { RecordReader } from '../client/record-client.ts';
import type { KeptRecord } from '../protocol/record.ts';
import type { IdleTracker } from '../../store/idle.ts';
import { classesOf, type RecordState } from './record-state.ts';

/** What a reader can do with records on the machine. Nothing is kept that was not asked for. */
export interface KeptActions {
  /** Asks what is kept. */
  listKept(): void;
  /** Keeps the open record under a name. */
  keep(name: string): void;
  /** Opens a kept record in the place of what is there, without its files. */
  openKept(record: KeptRecord): void;
  forget(record: KeptRecord): void;
}

/** @param running the reader that is there, or a new one. */
export function keptActions(
  idle: IdleTracker,
  store: StoreApi<RecordState>,
  running: () => RecordReader,
): { actions: KeptActions; abandon: () => void } {
  let abandon = (): void => {};
  const withReader = async (work: (reader: RecordReader) => Promise<Partial<RecordState>>): Promise<void> => {
    const reader = running();
    abandon();
    const end = idle.begin();
    let left = false;
    // The calls of a reader that was ended never settle: what ends it says so here.
    abandon = () => {
      left = true;
      end();
    };
    store.setState({ busy: true, said: '', fault: '' });
    let part: Partial<RecordState>;
    try {
      part = await work(reader);
      // Where nothing can be kept there is nothing to list: that is said when something is to be kept.
      part = { kept: await reader.kept().catch(() => []), ...part };
    } catch (error) {
      part = { fault: error instanceof Error ? error.message : String(error) };
    }
    if (left) return;
    store.setState({ busy: false, ...part });
    idle.frameIngested();
    end();
  };
  const actions: KeptActions = {
    listKept: () => void withReader(() => Promise.resolve({})),
    keep: (name) =>
      void withReader(async (reader) => ({ said: `Kept as \u201c${(await reader.keep(name)).name}\u201d.` })),
    openKept: (record) =>
      void withReader(async (reader) => {
        const view = await reader.openKept(record.id);
        return { files: [], view, member: '', open: record, ...classesOf(store.getState(), view) };
      }),
    forget: (record) =>
      void withReader(async (reader) => {
        await reader.forget(record.id);
        const { open } = store.getState();
        return { said: `Deleted \u201c${record.name}\u201d.`, open: open?.id === record.id ? null : open };
      }),
  };
  return { actions, abandon: () => abandon() };
}
