import type { Term } from '../../explain/glossary.ts';

/** Terms that occur in a text, in the order in which they do. A word inside a longer term does not count by itself. */
export function termsIn(text: string, glossary: readonly Term[]): Term[] {
  const forms = glossary.flatMap((term) =>
    [term.term, ...term.also].map((form) => ({ form: form.toLowerCase(), term })),
  );
  forms.sort((a, b) => b.form.length - a.form.length);
  let rest = text.toLowerCase();
  const found = new Map<Term, number>();
  for (const { form, term } of forms) {
    for (let at = wordAt(rest, form, 0); at >= 0; at = wordAt(rest, form, at + form.length)) {
      found.set(term, Math.min(at, found.get(term) ?? at));
      // Blanked, so that "slot" inside "delivery slot" is not found again.
      rest = rest.slice(0, at) + ' '.repeat(form.length) + rest.slice(at + form.length);
    }
  }
  return [...found].sort((a, b) => a[1] - b[1]).map(([term]) => term);
}

/** Where `form` stands as a whole word, or −1. */
function wordAt(text: string, form: string, from: number): number {
  for (let at = text.indexOf(form, from); at >= 0; at = text.indexOf(form, at + 1)) {
    if (!isLetter(text[at - 1]) && !isLetter(text[at + form.length])) return at;
  }
  return -1;
}

function isLetter(char: string | undefined): boolean {
  return char !== undefined && /[a-z0-9_]/.test(char);
}
