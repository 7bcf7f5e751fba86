import type { Term } from '../../explain/glossary.ts';

interface Place {
  from: number;
  to: number;
  term: Term;
}

/** Terms in a text, in order of occurrence. A term inside a longer term does not count. */
export function termsIn(text: string, glossary: readonly Term[]): Term[] {
  return [...new Set(placesOf(text, glossary).map(({ term }) => term))];
}

/** A term with the punctuation that must stay on its line. */
export interface TermPart {
  before: string;
  text: string;
  after: string;
  term: string;
}

/** Splits a text into terms and the text between them. Each term counts once, at its first occurrence. */
export function cutAtTerms(text: string, glossary: readonly Term[]): ({ text: string } | TermPart)[] {
  const parts: ({ text: string } | TermPart)[] = [];
  const seen = new Set<Term>();
  let at = 0;
  for (const { from, to, term } of placesOf(text, glossary)) {
    if (seen.has(term)) continue;
    seen.add(term);
    const before = /(?<![([“‘])[([“‘]*$/.exec(text.slice(at, from))?.[0] ?? '';
    const after = /^[)\]”’,.;:!?…]*/.exec(text.slice(to))?.[0] ?? '';
    const start = from - before.length;
    if (start > at) parts.push({ text: text.slice(at, start) });
    parts.push({ before, text: text.slice(from, to), after, term: term.term });
    at = to + after.length;
  }
  if (at < text.length) parts.push({ text: text.slice(at) });
  return parts;
}

function placesOf(text: string, glossary: readonly Term[]): Place[] {
  const forms = glossary.flatMap((term) =>
    [term.term, ...term.also].map((form) => ({ form: form.toLowerCase(), term })),
  );
  forms.sort((a, b) => b.form.length - a.form.length);
  let rest = text.toLowerCase();
  const places: Place[] = [];
  for (const { form, term } of forms) {
    for (let at = wordAt(rest, form, 0); at >= 0; at = wordAt(rest, form, at + form.length)) {
      places.push({ from: at, to: at + form.length, term });
      // Blank out the term, so that "slot" is not found again inside "delivery slot".
      rest = rest.slice(0, at) + ' '.repeat(form.length) + rest.slice(at + form.length);
    }
  }
  return places.toSorted((a, b) => a.from - b.from);
}

/** Index of `form` as a whole word, or −1. */
function wordAt(text: string, form: string, from: number): number {
  for (let at = text.indexOf(form, from); at >= 0; at = text.indexOf(form, at + 1)) {
    if (!isLetter(text[at - 1]) && !isLetter(text[at + form.length])) return at;
  }
  return -1;
}

function isLetter(char: string | undefined): boolean {
  return char !== undefined && /[a-z0-9_]/.test(char);
}
