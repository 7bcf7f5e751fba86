import type { FindingRule } from '../../protocol/findings.ts';
import { type EpochMicros, MICROS_PER_SECOND } from '../../../protocol/units.ts';
import { EVENT_KINDS } from '../store/tables.ts';
import type { FindingContext } from './finding-context.ts';
import { once } from './prepared.ts';

/** The rules whose findings report what Postfix logged about itself. */
type TroubleRule = FindingRule &
  (
    | 'transport-failed'
    | 'clog'
    | 'process-limit'
    | 'corrupt-file'
    | 'watchdog'
    | 'bounce-failed'
    | 'no-space'
    | 'own-failure'
  );

/** Lines about one trouble of one program, service or queue. */
export interface Trouble {
  rule: TroubleRule;
  subject: string;
  /** Rows of `events`. */
  rows: number[];
  from: EpochMicros;
  to: EpochMicros;
  /** The most informative line, without its time and tag. */
  line: string;
  figures: Record<string, number>;
  words: Record<string, string>;
}

interface Seen {
  rule: TroubleRule;
  subject: string;
  /** How much the line says about the cause. Of several lines, the one with the highest weight is quoted. */
  weight: number;
  figures?: Record<string, number>;
  words?: Record<string, string>;
}

const base = (path = ''): string => path.slice(path.lastIndexOf('/') + 1);

type Reader = readonly [pattern: RegExp, read: (parts: readonly string[], program: string) => Seen];

/** Known lines by pattern. Source: qmgr_entry.c, qmgr_transport.c, qmgr_active.c, master_avail.c, master_spawn.c, watchdog.c, abounce.c. */
const READERS: readonly Reader[] = [
  [
    /^mail for (\S+) is using up (\d+) of (\d+) active queue entries/,
    ([, subject = '', used, all]) => ({
      rule: 'clog',
      subject,
      weight: Number(used),
      figures: { used: Number(used), all: Number(all) },
    }),
  ],
  [
    /^service "?([^"\s()]+)"? \(([^()]*)\) has reached its process limit "?(\d+)"?/,
    ([, subject = '', port = '', limit]) => ({
      rule: 'process-limit',
      subject,
      weight: 1,
      figures: { limit: Number(limit) },
      words: { port },
    }),
  ],
  [/watchdog timeout|watchdog \(/, (_, program) => ({ rule: 'watchdog', subject: program, weight: 1 })],
  [
    /No space left on device|Disk quota exceeded|not enough free space in mail queue/,
    () => ({ rule: 'no-space', subject: '', weight: 1 }),
  ],
  [
    /^\w+: status=deferred \(([^()]+) failed\)/,
    ([, what = '']) => ({
      rule: 'bounce-failed',
      subject: '',
      weight: 2,
      figures: { failed: 1 },
      words: { what },
    }),
  ],
  [
    /connect to (?:subsystem )?(?:private|public)\/(?:bounce|defer|trace): /,
    () => ({ rule: 'bounce-failed', subject: '', weight: 1, words: { what: 'bounce' } }),
  ],
  [
    /saving corrupt file "([^"]+)"/,
    ([, file = '']) => ({
      rule: 'corrupt-file',
      subject: '',
      weight: 2,
      figures: { corrupt: 1 },
      words: { file },
    }),
  ],
  [
    /open (?:active|deferred|incoming) (\S+): No such file/,
    ([, file = '']) => ({
      rule: 'corrupt-file',
      subject: '',
      weight: 1,
      figures: { missing: 1 },
      words: { file },
    }),
  ],
  [
    /process (\S+) pid \d+ killed by signal (\d+)/,
    ([, path, signal]) => died(base(path), 3, { signal: Number(signal) }),
  ],
  [/process (\S+) pid \d+ exit status (\d+)/, ([, path]) => died(base(path), 2)],
  [/^([^\s:]+): bad command startup -- throttling/, ([, path]) => died(base(path), 2)],
  [/transport (\S+) failure/, ([, name = '']) => died(name, 1)],
  [
    /connect (?:#\d+ )?to (?:transport|subsystem|service)? ?(?:private|public)\/([^\s:]+): /,
    ([, name = '']) => ({ ...died(name, 3), figures: { missing: 1 } }),
  ],
  [/(?:^|on )(?:private|public)\/([^\s/:]+) socket/, ([, name = '']) => died(name, 1)],
  [
    /problem talking to (?:service|server) (?:private\/|public\/)?([^\s:]+)/,
    ([, name = '']) => died(name, 2),
  ],
  [/^(?:fatal|panic): /, (_, program) => died(program, 4)],
];

function died(subject: string, weight: number, figures: Record<string, number> = {}): Seen {
  return { rule: 'transport-failed', subject, weight, figures: { died: 1, ...figures } };
}

/** Lines within this time (microseconds) about a transport and its program are about one failure. */
const TOGETHER = 5 * MICROS_PER_SECOND;

/** Collects the troubles that Postfix logged about itself, in order of time. This is done once per record. */
export function troublesOf(context: FindingContext): readonly Trouble[] {
  return once(context.prepared, troublesOf, () => joined(readTroubles(context)));
}

type Read = Trouble & { weight: number };

function readTroubles({ traffic: { instance } }: FindingContext): Read[] {
  const { events } = instance.tables;
  const found = new Map<string, Read>();
  const known = new Map<number, ReturnType<typeof seenIn>>();
  for (let row = 1; row < events.length; row++) {
    if (EVENT_KINDS[events.kind[row] ?? 0] !== 'trouble') continue;
    const text = events.text[row] ?? 0;
    let read = known.get(text);
    if (read === undefined) known.set(text, (read = seenIn(instance.pools.strings.text(text))));
    if (read === null) continue;
    const { seen, line } = read;
    const time = events.time[row] ?? 0;
    const key = `${seen.rule} ${seen.subject}`;
    let of = found.get(key);
    if (of === undefined) {
      const { rule, subject } = seen;
      of = { rule, subject, rows: [], from: time, to: time, line: '', figures: {}, words: {}, weight: 0 };
      found.set(key, of);
    }
    of.rows.push(row);
    of.from = Math.min(of.from, time);
    of.to = Math.max(of.to, time);
    addTo(of, seen, line);
  }
  return [...found.values()];
}

const SUMMED = new Set(['failed', 'died', 'corrupt', 'missing']);

function addTo(of: Read, seen: Seen, line: string): void {
  for (const [name, value] of Object.entries(seen.figures ?? {}))
    of.figures[name] = SUMMED.has(name) ? (of.figures[name] ?? 0) + value : value;
  if (seen.weight <= of.weight) {
    // Keep the figures of the line with the highest weight: 4,001 of 5,001 entries.
    if (seen.rule === 'clog') Object.assign(of.figures, { used: of.weight, all: of.figures['most'] ?? 0 });
    return;
  }
  of.weight = seen.weight;
  of.line = line;
  Object.assign(of.words, seen.words);
  if (seen.rule === 'clog') of.figures['most'] = seen.figures?.['all'] ?? 0;
}

function seenIn(text: string): { seen: Seen; line: string } | null {
  const [, tag = '', said = ''] = /^(\S*?): (.*)$/s.exec(text) ?? [];
  const program = tag.slice(tag.lastIndexOf('/') + 1);
  const line = said.replace(/^(warning|error): /, '');
  for (const [pattern, read] of READERS) {
    const parts = pattern.exec(line);
    if (parts !== null) return { seen: read(parts, program), line: said };
  }
  return null;
}

/**
 * A delivery program that dies is reported by itself, by master under the name of its file, and by the queue manager under the name of its
 * transport. The queue manager's lines are about the program that ended in the same seconds. So is master's line about a queue manager that
 * its watchdog ended.
 */
function joined(troubles: readonly Read[]): Trouble[] {
  const near = (one: Trouble, other: Trouble): boolean =>
    one.from <= other.to + TOGETHER && other.from <= one.to + TOGETHER;
  return troubles.filter((one) => {
    if (one.rule !== 'transport-failed') return true;
    const whole = troubles.find((other) =>
      other.rule === 'watchdog'
        ? other.subject === one.subject && near(one, other)
        : one.weight === 1 &&
          other.rule === one.rule &&
          other.weight > 1 &&
          other.figures['missing'] === undefined &&
          near(one, other),
    );
    if (whole === undefined) return true;
    whole.rows.push(...one.rows);
    whole.words['transport'] ??= one.subject;
    return false;
  });
}
