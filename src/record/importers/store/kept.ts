import type { FilePlace } from '../../../protocol/ids.ts';
import { isShared } from '../bytes/columns.ts';
import { type PackedStrings, Strings } from '../bytes/strings.ts';
import { Texts } from '../bytes/texts.ts';
import type { FileFacts } from '../input/probe.ts';
import type { ReadResult } from '../input/read.ts';
import { type Gap, Gaps } from './gaps.ts';
import { Instance } from './instance.ts';
import type { Pools } from './pools.ts';
import { type Member, RecordBuilder } from './record.ts';
import { columnsOf } from './tables.ts';
import { Unknown, type UnknownShape } from './unknown.ts';

/** Format version of saved records. Other versions are refused, because the original files can be read again. */
export const KEPT_FORM = 2;

type Column = Float64Array | Float32Array | Int32Array | Uint32Array | Uint16Array | Uint8Array;

/**
 * A finished record as plain data for a browser database: small values in `body`, every column by name
 * (`strings.bytes`, `0.attempts.time`). Unpacking restores the record without reading a line.
 */
export interface PackedRecord {
  body: PackedBody;
  columns: Map<string, Column>;
}

interface PackedBody {
  form: number;
  files: FileFacts[];
  cancelled: boolean;
  /** Texts that are not logs, by file number. */
  texts: [file: FilePlace, text: string][];
  zone: string;
  members: PackedMember[];
  others: [name: string, count: number][];
  junk: PackedUnknown;
  blank: number;
  beyond: number;
  repliesShaped: number;
  strings: Record<PoolName, Pick<PackedStrings, 'count' | 'overflow' | 'overflowed'>>;
}

interface PackedUnknown {
  list: UnknownShape[];
  count: number;
}

interface PackedMember {
  host: string;
  name: string;
  unknown: PackedUnknown;
  gaps: Gap[];
  lost: Gap[];
  clockSteps: Gap[];
  /** Single values of the instance (FIGURES), by field name. */
  figures: Record<Figure, number>;
}

const POOLS = ['strings', 'codes', 'replies'] as const;
type PoolName = (typeof POOLS)[number];

const FIGURES = [
  'host',
  'name',
  'lines',
  'understood',
  'used',
  'duplicates',
  'from',
  'to',
  'resolution',
  'accuracy',
  'version',
  'configuration',
  'qmgr',
  'notKept',
] as const;
type Figure = (typeof FIGURES)[number];

/** Packs a record after `finish`. Columns with their own buffer are not copied. */
export function packRecord(
  { builder, files, cancelled }: ReadResult,
  texts: ReadonlyMap<number, string>,
  zone: string,
): PackedRecord {
  const { pools, members } = builder;
  const columns = new Map<string, Column>();
  const strings = {} as PackedBody['strings'];
  for (const name of POOLS) {
    const { bytes, starts, ...rest } = pools[name].pack();
    columns.set(`${name}.bytes`, bytes).set(`${name}.starts`, starts);
    strings[name] = rest;
  }
  columns.set('texts.bytes', pools.texts.bytes.subarray(0, pools.texts.used));
  columns.set('outcomes', pools.outcomes);
  for (const [place, { instance }] of members.entries())
    for (const [name, column] of columnsOf(instance.tables))
      columns.set(`${place}.${name}`, isShared(column) ? column.slice() : column);
  const body: PackedBody = {
    form: KEPT_FORM,
    files,
    cancelled,
    texts: [...texts],
    zone,
    members: members.map(packMember),
    others: [...builder.others],
    junk: packUnknown(builder.junk),
    blank: builder.blank,
    beyond: builder.beyond,
    repliesShaped: pools.repliesShaped,
    strings,
  };
  return { body, columns };
}

function packMember({ host, name, unknown, gaps, lost, instance }: Member): PackedMember {
  const figures = {} as PackedMember['figures'];
  for (const figure of FIGURES) figures[figure] = instance[figure];
  return {
    host,
    name,
    unknown: packUnknown(unknown),
    gaps: gaps.list(),
    lost,
    clockSteps: instance.clockSteps,
    figures,
  };
}

function packUnknown(unknown: Unknown): PackedUnknown {
  return { list: unknown.list(), count: unknown.count };
}

/** Restores a packed record. Throws an Error with a sentence if the format differs or a column is missing. */
export function unpackRecord({ body, columns }: PackedRecord): {
  result: ReadResult;
  texts: Map<number, string>;
  zone: string;
} {
  if (body?.form !== KEPT_FORM)
    throw new Error(
      `This record was saved in format ${String(body?.form ?? 'none')}, but this page reads format ${KEPT_FORM}. Read its files again.`,
    );
  const pools = unpackPools(body, columns);
  const builder = new RecordBuilder(false, 0, undefined, pools);
  builder.close();
  for (const [place, member] of body.members.entries())
    builder.members.push(unpackMember(member, place, pools, columns));
  for (const [name, count] of body.others) builder.others.set(name, count);
  builder.junk = Unknown.of(body.junk.list, body.junk.count);
  builder.blank = body.blank;
  builder.beyond = body.beyond;
  const { files, cancelled, zone } = body;
  return { result: { builder, files, cancelled }, texts: new Map(body.texts), zone };
}

function unpackPools(body: PackedBody, columns: PackedRecord['columns']): Pools {
  const strings = (name: PoolName): Strings =>
    Strings.unpack({
      ...body.strings[name],
      bytes: column(columns, `${name}.bytes`, Uint8Array),
      starts: column(columns, `${name}.starts`, Uint32Array),
    });
  const texts = new Texts();
  texts.bytes = column(columns, 'texts.bytes', Uint8Array);
  texts.used = texts.bytes.length;
  return {
    strings: strings('strings'),
    codes: strings('codes'),
    replies: strings('replies'),
    texts,
    outcomes: column(columns, 'outcomes', Uint8Array),
    repliesShaped: body.repliesShaped,
  };
}

function unpackMember(
  packed: PackedMember,
  place: number,
  pools: Pools,
  columns: PackedRecord['columns'],
): Member {
  const { host, name, unknown, gaps, lost, clockSteps, figures } = packed;
  const instance = new Instance(figures.host, figures.name, pools);
  Object.assign(instance, figures);
  instance.clockSteps.push(...clockSteps);
  for (const [table, fields] of Object.entries(instance.tables)) {
    const own = fields as unknown as Record<string, Column | number>;
    for (const [field, empty] of Object.entries(own)) {
      if (typeof empty === 'number') continue;
      const kept = column(columns, `${place}.${table}.${field}`, empty.constructor as ColumnKind<Column>);
      own[field] = kept;
      own['length'] = kept.length;
      own['capacity'] = kept.length;
    }
  }
  instance.indexIds();
  return {
    instance,
    host,
    name,
    manager: true,
    unknown: Unknown.of(unknown.list, unknown.count),
    gaps: Gaps.of(gaps),
    lost,
    last: 0,
    lastFile: -1,
  };
}

type ColumnKind<C> = new (length: number) => C;

function column<C extends Column>(columns: PackedRecord['columns'], name: string, kind: ColumnKind<C>): C {
  const found = columns.get(name);
  if (found instanceof kind) return found;
  throw new Error(`This record is damaged. Its column ${name} is missing. Read its files again.`);
}
