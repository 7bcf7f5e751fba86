import type { DecisionRecord } from '../../protocol/decisions.ts';
import type { EventRecord } from '../../protocol/events.ts';
import type { Cursor } from '../../protocol/frame.ts';
import type { Actions } from '../../store/actions.ts';
import type { Micros } from '../../protocol/units.ts';
import type { SavedRun } from '../../protocol/session-api.ts';

export interface LogChunk {
  events: EventRecord[];
  /** Decisions of the chunk; empty unless they were requested. */
  decisions: DecisionRecord[];
  done: number;
}

/** Converts the log into a file, chunk by chunk. */
export interface RunWriter {
  start(run: SavedRun): string;
  chunk(chunk: LogChunk): string;
  /** `at`: end of the simulation in microseconds, at which pending work ends. */
  end(at: Micros): string;
}

/** Events per request: an answer has a few megabytes, and the progress bar moves several times a second. */
const EVENTS_AT_ONCE = 5_000;
const DECISIONS_AT_ONCE = 1_000;

/**
 * The log of this branch from its first event to `head`, in chunks, so that millions of events are never in memory
 * together. Decisions come with the events of their step. Stops when `signal` is aborted.
 */
export async function* readLog(
  actions: Pick<Actions, 'ask'>,
  head: Cursor,
  withDecisions: boolean,
  signal: AbortSignal,
): AsyncGenerator<LogChunk> {
  const decisions = withDecisions ? decisionReader(actions, head.decision) : null;
  for (let from = 1; from <= head.event; from += EVENTS_AT_ONCE) {
    if (signal.aborted) return;
    const to = Math.min(head.event, from + EVENTS_AT_ONCE - 1);
    // oxlint-disable-next-line no-await-in-loop
    const events = await actions.ask('events', from, to);
    const last = events.at(-1);
    if (last === undefined) return;
    const whole = to === head.event;
    // The last step may continue in the next chunk; its decision then belongs to this chunk.
    const step = whole ? Number.POSITIVE_INFINITY : last.step;
    // oxlint-disable-next-line no-await-in-loop
    yield { events, decisions: (await decisions?.(step)) ?? [], done: to / head.event };
  }
}

/** Returns the decisions up to a step, each once, in order. */
function decisionReader(
  actions: Pick<Actions, 'ask'>,
  count: number,
): (step: number) => Promise<DecisionRecord[]> {
  let next = 1;
  let waiting: DecisionRecord[] = [];
  let reached = 0;
  return async (step) => {
    while (next <= count && (waiting.at(-1)?.step ?? 0) <= step) {
      const to = Math.min(count, next + DECISIONS_AT_ONCE - 1);
      // oxlint-disable-next-line no-await-in-loop
      const more = await actions.ask('decisions', next, to);
      // Two consecutive answers both contain the feedback between their selections, so take it only once.
      waiting.push(...more.filter((record) => record.step > reached));
      reached = more.at(-1)?.step ?? reached;
      next = to + 1;
    }
    const cut = waiting.findIndex((record) => record.step > step);
    const ready = cut < 0 ? waiting : waiting.slice(0, cut);
    waiting = cut < 0 ? [] : waiting.slice(cut);
    return ready;
  };
}
