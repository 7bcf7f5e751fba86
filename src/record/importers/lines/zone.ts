import type { LocalSeconds, Seconds } from '../../../protocol/units.ts';

const HOUR = 3600;

/**
 * Seconds that a zone's clocks are ahead of UTC at a local time (seconds since 1970 as if local time were UTC). The
 * hour that occurs twice in autumn is taken as its first occurrence.
 */
export type ZoneOffset = (localSeconds: LocalSeconds) => number;

/** A zone by name (`Europe/Vienna`, `UTC`, `+02:00`), or null if unknown. */
export function zoneOffset(name: string): ZoneOffset | null {
  const fixed = fixedOffset(name);
  if (fixed !== null) return () => fixed;
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: name,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  } catch {
    return null;
  }
  // Intl takes microseconds per call and a log has millions of lines, so the offset is cached per hour of local time.
  let hour = Number.NaN;
  let offset = 0;
  return (local) => {
    const asked = Math.floor(local / HOUR);
    if (asked !== hour) {
      hour = asked;
      offset = offsetAt(format, local);
    }
    return offset;
  };
}

/** Seconds ahead of UTC of `UTC`, `Z`, `GMT`, `+02:00`, `-0530`, `+1`. */
function fixedOffset(name: string): number | null {
  if (/^(utc|gmt|z)$/i.test(name)) return 0;
  const found = /^([-+])(\d{1,2}):?(\d{2})?$/.exec(name);
  if (found === null) return null;
  const [, sign, hours, minutes] = found;
  const seconds = Number(hours) * HOUR + Number(minutes ?? 0) * 60;
  return seconds > 16 * HOUR ? null : sign === '-' ? -seconds : seconds;
}

/** Offset at a local time: tries the offset of the previous day, then the offset found with that one. */
function offsetAt(format: Intl.DateTimeFormat, local: LocalSeconds): Seconds {
  const before = ahead(format, local - 24 * HOUR);
  const found = ahead(format, local - before);
  return found === before ? found : ahead(format, local - found) === found ? found : before;
}

/** Seconds that the zone's clocks are ahead of UTC at an instant. */
function ahead(format: Intl.DateTimeFormat, utc: number): number {
  const part: Record<string, number> = {};
  for (const { type, value } of format.formatToParts(new Date(utc * 1000))) part[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  return Math.round(Date.UTC(year, month - 1, day, hour, minute, second) / 1000 - utc);
}

/** Abbreviations that journalctl prints, in hours. Those shared by several zones are left out. */
const ABBREVIATIONS: Readonly<Record<string, number>> = {
  UTC: 0,
  GMT: 0,
  WET: 0,
  WEST: 1,
  CET: 1,
  CEST: 2,
  EET: 2,
  EEST: 3,
  MSK: 3,
  EST: -5,
  EDT: -4,
  CDT: -5,
  MST: -7,
  MDT: -6,
  PST: -8,
  PDT: -7,
  JST: 9,
  AEST: 10,
  AEDT: 11,
  NZST: 12,
  NZDT: 13,
};

/** Seconds ahead of UTC of `CEST`, `+03` … Null if unknown or ambiguous. */
export function abbreviationOffset(text: string): number | null {
  const hours = Object.hasOwn(ABBREVIATIONS, text) ? ABBREVIATIONS[text] : undefined;
  return hours === undefined ? fixedOffset(text) : hours * HOUR;
}
