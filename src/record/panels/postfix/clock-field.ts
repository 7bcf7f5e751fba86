import { clock } from '../../explain/findings/figures.ts';
import type { RecordView } from '../../protocol/record.ts';
import { MICROS_PER_SECOND, type EpochMicros } from '../../../protocol/units.ts';

/** The time that a record covers, and how a reader would write its ends. */
export interface WholeSpan {
  from: EpochMicros;
  to: EpochMicros;
  first: string;
  last: string;
}

/** The span of a whole record, over its instances, with the clock of its ends; with days where they are two. */
export function spanOf({ members, zone }: RecordView): WholeSpan {
  const from = Math.min(...members.map((member) => member.from));
  const to = Math.max(...members.map((member) => member.to));
  const days = clock(from, zone, true).slice(0, 10) !== clock(to, zone, true).slice(0, 10);
  return { from, to, first: clock(from, zone, days), last: clock(to, zone, days) };
}

/** `10:00:30` of the record's first day, or `2026-11-22 10:00`, in the record's zone; 0 when it is empty. */
export function fromClock(
  field: string,
  text: string,
  { from }: WholeSpan,
  zone: string,
): { ok: true; value: number } | { ok: false; error: string } {
  if (text.trim() === '') return { ok: true, value: 0 };
  const match = /^(?:(\d{4}-\d\d-\d\d)[T ])?(\d\d?:\d\d(?::\d\d)?)$/.exec(text.trim());
  const local = clock(from, zone, true);
  // How far the zone is ahead then: what its clock shows, read as UTC, less the instant.
  const ahead = Date.parse(`${local.replace(' ', 'T')}Z`) - Math.floor(from / MICROS_PER_SECOND) * 1000;
  const [hours = '', ...rest] = (match?.[2] ?? '').split(':');
  const time = Date.parse(
    `${match?.[1] ?? local.slice(0, 10)}T${[hours.padStart(2, '0'), ...rest].join(':')}Z`,
  );
  return match === null || Number.isNaN(time)
    ? { ok: false, error: `${field}: “${text}”; accepted: 10:00, 10:00:30 or 2026-11-22 10:00` }
    : { ok: true, value: (time - ahead) * 1000 };
}
