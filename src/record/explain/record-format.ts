import { formatWhole } from '../../explain/figures.ts';
import type { EpochMicros, Seconds } from '../../protocol/units.ts';

/** Formatting of figures in sentences about records: short, with a unit. */

/** `3 messages`, `1 message`. Digit groups are separated by spaces that do not break. */
export function formatMany(n: number, one: string, many = `${one}s`): string {
  return `${formatWhole(n)} ${Math.round(n) === 1 ? one : many}`;
}

export function moreWords(count: number): string {
  return `${formatMany(count, 'smaller finding')} hidden. Choose a shorter time range to see ${Math.round(count) === 1 ? 'it' : 'them'}.`;
}

/** Writes a duration with a suitable unit: 40 ms, 1.7 s, 59 s, 7.2 min, 3.5 h, 2 days. */
export function formatLasting(seconds: Seconds): string {
  if (seconds < 0.0005) return '0 s';
  if (seconds < 0.1) return `${Math.max(1, Math.round(seconds * 1000))} ms`;
  if (seconds < 9.95) return `${short(seconds)} s`;
  if (seconds < 99.5) return `${Math.round(seconds)} s`;
  if (seconds < 5970) return `${seconds < 600 ? short(seconds / 60) : Math.round(seconds / 60)} min`;
  if (seconds < 172_000) return `${short(seconds / 3600)} h`;
  return `${Math.round(seconds / 86_400)} days`;
}

/** Writes the time since an event, rounded to tenths of a second: `0.4 s`, `3 min`. */
export function formatAgo(millis: number): string {
  return formatLasting(Math.round(Math.max(0, millis) / 100) / 10);
}

const short = (n: number): string => String(Number(n.toFixed(1)));

/** A share in whole per cent. Shares close to 0 or 1 are `under 1 %` or `over 99 %`. */
export function formatPercent(share: number): string {
  const n = share * 100;
  return n > 0 && n < 1 ? 'under 1 %' : n > 99 && n < 100 ? 'over 99 %' : `${Math.round(n)} %`;
}

/** Puts no-break spaces between figures and units, so that both stay on one line. */
export function unbroken(sentence: string): string {
  return sentence.replaceAll(/(\d) (ms|s|min|h|days|%)(?=\W|$)/g, '$1\u00a0$2');
}

/** Writes the time in the zone: `10:02:04`, or with its day: `2026-11-22 10:02:04`. */
export function formatTimeOfDay(micros: EpochMicros, zone: string, withDay = false): string {
  const { date, timeZone } = zoned(micros, zone);
  const time = date.toLocaleTimeString('en-GB', { timeZone, hourCycle: 'h23' });
  return withDay ? `${day(date, timeZone)} ${time}` : time;
}

/** Writes an instant in the zone as day and time: `21 Nov 2026` and `01:46:42`. */
export function formatInstant(micros: EpochMicros, zone: string): { day: string; clock: string } {
  const { date, timeZone } = zoned(micros, zone);
  return {
    day: date.toLocaleDateString('en-GB', { timeZone, day: 'numeric', month: 'short', year: 'numeric' }),
    clock: formatTimeOfDay(micros, zone),
  };
}

/** Writes a time range as `21 Nov 2026 01:46:42 to 01:52:13`. */
export function formatTimeRange(from: EpochMicros, to: EpochMicros, zone: string): string {
  const start = formatInstant(from, zone);
  const end = formatInstant(to, zone);
  return `${start.day} ${start.clock} to ${start.day === end.day ? '' : `${end.day} `}${end.clock}`;
}

/** Makes date and zone for Intl. Intl accepts no zone like `+02:00`; such an offset is added to the date instead. */
function zoned(micros: EpochMicros, zone: string): { date: Date; timeZone: string } {
  const isOffset = /^[-+]/.test(zone);
  return {
    date: new Date(micros / 1000 + (isOffset ? zoneOffsetMs(zone) : 0)),
    timeZone: isOffset ? 'UTC' : zone,
  };
}

/** Returns the time zone of this machine, such as `Europe/Vienna`. */
export function ownZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
}

/** `2026-11-22`. Assembled from parts, because no locale gives this format in every browser (Canadian English does not in WebKit). */
function day(date: Date, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  const parts = new Map(format.formatToParts(date).map(({ type, value }) => [type, value]));
  return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`;
}

/** Returns by how many milliseconds a zone written as `+02:00` is ahead of UTC. */
function zoneOffsetMs(zone: string): number {
  const [, sign, hours, minutes] = /^([-+])(\d{1,2}):?(\d{2})?/.exec(zone) ?? [];
  const ms = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000;
  return sign === '-' ? -ms : ms;
}

/** Shortens a server's reply so that a sentence can quote it. */
export function quoted(reply: string): string {
  const short = reply.replace(/^host \S+ (said|refused to talk to me): /, '').trim();
  return `“${short.length > 90 ? `${short.slice(0, 89)}…` : short}”`;
}
