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
import { InstanceNames } from './instance-names.ts';
import { createPools, type Pools } from './pools.ts';
import { Unknown } from './unknown.ts';

/** An instance, with what is known about its lines besides the tables. */
export interface Member {
  instance: Instance;
  host: string;
  name: string;
  /** True if the instance has lines of a queue manager. */
  manager: boolean;
  unknown: Unknown;
  gaps: Gaps;
  /** Where a syslog daemon reports that it lost lines. */
  lost: Gap[];
  /** Latest stamp of the instance, and the file with that line. */
  last: EpochMicros;
  lastFile: FilePlace;
}

/** Program name in the line that says that a shared record contains only some of the mail (share.ts). */
export const PART_MARK = 'qmgrscope';

/** Limits for instances and for names of other programs. Beyond them lines are only summed up. */
const MEMBERS_MAX = 64;
const OTHERS_MAX = 500;
/** Stamps going back by more than this (microseconds) mean that the clock was set. Less is disorder between processes. */
const CLOCK_STEP = 3_000_000;

/** Builds a record line by line: instances with their tables, and counts of all other lines. */
export class RecordBuilder {
  readonly pools: Pools;
  readonly members: Member[] = [];
  /** Number of lines of programs other than Postfix, by `host program`. */
  readonly others = new Map<string, number>();
  /** Lines that are not log lines. */
  junk = new Unknown();
  /** Number of empty lines and remarks of journalctl. */
  blank = 0;
  /** Number of lines dropped because there are too many instances. */
  beyond = 0;
  private recent: Recent | null;
  private readonly hosts = new Strings({ count: 4096, bytes: 1_048_576 });
  private readonly tags = new Strings({ count: 8192, bytes: 1_048_576 });
  private readonly tagInfo: (TagInfo | undefined)[] = [];
  /** Cache: host · 8192 + tag → member. */
  private readonly byTag = new Map<number, Member | null>();
  private readonly byName = new Map<string, Member>();
  private readonly names: InstanceNames;
  /** True while an instance without a queue manager shares its host with another instance, to which it may belong. */
  private undecided = false;

  /** @param bytes Approximate number of bytes to be read (see Recent). */
  constructor(several: boolean, bytes: number, names = new InstanceNames(), pools: Pools = createPools()) {
    this.pools = pools;
    this.names = names;
    this.recent = new Recent(several, bytes);
  }

  /** Call after the last line. Releases what only reading needs. */
  close(): void {
    this.names.conclude(this.members);
    this.recent = null;
  }

  /** Takes one log line and returns what it was. `high` is the latest stamp of its file so far. */
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
    if (info.role === 'qmgr' && (!member.manager || info.instance !== member.name))
      this.manages(member, info.instance);
    if (this.undecided && this.names.compare(member, this.members, buf, line.textFrom, line.textTo))
      this.byTag.clear();
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
    // rsyslog writes a repeated line once, with a count. It stands for that many lines.
    if (taken === 'used')
      for (let i = 1; i < line.times; i++) takeText(instance, role, buf, textFrom, textTo, info.number, pid);
    if (taken === 'unknown') member.unknown.add(info.program, buf, textFrom, textTo, file, lineNumber);
    else instance.understood++;
    if (taken === 'used') instance.used++;
  }

  /** Updates the position and the time range with the current line. */
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

  private manages(member: Member, name: string): void {
    if (name === member.name) member.manager = true;
    this.names.hasManager(member.host, name);
    this.decide();
  }

  private decide(): void {
    this.undecided = this.members.some(
      (one) => !one.manager && this.members.some((other) => other !== one && other.host === one.host),
    );
  }

  private memberOf(host: string, written: string): Member | null {
    const name = this.names.of(host, written);
    const key = `${host} ${name}`;
    const known = this.byName.get(key);
    if (known !== undefined) return known;
    if (this.members.length >= MEMBERS_MAX) return null;
    const { strings } = this.pools;
    const member: Member = {
      instance: new Instance(strings.addText(host), strings.addText(name), this.pools),
      host,
      name,
      manager: false,
      unknown: new Unknown(),
      gaps: new Gaps(),
      lost: [],
      last: 0,
      lastFile: -1,
    };
    this.members.push(member);
    this.byName.set(key, member);
    this.decide();
    return member;
  }

  /** True if only some of the instance's mail was shared. Nothing is known about its other mail. */
  isPartOfMail({ host }: Member): boolean {
    return this.others.has(`${host} ${PART_MARK}`);
  }

  private learnTag(tag: number): TagInfo {
    const text = this.tags.text(tag);
    const info = { ...readTag(text), text, number: this.pools.strings.addText(text) };
    this.tagInfo[tag] = info;
    return info;
  }

  /** Counts a line of another program. A syslog daemon may report lost lines. */
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
/** Assumed bytes per log line, to estimate the number of lines. Lines are rarely shorter. */
const LINE_BYTES = 100;

/**
 * Remembers the last million lines by a hash of stamp, process and text, to detect lines read twice: pieces of a rotated log overlap,
 * daemons rewrite a stretch after a restart, or one log is given in two formats. The host is not part of the hash, because one file may
 * have its short and another its full name.
 *
 * A line whose stamp has whole seconds is compared with all lines of that second, because the other format may have microseconds.
 */
class Recent {
  private readonly exact: Marks;
  private readonly bySecond: Marks | null;
  private repeating = false;

  /**
   * @param several There are several files, which may be formats of one log.
   * @param bytes Approximate number of bytes to be read. Small inputs need no large tables.
   */
  constructor(several: boolean, bytes: number) {
    const size = Math.min(SIZE_MAX, Math.max(SIZE_MIN, 2 ** Math.ceil(Math.log2(bytes / LINE_BYTES + 1))));
    this.exact = new Marks(size);
    this.bySecond = several ? new Marks(size) : null;
  }

  /**
   * True if the line was read before: in another file, or in this file if its stamps have gone back (`high` is the
   * latest so far). Two equal lines within one second of a file are two lines.
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

/** Hash table that keeps the last file of each hash and overwrites old entries. */
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

/** Hashes the beginning, the end and the length: as distinctive as the whole line, in a third of the time. */
function lineHash(pid: ProcessId, buf: Bytes, from: number, to: number): number {
  let hash = Math.imul(pid, 0x85ebca6b) ^ (to - from);
  const middle = Math.min(to, from + 44);
  for (let at = from; at < middle; at++) hash = Math.imul(hash ^ (buf[at] ?? 0), 0x01000193);
  for (let at = Math.max(middle, to - 28); at < to; at++) hash = Math.imul(hash ^ (buf[at] ?? 0), 0x01000193);
  return hash ^ (hash >>> 15);
}
