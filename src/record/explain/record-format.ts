import type { EpochMicros, Seconds } from '../../protocol/units.ts';

/** Figures as the sentences about records have them: short, with their unit. */

const plain = new Intl.NumberFormat('en-US');

/** 1 547, with a thin space. */
export function wholeFigure(n: number): string {
  return plain.format(Math.round(n)).replaceAll(',', '\u202f');
}

/** `3 messages`, `1 message`: a number and its noun. */
export function many(n: number, one: string, other = `${one}s`): string {
  return `${wholeFigure(n)} ${Math.round(n) === 1 ? one : other}`;
}

/** What is said of findings that are not told. */
export function moreWords(count: number): string {
  return `And ${many(count, 'more', 'more')}, each of which cost less: choose a shorter time to read them.`;
}

/** Seconds as a person says them: 40 ms, 1.7 s, 59 s, 7.2 min, 3.5 h, 2 days. */
export function lasting(seconds: Seconds): string {
  if (seconds < 0.0005) return '0 s';
  if (seconds < 0.1) return `${Math.max(1, Math.round(seconds * 1000))} ms`;
  if (seconds < 9.95) return `${short(seconds)} s`;
  if (seconds < 99.5) return `${Math.round(seconds)} s`;
  if (seconds < 5970) return `${seconds < 600 ? short(seconds / 60) : Math.round(seconds / 60)} min`;
  if (seconds < 172_000) return `${short(seconds / 3600)} h`;
  return `${Math.round(seconds / 86_400)} days`;
}

const short = (n: number): string => String(Number(n.toFixed(1)));

/** A share as whole per cent; what is neither nothing nor all says so: `under 1 %`, `over 99 %`. */
export function percent(share: number): string {
  const n = share * 100;
  return n > 0 && n < 1 ? 'under 1 %' : n > 99 && n < 100 ? 'over 99 %' : `${Math.round(n)} %`;
}

/** A sentence in which no figure stands in another line than its unit. */
export function unbroken(sentence: string): string {
  return sentence.replaceAll(/(\d) (ms|s|min|h|days|%)(?=\W|$)/g, '$1\u00a0$2');
}

/** The zone's clock: `10:02:04`; with its day when asked. */
export function clock(micros: EpochMicros, zone: string, withDay = false): string {
  const timeZone = /^[-+]/.test(zone) ? 'UTC' : zone;
  const date = new Date(micros / 1000 + (timeZone === zone ? 0 : zoneOffsetMs(zone)));
  const time = date.toLocaleTimeString('en-GB', { timeZone, hourCycle: 'h23' });
  return withDay ? `${day(date, timeZone)} ${time}` : time;
}

/** `2026-11-22`. Put together here: no language is written so by every browser (Canadian English is not by WebKit). */
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

/** Milliseconds that a zone given as `+02:00` is ahead of UTC. */
export function zoneOffsetMs(zone: string): number {
  const [, sign, hours, minutes] = /^([-+])(\d{1,2}):?(\d{2})?/.exec(zone) ?? [];
  const ms = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000;
  return sign === '-' ? -ms : ms;
}

/** An answer of a server, short enough to quote. */
export function quoted(reply: string): string {
  const short = reply.replace(/^host \S+ (said|refused to talk to me): /, '').trim();
  return `“${short.length > 90 ? `${short.slice(0, 89)}…` : short}”`;
}
