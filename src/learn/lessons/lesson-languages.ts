/**
 * Several languages in one lesson file: `languages: en de` at the top, and below each sentence its German translation as
 * `de: …`. All other lines are in the first language.
 */

/** Language of a file without a `languages:` line. */
export const UNSAID = 'en';

/** Matches two or three lower-case letters such as `de`, except names of fields. */
export const LANGUAGE = /^(?!(?:id|at|ask)$)[a-z]{2,3}$/;

/** Lists the languages of a file, its own first. Invalid names are dropped: the check of the field reports them. */
export function languagesIn(file: string): string[] {
  const head = file.split(/^[^\S\r\n\u2028\u2029]*## /m, 1)[0] ?? '';
  const said = /^[^\S\r\n\u2028\u2029]*languages:(.*)$/m.exec(head)?.[1] ?? '';
  const known = [...new Set(said.trim().split(/\s+/))].filter((name) => LANGUAGE.test(name));
  return known.length === 0 ? [UNSAID] : known;
}

/** A text in a lesson file that a line below it can translate. */
export interface Piece {
  /** Line number, from 1. */
  line: number;
  /** True if every language of the file needs a translation of the text. */
  needs: boolean;
  /** True if a translation may continue on the next line. */
  goesOn: boolean;
  /** Replaces the text by its translation. Null if the text cannot be translated. */
  put: ((value: string, line: number) => unknown) | null;
}

/** State of the parser for translations. */
export interface Translating {
  /** The other languages of the file. */
  languages: readonly string[];
  /** The language being read; "" = the file's own. */
  language: string;
  pieces: { piece: Piece; said: Set<string> }[];
  /** The translation that the next line may continue; null = none. */
  open: { put: (value: string) => void; value: string } | null;
}

export function startTranslating(languages: readonly string[], language: string): Translating {
  return { languages, language, pieces: [], open: null };
}

/** Registers a text that can be translated below it. */
export function piece(reader: Translating, next: Piece): void {
  reader.pieces.push({ piece: next, said: new Set() });
  reader.open = null;
}

/** Parses a translation line; null if the line is no translation. */
export function translationIn(
  { languages }: Translating,
  text: string,
): { language: string; value: string } | null {
  const [, language = '', value = ''] = /^([a-z]{2,3}):(.*)$/s.exec(text) ?? [];
  return languages.includes(language) ? { language, value: value.trim().replace(/^>\s*/, '').trim() } : null;
}

/**
 * Applies a translation to the text above it. Returns "" or, if no translation is allowed here, what the parser would
 * accept.
 */
export function translate(
  reader: Translating,
  { language, value }: { language: string; value: string },
  line: number,
): string {
  const last = reader.pieces.at(-1);
  reader.open = null;
  if (last === undefined || last.piece.put === null)
    return 'a translation directly below the text that it translates';
  if (last.said.has(language)) return 'one translation into each language';
  last.said.add(language);
  const { goesOn, put } = last.piece;
  const says = (all: string): void => {
    if (language === reader.language) put?.(all, line);
  };
  says(value);
  if (goesOn) reader.open = { put: says, value };
  return '';
}

/** True if the line continues the translation above it. `begins`: the line starts something new. */
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

/** Adds an error for each text that lacks a translation. */
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
