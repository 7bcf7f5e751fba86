import type { FilePlace, LineNumber, MessagePlace } from '../../../protocol/ids.ts';
import { type EpochMicros, MICROS_PER_SECOND } from '../../../protocol/units.ts';
import { completeScenario } from '../../../scenario/defaults.ts';
import type {
  RecordedAttempts,
  RecordedFactKind,
  RecordedSelections,
  RecordedSetup,
} from '../../../protocol/recorded.ts';
import type { MailScenario } from '../../../protocol/scenario.ts';
import type { Settings } from '../../protocol/settings.ts';
import { settingsToScenario } from '../settings/scenario.ts';
import type { Instance } from '../store/instance.ts';
import { EVENT_KINDS, OPERATION_KINDS, OUTCOMES, STATUSES } from '../store/tables.ts';
import { makeMessages, type MessagesMade } from './messages.ts';
import { createRoutes } from './routes.ts';
import { createTextTable, type TextTable } from './texts.ts';
import { takenAt } from './timing.ts';

/** Default of default_destination_recipient_limit. */
const RECIPIENTS = 50;
/**
 * Outcomes that throttle a destination because they end a session (smtp_site_fail and smtp_stream_except in Postfix's
 * smtp_trouble.c). Replies to one message or recipient do not.
 */
const FAILS = new Set(
  ['connection', 'handshake', 'lost'].map((name) => OUTCOMES.findIndex((one) => one === name)),
);
const DEFERRED = STATUSES.indexOf('deferred');
const BOUNCED = STATUSES.indexOf('bounced');

/** A record as a run: a scenario with the facts that the record states, and the log line of each fact. */
export interface Replay {
  scenario: MailScenario & { recorded: RecordedSetup };
  /** Origin of the run's columns: line and file of each fact, row of each attempt. */
  lines: Uint32Array<ArrayBuffer>;
  files: Uint16Array<ArrayBuffer>;
  attempts: Uint32Array;
  /** Requests that agents took according to a plain log, in order of the facts: transport (text), message, and the line of the end. */
  takes: { transport: number[]; message: MessagePlace[]; file: FilePlace[]; line: LineNumber[] };
  /** Settings that a scenario cannot represent, and why. */
  leftOut: { setting: string; value: string; why: string }[];
}

/** Converts an instance (after `finish`) and its settings to a scenario whose world is the record. Null if nothing became active. */
export function replayOf(instance: Instance, settings: Settings | null, title: string): Replay | null {
  const { tables } = instance;
  if (tables.activations.length <= 1) return null;
  const texts = createTextTable();
  const routes = createRoutes(instance, settings);
  const first = Math.min(tables.activations.time[1] ?? 0, instance.from);
  const origin = Math.floor(first / MICROS_PER_SECOND) * MICROS_PER_SECOND;
  const made = makeMessages(instance, routes, texts, origin, limitsIn(settings));
  const transportOf = (delivery: number): string => {
    const attempt = tables.deliveries.first[delivery] ?? 0;
    const tag = instance.pools.strings.text(tables.agents.tag[tables.deliveries.agent[delivery] ?? 0] ?? 0);
    return routes.transportOf(
      tag,
      tables.attempts.status[attempt] ?? 0,
      tables.attempts.outcome[attempt] ?? 0,
      instance.pools.strings.text(tables.attempts.relay[attempt] ?? 0),
      routes.twinOf(attempt),
    );
  };
  const selections = makeSelections(instance, made, texts);
  const selectedBy = new Set(selections.selectedBy.map((text) => texts.texts[text]));
  const destinationOf = (attempt: number): number => {
    const message = made.ofLife[tables.attempts.life[attempt] ?? 0] ?? -1;
    return made.messages.nexthop[(made.messages.first[message] ?? 0) + (made.positions[attempt] ?? 0)] ?? -1;
  };
  const isPlain = (delivery: number): boolean =>
    made.ofLife[tables.deliveries.life[delivery] ?? 0] !== -1 && !selectedBy.has(transportOf(delivery));
  const facts = [...logged(instance, made, texts), ...putOff(instance, made, destinationOf)];
  for (const { at, last, delivery } of takenAt(instance, isPlain, destinationOf)) {
    const ref = texts.add(transportOf(delivery));
    const { time, file, line } = tables.attempts;
    const message = made.ofLife[tables.deliveries.life[delivery] ?? 0] ?? 0;
    const taken = { message, file: file[last] ?? 0, line: line[last] ?? 0 };
    facts.push({ at, file: 0, line: 0, kind: 'take', ref, taken });
    facts.push({ at: time[last] ?? 0, file: file[last] ?? 0, line: line[last] ?? 0, kind: 'free', ref });
  }
  sortFacts(instance, facts);
  const { attempts, rows } = makeAttempts(instance, made, texts, facts);
  const recorded: RecordedSetup = {
    origin,
    texts: texts.texts,
    messages: made.messages,
    attempts,
    selections,
    facts: {
      at: facts.map(({ at }) => at - origin),
      kind: facts.map(({ kind }) => kind),
      ref: facts.map(({ ref }) => ref),
    },
  };
  const transport = [...selectedBy][0] ?? texts.texts[mostOf(made.messages.transport)] ?? 'smtp';
  return {
    ...scenarioOf(title, settings, recorded, transport),
    lines: Uint32Array.from(facts, ({ line }) => line),
    files: Uint16Array.from(facts, ({ file }) => file),
    attempts: rows,
    takes: takesOf(facts),
  };
}

/** Gives a transport's recipient limit from the settings. A setting of 0 means no limit; then the default is used. */
function limitsIn(settings: Settings | null): (transport: string) => number {
  return (name) => {
    const transport = settings?.transports.find((one) => one.name === name);
    return transport?.values.destination_recipient_limit?.number || RECIPIENTS;
  };
}

function scenarioOf(
  title: string,
  settings: Settings | null,
  recorded: RecordedSetup,
  transport: string,
): Pick<Replay, 'scenario' | 'leftOut'> {
  const { params, agents, leftOut } =
    settings === null ? { params: {}, agents: {}, leftOut: [] } : settingsToScenario(settings);
  const scenario: Replay['scenario'] = {
    ...completeScenario({ title, params, agents, servers: {}, view: { transport } }),
    recorded,
  };
  return { scenario, leftOut };
}

/** The most frequent value of a column; 0 if empty. */
function mostOf(column: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const value of column) counts.set(value, (counts.get(value) ?? 0) + 1);
  let [best, most] = [0, 0];
  for (const [value, count] of counts) if (count > most) [best, most] = [value, count];
  return best;
}

function takesOf(facts: readonly FactRow[]): Replay['takes'] {
  const takes: Replay['takes'] = { transport: [], message: [], file: [], line: [] };
  for (const { taken, ref } of facts) {
    if (taken === undefined) continue;
    takes.transport.push(ref);
    takes.message.push(taken.message);
    takes.file.push(taken.file);
    takes.line.push(taken.line);
  }
  return takes;
}

/** The facts that the log states, in order of its lines. Until all facts are sorted, `end` refers to the row of the attempt. */
function logged(instance: Instance, { ofLife }: MessagesMade, texts: TextTable): FactRow[] {
  const { activations, selections, attempts, windows, operations, expiries, events } = instance.tables;
  const facts: FactRow[] = [];
  const push = (
    table: { time: ArrayLike<EpochMicros>; line: ArrayLike<LineNumber>; file: ArrayLike<FilePlace> },
    row: number,
    kind: RecordedFactKind,
    ref: number,
  ): void => {
    facts.push({
      at: table.time[row] ?? 0,
      file: table.file[row] ?? 0,
      line: table.line[row] ?? 0,
      kind,
      ref,
    });
  };
  for (let row = 1; row < activations.length; row++)
    push(activations, row, 'activate', ofLife[activations.life[row] ?? 0] ?? 0);
  let selection = 0;
  for (let row = 1; row < selections.length; row++)
    if ((ofLife[selections.life[row] ?? 0] ?? -1) >= 0) push(selections, row, 'select', selection++);
  for (let row = 1; row < attempts.length; row++)
    if ((ofLife[attempts.life[row] ?? 0] ?? -1) >= 0) push(attempts, row, 'end', row);
  for (let row = 1; row < windows.length; row++) {
    const how = windows.throttle[row] === 1 ? 'bad' : Number.isNaN(windows.feedback[row]) ? 'held' : 'good';
    push(windows, row, how, texts.add(instance.pools.strings.text(windows.queue[row] ?? 0)));
  }
  for (let row = 1; row < operations.length; row++) {
    const kind = operationKind(operations.kind[row] ?? 0);
    const message = ofLife[operations.life[row] ?? 0] ?? -1;
    if (kind !== null && message >= 0) push(operations, row, kind, message);
  }
  for (let row = 1; row < expiries.length; row++) {
    const message = ofLife[expiries.life[row] ?? 0] ?? -1;
    if (message >= 0) push(expiries, row, 'expire', message);
  }
  const begin = activations.time[1] ?? 0;
  for (let row = 1; row < events.length; row++) {
    const kind = EVENT_KINDS[events.kind[row] ?? 0];
    // A reload takes effect when the queue manager has exited, which the new one's process id shows.
    if ((kind === 'new-qmgr' || kind === 'start') && (events.time[row] ?? 0) > begin)
      push(events, row, 'restart', 0);
  }
  return facts;
}

function operationKind(kind: number): 'hold' | 'release' | 'remove' | null {
  switch (OPERATION_KINDS[kind]) {
    case 'placed on hold':
      return 'hold';
    case 'released from hold':
      return 'release';
    case 'removed':
    case 'requeued':
      return 'remove';
    default:
      return null;
  }
}

function makeSelections(instance: Instance, { ofLife }: MessagesMade, texts: TextTable): RecordedSelections {
  const { selections } = instance.tables;
  const { strings } = instance.pools;
  const made: RecordedSelections = { message: [], transport: [], queue: [], selectedBy: [] };
  for (let row = 1; row < selections.length; row++) {
    const message = ofLife[selections.life[row] ?? 0] ?? -1;
    if (message < 0) continue;
    made.message.push(message);
    made.transport.push(texts.add(strings.text(selections.transport[row] ?? 0)));
    made.queue.push(texts.add(strings.text(selections.queue[row] ?? 0)));
  }
  made.selectedBy = [...new Set(made.transport)];
  return made;
}

/** Makes the attempts of the run in order of their facts, and sets the facts' references to them. */
function makeAttempts(
  instance: Instance,
  { ofLife, positions }: MessagesMade,
  texts: TextTable,
  facts: readonly FactRow[],
): { attempts: RecordedAttempts; rows: Uint32Array } {
  const { attempts: from } = instance.tables;
  const made: RecordedAttempts = { message: [], recipient: [], fate: [], failure: [], status: [], took: [] };
  const rows: number[] = [];
  for (const fact of facts) {
    if (fact.kind !== 'end') continue;
    const row = fact.ref;
    fact.ref = rows.length;
    const status = from.status[row] ?? 0;
    const failed = status === DEFERRED && FAILS.has(from.outcome[row] ?? 0);
    rows.push(row);
    made.message.push(ofLife[from.life[row] ?? 0] ?? 0);
    made.recipient.push(positions[row] ?? 0);
    made.fate.push(status === BOUNCED ? 2 : status === DEFERRED ? 1 : 0);
    made.failure.push(failed ? texts.add(instance.pools.replies.text(from.reply[row] ?? 0)) : -1);
    made.took.push(Math.round(MICROS_PER_SECOND * ((from.c[row] ?? 0) + (from.d[row] ?? 0))));
    made.status.push(failed ? texts.add(instance.pools.codes.text(from.dsn[row] ?? 0)) : -1);
  }
  return { attempts: made, rows: Uint32Array.from(rows) };
}

const SUSPENDED = OUTCOMES.indexOf('suspended');

/**
 * Makes facts of activations whose recipients were suspended because their destination was dead. A plain log has no other sign
 * of when a destination was alive again. `destinationOf`: next hop (text) of an attempt, −1 = none.
 */
function putOff(
  instance: Instance,
  { ofLife }: MessagesMade,
  destinationOf: (attempt: number) => number,
): FactRow[] {
  const { activations, attempts, windows } = instance.tables;
  // A log with window lines also states when destinations revive. Row 0 means none.
  if (windows.length > 1) return [];
  const facts: FactRow[] = [];
  const seen = new Set<string>();
  const active = new Int32Array(ofLife.length);
  let activation = 1;
  for (let row = 1; row < attempts.length; row++) {
    const time = attempts.time[row] ?? 0;
    for (; activation < activations.length && (activations.time[activation] ?? 0) <= time; activation++)
      active[activations.life[activation] ?? 0] = activation;
    const at = active[attempts.life[row] ?? 0] ?? 0;
    const ref = destinationOf(row);
    if (attempts.outcome[row] !== SUSPENDED || at === 0 || ref < 0 || seen.has(`${at} ${ref}`)) continue;
    seen.add(`${at} ${ref}`);
    const { time: times, file, line } = activations;
    facts.push({ at: times[at] ?? 0, file: file[at] ?? 0, line: line[at] ?? 0, kind: 'dead', ref });
  }
  return facts;
}

/** A fact before sorting. `line` 0: derived from lines but not stated in one. */
interface FactRow {
  at: EpochMicros;
  file: FilePlace;
  line: LineNumber;
  kind: RecordedFactKind;
  ref: number;
  /** For a request that an agent takes: its message, and the line that ends it. */
  taken?: { message: MessagePlace; file: FilePlace; line: LineNumber };
}

/** Order of facts from the same line: a new queue manager exists before it activates mail. */
const RANK: Partial<Record<RecordedFactKind, number>> = { restart: -1, free: 1, dead: 1 };

/**
 * Sorts facts by time, then by line, derived ones first. If the clock was set back, lines of a file keep their order
 * and times never decrease.
 */
function sortFacts(instance: Instance, facts: FactRow[]): FactRow[] {
  const place = filePlaces(facts);
  const byLine = (a: FactRow, b: FactRow): number =>
    (place.get(a.file) ?? 0) - (place.get(b.file) ?? 0) ||
    a.line - b.line ||
    (RANK[a.kind] ?? 0) - (RANK[b.kind] ?? 0);
  if (instance.clockSteps.length > 0) {
    const stated = facts.filter(({ line }) => line > 0).sort(byLine);
    let latest = 0;
    for (const fact of stated) fact.at = latest = Math.max(latest, fact.at);
  }
  return facts.sort((a, b) => a.at - b.at || byLine(a, b));
}

/** Order of files by the time at which they begin, because pieces of a rotated log may be read in any order. */
function filePlaces(facts: readonly FactRow[]): Map<number, number> {
  const begins = new Map<number, { line: LineNumber; at: EpochMicros }>();
  for (const { file, line, at } of facts) {
    if (line === 0) continue;
    const known = begins.get(file);
    if (known === undefined || line < known.line) begins.set(file, { line, at });
  }
  const files = [...begins].sort(([, a], [, b]) => a.at - b.at);
  return new Map(files.map(([file], place) => [file, place]));
}
