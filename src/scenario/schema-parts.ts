/** Pieces of the schema. Each message describes the accepted value as a noun phrase. */
import * as v from 'valibot';
import { groupDigits } from './digits.ts';
import { isDestinationName, isPlainText, isSafeKey, isTransportName, NAME_MAX } from '../protocol/names.ts';
import { ERRORS_MAX } from './schema-errors.ts';
import { wholeNumber } from '../protocol/accepted.ts';

export const number = groupDigits;

export function whole(min: number, max: number) {
  const accepted = wholeNumber(number(min), number(max));
  return v.pipe(
    v.number(accepted),
    v.safeInteger(accepted),
    v.minValue(min, accepted),
    v.maxValue(max, accepted),
  );
}

export function plainText(max: number): string {
  return `text of at most ${number(max)} characters without control characters`;
}

/** The schema of plain text; `lines` allows line feeds. */
export function text(max: number, lines = false) {
  const accepted = plainText(max);
  return v.pipe(
    v.string(accepted),
    v.maxLength(max, accepted),
    v.check((s) => isPlainText(s, lines), accepted),
  );
}

export const TRANSPORT = `a transport name: letters, digits, dot, hyphen, underscore, at most ${NAME_MAX}`;
export const transport = v.pipe(v.string(TRANSPORT), v.check(isTransportName, TRANSPORT));
const DESTINATION = `a host name such as slow.example, or an address in brackets, at most ${NAME_MAX} characters`;
export const destination = v.pipe(v.string(DESTINATION), v.check(isDestinationName, DESTINATION));
export const SERVER = `${DESTINATION}; or * for every other destination`;
export const server = v.pipe(
  v.string(SERVER),
  v.check((s) => s === '*' || isDestinationName(s), SERVER),
);

/** An object used as a table. Checks the keys before valibot's `record`, which silently skips names such as `__proto__`. */
export function tableOf<T>(
  key: (name: string) => boolean,
  keyAccepted: string,
  value: v.GenericSchema<unknown, T>,
  max: number,
) {
  const accepted = `an object with at most ${number(max)} members`;
  return v.pipe(
    v.custom<Record<string, unknown>>(
      (input) => typeof input === 'object' && input !== null && !Array.isArray(input),
      accepted,
    ),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return;
      const names = Object.keys(dataset.value);
      if (names.length > max) {
        addIssue({ message: accepted });
        return;
      }
      let complaints = 0;
      for (const name of names) {
        if (isSafeKey(name) && key(name)) continue;
        if (++complaints > ERRORS_MAX) return;
        addIssue({
          message: keyAccepted,
          path: [{ type: 'object', origin: 'key', input: dataset.value, key: name, value: name }],
        });
      }
    }),
    v.record(v.string(), value),
  );
}

/** Returns the path of an error inside an object, in valibot's form. */
export function pathItem(input: object, key: string, value: unknown): v.ObjectPathItem {
  return { type: 'object', origin: 'value', input: input as Record<string, unknown>, key, value };
}
