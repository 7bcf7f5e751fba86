/**
 * Several languages in one lesson file: `languages: en de` at its top, and below each sentence a line `de: …` that says it in
 * German. The first language is that of every other line.
 */

/** What a file is taken for that does not say. */
export const UNSAID = 'en';

/** Two or three small letters, as in `de`; what is a field of a file already is no language here. */
export const LANGUAGE = /^(?!(?:id|at|ask)$)[a-z]{2,3}$/;

/** The languages that a file says it has, its own first; those that are no language are left to the check of the field. */
export function languagesIn(file: string): string[] {
  const head = file.split(/^[^\S\r\n\u2028\u2029]*## /m, 1)[0] ?? '';
  const said = /^[^\S\r\n\u2028\u2029]*languages:(.*)$/m.exec(head)?.[1] ?? '';
  const known = [...new Set(said.trim().split(/\s+/))].filter((name) => LANGUAGE.test(name));
  return known.length === 0 ? [UNSAID] : known;
}

/** Something that is said in a file, and can be said in another language in the line below it. */
export interface Piece {
  /** From 1. */
  line: number;
  /** It must be said in every language of the file. */
  needs: boolean;
  /** Its translation may go on in the next line. */
  goesOn: boolean;
  /** Says it in the language that is read; null = there are no words in it. */
  put: ((value: string, line: number) => unknown) | null;
}

/** The state of a reader with what is said above the line that it reads. */
export interface Translating {
  /** All but that of the file itself. */
  languages: readonly string[];
  /** The one that is read, "" = that of the file itself. */
  language: string;
  pieces: { piece: Piece; said: Set<string> }[];
  /** What the next line may go on with. */
  open: { put: (value: string) => void; value: string } | null;
}

/** A reader of a lesson in one of its languages, before its first line. */
export function startTranslating(languages: readonly string[], language: string): Translating {
  return { languages, language, pieces: [], open: null };
}

/** What stands on a line may be translated below it. */
export function piece(reader: Translating, next: Piece): void {
  reader.pieces.push({ piece: next, said: new Set() });
  reader.open = null;
}

/** A line in another language of the file; null = it is none. */
export function translationIn(
  { languages }: Translating,
  text: string,
): { language: string; value: string } | null {
  const [, language = '', value = ''] = /^([a-z]{2,3}):(.*)$/s.exec(text) ?? [];
  return languages.includes(language) ? { language, value: value.trim().replace(/^>\s*/, '').trim() } : null;
}

/** Says in another language what stands above; answers with what would be accepted, "" = that was it. */
export function translate(
  reader: Translating,
  { language, value }: { language: string; value: string },
  line: number,
): string {
  const last = reader.pieces.at(-1);
  reader.open = null;
  if (last === undefined || last.piece.put === null) return 'it below something that has words in it';
  if (last.said.has(language)) return 'each sentence once in each language';
  last.said.add(language);
  const { goesOn, put } = last.piece;
  const says = (all: string): void => {
    if (language === reader.language) put?.(all, line);
  };
  says(value);
  if (goesOn) reader.open = { put: says, value };
  return '';
}

/** A line that goes on with the translation above it; `begins` = it begins something of its own. */
export function goOnTranslating(reader: Translating, text: string, begins: boolean): boolean {
  const { open } = reader;
  if (open === null) return false;
  if (text === '' || begins || /^(#|```|>)/.test(text)) {
    reader.open = null;
    return false;
  }
  open.value += ` ${text}`;
  open.put(open.value);
  return true;
}

/** What is not said in every language of the file, as faults of it. */
export function missing({
  pieces,
  languages,
}: Translating): { line: number; field: string; value: string; accepted: string }[] {
  return pieces.flatMap(({ piece: { line, needs }, said }) =>
    languages
      .filter((language) => needs && !said.has(language))
      .map((field) => ({
        line,
        field,
        value: 'nothing',
        accepted: `a line ${field}: below it, because languages: names ${field}`,
      })),
  );
}
