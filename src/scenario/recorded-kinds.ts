import type { RecordedFactKind } from '../protocol/recorded.ts';

/** Every kind of fact with its letter in a link. For ever, because links are. */
const LETTERS: Record<RecordedFactKind, string> = {
  activate: 'a',
  select: 's',
  end: 'e',
  good: 'g',
  held: 'h',
  bad: 'b',
  dead: 'd',
  take: 't',
  free: 'f',
  expire: 'x',
  remove: 'r',
  hold: 'o',
  release: 'l',
  restart: 'n',
};

export const FACT_KINDS = Object.keys(LETTERS) as RecordedFactKind[];

const KINDS = new Map(FACT_KINDS.map((kind) => [LETTERS[kind], kind]));

/** A kind as one character. */
export function letterOfKind(kind: RecordedFactKind): string {
  return LETTERS[kind];
}

/** Undoes `letterOfKind`; a letter that is none stays as it is and is refused by the schema. */
export function factKindOfLetter(letter: string): string {
  return KINDS.get(letter) ?? letter;
}

/** What can have become of a recipient, as a noun phrase. */
export const FATES_ACCEPTED = 'sent, deferred or bounced';
