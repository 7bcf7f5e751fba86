import { MICROS_PER_SECOND, type LocalSeconds, type Seconds } from '../../../protocol/units.ts';
import { type Bytes, digitsEnd, indexOfByte, isDigit, readInteger, SPACE, textOf } from '../bytes/scan.ts';
import { abbreviationOffset, type ZoneOffset } from './zone.ts';

/** Year and zone to use for stamps without them. */
export interface Calendar {
  /** Year of the first stamp without a year. */
  year: number;
  zone: ZoneOffset;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
/** Three letters of a month packed into a number → 1 … 12. */
const MONTH_OF = new Map(MONTHS.map((name, i) => [threeLetters(name), i + 1]));
const HOUR: Seconds = 3600;
/** Lines of several processes may be out of order by less than this. */
const STEP_BACK: Seconds = HOUR / 2;
const DAYS = new Set(['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].map(threeLetters));

function threeLetters(name: string): number {
  return (name.charCodeAt(0) << 16) | (name.charCodeAt(1) << 8) | name.charCodeAt(2);
}

/**
 * Reads the stamp at the start of a line into `time`, whole microseconds since 1970 in UTC. Knows all formats of
 * syslog, journalctl and containers. A missing year or zone comes from the calendar.
 */
export class StampReader {
  time = 0;
  /** Value of the last printed digit, in microseconds. */
  resolution = 1;
  /** Number of stamps without a year, and without a zone, so far. */
  yearless = 0;
  zoneless = 0;
  /** The year used for the first stamp without one. */
  firstYear = 0;
  private year: number;
  private month = 0;
  private readonly zone: ZoneOffset;
  private dayKey = -1;
  private daySeconds = 0;

  constructor(calendar: Calendar) {
    this.year = calendar.year;
    this.zone = calendar.zone;
  }

  /** Returns where the stamp at `from` ends, or −1 if there is none. */
  read(buf: Bytes, from: number, to: number): number {
    const first = buf[from] ?? 0;
    if (first >= 48 && first <= 57) {
      if (buf[from + 4] === 45) return this.iso(buf, from, to);
      return this.unix(buf, from, to);
    }
    const letters = (first << 16) | ((buf[from + 1] ?? 0) << 8) | (buf[from + 2] ?? 0);
    const month = MONTH_OF.get(letters);
    if (month !== undefined && buf[from + 3] === SPACE) return this.traditional(buf, from, to, month);
    // journalctl -o short-full: "Sun 2026-11-22 11:33:39 UTC".
    if (DAYS.has(letters) && buf[from + 3] === SPACE && isDigit(buf[from + 4])) {
      return this.iso(buf, from + 4, to);
    }
    return -1;
  }

  /** Reads 2026-11-22T11:33:39[.856628][Z|+01:00|+0100], also with a space for the T, or with a zone name. */
  private iso(buf: Bytes, from: number, to: number): number {
    if (to - from < 19 || buf[from + 7] !== 45) return -1;
    const between = buf[from + 10];
    if (between !== 84 && between !== SPACE) return -1;
    const year = two(buf, from) * 100 + two(buf, from + 2);
    const month = two(buf, from + 5);
    const day = two(buf, from + 8);
    const clock = this.clock(buf, from + 11, to);
    if (!(year >= 1970) || !validDay(month, day) || clock < 0) return -1;
    const local = this.dayStart(year, month, day) + clock;
    return this.zoned(buf, this.fraction(buf, from + 19, to), to, local);
  }

  /** Reads Nov  1 01:46:48, also with a year or a fraction. */
  private traditional(buf: Bytes, from: number, to: number, month: number): number {
    let at = from + 4;
    if (buf[at] === SPACE) at++;
    const dayEnd = digitsEnd(buf, at, Math.min(to, at + 2));
    const day = readInteger(buf, at, dayEnd);
    if (dayEnd === at || buf[dayEnd] !== SPACE || !validDay(month, day)) return -1;
    at = dayEnd + 1;
    let year = 0;
    if (isDigit(buf[at + 3]) && buf[at + 4] === SPACE) {
      year = readInteger(buf, at, at + 4);
      if (year < 1970) return -1;
      at += 5;
    }
    const clock = this.clock(buf, at, to);
    if (clock < 0) return -1;
    const local = this.dayStart(year === 0 ? this.yearOf(month) : year, month, day) + clock;
    const end = this.fraction(buf, at + 8, to);
    this.local(local);
    return end;
  }

  /** Reads the stamp of journalctl -o short-unix: 1795347219.856628. */
  private unix(buf: Bytes, from: number, to: number): number {
    const end = digitsEnd(buf, from, to);
    if (end - from < 9 || end - from > 11 || buf[end] !== 46) return -1;
    const after = this.fraction(buf, end, to);
    if (buf[after] !== SPACE) return -1;
    this.time = readInteger(buf, from, end) * MICROS_PER_SECOND + this.micros;
    return after;
  }

  private micros = 0;

  /** Reads hh:mm:ss as seconds; −1 if the text is not a time. A leap second counts as the second before it. */
  private clock(buf: Bytes, at: number, to: number): Seconds {
    if (to - at < 8 || buf[at + 2] !== 58 || buf[at + 5] !== 58) return -1;
    const hour = two(buf, at);
    const minute = two(buf, at + 3);
    const second = two(buf, at + 6);
    return hour < 24 && minute < 60 && second < 61 ? hour * 3600 + minute * 60 + Math.min(second, 59) : -1;
  }

  /** Reads `.856628` or `,856` into `micros`. Returns where it ends. */
  private fraction(buf: Bytes, at: number, to: number): number {
    this.micros = 0;
    this.resolution = MICROS_PER_SECOND;
    const point = buf[at];
    if ((point !== 46 && point !== 44) || !isDigit(buf[at + 1])) return at;
    let unit = 100_000;
    let i = at + 1;
    for (; i < to && isDigit(buf[i]); i++) {
      this.micros += ((buf[i] ?? 48) - 48) * unit;
      if (unit >= 1) this.resolution = unit;
      unit = Math.floor(unit / 10);
    }
    return i;
  }

  /** Applies the zone after the stamp, or the calendar's zone. */
  private zoned(buf: Bytes, at: number, to: number, local: LocalSeconds): number {
    const sign = buf[at];
    if (sign === 90) return this.at(local, 0, at + 1);
    if (sign === 43 || sign === 45) {
      const hours = two(buf, at + 1);
      const colon = buf[at + 3] === 58 ? 1 : 0;
      const minutes = isDigit(buf[at + 3 + colon]) ? two(buf, at + 3 + colon) : 0;
      if (!(hours <= 16) || !(minutes < 60)) return -1;
      const offset = hours * 3600 + minutes * 60;
      const end = digitsEnd(buf, at + 3 + colon, Math.min(to, at + 5 + colon));
      return this.at(local, sign === 45 ? -offset : offset, end);
    }
    const name = this.zoneName(buf, at, to);
    if (name > at) return this.at(local, this.nameOffset, name);
    this.local(local);
    return at;
  }

  private nameOffset = 0;

  /** Reads the zone " UTC", " CEST", " +03". Another word must follow, because the last word may be a host named like a zone. */
  private zoneName(buf: Bytes, at: number, to: number): number {
    if (buf[at] !== SPACE || to - at < 4) return at;
    const end = indexOfByte(buf, at + 1, Math.min(to, at + 7), SPACE);
    if (end < 0 || buf[end + 1] === SPACE) return at;
    const offset = abbreviationOffset(textOf(buf, at + 1, end));
    if (offset === null) return at;
    this.nameOffset = offset;
    return end;
  }

  private at(local: number, offset: number, end: number): number {
    this.time = (local - offset) * MICROS_PER_SECOND + this.micros;
    return end;
  }

  private local(local: number): void {
    this.zoneless++;
    const hour = Math.floor(local / HOUR);
    if (hour !== this.hour) {
      this.hour = hour;
      this.offset = this.zone(local);
      // If this hour occurs twice (end of summer time), the zone gives the first offset now, and the second one an hour
      // later.
      this.offsetAgain = Math.min(this.offset, this.zone(local + HOUR));
      if (this.offsetAgain === this.offset) this.again = false;
    }
    // A step back within that hour is the end of summer time; nobody set the clock.
    if (this.offsetAgain < this.offset && local < this.lastLocal - STEP_BACK) this.again = true;
    this.lastLocal = local;
    this.time = (local - (this.again ? this.offsetAgain : this.offset)) * MICROS_PER_SECOND + this.micros;
  }

  private hour = Number.NaN;
  private offset: Seconds = 0;
  private offsetAgain: Seconds = 0;
  /** True in the second occurrence of an hour. */
  private again = false;
  private lastLocal: LocalSeconds = 0;

  /** Year of a stamp without one. A step from December to January starts the next year. */
  private yearOf(month: number): number {
    if (this.yearless++ === 0) this.firstYear = this.year;
    else if (month - this.month < -6) this.year++;
    else if (month - this.month > 6) this.year--;
    this.month = month;
    return this.year;
  }

  /** Seconds since 1970 at the start of a day. Cached, because most lines are of the same day as the line before. */
  private dayStart(year: number, month: number, day: number): LocalSeconds {
    const key = year * 512 + month * 32 + day;
    if (key !== this.dayKey) {
      this.dayKey = key;
      this.daySeconds = Date.UTC(year, month - 1, day) / 1000;
    }
    return this.daySeconds;
  }
}

/** Reads two digits as a number; NaN if they are not digits. */
function two(buf: Bytes, at: number): number {
  const tens = (buf[at] ?? 0) - 48;
  const ones = (buf[at + 1] ?? 0) - 48;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN;
}

function validDay(month: number, day: number): boolean {
  return month >= 1 && month <= 12 && day >= 1 && day <= 31;
}
