/**
 * Checks the modelled part of a scenario: the mail of a real Postfix, and servers inferred from its record. The columns are
 * those of `protocol/modelled.ts`, made by `importers/model`; rules: `core/world/modelled/README.md`.
 */
import * as v from 'valibot';
import { textUpTo, wholeNumber } from '../protocol/accepted.ts';
import { type ModelledServer, type ModelledSetup, PROCESSES } from '../protocol/modelled.ts';
import { MICROS_PER_DAY } from '../protocol/units.ts';
import { LIMITS } from './limits.ts';
import { isTransportName } from '../protocol/names.ts';
import { column, members, type Path, RecordedRefusal, refuse } from './recorded-check.ts';
import { number } from './schema-parts.ts';
import { pathItems } from './schema-recorded.ts';
import { isObject } from '../protocol/is-object.ts';

/** Maximum duration of a delivery, in microseconds: a day. */
export const LONGEST = MICROS_PER_DAY;
/** Microseconds since 1970 of the last day that `Date` supports. */
const LATEST = 8_640_000_000_000_000;
const AT: readonly [number, number] = [-LIMITS.at, LIMITS.at];
const TIME: readonly [number, number] = [0, LONGEST];

/** The schema of the modelled part. Written without valibot's schemas for lists, because it may hold a million numbers. */
export const modelled = v.pipe(
  v.unknown(),
  v.rawTransform(({ dataset, addIssue, NEVER }): ModelledSetup => {
    try {
      const { value } = dataset;
      if (!isObject(value)) refuse([], value, 'an object with origin, texts, messages, servers, answers');
      return setupOf(value);
    } catch (error) {
      if (!(error instanceof RecordedRefusal)) throw error;
      const { path, value, accepted } = error;
      addIssue({ message: accepted, input: value, path: pathItems(path, value) });
      return NEVER;
    }
  }),
);

function setupOf(given: Record<string, unknown>): ModelledSetup {
  const names = ['origin', 'texts', 'messages', 'servers', 'answers', 'scans', 'turn', 'fallback', 'luck'];
  // Models saved by older versions lack these members.
  const value = members([], given, names, ['startUp', 'maxIdle', 'maxUse']);
  const texts = listOf(['texts'], value['texts'], text);
  const servers = listOf(['servers'], value['servers'], server);
  const messages = messagesOf(value['messages'], texts, servers.length);
  const a = members(['answers'], value['answers'], ['first', 'fate']);
  const fate = column(['answers', 'fate'], a['fate'], [0, 2]);
  const recipients = messages.address.length;
  return {
    origin: whole(['origin'], value['origin'], [0, LATEST]),
    texts,
    messages,
    servers,
    answers: { first: ascending(['answers', 'first'], a['first'], fate.length, recipients + 1), fate },
    scans: column(['scans'], value['scans'], AT),
    turn: whole(['turn'], value['turn'], TIME),
    startUp: column(['startUp'], value['startUp'] ?? [], TIME),
    maxIdle: whole(['maxIdle'], value['maxIdle'] ?? PROCESSES.maxIdle, TIME),
    maxUse: whole(['maxUse'], value['maxUse'] ?? PROCESSES.maxUse, [1, Number.MAX_SAFE_INTEGER]),
    fallback: whole(['fallback'], value['fallback'], [-1, servers.length - 1]),
    luck: whole(['luck'], value['luck'], [0, 0xffffffff]),
  };
}

function messagesOf(value: unknown, texts: readonly string[], servers: number): ModelledSetup['messages'] {
  const names = [
    'id',
    'sender',
    'created',
    'at',
    'read',
    'first',
    'address',
    'transport',
    'nexthop',
    'server',
    'pace',
  ];
  const m = members(['messages'], value, names);
  const at = (name: string): Path => ['messages', name];
  const any: readonly [number, number] = [0, texts.length - 1];
  const id = column(at('id'), m['id'], any);
  const address = column(at('address'), m['address'], any);
  const recipients = address.length;
  const transport = column(at('transport'), m['transport'], any, recipients);
  for (const [i, one] of transport.entries())
    if (!isTransportName(texts[one] ?? '')) refuse([...at('transport'), i], texts[one], 'a transport name');
  return {
    id,
    sender: column(at('sender'), m['sender'], any, id.length),
    created: column(at('created'), m['created'], AT, id.length),
    at: column(at('at'), m['at'], [0, LIMITS.at], id.length),
    read: column(at('read'), m['read'], TIME, id.length),
    first: ascending(at('first'), m['first'], recipients, id.length + 1),
    address,
    transport,
    nexthop: column(at('nexthop'), m['nexthop'], any, recipients),
    server: column(at('server'), m['server'], [0, servers - 1], recipients),
    pace: column(at('pace'), m['pace'], [0, 1_000_000], recipients),
  };
}

function ascending(path: Path, value: unknown, last: number, length: number): number[] {
  const list = column(path, value, [0, last], length);
  for (const [i, one] of list.entries())
    if (one < (list[i - 1] ?? 0)) refuse([...path, i], one, 'at least the previous number');
  if (list[0] !== 0 || list.at(-1) !== last) refuse(path, `${list[0]} to ${list.at(-1)}`, `0 to ${last}`);
  return list;
}

function server(path: Path, value: unknown): ModelledServer {
  const names = [
    'name',
    'greeting',
    'message',
    'recipient',
    'paces',
    'reuse',
    'sessions',
    'rate',
    'refusal',
    'down',
  ];
  // Models saved by older versions have no `recipients`.
  const s = members(path, value, names, ['recipients']);
  const refusal = members([...path, 'refusal'], s['refusal'], ['after', 'reason', 'status']);
  return {
    name: text([...path, 'name'], s['name']),
    greeting: column([...path, 'greeting'], s['greeting'], TIME),
    message: whole([...path, 'message'], s['message'], TIME),
    recipient: whole([...path, 'recipient'], s['recipient'], TIME),
    paces: column([...path, 'paces'], s['paces'], [1, 1_000_000]),
    reuse: s['reuse'] === true,
    sessions: whole([...path, 'sessions'], s['sessions'], [0, LIMITS.agents]),
    ...(s['recipients'] === undefined
      ? {}
      : { recipients: whole([...path, 'recipients'], s['recipients'], [1, LIMITS.agents]) }),
    rate: s['rate'] === null ? null : rate([...path, 'rate'], s['rate']),
    refusal: failure([...path, 'refusal'], refusal),
    down: listOf([...path, 'down'], s['down'], (at, one) => {
      const d = members(at, one, ['from', 'until', 'after', 'reason', 'status']);
      const from = whole([...at, 'from'], d['from'], AT);
      return { from, until: whole([...at, 'until'], d['until'], AT), ...failure(at, d) };
    }),
  };
}

function rate(path: Path, value: unknown): { sessions: number; per: number } {
  const r = members(path, value, ['sessions', 'per']);
  return {
    sessions: whole([...path, 'sessions'], r['sessions'], [1, LIMITS.agents]),
    per: whole([...path, 'per'], r['per'], [1, LONGEST]),
  };
}

function failure(
  path: Path,
  value: Record<string, unknown>,
): { after: number; reason: string; status: string } {
  return {
    after: whole([...path, 'after'], value['after'], TIME),
    reason: text([...path, 'reason'], value['reason']),
    status: text([...path, 'status'], value['status']),
  };
}

function whole(path: Path, value: unknown, range: readonly [number, number]): number {
  const [min, max] = range;
  if (!Number.isSafeInteger(value) || (value as number) < min || (value as number) > max)
    return refuse(path, value, wholeNumber(number(min), number(max)));
  return value as number;
}

function text(path: Path, value: unknown): string {
  if (typeof value !== 'string' || value.length > LIMITS.recordedText)
    return refuse(path, value, textUpTo(LIMITS.recordedText));
  return value;
}

function listOf<T>(path: Path, value: unknown, of: (path: Path, value: unknown) => T): T[] {
  if (!Array.isArray(value) || value.length > LIMITS.recordedRows) return refuse(path, value, 'a list');
  return value.map((one: unknown, i) => of([...path, i], one));
}
