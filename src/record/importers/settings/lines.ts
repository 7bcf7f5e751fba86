/**
 * Logical lines of main.cf and master.cf: comments and empty lines left out, continuation lines joined. A comment
 * between two lines of one value does not end it. Source: postconf(5) and master(5), "general format".
 */
import type { SettingPlace } from '../../protocol/settings.ts';

/** Longer texts are no configuration; the reader says so instead of walking them. */
export const TEXT_MAX = 8_000_000;
/** A logical line longer than this is cut: `mynetworks` with a thousand networks has 20,000 characters. */
const LINE_MAX = 200_000;

const MARK = '\uFEFF';

/** The first line of a text that begins with a byte order mark, without the mark; undefined when it has none. */
export function lineAfterMark(text: string): string | undefined {
  return text.startsWith(MARK) ? text.slice(1, 200).split('\n', 1)[0]?.trimEnd() : undefined;
}

/** What stands before every line of a text that was pasted from a mail or a page: spaces, tabs, `> `. */
function indentation(rows: readonly string[]): string {
  let common: string | null = null;
  for (const row of rows) {
    if (row.trim() === '') continue;
    const own = /^[\s>]*/.exec(row)?.[0] ?? '';
    if (common === null) common = own;
    while (!own.startsWith(common)) common = common.slice(0, -1);
    if (common === '') return '';
  }
  return common ?? '';
}

/**
 * Splits a text into logical lines with the number of their first line. CRLF, NUL, a leading byte order mark, and what
 * stands before every line alike are ignored.
 */
export function logicalLines(file: string, text: string): SettingPlace[] {
  const lines: SettingPlace[] = [];
  let parts: string[] = [];
  let length = 0;
  let first = 0;
  const close = () => {
    if (parts.length > 0) lines.push({ file, line: first, text: parts.join(' ') });
    parts = [];
    length = 0;
  };
  const rows = text.slice(text.startsWith(MARK) ? 1 : 0, TEXT_MAX).split('\n');
  const before = indentation(rows).length;
  rows.forEach((row, index) => {
    const clean = row.slice(before).replaceAll('\0', '').trimEnd();
    const start = clean.trimStart();
    if (start === '' || start.startsWith('#')) return;
    if (clean === start || parts.length === 0) {
      close();
      first = index + 1;
    }
    // Parts are joined once: appending to one text would copy it for each of a million continuation lines.
    length += start.length + 1;
    if (length <= LINE_MAX) parts.push(start);
  });
  close();
  return lines;
}

/** Splits at white space; what stands in balanced braces stays together, with them. */
export function words(text: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let word = '';
  for (const char of text) {
    if (depth === 0 && /\s/.test(char)) {
      if (word !== '') found.push(word);
      word = '';
      continue;
    }
    if (char === '{') depth += 1;
    if (char === '}' && depth > 0) depth -= 1;
    word += char;
  }
  if (word !== '') found.push(word);
  return found;
}

/** Items of a list parameter: separated by commas and white space, braces kept together. */
export function listItems(text: string): string[] {
  const items: string[] = [];
  let depth = 0;
  let item = '';
  for (const char of text) {
    if (depth === 0 && /[\s,]/.test(char)) {
      if (item !== '') items.push(item);
      item = '';
      continue;
    }
    if (char === '{') depth += 1;
    if (char === '}' && depth > 0) depth -= 1;
    item += char;
  }
  if (item !== '') items.push(item);
  return items;
}

/** Without the braces around it and the white space inside them; as it is when it has none. */
export function unbraced(text: string): string {
  return text.startsWith('{') && text.endsWith('}') ? text.slice(1, -1).trim() : text;
}
