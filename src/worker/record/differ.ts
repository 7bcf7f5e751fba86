import { selectLives } from '../../importers/classes/select.ts';
import { parsePredicate } from '../../importers/classes/parse.ts';
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
      (groups === null || groups.name(groups.ofAttempt?.[row] ?? 0) === selection.lane);
    (is ? selected : rest).push(row);
  }
  const longest = selected.toSorted((one, other) => (attempts.b[other] ?? 0) - (attempts.b[one] ?? 0));
  const lives = [...new Set(longest.slice(0, most * 50).map((row) => attempts.life[row] ?? 0))];
  const whole = { from: instance.from, to: instance.to };
  return {
    ok: true,
    value: {
      selected: figuresOf(member, selected, selection.to - selection.from),
      rest: figuresOf(member, rest, Math.max(1, whole.to - whole.from)),
      attributes: attributesOf(member)
        .map((attribute) => compare(attribute, selected, rest))
        .filter(({ differs }) => differs > 0.02)
        .sort((one, other) => other.differs - one.differs),
      messages: lives.slice(0, most).map((life) => foundMessage(instance, life)),
    },
  };
}

function figuresOf({ instance }: Member, rows: readonly number[], span: number): PartFigures {
  const { attempts } = instance.tables;
  const lives = new Set<number>();
  const counts = [0, 0, 0];
  for (const row of rows) {
    lives.add(attempts.life[row] ?? 0);
    const kind = ['sent', 'deferred', 'bounced'].indexOf(STATUSES[attempts.status[row] ?? 0] ?? '');
    if (kind >= 0) counts[kind] = (counts[kind] ?? 0) + 1;
  }
  const at = (column: Float32Array, share: number): number => {
    const sorted = Float32Array.from(rows, (row) => column[row] ?? 0).sort();
    return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  };
  const late = rows.reduce((count, row) => count + ((attempts.b[row] ?? 0) > 10 ? 1 : 0), 0);
  return {
    recipients: rows.length,
    messages: lives.size,
    sent: counts[0] ?? 0,
    deferred: counts[1] ?? 0,
    bounced: counts[2] ?? 0,
    a: at(attempts.a, 0.5),
    b: at(attempts.b, 0.5),
    b90: at(attempts.b, 0.9),
    c: at(attempts.c, 0.5),
    d: at(attempts.d, 0.5),
    waited: late,
    perMinute: rows.length / Math.max(1 / 60, span / 60_000_000),
  };
}

function compare(attribute: Attribute, selected: readonly number[], rest: readonly number[]): AttributeRow {
  const count = (rows: readonly number[]): Map<number, number> => {
    const found = new Map<number, number>();
    for (const row of rows) {
      const value = attribute.of(row);
      found.set(value, (found.get(value) ?? 0) + 1);
    }
    return found;
  };
  const [one, other] = [count(selected), count(rest)];
  const [ofOne, ofOther] = [Math.max(1, selected.length), Math.max(1, rest.length)];
  let differs = 0;
  const values = [...new Set([...one.keys(), ...other.keys()])].map((value) => {
    const shares = { selected: (one.get(value) ?? 0) / ofOne, rest: (other.get(value) ?? 0) / ofOther };
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
