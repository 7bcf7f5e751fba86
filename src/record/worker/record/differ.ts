import { parsePredicate } from '../../importers/classes/parse.ts';
import { selectLives } from '../../importers/classes/select.ts';
import { largest } from '../../importers/findings/sums.ts';
import type { Instance } from '../../importers/store/instance.ts';
import type { RecordQueries } from '../../importers/store/queries/queries.ts';
import type { Member } from '../../importers/store/record.ts';
import { STATUSES } from '../../importers/store/tables.ts';
import type { AttemptRow } from '../../../protocol/ids.ts';
import type {
  AttributeRow,
  Differences,
  DifferQuestion,
  PartFigures,
} from '../../protocol/record-questions.ts';
import type { Result } from '../../../protocol/result.ts';
import { MICROS_PER_MINUTE, type Micros } from '../../../protocol/units.ts';
import { foundMessage } from './found.ts';
import { type HeldRecord, queriesOf } from './held.ts';
import { isInLane } from './lane-groups.ts';
import { countsOf, longest, type Parts, type Ranked, rankedOf, valueAt } from './ranked.ts';

const VALUES = 5;
const MESSAGES = 100;

interface Attribute {
  name: string;
  of: (row: AttemptRow) => number;
  text: (value: number) => string;
  /** The test that selects a value. "" = none. */
  predicate: (text: string, value: number) => string;
}

/** Computes what differs between the selected recipients and the rest of the record. */
export function differencesOf(
  held: HeldRecord,
  member: Member,
  { selection, classes, most = MESSAGES }: DifferQuestion,
): Result<Differences> {
  const { instance } = member;
  const filtered = filteredBy(instance, selection.predicate);
  if (!filtered.ok) return filtered;
  const mine = filtered.value;
  const queries = queriesOf(held, member);
  const columns = columnsOf(queries, member);
  const { attempts } = instance.tables;
  const inLane = isInLane(held, member, selection, classes);
  const parts = partsOf(
    instance,
    columns.times,
    selection,
    (row) => (mine === null || mine[attempts.life[row] ?? 0] === 1) && inLane(row),
  );
  const { b } = columns.seconds;
  const rows = longest(b, countsOf(b, parts).selected, parts.selected, most * 50);
  const lives = [...new Set(rows.map((row) => attempts.life[row] ?? 0))];
  const compared = columns.attributes.map((attribute, i) => compare(attribute, columns.ranked[i], parts));
  const [quantiles, figures] = [quantilesOf(columns.seconds, parts), figuresOf(instance, parts)];
  const of = (part: keyof Parts, span: Micros): PartFigures => ({
    ...figures[part],
    perMinute: parts[part].length / Math.max(1 / 60, span / MICROS_PER_MINUTE),
    ...quantiles[part],
  });
  return {
    ok: true,
    value: {
      selected: of('selected', selection.to - selection.from),
      rest: of('rest', Math.max(1, instance.to - instance.from)),
      attributes: compared
        .filter(({ differs }) => differs > 0.02)
        .sort((one, other) => other.differs - one.differs),
      messages: lives.slice(0, most).map((life) => foundMessage(instance, life)),
    },
  };
}

/** Caches the lives that the last filter selects: users often change the time range and keep the filter. */
const lastFilter = new WeakMap<Instance, { text: string; lives: Uint8Array }>();

/** Lives that a filter selects. Null = all. */
function filteredBy(instance: Instance, text: string): Result<Uint8Array | null> {
  if (text.trim() === '') return { ok: true, value: null };
  const last = lastFilter.get(instance);
  if (last?.text === text) return { ok: true, value: last.lives };
  const read = parsePredicate(text, 'filter');
  if (!read.ok) return read;
  const lives = selectLives(instance, read.value);
  lastFilter.set(instance, { text, lives });
  return { ok: true, value: lives };
}

/** Divides the attempts into those that the selection contains and the rest. `times`: see `Columns`. */
function partsOf(
  { tables }: Instance,
  times: Float64Array,
  { from, to, over, under }: DifferQuestion['selection'],
  is: (row: AttemptRow) => boolean,
): Parts {
  const { b } = tables.attempts;
  const selected = new Uint32Array(times.length);
  const rest = new Uint32Array(times.length);
  let [inside, outside] = [0, 0];
  for (let row = 1; row < times.length; row++) {
    const time = times[row] ?? 0;
    const waited = b[row] ?? 0;
    if (time >= from && time < to && waited >= over && waited < under && is(row)) selected[inside++] = row;
    else rest[outside++] = row;
  }
  return { selected: selected.subarray(0, inside), rest: rest.subarray(0, outside) };
}

/** Columns of all attempts. They are sorted once per record, so comparing a selection only has to count its attempts. */
interface Columns {
  attributes: Attribute[];
  /** One column for each of `attributes`, in the same order. */
  ranked: Ranked[];
  seconds: { a: Ranked; b: Ranked; c: Ranked; d: Ranked };
  /** For each attempt: the time at which its message became active or, if the log lacks this, the time of its line. */
  times: Float64Array;
}

const known = new WeakMap<Instance, Columns>();

function columnsOf(queries: RecordQueries, member: Member): Columns {
  const { instance } = member;
  let found = known.get(instance);
  if (found !== undefined) return found;
  const { attempts, deliveries, activations } = instance.tables;
  const attributes = attributesOf(queries, member);
  const ranked = attributes.map((attribute) => {
    const values = new Uint32Array(attempts.length);
    for (let row = 1; row < attempts.length; row++) values[row] = attribute.of(row);
    return rankedOf(values);
  });
  const { a, b, c, d } = attempts;
  const seconds = { a: rankedOf(a), b: rankedOf(b), c: rankedOf(c), d: rankedOf(d) };
  const times = new Float64Array(attempts.length);
  for (let row = 1; row < times.length; row++) {
    const active = activations.time[deliveries.activation[attempts.delivery[row] ?? 0] ?? 0] ?? 0;
    times[row] = active === 0 ? (attempts.time[row] ?? 0) : active;
  }
  found = { attributes, ranked, seconds, times };
  known.set(instance, found);
  return found;
}

function compare(attribute: Attribute, column: Ranked | undefined, parts: Parts): AttributeRow {
  if (column === undefined) return { attribute: attribute.name, differs: 0, values: [] };
  const counts = countsOf(column, parts);
  const [ofOne, ofOther] = [Math.max(1, parts.selected.length), Math.max(1, parts.rest.length)];
  const apart = new Float64Array(column.values.length);
  let differs = 0;
  for (let rank = 0; rank < apart.length; rank++) {
    const between = Math.abs((counts.selected[rank] ?? 0) / ofOne - (counts.rest[rank] ?? 0) / ofOther);
    apart[rank] = between;
    differs += between / 2;
  }
  return {
    attribute: attribute.name,
    // If nothing or everything is selected, there is nothing to compare.
    differs: parts.selected.length === 0 || parts.rest.length === 0 ? 0 : differs,
    values: largest(apart, VALUES).map((rank) => {
      const value = column.values[rank] ?? 0;
      const text = attribute.text(value);
      return {
        value: text,
        selected: (counts.selected[rank] ?? 0) / ofOne,
        rest: (counts.rest[rank] ?? 0) / ofOther,
        predicate: attribute.predicate(text, value),
      };
    }),
  };
}

const quoted = (text: string): string => (/[\s()"]/.test(text) ? `"${text.replaceAll('"', '?')}"` : text);
/** Sizes (bytes) and numbers of recipients are grouped into ranges. Each number is the lower edge of a range. */
const RECIPIENTS = [1, 2, 10, 100, 1000, 10_000];
const SIZES = [0, 10_000, 100_000, 1_000_000, 10_000_000];

function attributesOf(queries: RecordQueries, member: Member): Attribute[] {
  const { attempts, lives } = member.instance.tables;
  const { strings } = member.instance.pools;
  const life = (row: AttemptRow): number => attempts.life[row] ?? 0;
  const domains = queries.groups('domain');
  return [
    {
      name: 'domain',
      of: (row) => domains.ofAttempt?.[row] ?? 0,
      text: (n) => domains.name(n),
      predicate: (text) => `to=*@${quoted(text)}`,
    },
    {
      name: 'relay',
      of: (row) => attempts.relay[row] ?? 0,
      text: (n) => strings.text(n) || 'none',
      predicate: (text) => `relay=${quoted(text)}`,
    },
    {
      name: 'sender',
      of: (row) => lives.sender[life(row)] ?? 0,
      text: (n) => strings.text(n) || '<>',
      predicate: (text) => `from=${quoted(text)}`,
    },
    {
      name: 'client',
      of: (row) => lives.client[life(row)] ?? 0,
      text: (n) => strings.text(n) || 'not SMTP',
      predicate: (text, n) => (n === 0 ? '' : `client=${quoted(text)}`),
    },
    {
      name: 'SASL user',
      of: (row) => lives.user[life(row)] ?? 0,
      text: (n) => strings.text(n) || 'none',
      predicate: (text, n) => (n === 0 ? '' : `user=${quoted(text)}`),
    },
    ...attributesOfMail(member),
  ];
}

/** Returns the attributes that are numbers (sizes, counts) or outcomes of an attempt. */
function attributesOfMail({ instance }: Member): Attribute[] {
  const { attempts, lives, deliveries, activations, agents } = instance.tables;
  const { strings, replies } = instance.pools;
  const life = (row: AttemptRow): number => attempts.life[row] ?? 0;
  /** Returns, for each life, the lower edge of the range that contains its value. */
  const edgesOf = (edges: readonly number[], values: ArrayLike<number>): Uint32Array =>
    Uint32Array.from({ length: lives.length }, (_, one) => {
      const value = values[one] ?? 0;
      let place = edges.length - 1;
      while (place > 0 && (edges[place] ?? 0) > value) place--;
      return (edges[place] ?? 0) <= value ? (edges[place] ?? 0) : 0;
    });
  const [sizes, recipients] = [edgesOf(SIZES, lives.size), edgesOf(RECIPIENTS, lives.nrcpt)];
  const between = (field: string, edges: readonly number[]) => (_text: string, from: number) => {
    const next = edges.find((one) => one > from);
    return next === undefined ? `${field}>=${from}` : `${field}>=${from} and ${field}<${next}`;
  };
  const range = (edges: readonly number[], unit: string) => (from: number) => {
    const next = edges.find((one) => one > from);
    return next === undefined ? `${from} or more ${unit}` : `${from} to ${next - 1} ${unit}`;
  };
  return [
    {
      name: 'size',
      of: (row) => sizes[life(row)] ?? 0,
      text: range(SIZES, 'bytes'),
      predicate: between('size', SIZES),
    },
    {
      name: 'recipients',
      of: (row) => recipients[life(row)] ?? 0,
      text: range(RECIPIENTS, 'recipients'),
      predicate: between('recipients', RECIPIENTS),
    },
    {
      name: 'attempt',
      of: (row) =>
        Math.min(5, activations.ordinal[deliveries.activation[attempts.delivery[row] ?? 0] ?? 0] ?? 0),
      text: (n) => (n === 5 ? '5th and later' : n === 0 ? 'unknown' : `attempt ${n}`),
      predicate: (_text, n) => (n === 0 ? '' : `tries>=${n}`),
    },
    {
      name: 'process',
      of: (row) => agents.tag[deliveries.agent[attempts.delivery[row] ?? 0] ?? 0] ?? 0,
      text: (n) => strings.text(n),
      predicate: () => '',
    },
    {
      name: 'result',
      of: (row) => attempts.status[row] ?? 0,
      text: (n) => STATUSES[n] ?? '',
      predicate: (text) => (/^(sent|deferred|bounced)$/.test(text) ? `status=${text}` : ''),
    },
    {
      name: 'reply',
      of: (row) => (attempts.status[row] === 1 ? 0 : (attempts.reply[row] ?? 0)),
      text: (n) => (n === 0 ? 'sent' : replies.text(n).slice(0, 120)),
      predicate: (text, n) => (n === 0 ? 'status=sent' : `reply=${quoted(text)}*`),
    },
  ];
}

/** A recipient with more seconds than this in the queue manager (b) waited long. */
const LONG_WAIT_S = 10;

type Counted = Omit<PartFigures, 'a' | 'b' | 'b90' | 'c' | 'd' | 'perMinute'>;

/** Counts of attempts. Those of the whole record are cached. */
interface Counts {
  recipients: number;
  status: number[];
  late: number;
  /** Attempts by life. */
  ofLife: Uint32Array;
}

const whole = new WeakMap<Instance, Counts>();

function countRows({ tables }: Instance, rows: Uint32Array): Counts {
  const { attempts, lives } = tables;
  const status = STATUSES.map(() => 0);
  const ofLife = new Uint32Array(lives.length);
  let late = 0;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i] ?? 0;
    const life = attempts.life[row] ?? 0;
    ofLife[life] = (ofLife[life] ?? 0) + 1;
    const is = attempts.status[row] ?? 0;
    status[is] = (status[is] ?? 0) + 1;
    if ((attempts.b[row] ?? 0) > LONG_WAIT_S) late++;
  }
  return { recipients: rows.length, status, late, ofLife };
}

/** Figures of both parts. The smaller part is counted; the figures of the larger part follow by subtraction. */
function figuresOf(instance: Instance, parts: Parts): { selected: Counted; rest: Counted } {
  let all = whole.get(instance);
  if (all === undefined) {
    const { length } = instance.tables.attempts;
    all = countRows(
      instance,
      Uint32Array.from({ length: length - 1 }, (_, i) => i + 1),
    );
    whole.set(instance, all);
  }
  const fewer = parts.selected.length <= parts.rest.length ? 'selected' : 'rest';
  const counted = countRows(instance, parts[fewer]);
  let [mine, others] = [0, 0];
  for (let life = 1; life < all.ofLife.length; life++) {
    const own = counted.ofLife[life] ?? 0;
    if (own > 0) mine++;
    if (own < (all.ofLife[life] ?? 0)) others++;
  }
  const one = figures(counted.recipients, mine, counted.status, counted.late);
  const left = all.status.map((count, status) => count - (counted.status[status] ?? 0));
  const other = figures(all.recipients - counted.recipients, others, left, all.late - counted.late);
  return fewer === 'selected' ? { selected: one, rest: other } : { selected: other, rest: one };
}

function figures(recipients: number, messages: number, counts: readonly number[], waited: number): Counted {
  const of = (status: (typeof STATUSES)[number]): number => counts[STATUSES.indexOf(status)] ?? 0;
  return {
    recipients,
    messages,
    sent: of('sent'),
    deferred: of('deferred'),
    bounced: of('bounced'),
    waited,
  };
}

type Quantiles = Pick<PartFigures, 'a' | 'b' | 'b90' | 'c' | 'd'>;

/** Quantiles of a, b, c, d of both parts. Fast, because printed seconds have few different values. */
function quantilesOf(
  seconds: Readonly<Record<'a' | 'b' | 'c' | 'd', Ranked>>,
  parts: Parts,
): { selected: Quantiles; rest: Quantiles } {
  const counted = (['a', 'b', 'c', 'd'] as const).map((name) => ({
    column: seconds[name],
    counts: countsOf(seconds[name], parts),
  }));
  const of = (part: keyof Parts): Quantiles => {
    const { length } = parts[part];
    const [inA, inB, inC, inD] = counted.map(
      ({ column, counts }) =>
        (share: number) =>
          length === 0 ? 0 : valueAt(column, counts[part], Math.min(length - 1, Math.floor(length * share))),
    );
    return {
      a: inA?.(0.5) ?? 0,
      b: inB?.(0.5) ?? 0,
      b90: inB?.(0.9) ?? 0,
      c: inC?.(0.5) ?? 0,
      d: inD?.(0.5) ?? 0,
    };
  };
  return { selected: of('selected'), rest: of('rest') };
}
