import { zoneOffset } from '../../importers/lines/zone.ts';
import { type EpochMicros, MICROS_PER_SECOND } from '../../../protocol/units.ts';
import { describeError } from '../../../scenario/schema-errors.ts';

/**
 * A time of the command line in microseconds since 1970: `2026-11-22T10:00[:30][Z|+02:00]`, or `10:00[:30]` on the day of
 * `first`; in the zone when it says none. 0 when nothing was given; throws with what is accepted.
 */
export function instantOf(
  field: string,
  text: string | undefined,
  first: EpochMicros,
  zone: string,
): EpochMicros {
  if (text === undefined) return 0;
  const match = /^(?:(\d{4}-\d\d-\d\d)[T ])?(\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[-+]\d\d:?\d\d)?$/.exec(text);
  const ahead = zoneOffset(match?.[3] ?? zone) ?? (() => 0);
  const day =
    match?.[1] ?? new Date(first / 1000 + ahead(first / MICROS_PER_SECOND) * 1000).toISOString().slice(0, 10);
  const local = Date.parse(`${day}T${match?.[2] ?? ''}Z`);
  if (match === null || Number.isNaN(local))
    throw new Error(
      describeError({ field, value: text, accepted: '2026-11-22T10:00, 2026-11-22T10:00:30Z, or 10:00:30' }),
    );
  return local * 1000 - ahead(local / 1000) * MICROS_PER_SECOND;
}
