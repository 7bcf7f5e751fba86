/** A record in a link: instants as differences, kinds of facts as letters. */
import type { RecordedSetup } from '../protocol/recorded.ts';
import { factKindOfLetter, letterOfKind } from './recorded-kinds.ts';

/** The record with the columns that are long made short. */
export function packRecorded({ facts, ...setup }: RecordedSetup): Record<string, unknown> {
  let before = 0;
  const at = facts.at.map((time) => {
    const since = time - before;
    before = time;
    return since;
  });
  return { ...setup, facts: [at, facts.kind.map(letterOfKind).join(''), facts.ref] };
}

/** Undoes `packRecorded`. What it does not understand goes on to the schema, which refuses it. */
export function unpackRecorded(input: unknown): unknown {
  if (typeof input !== 'object' || input === null || !('facts' in input)) return input;
  const { facts } = input;
  if (!Array.isArray(facts) || facts.length !== 3) return input;
  const [since, letters, ref] = facts as unknown[];
  return { ...input, facts: { at: sums(since), kind: kinds(letters), ref } };
}

function sums(since: unknown): unknown {
  if (!Array.isArray(since)) return since;
  let at = 0;
  return since.map((one: unknown) => (typeof one === 'number' ? (at += one) : one));
}

function kinds(letters: unknown): unknown {
  return typeof letters === 'string' ? [...letters].map(factKindOfLetter) : letters;
}
