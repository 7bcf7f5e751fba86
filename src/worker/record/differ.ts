import { selectLives } from '../../importers/classes/select.ts';
import { parsePredicate } from '../../importers/classes/parse.ts';
import type { Instance } from '../../importers/store/instance.ts';
import type { Member } from '../../importers/store/record.ts';
import { domainOfAddress } from '../../importers/summary.ts';
import { STATUSES } from '../../importers/store/tables.ts';
import type {
  AttributeRow,
  DifferQuestion,
  Differences,
  PartFigures,
} from '../../protocol/record-questions.ts';
import type { Result } from '../../protocol/result.ts';
import { foundMessage } from './found.ts';
import { type HeldRecord, queriesOf } from './held.ts';
import { largest } from '../../importers/findings/sums.ts';
import { countsOf, type Ranked, rankedOf, valueAt } from './ranked.ts';
import { isInLane } from './overview.ts';

const VALUES = 5;
const MESSAGES = 100;

interface Attribute {
  name: string;
  of: (row: number) => number;
  text: (value: number) => string;
  /** The test that selects a value; "" = none. */
  predicate: (text: string, value: number) => string;
}

/** What differs between the selected recipients and the rest of the record. */
export function differencesOf(
  held: HeldRecord,
  member: Member,
  { selection, classes, most = MESSAGES }: DifferQuestion,
): Result<Differences> {
  const { instance } = member;
  const { attempts, deliveries, activations } = instance.tables;
  let mine: Uint8Array | null = null;
  if (selection.predicate.trim() !== '') {
    const read = parsePredicate(selection.predicate, 'filter');
    if (!read.ok) return read;
    mine = selectLives(instance, read.value);
  }
  const queries = queriesOf(held, member);
  const inLane = isInLane(queries, member, selection, classes);
  const selected = new Uint32Array(attempts.length);
  const rest = new Uint32Array(attempts.length);
  let [inside, outside] = [0, 0];
  for (let row = 1; row < attempts.length; row++) {
    const active = activations.time[deliveries.activation[attempts.delivery[row] ?? 0] ?? 0] ?? 0;
    const time = active === 0 ? (attempts.time[row] ?? 0) : active;
    const b = attempts.b[row] ?? 0;
    const is =
      time >= selection.from &&
      time < selection.to &&
      b >= selection.over &&
      b < selection.under &&
      (mine === null || mine[attempts.life[row] ?? 0] === 1) &&
      inLane(row);
    if (is) selected[inside++] = row;
    else rest[outside++] = row;
  }
  const parts = { selected: selected.subarray(0, inside), rest: rest.subarray(0, outside) };
  const lives = [
    ...new Set(longest(attempts.b, parts.selected, most * 50).map((row) => attempts.life[row] ?? 0)),
  ];
  const whole = Math.max(1, instance.to - instance.from);
  const columns = columnsOf(member);
  const compared = columns.attributes.map((attribute, i) => compare(attribute, columns.ranked[i], parts));
  const quantiles = quantilesOf(columns.seconds, parts);
  const figures = (of: keyof Parts, span: number): PartFigures => ({
    ...figuresOf(member, parts[of], span),
    ...quantiles(of),
  });
  return {
    ok: true,
    value: {
      selected: figures('selected', selection.to - selection.from),
      rest: figures('rest', whole),
      attributes: compared
        .filter(({ differs }) => differs > 0.02)
        .sort((one, other) => other.differs - one.differs),
      messages: lives.slice(0, most).map((life) => foundMessage(instance, life)),
    },
  };
}

/** Attempts that are selected, and all others. */
interface Parts {
  selected: Uint32Array;
  rest: Uint32Array;
}

/** Quantiles of a, b, c, d of both parts: every second that was printed is one of few. */
function quantilesOf(
  { a, b, c, d }: Columns['seconds'],
  parts: Parts,
): (of: keyof Parts) => Pick<PartFigures, 'a' | 'b' | 'b90' | 'c' | 'd'> {
  const counted = [a, b, c, d].map((column) => ({ column, counts: countsOf(column, parts) }));
  return (of) => {
    const { length } = parts[of];
    const [inA, inB, inC, inD] = counted.map(
      ({ column, counts }) =>
        (share: number) =>
          length === 0 ? 0 : valueAt(column, counts[of], Math.min(length - 1, Math.floor(length * share))),
    );
    return {
      a: inA?.(0.5) ?? 0,
      b: inB?.(0.5) ?? 0,
      b90: inB?.(0.9) ?? 0,
      c: inC?.(0.5) ?? 0,
      d: inD?.(0.5) ?? 0,
    };
  };
}

function figuresOf(
  { instance }: Member,
  rows: Uint32Array,
  span: number,
): Omit<PartFigures, 'a' | 'b' | 'b90' | 'c' | 'd'> {
  const { attempts } = instance.tables;
  const seen = new Uint8Array(instance.tables.lives.length);
  const counts = STATUSES.map(() => 0);
  let [messages, late] = [0, 0];
  for (const row of rows) {
    const life = attempts.life[row] ?? 0;
    if (seen[life] === 0) messages++;
    seen[life] = 1;
    const status = attempts.status[row] ?? 0;
    counts[status] = (counts[status] ?? 0) + 1;
    if ((attempts.b[row] ?? 0) > 10) late++;
  }
  const of = (status: (typeof STATUSES)[number]): number => counts[STATUSES.indexOf(status)] ?? 0;
  return {
    recipients: rows.length,
    messages,
    sent: of('sent'),
    deferred: of('deferred'),
    bounced: of('bounced'),
    waited: late,
    perMinute: rows.length / Math.max(1 / 60, span / 60_000_000),
  };
}

/** Rows with the largest values, the largest first. */
function longest(column: Float32Array, rows: Uint32Array, most: number): number[] {
  const values = Float32Array.from(rows);
  for (let i = 0; i < rows.length; i++) values[i] = column[rows[i] ?? 0] ?? 0;
  return largest(values, most).map((place) => rows[place] ?? 0);
}

/** Worked out once of a record, so that a selection costs what it holds. */
interface Columns {
  attributes: Attribute[];
  /** Of each attribute. */
  ranked: Ranked[];
  seconds: { a: Ranked; b: Ranked; c: Ranked; d: Ranked };
}

const known = new WeakMap<Instance, Columns>();

function columnsOf(member: Member): Columns {
  const { instance } = member;
  let found = known.get(instance);
  if (found !== undefined) return found;
  const { attempts } = instance.tables;
  const attributes = attributesOf(member);
  const ranked = attributes.map((attribute) => {
    const values = new Uint32Array(attempts.length);
    for (let row = 1; row < attempts.length; row++) values[row] = attribute.of(row);
    return rankedOf(values);
  });
  const { a, b, c, d } = attempts;
  const seconds = { a: rankedOf(a), b: rankedOf(b), c: rankedOf(c), d: rankedOf(d) };
  found = { attributes, ranked, seconds };
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
    // Nothing selected, or everything: there is nothing to compare.
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
/** Edges of the classes of sizes and numbers. */
const RECIPIENTS = [1, 2, 10, 100, 1000, 10_000];
const SIZES = [0, 10_000, 100_000, 1_000_000, 10_000_000];

function attributesOf(member: Member): Attribute[] {
  const { attempts, lives } = member.instance.tables;
  const { strings } = member.instance.pools;
  const life = (row: number): number => attempts.life[row] ?? 0;
  const domains = new Map<number, number>();
  const domainNames: string[] = [];
  const places = new Map<string, number>();
  const domainOf = (to: number): number => {
    let place = domains.get(to);
    if (place !== undefined) return place;
    const name = domainOfAddress(strings.text(to));
    place = places.get(name) ?? domainNames.push(name) - 1;
    places.set(name, place);
    domains.set(to, place);
    return place;
  };
  return [
    {
      name: 'domain',
      of: (row) => domainOf(attempts.to[row] ?? 0),
      text: (n) => domainNames[n] ?? '',
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

/** Attributes of numbers and of what became of it. */
function attributesOfMail({ instance }: Member): Attribute[] {
  const { attempts, lives, deliveries, activations, agents } = instance.tables;
  const { strings, replies } = instance.pools;
  const life = (row: number): number => attempts.life[row] ?? 0;
  const edge = (edges: readonly number[], value: number): number =>
    edges.findLast((one) => one <= value) ?? 0;
  const between = (field: string, edges: readonly number[]) => (_text: string, from: number) => {
    const next = edges.find((one) => one > from);
    return next === undefined ? `${field}>=${from}` : `${field}>=${from} and ${field}<${next}`;
  };
  const range = (edges: readonly number[], unit: string) => (from: number) => {
    const next = edges.find((one) => one > from);
    return next === undefined ? `${from} and more ${unit}` : `${from} to ${next - 1} ${unit}`;
  };
  return [
    {
      name: 'size',
      of: (row) => edge(SIZES, lives.size[life(row)] ?? 0),
      text: range(SIZES, 'bytes'),
      predicate: between('size', SIZES),
    },
    {
      name: 'recipients',
      of: (row) => edge(RECIPIENTS, lives.nrcpt[life(row)] ?? 0),
      text: range(RECIPIENTS, 'recipients'),
      predicate: between('recipients', RECIPIENTS),
    },
    {
      name: 'try',
      of: (row) =>
        Math.min(5, activations.ordinal[deliveries.activation[attempts.delivery[row] ?? 0] ?? 0] ?? 0),
      text: (n) => (n === 5 ? '5th and later' : n === 0 ? 'not known' : `try ${n}`),
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
