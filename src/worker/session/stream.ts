import type { Frame, View } from '../../protocol/frame.ts';
import type { MessageId, EventNumber, DecisionNumber } from '../../protocol/ids.ts';
import type { RowKind, RowTypes } from '../../protocol/rows.ts';
import type { Projection } from '../kinds/engine.ts';

/** The members of a frame that are not rows. The session fills them in when the frame is made. */
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

export interface StreamSource {
  /** False while the simulation has not reached the cursor. Then no frame is made. */
  ready(): boolean;
  head(): FrameHead;
  project(view: View): Projection;
  /** Called after a frame was made: clears the parts that are sent only once (motion, notice). */
  sent(): void;
}

/** Sends frames to one page: only differences, one frame in flight, changes merged while the page is busy. */
export interface Stream {
  /** Tells the stream that something visible has changed. */
  publish(): void;
  /** Sends the frame that waited until the simulation reached the cursor. */
  resume(): void;
  /** Settles when the page has a frame made after this call, or immediately if no page listens. */
  flush(): Promise<void>;
  /** Makes the next frame a full frame. */
  forget(): void;
  /** Changes what is sent. The next frame is a full frame. */
  setView(view: View): void;
  subscribe(view: View, sink: FrameSink): void;
  view(): View;
}

/** The data that the page has after the last frame that it confirmed. */
interface Known {
  seq: number;
  run: number;
  rows: { [K in RowKind]: Map<number, number> };
  /** `rev` of each long job list that the page has, by transport. */
  lists: ReadonlyMap<number, number>;
  servers: string;
  /** Branch and step of the page's wheel. */
  place: string;
  mail: number;
  numbers: readonly [MessageId, number][];
  event: EventNumber;
  decision: DecisionNumber;
}

const KINDS = ['transport', 'job', 'queue', 'message', 'delivery'] as const satisfies readonly RowKind[];

/** Number of failed deliveries in a row after which the stream waits for the next change. */
const RETRIES = 2;

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
      frames.forget();
    },
    subscribe(next, to) {
      view = next;
      sink = to;
      frames.forget();
    },
    view: () => view,
  };
}

interface Frames {
  /** Sends the next frame; false when the subscriber failed. */
  deliver(view: View, to: FrameSink): Promise<boolean>;
  forget(): void;
}

function createFrames(source: StreamSource): Frames {
  let known: Known | null = null;
  let seq = 0;
  return {
    async deliver(view, to) {
      try {
        // Rows first: if the projection fails, it leaves a notice, which the head then includes.
        const rows = source.project(view);
        const made = makeFrame(++seq, known, source.head(), rows);
        source.sent();
        known = made.known;
        await to(made.frame);
        return true;
      } catch {
        // The subscriber failed or is closing. Its data is unknown, so the next frame is full.
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
  // Revs of another run cannot be compared, so the page gets everything.
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
  // Compares places, not `rev`s: nearly every step moves a timer, and restoring a keyframe need not change the wheel's
  // `rev`.
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

/** Adds changed rows and removed ids to the frame. Returns the revs of the rows that the page then has. */
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
