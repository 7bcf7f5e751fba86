import type { Frame, View } from '../../protocol/frame.ts';
import type { MessageId, EventNumber, DecisionNumber } from '../../protocol/ids.ts';
import type { RowKind, RowTypes } from '../../protocol/rows.ts';
import type { Projection } from '../kinds/engine.ts';

/** The part of a frame that is not rows, given by the session at the moment the frame is made. */
export type FrameHead = Omit<
  Frame,
  | 'seq'
  | 'base'
  | 'rows'
  | 'removed'
  | 'lists'
  | 'servers'
  | 'wheel'
  | 'mail'
  | 'threads'
  | 'numbers'
  | 'skipped'
>;

type FrameSink = (frame: Frame) => Promise<void> | void;

/** What the stream asks of the session. */
export interface StreamSource {
  /** False while the simulation is on its way to where the cursor already is. */
  ready(): boolean;
  head(): FrameHead;
  project(view: View): Projection;
  /** The frame with `head` has been made: what it says once (motion, notice) is said. */
  sent(): void;
}

/** Frames to one page: diffed against what it has, one in flight, conflated while it is busy. */
export interface Stream {
  /** Something to see has changed. */
  publish(): void;
  /** What could not be shown for a while can be again. */
  resume(): void;
  /** Settles when the page has a frame that was made after this call (at once when no page listens). */
  flush(): Promise<void>;
  /** The next frame is a full one. */
  forget(): void;
  setView(view: View): void;
  subscribe(view: View, sink: FrameSink): void;
  view(): View;
}

/** What the page has, as far as the last frame that it confirmed. */
interface Known {
  seq: number;
  run: number;
  rows: { [K in RowKind]: Map<number, number> };
  /** Revs of the long lists by transport. */
  lists: ReadonlyMap<number, number>;
  servers: string;
  /** Branch and step whose wheel the page has. */
  place: string;
  mail: number;
  numbers: readonly [MessageId, number][];
  event: EventNumber;
  decision: DecisionNumber;
}

const KINDS = ['transport', 'job', 'queue', 'message', 'delivery'] as const satisfies readonly RowKind[];

/** Failed deliveries in a row after which the stream waits for the next change instead of trying again. */
const RETRIES = 2;

/** A stream without a subscriber; see `Stream`. */
export function createStream(source: StreamSource): Stream {
  let view: View = { transport: '', selected: 0, deliveries: 0 };
  let sink: FrameSink | null = null;
  let dirty = false;
  let inFlight = false;
  let failures = 0;
  let waiting: (() => void)[] = [];
  const frames = createFrames(source);

  const pump = (): void => {
    if (inFlight || !dirty || !source.ready()) return;
    if (sink === null) {
      settle(waiting.splice(0));
      return;
    }
    dirty = false;
    inFlight = true;
    const settled = waiting.splice(0);
    void frames.deliver(view, sink).then((delivered) => {
      inFlight = false;
      failures = delivered ? 0 : failures + 1;
      if (delivered || failures > RETRIES) settle(settled);
      else {
        waiting.unshift(...settled);
        dirty = true;
      }
      pump();
    });
  };

  return {
    publish() {
      dirty = true;
      pump();
    },
    resume: pump,
    flush() {
      return new Promise((resolve) => {
        waiting.push(resolve);
        dirty = true;
        pump();
      });
    },
    forget: () => frames.forget(),
    setView(next) {
      view = next;
    },
    subscribe(next, to) {
      view = next;
      sink = to;
      frames.forget();
    },
    view: () => view,
  };
}

/** Frames of one stream: each carries what has changed since the one before. */
interface Frames {
  /** Sends the next frame; false when the subscriber could not take it. */
  deliver(view: View, to: FrameSink): Promise<boolean>;
  /** The next frame is a full one. */
  forget(): void;
}

function createFrames(source: StreamSource): Frames {
  let known: Known | null = null;
  let seq = 0;
  return {
    async deliver(view, to) {
      try {
        // First the rows: a projection that fails leaves a notice, which the head then carries.
        const rows = source.project(view);
        const made = makeFrame(++seq, known, source.head(), rows);
        source.sent();
        known = made.known;
        await to(made.frame);
        return true;
      } catch {
        // The page could not use it, or is going away. What it has is unknown: the next frame is a full one.
        known = null;
        return false;
      }
    },
    forget() {
      known = null;
    },
  };
}

function settle(waiting: readonly (() => void)[]): void {
  for (const resolve of waiting) resolve();
}

function makeFrame(
  seq: number,
  known: Known | null,
  head: FrameHead,
  now: Projection,
): { frame: Frame; known: Known } {
  // Revs of another run mean something else: the page has nothing that could be kept.
  const base = known !== null && known.run === head.run ? known : null;
  const frame: Frame = {
    ...head,
    seq,
    base: base === null ? null : base.seq,
    rows: { transport: [], job: [], queue: [], message: [], delivery: [] },
    removed: { transport: [], job: [], queue: [], message: [], delivery: [] },
    skipped: skippedSince(base, head),
  };
  const rows: Known['rows'] = {
    transport: diffRows(frame, 'transport', base, now),
    job: diffRows(frame, 'job', base, now),
    queue: diffRows(frame, 'queue', base, now),
    message: diffRows(frame, 'message', base, now),
    delivery: diffRows(frame, 'delivery', base, now),
  };
  const lists = now.lists.filter((list) => base?.lists.get(list.id) !== list.rev);
  if (lists.length > 0) frame.lists = lists;
  const servers = now.servers.map((row) => `${row.name} ${row.rev}`).join('\n');
  if (base === null || base.servers !== servers) frame.servers = now.servers;
  // Not by `rev`: nearly every step moves a timer, and the wheel's rev need not change when a keyframe is restored.
  const place = `${head.branch} ${head.cursor.step}`;
  if (base === null || base.place !== place) {
    frame.wheel = now.wheel;
    frame.threads = now.threads ?? null;
  }
  if (base === null || base.mail !== now.mail.rev) frame.mail = now.mail;
  if (base === null || !sameNumbers(base.numbers, now.numbers)) frame.numbers = now.numbers;
  const { event, decision } = head.cursor;
  return {
    frame,
    known: {
      seq,
      run: head.run,
      rows,
      lists: new Map(now.lists.map((list) => [list.id, list.rev])),
      servers,
      place,
      mail: now.mail.rev,
      numbers: now.numbers,
      event,
      decision,
    },
  };
}

/** Fills in the rows that changed and the ids that are gone, and returns the revs that the page then has. */
function diffRows<K extends (typeof KINDS)[number]>(
  frame: Frame,
  kind: K,
  base: Known | null,
  now: Projection,
): Map<number, number> {
  const before = base?.rows[kind];
  const after = new Map<number, number>();
  const tables: { [R in RowKind]: RowTypes[R][] } = now;
  const rows = tables[kind];
  const changed: RowTypes[K][] = frame.rows[kind];
  for (const row of rows) {
    after.set(row.id, row.rev);
    if (before?.get(row.id) !== row.rev) changed.push(row);
  }
  for (const id of before?.keys() ?? []) if (!after.has(id)) frame.removed[kind].push(id);
  return after;
}

function skippedSince(base: Known | null, head: FrameHead): Frame['skipped'] {
  if (base === null || head.motion !== 'forward') return { decisions: 0, events: 0 };
  return {
    decisions: Math.max(0, head.cursor.decision - base.decision - 1),
    events: Math.max(0, head.cursor.event - base.event - head.events.length),
  };
}

function sameNumbers(a: readonly [MessageId, number][], b: readonly [MessageId, number][]): boolean {
  return a.length === b.length && a.every(([id, number], i) => b[i]?.[0] === id && b[i]?.[1] === number);
}
