import type { FilePlace, LineNumber, ProcessId } from '../../../protocol/ids.ts';
import {
  type EpochMicros,
  type EpochSeconds,
  MICROS_PER_SECOND,
  type Micros,
} from '../../../protocol/units.ts';
import { Strings } from '../bytes/strings.ts';
import { readTag, type Tag } from '../facts/programs.ts';
import { takeText } from '../facts/take.ts';
import { addEvent } from '../facts/manage.ts';
import type { Line } from '../lines/line.ts';
import { type Bytes, indexOfText, lit } from '../bytes/scan.ts';
import { type Gap, Gaps } from './gaps.ts';
import { Instance } from './instance.ts';
import { createPools, type Pools } from './pools.ts';
import { Unknown } from './unknown.ts';

/** What is known of one (host, syslog_name) besides its tables. */
export interface Member {
  instance: Instance;
  host: string;
  name: string;
  unknown: Unknown;
  gaps: Gaps;
  /** Lines of a syslog daemon that says it has lost some. */
  lost: Gap[];
  /** Latest stamp; of which file. */
  last: EpochMicros;
  lastFile: FilePlace;
}

/** Program of the line that a shared record of some of the mail ends with (share.ts). */
export const PART_MARK = 'qmgrscope';

/** More (host, instance) pairs than this, or more programs that are not Postfix's, are summed. */
const MEMBERS_MAX = 64;
const OTHERS_MAX = 500;
/** A clock is set back when stamps go back by more than this; less is disorder between processes. */
const CLOCK_STEP = 3_000_000;

/** Everything that is read, line by line: instances with their tables, and what is not theirs. */
export class RecordBuilder {
  readonly pools: Pools;
  readonly members: Member[] = [];
  /** Lines of programs that are not Postfix's, by `host program`. */
  readonly others = new Map<string, number>();
  /** Lines that are no lines of a log. */
  junk = new Unknown();
  /** Empty lines and remarks of journalctl. */
  blank = 0;
  /** Lines that could not be given to any instance because there are too many. */
  beyond = 0;
  private recent: Recent | null;
  private readonly hosts = new Strings({ count: 4096, bytes: 1_048_576 });
  private readonly tags = new Strings({ count: 8192, bytes: 1_048_576 });
  private readonly tagInfo: (TagInfo | undefined)[] = [];
  /** host · 8192 + tag → its member, as far as known. */
  private readonly byTag = new Map<number, Member | null>();
  private readonly byName = new Map<string, Member>();

  /** @param bytes how much will be read, about (see Recent). */
  constructor(several: boolean, bytes: number, pools: Pools = createPools()) {
    this.pools = pools;
    this.recent = new Recent(several, bytes);
  }

  /** Everything is read: what only reading needs is given back. */
  close(): void {
    this.recent = null;
  }

  /** Takes one line of a log; `high` is the latest stamp of its file so far. What became of it. */
  take(
    line: Line,
    file: FilePlace,
    lineNumber: LineNumber,
    high: EpochMicros,
  ): 'postfix' | 'repeated' | 'other' {
    const { buf } = line;
    const host = this.hosts.add(buf, line.hostFrom, line.hostTo);
    const tag = this.tags.add(buf, line.tagFrom, line.tagTo);
    const info = this.tagInfo[tag] ?? this.learnTag(tag);
    if (info.role === null) {
      this.other(line, host, info, file, lineNumber);
      return 'other';
    }
    const key = host * 8192 + tag;
    let member = this.byTag.get(key);
    if (member === undefined) {
      member = this.memberOf(this.hosts.text(host), info.instance);
      this.byTag.set(key, member);
    }
    if (member === null) {
      this.beyond++;
      return 'other';
    }
    const { instance } = member;
    instance.lines++;
    const hash = lineHash(line.pid, buf, line.textFrom, line.textTo);
    if (this.recent?.repeated(line.time, line.resolution, high, file, hash) === true) {
      instance.duplicates++;
      return 'repeated';
    }
    this.place(member, line, file, lineNumber);
    this.say(member, info, line, file, lineNumber);
    return 'postfix';
  }

  private say(member: Member, info: TagInfo, line: Line, file: FilePlace, lineNumber: LineNumber): void {
    const { instance } = member;
    const { buf, textFrom, textTo, pid } = line;
    const role = info.role ?? 'other';
    const taken = takeText(instance, role, buf, textFrom, textTo, info.number, pid);
    // rsyslog says a line that came n times once more, with the number: it stands for n lines.
    if (taken === 'used')
      for (let i = 1; i < line.times; i++) takeText(instance, role, buf, textFrom, textTo, info.number, pid);
    if (taken === 'unknown') member.unknown.add(info.program, buf, textFrom, textTo, file, lineNumber);
    else instance.understood++;
    if (taken === 'used') instance.used++;
  }

  /** Where and when the present line stands. */
  private place(member: Member, line: Line, file: FilePlace, lineNumber: LineNumber): void {
    const { instance } = member;
    const { time } = line;
    instance.time = time;
    instance.file = file;
    instance.line = lineNumber;
    instance.resolution = Math.max(instance.resolution, line.resolution);
    if (instance.from === 0 || time < instance.from) instance.from = time;
    if (time > instance.to) instance.to = time;
    if (member.last !== 0) {
      if (time > member.last) member.gaps.add(member.last, time, file, lineNumber);
      else if (member.lastFile === file && member.last - time > CLOCK_STEP) {
        addEvent(instance, 'clock-back', EMPTY, 0, 0);
        instance.clockSteps.push({ from: member.last, to: time, file, line: lineNumber });
      }
    }
    member.last = time;
    member.lastFile = file;
  }

  private memberOf(host: string, name: string): Member | null {
    const key = `${host} ${name}`;
    const known = this.byName.get(key);
    if (known !== undefined) return known;
    if (this.members.length >= MEMBERS_MAX) return null;
    const { strings } = this.pools;
    const member: Member = {
      instance: new Instance(strings.addText(host), strings.addText(name), this.pools),
      host,
      name,
      unknown: new Unknown(),
      gaps: new Gaps(),
      lost: [],
      last: 0,
      lastFile: -1,
    };
    this.members.push(member);
    this.byName.set(key, member);
    return member;
  }

  /** Whether only some of an instance's mail was shared: what the rest of it held is then not known. */
  isPartOfMail({ host }: Member): boolean {
    return this.others.has(`${host} ${PART_MARK}`);
  }

  private learnTag(tag: number): TagInfo {
    const text = this.tags.text(tag);
    const info = { ...readTag(text), text, number: this.pools.strings.addText(text) };
    this.tagInfo[tag] = info;
    return info;
  }

  /** A line of another program: counted; a syslog daemon may say that it has lost lines. */
  private other(line: Line, host: number, info: TagInfo, file: FilePlace, lineNumber: LineNumber): void {
    const name = this.hosts.text(host);
    const key = `${name} ${info.text}`;
    const count = this.others.get(key);
    if (count !== undefined || this.others.size < OTHERS_MAX) this.others.set(key, (count ?? 0) + 1);
    else this.others.set('', (this.others.get('') ?? 0) + 1);
    if (!/^(rsyslogd|systemd-journal|journal|syslog-ng|kernel|imuxsock)/.test(info.text)) return;
    if (!saysLost(line.buf, line.textFrom, line.textTo)) return;
    for (const member of this.members) {
      if (member.host !== name || member.lost.length > 1000) continue;
      member.lost.push({ from: line.time, to: line.time, file, line: lineNumber });
      addEvent(member.instance, 'lost-lines', line.buf, line.textFrom, line.textTo);
    }
  }
}

type TagInfo = Tag & { text: string; number: number };

const EMPTY: Bytes = new Uint8Array(0);
const LOST = [
  'imuxsock lost ',
  'imjournal: ',
  'begins to drop messages',
  'Suppressed ',
  'Missed ',
  'Log statistics; dropped',
].map(lit);

function saysLost(buf: Bytes, from: number, to: number): boolean {
  return LOST.some((text) => indexOfText(buf, from, to, text) >= 0);
}

const SIZE_MAX = 1 << 20;
const SIZE_MIN = 1 << 12;
/** A line of a log has seldom fewer bytes. */
const LINE_BYTES = 100;

/**
 * Remembers the last million lines by a hash of stamp, process and text, to see which are read a second time: pieces of a
 * rotated log overlap, daemons write a stretch again after a restart, one log is given in two forms. The host is not
 * part of it: it may be written short in one file and in full in another.
 *
 * A line whose stamp has whole seconds is compared with all of that second, since the other form may have microseconds.
 */
class Recent {
  private readonly exact: Marks;
  private readonly bySecond: Marks | null;
  private repeating = false;

  /**
   * @param several there are several files, which may be forms of one log.
   * @param bytes how much will be read, about: small texts need no large tables.
   */
  constructor(several: boolean, bytes: number) {
    const size = Math.min(SIZE_MAX, Math.max(SIZE_MIN, 2 ** Math.ceil(Math.log2(bytes / LINE_BYTES + 1))));
    this.exact = new Marks(size);
    this.bySecond = several ? new Marks(size) : null;
  }

  /**
   * True when the line was read before: in another file, or in this one when its stamps have gone back (`high` is the
   * latest so far). Two lines of one second that are alike are two lines.
   */
  repeated(time: EpochMicros, resolution: Micros, high: EpochMicros, file: FilePlace, hash: number): boolean {
    const whole = resolution >= MICROS_PER_SECOND;
    const seconds = mix(hash, Math.floor(time / MICROS_PER_SECOND), 0);
    const key = whole ? seconds : mix(hash, Math.floor(time / MICROS_PER_SECOND), time % MICROS_PER_SECOND);
    const marks = whole && this.bySecond !== null ? this.bySecond : this.exact;
    const before = marks.file(key);
    const back = this.repeating ? time <= high : time < (whole ? high - MICROS_PER_SECOND : high);
    this.repeating = before >= 0 && (before !== file || back);
    if (this.repeating) return true;
    marks.put(key, file);
    if (!whole) this.bySecond?.put(seconds, file);
    return false;
  }
}

/** Hashes, each with the file where it was seen last; old ones are overwritten. */
class Marks {
  private readonly hashes: Uint32Array;
  private readonly files: Uint16Array;

  constructor(size: number) {
    this.hashes = new Uint32Array(size);
    this.files = new Uint16Array(size);
  }

  file(hash: number): number {
    const slot = hash & (this.hashes.length - 1);
    return this.hashes[slot] === hash ? (this.files[slot] ?? 0) : -1;
  }

  put(hash: number, file: FilePlace): void {
    const slot = hash & (this.hashes.length - 1);
    this.hashes[slot] = hash;
    this.files[slot] = file;
  }
}

function mix(hash: number, second: EpochSeconds, micros: Micros): number {
  let mixed = hash ^ Math.imul(second | 0, 0x9e3779b1) ^ Math.imul(micros + 1, 0x85ebca6b);
  mixed ^= mixed >>> 15;
  mixed = Math.imul(mixed, 0x2c1b3c6d);
  return (mixed ^ (mixed >>> 13)) >>> 0;
}

/** The beginning, the end and the length tell lines apart as well as all of it, in a third of the time. */
function lineHash(pid: ProcessId, buf: Bytes, from: number, to: number): number {
  let hash = Math.imul(pid, 0x85ebca6b) ^ (to - from);
  const middle = Math.min(to, from + 44);
  for (let at = from; at < middle; at++) hash = Math.imul(hash ^ (buf[at] ?? 0), 0x01000193);
  for (let at = Math.max(middle, to - 28); at < to; at++) hash = Math.imul(hash ^ (buf[at] ?? 0), 0x01000193);
  return hash ^ (hash >>> 15);
}
