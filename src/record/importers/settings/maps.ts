/** Tables written in main.cf itself: `inline:{example.com=slow:}`, `static:relay` (DATABASE_README). */
import { listItems, unbraced } from './lines.ts';

/** Entries of all inline and static tables in a list of tables. A static table matches everything: `*`. */
export function mapEntries(tables: string): { pattern: string; value: string }[] {
  return listItems(tables).flatMap((table) => {
    const fixed = /^static:(.*)$/s.exec(table);
    if (fixed !== null) return [{ pattern: '*', value: unbraced(fixed[1] ?? '') }];
    const inline = /^inline:\{(.*)\}$/s.exec(table);
    return inline === null ? [] : listItems(inline[1] ?? '').map((item) => entry(unbraced(item)));
  });
}

function entry(text: string): { pattern: string; value: string } {
  const equals = text.indexOf('=');
  return equals < 0
    ? { pattern: text, value: '' }
    : { pattern: text.slice(0, equals).trim(), value: text.slice(equals + 1).trim() };
}
