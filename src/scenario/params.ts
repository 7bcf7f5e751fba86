/** Accepted values of the main.cf parameters (table: `protocol/params.ts`), and how a value is displayed. */
import { timeText, wholeNumber } from '../protocol/accepted.ts';
import type { ParamInfo } from '../protocol/params.ts';
import { groupDigits } from './digits.ts';

const TIME = /^(\d{1,10})([smhdw]?)$/;
const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 };

/** A value with its unit. A time without a unit is in seconds, or in days for a queue lifetime. */
export function withUnit(info: ParamInfo, value: string | number): string {
  const text = String(value);
  if (info.kind !== 'time' || !/^\d+$/.test(text)) return text;
  return `${text}${info.bareDays ? 'd' : 's'}`;
}

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

/** True when the parameter accepts `value`. Also true for feedback texts that Postfix replaces by 1 with only a warning. */
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
