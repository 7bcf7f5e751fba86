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

export interface RecordState {
  /** The files of the record, in the order in which the reader added them. */
  files: readonly RecordFile[];
  options: RecordOptions;
  /** Classes that the administrator named. They stay until the record is removed. */
  classes: readonly MailClass[];
  view: RecordView | null;
  /** Progress of reading. Null when nothing is being read. */
  progress: (RecordProgress & { secondsLeft: number | null }) | null;
  cancelling: boolean;
  fault: string;
  /** `instanceKey` of the instance that the reader chose; empty = no choice yet (see `chosenInstance`). */
  instance: string;
  /** Records stored in this browser; null until they are listed. */
  kept: readonly KeptRecord[] | null;
  /** The stored record that is open. It has no files. */
  open: KeptRecord | null;
  /** True while a record is being stored, opened or deleted. */
  busy: boolean;
  /** Result of the last attempt to store a record, as a sentence. */
  said: string;
}

export function instanceKey({ host, instance }: Pick<RecordInstance, 'host' | 'instance'>): string {
  return `${host} ${instance}`;
}

/** The instance that the page shows: the reader's choice, or else the largest one that has messages. Null when there is none. */
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

export function nameOfInstance(instance: RecordInstance | null): InstanceName {
  return { host: instance?.host ?? '', instance: instance?.instance ?? '' };
}

/** Records stored in the browser. Nothing is stored unless the reader asks for it. */
interface KeptActions {
  /** Loads the list of stored records into `kept`. */
  listKept(): void;
  keep(name: string): void;
  /** Opens a stored record, without its files, in place of the current one. */
  openKept(record: KeptRecord): void;
  forget(record: KeptRecord): void;
}

export interface Records extends KeptActions {
  readonly store: StoreApi<RecordState>;
  /** Adds files and reads everything again. A file of the same name, size and date is not added twice. */
  add(files: readonly RecordFile[]): void;
  /** Reads everything again with another year or zone. */
  setOptions(options: Partial<RecordOptions>): void;
  removeFile(name: string): void;
  /** Removes the record and ends its worker. */
  clear(): void;
  /** Stops reading and keeps what was read so far. */
  cancel(): void;
  /** Reads these files in place of the current ones, unless they are the current ones. Settles when they are read. */
  open(files: readonly RecordFile[], options?: RecordOptions): Promise<void>;
  /** Returns a promise that settles when nothing is being read. */
  settled(): Promise<void>;
  /** Returns the worker that holds the record, or null. */
  reader(): RecordReader | null;
  setClasses(classes: readonly MailClass[]): void;
  /** Asks about the record. Null without a record, or when another record is read before the answer. */
  ask<T>(question: (questions: RecordQuestions) => Promise<T>): Promise<T | null>;
  /** Shows the instance with this `instanceKey`. */
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

/** The records of one page. Tests replace `start`. */
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
    rest({ busy: false, fault: `Reading stopped: ${reason}. Try again with fewer files.` }),
  );
  const withKept = keptActions(idle, store, readers.running);
  const stop = (): void => {
    withKept.abandon();
    readers.stop();
  };
  const read = async (): Promise<void> => {
    // Ends the worker: the new list of files makes its reading in progress useless.
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
    async open(files, options = store.getState().options) {
      if (!isHere(store.getState(), files)) reread({ ...EMPTY, files: [...files], options });
      await settled(store);
    },
    settled: () => settled(store),
    reader: readers.get,
    choose: (instance) => store.setState({ instance }),
    ...withKept.actions,
  };
}

/** Classes that came with a shared record apply unless the reader named some. */
function classesOf({ classes }: RecordState, view: RecordView): Pick<RecordState, 'classes'> {
  return { classes: classes.length === 0 ? view.classes : classes };
}

/** @param running returns the current reader, or starts one. */
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
    // Calls to a terminated reader never settle, so the code that ends a reader must call `abandon`.
    abandon = () => {
      left = true;
      end();
    };
    store.setState({ busy: true, said: '', fault: '' });
    let part: Partial<RecordState>;
    try {
      part = await work(reader);
      // Where the browser can store nothing, the list stays empty. The error appears when the reader wants to store a record.
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

/** Holds at most one reader, which is started when it is first needed. */
function oneReader(
  start: () => RecordReader,
  crashed: (reason: string) => void,
): {
  running: () => RecordReader;
  get: () => RecordReader | null;
  /** Functions to call when the reader ends. Each answers one pending question with null. */
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

/** Asks the reader one question. Null without a reader, or when the reader changes before the answer. */
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
  // One promise per question. A promise shared by all questions would keep every answer in memory until it settles.
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

/** Estimates how long reading will still take from its speed so far. Null in the first half second. */
function secondsLeft({ bytes, total }: RecordProgress, began: number): number | null {
  const passed = (performance.now() - began) / 1000;
  return bytes === 0 || passed < 0.5 ? null : Math.max(0, ((total - bytes) / bytes) * passed);
}

const kept: { records: Records | null } = { records: null };

export function recordsOf(idle: IdleTracker): Records {
  kept.records ??= createRecords(idle);
  return kept.records;
}

/** Hook: the records of the page. They stay while the reader looks at other pages. */
export function useRecords(): { records: Records; state: RecordState } {
  const { idle } = useRuntime();
  const records = recordsOf(idle);
  return { records, state: useStore(records.store) };
}
