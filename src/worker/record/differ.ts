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
import { nth } from './nth.ts';
import { laneGroups } from './overview.ts';

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
  const groups =
    selection.lane === ''
      ? null
      : queries.groups(laneGroups(queries, member, { lanes: selection.lanes, classes }));
  const isLane = Array.from(
    { length: groups?.count ?? 0 },
    (_, group) => groups?.name(group) === selection.lane,
  );
  const selected: number[] = [];
  const rest: number[] = [];
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
      (groups === null || isLane[groups.ofAttempt?.[row] ?? 0] === true);
    (is ? selected : rest).push(row);
  }
  const lives = [...new Set(longest(attempts.b, selected, most * 50).map((row) => attempts.life[row] ?? 0))];
  const whole = { from: instance.from, to: instance.to };

  return {
    ok: true,
    value: {
      selected: figuresOf(member, selected, selection.to - selection.from),
      rest: figuresOf(member, rest, Math.max(1, whole.to - whole.from)),
      attributes: columnsOf(member)
        .map((column) => compare(column, selected, rest))
        .filter(({ differs }) => differs > 0.02)
        .sort((one, other) => other.differs - one.differs),
      messages: lives.slice(0, most).map((life) => foundMessage(instance, life)),
    },
  };
}

function figuresOf({ instance }: Member, rows: readonly number[], span: number): PartFigures {
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
  const values = new Float32Array(rows.length);
  const at = (column: Float32Array, share: number): number => {
    for (let i = 0; i < rows.length; i++) values[i] = column[rows[i] ?? 0] ?? 0;
    return nth(values, Math.min(values.length - 1, Math.floor(values.length * share)));
  };
  const of = (status: (typeof STATUSES)[number]): number => counts[STATUSES.indexOf(status)] ?? 0;
  return {
    recipients: rows.length,
    messages,
    sent: of('sent'),
    deferred: of('deferred'),
    bounced: of('bounced'),
    a: at(attempts.a, 0.5),
    b: at(attempts.b, 0.5),
    b90: at(attempts.b, 0.9),
    c: at(attempts.c, 0.5),
    d: at(attempts.d, 0.5),
    waited: late,
    perMinute: rows.length / Math.max(1 / 60, span / 60_000_000),
  };
}

/** Rows with the largest values, the largest first. */
function longest(values: Float32Array, rows: readonly number[], most: number): number[] {
  const of = (row: number): number => values[row] ?? 0;
  const least = rows.length <= most ? 0 : nth(Float32Array.from(rows, of), rows.length - most);
  const found = rows.filter((row) => of(row) >= least);
  return found.sort((one, other) => of(other) - of(one)).slice(0, most);
}

/** An attribute of every attempt, and how often each value is there: worked out once, so that a selection costs what it holds. */
interface Column {
  attribute: Attribute;
  values: Uint32Array;
  all: ReadonlyMap<number, number>;
}

const columns = new WeakMap<Instance, Column[]>();

function columnsOf(member: Member): Column[] {
  const { instance } = member;
  let found = columns.get(instance);
  if (found !== undefined) return found;
  const rows = instance.tables.attempts.length;
  found = attributesOf(member).map((attribute) => {
    const values = new Uint32Array(rows);
    for (let row = 1; row < rows; row++) values[row] = attribute.of(row);
    return { attribute, values, all: tallied(values.subarray(1)) };
  });
  columns.set(instance, found);
  return found;
}

/** How often each value is there. */
function tallied(values: Uint32Array): Map<number, number> {
  const found = new Map<number, number>();
  const sorted = values.toSorted();
  for (let at = 0; at < sorted.length; ) {
    const value = sorted[at] ?? 0;
    let end = at + 1;
    while (sorted[end] === value) end++;
    found.set(value, end - at);
    at = end;
  }
  return found;
}

function compare(
  { attribute, values: own, all }: Column,
  selected: readonly number[],
  rest: readonly number[],
): AttributeRow {
  const one = new Map<number, number>();
  for (const row of selected) one.set(own[row] ?? 0, (one.get(own[row] ?? 0) ?? 0) + 1);
  const [ofOne, ofOther] = [Math.max(1, selected.length), Math.max(1, rest.length)];
  let differs = 0;
  const values = [...all].map(([value, count]) => {
    const of = one.get(value) ?? 0;
    const shares = { selected: of / ofOne, rest: (count - of) / ofOther };
    differs += Math.abs(shares.selected - shares.rest) / 2;
    return { value, ...shares };
  });
  values.sort((a, b) => Math.abs(b.selected - b.rest) - Math.abs(a.selected - a.rest));
  return {
    attribute: attribute.name,
    // Nothing selected, or everything: there is nothing to compare.
    differs: selected.length === 0 || rest.length === 0 ? 0 : differs,
    values: values.slice(0, VALUES).map(({ value, selected: share, rest: other }) => {
      const text = attribute.text(value);
      return { value: text, selected: share, rest: other, predicate: attribute.predicate(text, value) };
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
