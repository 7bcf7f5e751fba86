import type { RecordedFactKind } from '../protocol/recorded.ts';

/** Letter of each kind of fact in a link. Never change one: links must stay valid. */
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

export function letterOfKind(kind: RecordedFactKind): string {
  return LETTERS[kind];
}

/** Undoes `letterOfKind`. An unknown letter is returned for the schema to reject. */
export function factKindOfLetter(letter: string): string {
  return KINDS.get(letter) ?? letter;
}

/** Describes the accepted results of a recipient, as a noun phrase. */
export const FATES_ACCEPTED = 'sent, deferred or bounced';
