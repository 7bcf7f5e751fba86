/** What a scenario may set a parameter of main.cf to (`protocol/params.ts` has the table), and how a value is shown. */
import { timeText, wholeNumber } from '../protocol/accepted.ts';
import type { ParamInfo } from '../protocol/params.ts';
import { groupDigits } from './digits.ts';

const TIME = /^(\d{1,10})([smhdw]?)$/;
const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 };

/** A value as text with its unit said: a bare number of a time is seconds, of a lifetime in the queue days. */
export function withUnit(info: ParamInfo, value: string | number): string {
  const text = String(value);
  if (info.kind !== 'time' || !/^\d+$/.test(text)) return text;
  return `${text}${info.bareDays ? 'd' : 's'}`;
}

/** Accepted values as a noun phrase, for messages. */
export function acceptedValues(info: ParamInfo): string {
  const count = groupDigits;
  switch (info.kind) {
    case 'whole':
      return wholeNumber(count(info.min), count(info.max));
    case 'time':
      return timeText(info.min, info.bareDays);
    case 'feedback':
      return 'a number from 0 to 1, a fraction such as 1/4, or number/concurrency';
    case 'text':
      return `at most ${info.max} printable characters`;
  }
}

/** True when `value` is acceptable for the parameter. Feedback texts that Postfix would warn about are accepted: it runs with 1. */
export function isParamValue(info: ParamInfo, value: string | number): boolean {
  const text = String(value);
  switch (info.kind) {
    case 'whole': {
      const n = typeof value === 'number' ? value : /^-?\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
      return Number.isInteger(n) && n >= info.min && n <= info.max;
    }
    case 'time': {
      const match = TIME.exec(text);
      if (match === null) return false;
      const unit = match[2] === '' ? (info.bareDays ? 'd' : 's') : (match[2] ?? 's');
      const value = Number(match[1]) * (UNITS[unit] ?? 1);
      return value >= info.min && value <= info.max;
    }
    case 'feedback':
      return text.length > 0 && text.length <= 60 && /^[\x20-\x7e]+$/.test(text);
    case 'text':
      return text.length <= info.max && /^[\x20-\x7e]*$/.test(text);
  }
}
