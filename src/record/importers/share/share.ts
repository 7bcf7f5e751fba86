/**
 * Writes a record that may be shown to others (record/importers/README.md §4) from parsed data, so text that was not understood is never
 * shared. Names are replaced, times shifted by whole minutes, and replies reduced to code and category.
 */
import type { MailClass } from '../../protocol/classes.ts';
import type { Settings } from '../../protocol/settings.ts';
import type {
  ShareCounts,
  SharedClass,
  SharedRecord,
  ShareSample,
  UnsharedClass,
} from '../../protocol/share.ts';
import {
  type EpochMicros,
  MICROS_PER_MINUTE,
  MICROS_PER_SECOND,
  type Seconds,
} from '../../../protocol/units.ts';
import type { Predicate } from '../classes/fields.ts';
import { selectLives } from '../classes/select.ts';
import { CLASSES_PART } from '../classes/text.ts';
import { type Member, PART_MARK } from '../store/record.ts';
import { shareClasses } from './classes.ts';
import { idKey, type LineRow, linesOfPart, notePart, type Part } from './facts.ts';
import { Renamer } from './names.ts';
import { isoStamp, type Plain, plain, plainJson, plainLines, word, oneOf } from './plain.ts';
import { noteSettings, plainSettings } from './settings.ts';
import { readPostqueue } from '../snapshots/postqueue.ts';
import { plainReply } from './replies.ts';

/** First day of every shared record. */
const START = Date.UTC(2001, 0, 1) * 1000;
const SAMPLES = 8;

interface ShareOptions {
  /** Only messages that were in the queue in this range (whole microseconds since 1970), with all their lines. 0, 0 = all. */
  from: EpochMicros;
  to: EpochMicros;
  /** Only messages of at least one of these classes. Empty = all. */
  only: readonly Predicate[];
  /** Classes to share, with replaced names. */
  classes: readonly MailClass[];
}

/** Texts to share, by the names that the reader accepts, and the key, which is not shared. */
export interface Shared {
  texts: { name: string; text: Plain }[];
  /** One line per name: token, tab, name. */
  key: string;
  members: SharedRecord['instances'];
  shift: SharedRecord['shift'];
  counts: ShareCounts;
  samples: ShareSample[];
  classes: SharedClass[];
  classesLeft: UnsharedClass[];
}

/** @param queues Texts of `postqueue -j`. The last one is used. */
export function shareRecord(
  members: readonly Member[],
  settings: Settings | null,
  queues: readonly string[],
  { from, to, only, classes }: ShareOptions,
): Shared {
  const parts = members
    .map((member) => partOf(member, from, to, only))
    .filter(({ lives }) => lives.includes(1));
  const whole = from === 0 && to === 0 && only.length === 0;
  const queueText = whole ? (queues.at(-1) ?? '') : '';
  const renamer = renamerOf(parts, settings, queueText);
  const ids = idsOf(parts, renamer);
  const rows = parts.map((part) => ordered(linesOfPart(part, renamer, ids), part));
  const first = Math.min(...rows.map((list) => list[0]?.time ?? Infinity));
  const shift = Number.isFinite(first)
    ? START - Math.floor(first / MICROS_PER_MINUTE) * MICROS_PER_MINUTE
    : 0;
  const written = rows.flatMap((list, i) =>
    list.map((row) => ({ ...row, host: hostOf(parts[i], renamer), coarse: coarseness(parts[i]) })),
  );
  if (rows.length > 1) written.sort((one, other) => one.high - other.high);
  const lines = written.map(
    (row) => plain`${isoStamp(row.time + shift, row.coarse)} ${row.host} ${row.text}`,
  );
  const last = written.at(-1);
  // The mark comes after all other lines, so that it changes neither their line numbers nor their times.
  const marks =
    only.length === 0 || last === undefined
      ? []
      : [...new Set(written.map(({ host }) => host))].map(
          (host) =>
            plain`${isoStamp(last.time + shift, last.coarse)} ${host} ${word(PART_MARK)}: only some of the mail is in this record`,
        );
  const texts = [{ name: 'maillog', text: plainLines([...lines, ...marks]) }];
  const own = settings === null ? null : plainSettings(settings, renamer, domainsOf(parts));
  if (own !== null) texts.push(...own.texts);
  if (queueText !== '')
    texts.push({
      name: 'postqueue.jsonl',
      text: plainQueue(queueText, renamer, ids, shift / MICROS_PER_SECOND),
    });
  const named = shareClasses(classes, parts, renamer);
  texts.push({
    name: CLASSES_PART,
    text: plainLines(named.classes.map(({ name, predicate }) => plainJson({ class: name, predicate }))),
  });
  return {
    texts: texts.filter(({ text }) => text !== ''),
    key: [...renamer.names.key(), ...named.classes.map(({ name, own }) => [name, own])]
      .map((pair) => pair.join('\t'))
      .join('\n'),
    counts: {
      lines: lines.length + marks.length,
      messages: parts.reduce((sum, { lives }) => sum + lives.reduce((all, is) => all + is, 0), 0),
      settings: own?.shared ?? 0,
      settingsLeft: own?.left ?? 0,
    },
    members: parts.map(({ member }) => namesOf(member, renamer)),
    shift,
    samples: samplesOf(written, lines),
    classes: named.classes,
    classesLeft: named.left,
  };
}

function renamerOf(parts: readonly Part[], settings: Settings | null, queueText: string): Renamer {
  const renamer = new Renamer();
  if (settings !== null) noteSettings(settings, renamer);
  for (const part of parts) notePart(part, renamer);
  noteQueue(queueText, renamer);
  return renamer;
}

/** The names used when the whole record is shared, so that pictures of it agree with the shared record. */
export function recordRenamer(
  members: readonly Member[],
  settings: Settings | null,
  queues: readonly string[],
): Renamer {
  const parts = members.map((member) => partOf(member, 0, 0, []));
  return renamerOf(
    parts.filter(({ lives }) => lives.includes(1)),
    settings,
    queues.at(-1) ?? '',
  );
}

const namesOf = ({ host, name }: Member, renamer: Renamer): Shared['members'][number] => ({
  own: { host, instance: name },
  shared: { host: renamer.names.token('host', host), instance: renamer.instance(name) },
});

function partOf(member: Member, from: EpochMicros, to: EpochMicros, only: readonly Predicate[]): Part {
  const { instance } = member;
  const { lives } = instance.tables;
  const is = new Uint8Array(lives.length);
  const classes = only.map((predicate) => selectLives(instance, predicate));
  for (let life = 1; life < lives.length; life++) {
    const began = lives.firstTime[life] ?? 0;
    const ended = lives.ended[life] === 0 ? instance.to : (lives.ended[life] ?? 0);
    const then = (to === 0 || began < to) && ended >= from;
    if (then && (classes.length === 0 || classes.some((one) => one[life] === 1))) is[life] = 1;
  }
  return { member, lives: is, from: from === 0 ? instance.from : from, to: to === 0 ? instance.to : to };
}

/** Orders lines as in their files, where a stamp may be slightly earlier than that of the previous line. */
function ordered(rows: LineRow[], { member }: Part): (LineRow & { high: number })[] {
  // Times within a second were only inferred. The lines are written with their seconds.
  const unit = member.instance.resolution;
  if (unit >= MICROS_PER_SECOND) for (const row of rows) row.time = Math.floor(row.time / unit) * unit;
  const stated = rows
    .filter(({ file }) => file >= 0)
    .sort((one, other) => one.file - other.file || one.line - other.line);
  const highs = new Map<number, number>();
  const high = (row: LineRow): number => {
    if (row.file < 0) return row.time;
    const latest = Math.max(highs.get(row.file) ?? 0, row.time);
    highs.set(row.file, latest);
    return latest;
  };
  const made = [...stated, ...rows.filter(({ file }) => file < 0)].map((row) => ({
    ...row,
    high: high(row),
  }));
  // If the clock was set back, later times continue from the latest one.
  if (member.instance.clockSteps.length > 0) for (const row of made) row.time = row.high;
  return made.sort((one, other) => one.high - other.high || place(one) - place(other));
}

/** Lines without a position come last at their instant. */
const place = ({ file, line }: LineRow): number => (file < 0 ? Infinity : file * 2 ** 32 + line);

function idsOf(parts: readonly Part[], renamer: Renamer): ReadonlyMap<string, Plain> {
  const ids = new Map<string, Plain>();
  for (const { member, lives: is } of parts) {
    const { tables, pools } = member.instance;
    for (let life = 1; life < is.length; life++) {
      if (is[life] !== 1) continue;
      const id = pools.texts.text(tables.lives.id[life] ?? 0);
      ids.set(id, renamer.names.token('id', idKey(member, life, id)));
    }
  }
  return ids;
}

function domainsOf(parts: readonly Part[]): string[] {
  const found = new Set<string>();
  for (const { member, lives: is } of parts) {
    const { attempts } = member.instance.tables;
    for (let row = 1; row < attempts.length; row++) {
      if (is[attempts.life[row] ?? 0] !== 1) continue;
      const address = member.instance.pools.strings.text(attempts.to[row] ?? 0);
      const at = address.lastIndexOf('@');
      if (at >= 0) found.add(address.slice(at + 1).toLowerCase());
    }
  }
  return [...found].sort();
}

const hostOf = (part: Part | undefined, renamer: Renamer): Plain =>
  renamer.names.token('host', part?.member.host ?? '');
/** Number of decimals of seconds in the record's stamps. */
function coarseness(part: Part | undefined): number {
  const resolution = part?.member.instance.resolution ?? 1;
  return resolution >= MICROS_PER_SECOND ? 0 : resolution >= 1000 ? 3 : 6;
}

/** One line of each kind, with the position of the original line. */
function samplesOf(rows: readonly LineRow[], lines: readonly Plain[]): ShareSample[] {
  const seen = new Set<string>();
  const samples: ShareSample[] = [];
  for (const [i, { file, line, text }] of rows.entries()) {
    const kind = `${/^[^[]*/.exec(text)?.[0]} ${/status=\w+|queue active|qmgr_\w+/.exec(text)?.[0]}`;
    if (file < 0 || !Number.isInteger(line) || line === 0 || seen.has(kind)) continue;
    seen.add(kind);
    samples.push({ file, line, after: lines[i] ?? '' });
    if (samples.length === SAMPLES) break;
  }
  return samples;
}

const QUEUES = ['active', 'deferred', 'incoming', 'hold', 'maildrop'];

/** Notes the names of `postqueue -j`, before any gets its number. */
function noteQueue(text: string, renamer: Renamer): void {
  for (const { sender, recipients } of lastOf(text)) {
    renamer.noteAddress(sender);
    for (const { address } of recipients) renamer.noteAddress(address);
  }
}

/**
 * The last snapshot of `postqueue -j` with replaced names, in its format.
 *
 * @param ids Tokens of the record's queue ids.
 * @param shift Seconds by which times are shifted.
 */
export function plainQueue(
  text: string,
  renamer: Renamer,
  ids: ReadonlyMap<string, Plain>,
  shift: Seconds,
): Plain {
  const { snapshots } = readPostqueue(text);
  const last = snapshots.at(-1);
  const queue = (last?.messages ?? []).map(({ queue: name, id, arrival, size, sender, recipients }) => ({
    queue_name: oneOf(QUEUES, name) ?? plain`deferred`,
    queue_id: ids.get(id) ?? renamer.names.token('id', id),
    arrival_time: arrival + shift,
    message_size: size,
    forced_expire: false,
    sender: sender === '' ? plain`MAILER-DAEMON` : renamer.address(sender),
    recipients: recipients.map(({ address, reason }) => ({
      address: renamer.address(address),
      ...(reason === '' ? {} : { delay_reason: plainReply(reason, false, renamer) }),
    })),
  }));
  if (queue.length === 0) return plain``;
  // Only a list of snapshots states their times.
  if (last !== undefined && last.time !== null)
    return plainLines([plainJson({ t: last.time + shift, queue })]);
  return plainLines(queue.map((one) => plainJson(one)));
}

const lastOf = (text: string) => readPostqueue(text).snapshots.at(-1)?.messages ?? [];
