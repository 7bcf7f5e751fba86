/** The output of `npm run sim`: the log in sentences, and figures at the end. Computed only from events and decisions. */
import { createDramaTally } from '../core/inspect/dramas.ts';
import { isTogether } from '../core/inspect/together.ts';
import { emptyLogHash, hashEvent, logHashText } from '../core/log-hash.ts';
import type { LogSink } from '../core/simulation.ts';
import { announce, announcementText, byNews } from '../explain/announce.ts';
import { explainDecision, explanationText } from '../explain/decision.ts';
import { explainEvent } from '../explain/event.ts';
import { formatLogClock } from '../explain/figures.ts';
import { type Names, toText, numberOfName } from '../explain/tokens.ts';
import type { Decision, DecisionRecord } from '../protocol/decisions.ts';
import type { Drama } from '../protocol/dramas.ts';
import type { Cursor } from '../protocol/frame.ts';
import type { Scenario } from '../protocol/scenario.ts';
import { MICROS_PER_SECOND, type Seconds, type Micros } from '../protocol/units.ts';
import type { CoreEvent } from '../protocol/events.ts';
import type { MessageId } from '../protocol/ids.ts';

/** The figures of a run, as printed by `--json`. */
export interface Figures {
  title: string;
  seed: number;
  /** Simulated seconds at the end. */
  ended: number;
  idle: boolean;
  steps: number;
  events: number;
  decisions: number;
  preemptions: number;
  /** Message numbers in order of their turns, by transport. */
  strips: Record<string, string>;
  messages: MessageFigures[];
  /** Announcements, oldest first. Announcements of one kind within a second are merged. */
  announced: { at: Seconds; kind: string; text: string }[];
  /** Hash of the event log. Equal runs have equal hashes on every machine. */
  hash: string;
}

export interface RunReport {
  readonly sink: LogSink;
  showEvents(): void;
  showDecisions(): void;
  figures(end: Cursor, idle: boolean): Figures;
  summary(figures: Figures): string;
}

/** Maximum number of turns in a printed strip; further turns are only counted. */
const STRIP_MAX = 2000;
/** Maximum number of printed announcements; `--json` prints all of them. */
const ANNOUNCED_MAX = 40;

/** Collects the log of one run. If lines were requested, prints them immediately. */
export function createReport(scenario: Scenario, print: (line: string) => void): RunReport {
  const tally = createTally();
  const { names, counts } = tally;
  const dramas = createDramaTally();
  const hash = emptyLogHash();
  const shown = { events: false, decisions: false };
  const sink: LogSink = {
    event(at, step, event) {
      tally.note(at, event);
      const record = { n: ++counts.events, at, step, event };
      hashEvent(hash, record);
      dramas.note(record);
      if (shown.events)
        print(`${formatLogClock(at)}  ${event.kind.padEnd(20)}  ${toText(explainEvent(record, names))}`);
    },
    decision(at, step, decision) {
      const n = isSelection(decision) ? ++counts.decisions : 0;
      if (shown.decisions) print(decisionLine({ n, at, step, decision }, names, scenario.view.transport));
    },
  };
  return {
    sink,
    showEvents: () => {
      shown.events = true;
    },
    showDecisions: () => {
      shown.decisions = true;
    },
    figures: (end, idle) => ({
      title: scenario.title,
      seed: scenario.seed,
      ended: end.at / MICROS_PER_SECOND,
      idle,
      steps: end.step,
      ...counts,
      strips: Object.fromEntries([...tally.strips].map(([name, strip]) => [name, stripText(strip)])),
      messages: [...tally.messages.values()],
      announced: together(dramas.take(true)).map((drama) => {
        const said = announce(drama, names);
        return { at: said.at / MICROS_PER_SECOND, kind: said.kind, text: announcementText(said) };
      }),
      hash: logHashText(hash),
    }),
    summary,
  };
}

/** Merges announcements of one kind that are close in time, as the page does. */
function together(dramas: readonly Drama[]): Drama[] {
  const told: Drama[] = [];
  const latest = new Map<string, Drama>();
  for (const drama of dramas) {
    const { kind } = drama.facts;
    const earlier = latest.get(kind);
    const joins = earlier !== undefined && isTogether({ kind, at: earlier.at }, { kind, at: drama.at });
    const one = joins ? { ...drama, count: earlier.count + 1 } : drama;
    if (joins) told.splice(told.indexOf(earlier), 1);
    told.push(one);
    latest.set(kind, one);
  }
  return told.toSorted((a, b) => a.at - b.at || byNews(b, a));
}

function isSelection(decision: Decision): boolean {
  return decision.rule === 'selection';
}

/** Writes the line of a decision. Like the page, it names the transport only if another transport (`shown`) is in view. */
function decisionLine(record: DecisionRecord, names: Names, shown: string): string {
  const number = record.n === 0 ? '' : String(record.n);
  const transport = names.transportName?.(record.decision.transport) ?? shown;
  const elsewhere = transport === shown ? '' : `on ${transport}: `;
  return `${formatLogClock(record.at)}  ${number.padStart(6)}  ${elsewhere}${explanationText(explainDecision(record, names))}`;
}

/** Writes the strip as in the document: without spaces while all numbers have one digit. */
function stripText(strip: readonly number[]): string {
  const head = strip.slice(0, STRIP_MAX);
  const text = head.join(head.every((n) => n < 10) ? '' : ' ');
  return strip.length > STRIP_MAX ? `${text} … and ${strip.length - STRIP_MAX} more` : text;
}

function summary(figures: Figures): string {
  const lines = [
    figures.title,
    `ended at ${figures.ended} s, ${figures.idle ? 'nothing left to happen' : 'more would have happened'}`,
    `${figures.decisions} decisions, ${figures.preemptions} preemptions, ${figures.events} events, log ${figures.hash}`,
    ...Object.entries(figures.strips).map(([name, strip]) => `${name}: ${strip}`),
    ...figures.announced
      .slice(0, ANNOUNCED_MAX)
      .map(({ at, text }) => `${formatLogClock(at * MICROS_PER_SECOND)}  ${text}`),
    ...(figures.announced.length > ANNOUNCED_MAX
      ? [`… and ${figures.announced.length - ANNOUNCED_MAX} more announcements`]
      : []),
    'message  recipients  injected  first turn  last turn  result',
    ...figures.messages.map((m) =>
      [
        String(m.number).padStart(7),
        String(m.recipients).padStart(10),
        seconds(m.injected).padStart(8),
        seconds(m.firstSlot).padStart(10),
        seconds(m.lastSlot).padStart(9),
        m.result,
      ].join('  '),
    ),
  ];
  return lines.join('\n');
}

function seconds(value: number | null): string {
  return value === null ? '–' : `${value.toFixed(2)} s`;
}

/** Figures of a message at the end of the run; times in seconds. */
interface MessageFigures {
  number: number;
  recipients: number;
  injected: number;
  deliverySlots: number;
  firstSlot: number | null;
  lastSlot: number | null;
  result: 'removed' | 'deferred' | 'expired' | 'in the queue';
}

interface RunTally {
  note(at: Micros, event: CoreEvent): void;
  readonly names: Names;
  readonly messages: ReadonlyMap<number, MessageFigures>;
  /** Message numbers in order of their turns, by transport. */
  readonly strips: ReadonlyMap<string, readonly number[]>;
  /**
   * Number of events, decisions and preemptions. The tally counts the preemptions; its caller counts events and
   * decisions, because the caller numbers the records.
   */
  readonly counts: { events: number; decisions: number; preemptions: number };
}

/** Creates an empty tally. Pass every event to `note`, in order. */
function createTally(): RunTally {
  const messages = new Map<number, MessageFigures>();
  const queues = new Map<number, string>();
  const transports = new Map<number, string>();
  const strips = new Map<string, number[]>();
  const counts = { events: 0, decisions: 0, preemptions: 0 };
  const end = (msg: MessageId, result: MessageFigures['result']): void => {
    const figures = messages.get(msg);
    if (figures !== undefined) figures.result = result;
  };
  return {
    messages,
    strips,
    counts,
    names: {
      numberOf: (msg) => messages.get(msg)?.number ?? msg,
      queueName: (queue) => queues.get(queue) ?? '',
      transportName: (transport) => transports.get(transport) ?? '',
    },
    note(at, event) {
      switch (event.kind) {
        case 'message.injected':
          messages.set(event.msg, newMessage(numberOfName(event.name, event.msg), event.recipients, at));
          break;
        case 'transport.created':
          transports.set(event.transport, event.name);
          break;
        case 'queue.created':
          queues.set(event.queue, event.name);
          break;
        case 'entry.selected': {
          const figures = messages.get(event.msg);
          if (figures !== undefined) countSelection(figures, at);
          if (figures !== undefined) append(strips, transports.get(event.transport) ?? '', figures.number);
          break;
        }
        case 'job.preempted':
          counts.preemptions++;
          break;
        case 'message.expired':
          end(event.msg, 'expired');
          break;
        case 'message.done':
          // Expired mail is removed after it was returned. Its result stays "expired".
          if (messages.get(event.msg)?.result !== 'expired') end(event.msg, event.result);
          break;
        default:
      }
    },
  };
}

function newMessage(number: number, recipients: number, at: Micros): MessageFigures {
  return {
    number,
    recipients,
    injected: at / MICROS_PER_SECOND,
    deliverySlots: 0,
    firstSlot: null,
    lastSlot: null,
    result: 'in the queue',
  };
}

function countSelection(figures: MessageFigures, at: Micros): void {
  figures.deliverySlots++;
  figures.firstSlot ??= at / MICROS_PER_SECOND;
  figures.lastSlot = at / MICROS_PER_SECOND;
}

function append(strips: Map<string, number[]>, transport: string, number: number): void {
  const strip = strips.get(transport);
  if (strip === undefined) strips.set(transport, [number]);
  else strip.push(number);
}
