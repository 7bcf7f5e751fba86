/**
 * Derives evidence for the rules from one instance of a record, in one pass over its columns. The transport comes from the tag of the
 * delivery process, the destination from the recipient's domain or the relayhost (record/importers/README.md §2).
 */
import type { DestinationEvidence, LintEvidence } from '../../protocol/lint.ts';
import type { Settings } from '../../protocol/settings.ts';
import { type EpochMicros, MICROS_PER_MINUTE, type Seconds } from '../../../protocol/units.ts';
import type { Instance } from '../store/instance.ts';
import { EVENT_KINDS, OUTCOMES } from '../store/tables.ts';

/** A failure that took this many seconds was a timeout. A refusal is immediate. */
const SILENT: Seconds = 10;
const NAMES_MAX = 50_000;

interface Spans {
  from: EpochMicros[];
  to: EpochMicros[];
}

interface Destination {
  transport: string;
  name: string;
  deliveries: number;
  seconds: Seconds;
  running: Spans;
  waiting: Spans;
  /** Number of arrivals in each minute, by minutes since 1970. */
  arrivals: Map<number, number>;
  ends: Map<number, number>;
}

/** Evidence of one instance. `record` is its name in sentences (`the log`, `mail.log`). */
export function lintEvidenceOf(instance: Instance, settings: Settings, record: string): LintEvidence {
  const { tables, pools } = instance;
  const transportOf = transportsByTag(settings);
  const destinations = new Map<string, Destination>();
  const busy = new Map<string, Spans>();
  const active: Spans = { from: [], to: [] };
  const activeUntil = new Float64Array(tables.activations.length);
  const inActivation = new Uint32Array(tables.activations.length);
  const suspended: number[] = [];
  const silent = { deliveries: 0, longestSeconds: 0 };
  const { deliveries, attempts, activations, agents, lives, events } = tables;
  for (let row = 1; row < deliveries.length; row += 1) {
    const last = deliveries.last[row] ?? 0;
    const activation = deliveries.activation[row] ?? 0;
    const start = deliveries.start[row] ?? 0;
    const end = deliveries.end[row] ?? 0;
    activeUntil[activation] = Math.max(activeUntil[activation] ?? 0, end);
    inActivation[activation] = (inActivation[activation] ?? 0) + 1;
    const outcome = OUTCOMES[attempts.outcome[last] ?? 0];
    if (outcome === 'suspended') {
      suspended.push(row);
      continue;
    }
    const transport = transportOf(pools.strings.text(agents.tag[deliveries.agent[row] ?? 0] ?? 0));
    const seconds = (attempts.c[last] ?? 0) + (attempts.d[last] ?? 0);
    if ((outcome === 'connection' || outcome === 'handshake') && seconds >= SILENT) {
      silent.deliveries += 1;
      silent.longestSeconds = Math.max(silent.longestSeconds, seconds);
    }
    add(spansOf(busy, transport), start, end);
    const name = destinationName(settings, transport, pools.strings.text(attempts.to[last] ?? 0));
    const destination = destinationOf(destinations, transport, name);
    if (destination === undefined) continue;
    const recipients = deliveries.count[row] ?? 1;
    const arrived = activations.time[activation] ?? start;
    destination.deliveries += 1;
    destination.seconds += seconds;
    add(destination.running, start, end);
    for (let i = 0; i < recipients; i += 1) add(destination.waiting, arrived, start);
    raise(destination.arrivals, arrived, recipients);
    raise(destination.ends, end, 1);
  }
  addSuspended(instance, settings, suspended, destinations);
  for (let row = 1; row < activations.length; row += 1) {
    const until = activeUntil[row] ?? 0;
    if (until > 0) add(active, activations.time[row] ?? 0, until);
  }
  const debug = tables.windows.length - 1;
  return {
    record,
    destinations: [...destinations.values()].map(told),
    peakBusy: Object.fromEntries([...busy].map(([name, spans]) => [name, most(spans)])),
    activePeak: most(active),
    largestMessage: {
      recipients: largest(lives.nrcpt, lives.length),
      deliveries: largest(inActivation, inActivation.length),
    },
    ...operatorsWork(
      events,
      (row) => pools.strings.text(events.text[row] ?? 0),
      pools.strings.text(instance.name),
    ),
    windowsLogged: debug > 0,
    debugLines: { debug, all: instance.lines },
    ...(silent.deliveries > 0 ? { silent } : {}),
  };
}

/** Counts arrivals of recipients that were put off without an attempt, under the destination of their domain. */
function addSuspended(
  { tables: { deliveries, attempts, activations }, pools }: Instance,
  settings: Settings,
  rows: readonly number[],
  destinations: ReadonlyMap<string, Destination>,
): void {
  const byName = new Map([...destinations.values()].map((one) => [one.name, one]));
  for (const row of rows) {
    const to = pools.strings.text(attempts.to[deliveries.last[row] ?? 0] ?? 0);
    const of = byName.get(destinationName(settings, 'smtp', to));
    const arrived = activations.time[deliveries.activation[row] ?? 0] ?? 0;
    if (of !== undefined && arrived > 0) raise(of.arrivals, arrived, deliveries.count[row] ?? 1);
  }
}

/** Lists the times of reloads and starts, and the configuration directories of Postfixes that started under this syslog_name. */
function operatorsWork(
  events: Instance['tables']['events'],
  text: (row: number) => string,
  syslogName: string,
): Pick<LintEvidence, 'reloads' | 'instances'> {
  const reloads: string[] = [];
  const directories = new Set<string>();
  for (let row = 1; row < events.length; row += 1) {
    const kind = EVENT_KINDS[events.kind[row] ?? 0];
    if (kind !== 'start' && kind !== 'reload') continue;
    const directory = /configuration (\S+)/.exec(text(row))?.[1];
    if (directory !== undefined) directories.add(directory);
    // Skip a start at the beginning of the record: it interrupted nothing that the record knows of.
    if (kind === 'reload' || row > 1)
      reloads.push(new Date((events.time[row] ?? 0) / 1000).toISOString().slice(11, 19));
  }
  return { reloads, instances: [{ syslogName, directories: [...directories] }] };
}

/** `postfix/slow/smtp` belongs to the transport whose syslog_name is `postfix/slow`, otherwise to the transport named like the program. */
function transportsByTag(settings: Settings): (tag: string) => string {
  const known = new Map<string, string>();
  for (const { name, program, syslogName } of settings.transports) {
    const tag = `${syslogName}/${program}`;
    if (!known.has(tag) || name === program) known.set(tag, name);
  }
  return (tag) => {
    const found = known.get(tag);
    if (found !== undefined) return found;
    const parts = tag.split('/');
    return parts.at(-1) ?? tag;
  };
}

function destinationName(settings: Settings, transport: string, recipient: string): string {
  const relayhost = settings.globals.relayhost?.value ?? '';
  if (relayhost !== '' && settings.globals.default_transport?.value.split(':')[0] === transport)
    return relayhost;
  return recipient.slice(recipient.lastIndexOf('@') + 1).toLowerCase();
}

function destinationOf(
  all: Map<string, Destination>,
  transport: string,
  name: string,
): Destination | undefined {
  const key = `${transport} ${name}`;
  let found = all.get(key);
  if (found === undefined && all.size < NAMES_MAX) {
    const spans = (): Spans => ({ from: [], to: [] });
    found = {
      transport,
      name,
      deliveries: 0,
      seconds: 0,
      running: spans(),
      waiting: spans(),
      arrivals: new Map(),
      ends: new Map(),
    };
    all.set(key, found);
  }
  return found;
}

function told(d: Destination): DestinationEvidence {
  return {
    transport: d.transport,
    name: d.name,
    deliveries: d.deliveries,
    arrivalsPerMinute: highest(d.arrivals),
    deliveriesPerMinute: highest(d.ends),
    secondsEach: d.deliveries === 0 ? 0 : d.seconds / d.deliveries,
    peakConcurrency: most(d.running),
    peakWaiting: most(d.waiting),
  };
}

function highest(counts: Map<number, number>): number {
  let found = 0;
  for (const n of counts.values()) found = Math.max(found, n);
  return found;
}

function spansOf(all: Map<string, Spans>, name: string): Spans {
  const found = all.get(name) ?? { from: [], to: [] };
  all.set(name, found);
  return found;
}

function add(spans: Spans, from: EpochMicros, to: EpochMicros): void {
  if (to <= from) return;
  spans.from.push(from);
  spans.to.push(to);
}

function raise(counts: Map<number, number>, time: EpochMicros, by: number): void {
  const minute = Math.floor(time / MICROS_PER_MINUTE);
  counts.set(minute, (counts.get(minute) ?? 0) + by);
}

/** The most spans that are open at one instant. A span that ends when another begins does not overlap it. */
function most(spans: Spans): number {
  const from = Float64Array.from(spans.from).sort();
  const to = Float64Array.from(spans.to).sort();
  let ended = 0;
  let peak = 0;
  for (let begun = 0; begun < from.length; begun += 1) {
    while (ended < to.length && (to[ended] ?? 0) <= (from[begun] ?? 0)) ended += 1;
    peak = Math.max(peak, begun + 1 - ended);
  }
  return peak;
}

function largest(values: ArrayLike<number>, length: number): number {
  let found = 0;
  for (let i = 1; i < length; i += 1) found = Math.max(found, values[i] ?? 0);
  return found;
}
