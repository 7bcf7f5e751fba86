import { useStore } from 'zustand/react';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { type RecordReader, startRecordReader } from '../client/record-client.ts';
import type { MailClass } from '../protocol/classes.ts';
import type { InstanceName } from '../protocol/instance-name.ts';
import type { RecordQuestions } from '../protocol/record-questions.ts';
import type {
  RecordFile,
  RecordInstance,
  RecordOptions,
  RecordProgress,
  KeptRecord,
  RecordView,
} from '../protocol/record.ts';
import { useRuntime } from '../../store/hooks.ts';
import type { IdleTracker } from '../../store/idle.ts';

/** What the page of records knows. */
export interface RecordState {
  /** What was given, in the order in which it came. */
  files: readonly RecordFile[];
  options: RecordOptions;
  /** Classes of mail that the administrator has named: they stay until the record is removed. */
  classes: readonly MailClass[];
  view: RecordView | null;
  /** Null when nothing is being read. */
  progress: (RecordProgress & { secondsLeft: number | null }) | null;
  cancelling: boolean;
  fault: string;
  /** `instanceKey` of the instance that the reader chose; empty = none yet (see `chosenInstance`). */
  instance: string;
  /** Records kept on the machine; null until they are asked for. */
  kept: readonly KeptRecord[] | null;
  /** The kept one that is open; its files are not here. */
  open: KeptRecord | null;
  /** Being kept, opened or deleted. */
  busy: boolean;
  /** What came of keeping, for the reader. */
  said: string;
}

/** Names one (host, instance) of a record. */
export function instanceKey({ host, instance }: Pick<RecordInstance, 'host' | 'instance'>): string {
  return `${host} ${instance}`;
}

/**
 * The (host, instance) that the whole page shows: the reader's choice, or else the one with the most lines of those with
 * messages. Null when the record has none.
 */
export function chosenInstance({
  view,
  instance,
}: Pick<RecordState, 'view' | 'instance'>): RecordInstance | null {
  const instances = view?.instances ?? [];
  return (
    instances.find((one) => instanceKey(one) === instance) ??
    instances.find(({ messages }) => messages > 0) ??
    instances[0] ??
    null
  );
}

/** How questions name an instance; empty names without one. */
export function nameOfInstance(instance: RecordInstance | null): InstanceName {
  return { host: instance?.host ?? '', instance: instance?.instance ?? '' };
}

/** What a reader can do with records on the machine. Nothing is kept that was not asked for. */
interface KeptActions {
  /** Asks what is kept. */
  listKept(): void;
  /** Keeps the open record under a name. */
  keep(name: string): void;
  /** Opens a kept record in the place of what is there, without its files. */
  openKept(record: KeptRecord): void;
  forget(record: KeptRecord): void;
}

export interface Records extends KeptActions {
  readonly store: StoreApi<RecordState>;
  /** Adds files and reads everything; a file of the same name, size and date is there already. */
  add(files: readonly RecordFile[]): void;
  /** Reads again with another year or zone. */
  setOptions(options: Partial<RecordOptions>): void;
  removeFile(name: string): void;
  /** Forgets everything, the worker with it. */
  clear(): void;
  /** Ends the reading and keeps what was read. */
  cancel(): void;
  /** These files in the place of what is there, unless they are there already; settles when they are read. */
  open(files: readonly RecordFile[]): Promise<void>;
  /** Settles when nothing is being read. */
  settled(): Promise<void>;
  /** The thread that holds what was read; null when there is none. */
  reader(): RecordReader | null;
  setClasses(classes: readonly MailClass[]): void;
  /** Asks about what was read; null when nothing is, or when something else is read before the answer. */
  ask<T>(question: (questions: RecordQuestions) => Promise<T>): Promise<T | null>;
  /** Shows another instance, by its `instanceKey`. */
  choose(instance: string): void;
}

const EMPTY: Omit<RecordState, 'options' | 'kept'> = {
  files: [],
  classes: [],
  view: null,
  progress: null,
  cancelling: false,
  fault: '',
  instance: '',
  open: null,
  busy: false,
  said: '',
};

/** The records of a page. The worker's function is replaced in tests. */
function createRecords(idle: IdleTracker, start: () => RecordReader = startRecordReader): Records {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
  const store = createStore<RecordState>(() => ({ ...EMPTY, kept: null, options: { zone, year: null } }));
  let end: () => void = () => {};
  const rest = (part: Partial<RecordState>): void => {
    store.setState({ progress: null, cancelling: false, ...part });
    idle.frameIngested();
    end();
  };
  const readers = oneReader(start, (reason) =>
    rest({ busy: false, fault: `The reader ended: ${reason}. Files are as they were; give fewer at once.` }),
  );
  const withKept = keptActions(idle, store, readers.running);
  const stop = (): void => {
    withKept.abandon();
    readers.stop();
  };
  const read = async (): Promise<void> => {
    // A reading that is under way is of no use any more: its worker ends with it.
    stop();
    end();
    const { files, options } = store.getState();
    if (files.length === 0) return rest({ ...EMPTY });
    end = idle.begin();
    const mine = readers.running();
    const began = performance.now();
    store.setState({ progress: { bytes: 0, total: 0, lines: 0, name: '', secondsLeft: null }, fault: '' });
    try {
      const view = await mine.open(files, options, (progress) => {
        if (readers.is(mine))
          store.setState({ progress: { ...progress, secondsLeft: secondsLeft(progress, began) } });
      });
      if (readers.is(mine)) rest({ view, ...classesOf(store.getState(), view) });
    } catch (error) {
      if (readers.is(mine)) rest({ fault: error instanceof Error ? error.message : String(error) });
    }
  };
  const reread = (part: Partial<RecordState>): void => {
    store.setState({ open: null, busy: false, said: '', ...part });
    void read();
  };
  return {
    store,
    add(more) {
      const { files } = store.getState();
      reread({ files: [...files, ...more.filter((one) => !files.some((known) => same(known, one)))] });
    },
    setOptions: (options) => reread({ options: { ...store.getState().options, ...options } }),
    removeFile: (name) => reread({ files: store.getState().files.filter((file) => file.name !== name) }),
    clear() {
      stop();
      rest({ ...EMPTY });
    },
    setClasses: (classes) => store.setState({ classes }),
    ask: (question) => askOne(question, readers.get, readers.waiting, idle),
    cancel() {
      store.setState({ cancelling: true });
      readers.cancel();
    },
    async open(files) {
      if (!isHere(store.getState(), files)) reread({ ...EMPTY, files: [...files] });
      await settled(store);
    },
    settled: () => settled(store),
    reader: readers.get,
    choose: (instance) => store.setState({ instance }),
    ...withKept.actions,
  };
}

/** Classes that came with the record, where the reader has named none. */
function classesOf({ classes }: RecordState, view: RecordView): Pick<RecordState, 'classes'> {
  return { classes: classes.length === 0 ? view.classes : classes };
}

/** @param running returns the reader that is there, or a new one. */
function keptActions(
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
        return { files: [], view, instance: '', open: record, ...classesOf(store.getState(), view) };
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

/** One reader at a time, started when it is first needed. */
function oneReader(
  start: () => RecordReader,
  crashed: (reason: string) => void,
): {
  running: () => RecordReader;
  get: () => RecordReader | null;
  /** Each answers a question to the reader of the time, for when that is gone. */
  waiting: Set<() => void>;
  is: (one: RecordReader) => boolean;
  stop: () => void;
  cancel: () => void;
} {
  let reader: RecordReader | null = null;
  const waiting = new Set<() => void>();
  const stop = (): void => {
    reader?.terminate();
    reader = null;
    for (const leave of waiting) leave();
  };
  return {
    waiting,
    running() {
      if (reader !== null) return reader;
      const mine = start();
      reader = mine;
      mine.onCrash((reason) => {
        if (reader !== mine) return;
        stop();
        crashed(reason);
      });
      return mine;
    },
    get: () => reader,
    is: (one) => reader === one,
    stop,
    cancel: () => reader?.cancel(),
  };
}

function isHere({ files: known, view }: RecordState, files: readonly RecordFile[]): boolean {
  return view !== null && known.length === files.length && files.every((file, i) => same(file, known[i]));
}

function settled(store: StoreApi<RecordState>): Promise<void> {
  return new Promise((resolve) => {
    if (store.getState().progress === null) return resolve();
    const stopListening = store.subscribe(({ progress }) => {
      if (progress !== null) return;
      stopListening();
      resolve();
    });
  });
}

/** Null when there is no worker, or another one before the answer. */
async function askOne<T>(
  question: (questions: RecordQuestions) => Promise<T>,
  reader: () => RecordReader | null,
  waiting: Set<() => void>,
  idle: IdleTracker,
): Promise<T | null> {
  const mine = reader();
  if (mine === null) return null;
  const answered = idle.begin();
  let leave = (): void => {};
  // A promise of its own: one that all questions waited for beside their answers would hold every answer until it settles.
  const gone = new Promise<null>((resolve) => waiting.add((leave = () => resolve(null))));
  try {
    const answer = await Promise.race([question(mine.questions), gone]);
    return reader() === mine ? answer : null;
  } finally {
    waiting.delete(leave);
    answered();
  }
}

function same(one: RecordFile, other: RecordFile | undefined): boolean {
  return (
    other !== undefined &&
    one.name === other.name &&
    one.file.size === other.file.size &&
    one.file.lastModified === other.file.lastModified
  );
}

/** By the speed so far; null in the first half second. */
function secondsLeft({ bytes, total }: RecordProgress, began: number): number | null {
  const passed = (performance.now() - began) / 1000;
  return bytes === 0 || passed < 0.5 ? null : Math.max(0, ((total - bytes) / bytes) * passed);
}

const kept: { records: Records | null } = { records: null };

/** The records of the page; made when they are first asked for. */
export function recordsOf(idle: IdleTracker): Records {
  kept.records ??= createRecords(idle);
  return kept.records;
}

/** The records of this page; they stay while the reader looks at other pages. */
export function useRecords(): { records: Records; state: RecordState } {
  const { idle } = useRuntime();
  const records = recordsOf(idle);
  return { records, state: useStore(records.store) };
}
