/**
 * Logical lines of main.cf and master.cf: comments and empty lines removed, continuation lines joined. A comment
 * between two lines of a value does not end it. Source: postconf(5) and master(5), "general format".
 */
import type { SettingPlace } from '../../protocol/settings.ts';

/** Most characters that are read of a text. The rest of a longer text, which is hardly a configuration, is ignored. */
export const TEXT_MAX = 8_000_000;
/** A logical line is cut after this many characters. `mynetworks` with a thousand networks has 20,000. */
const LINE_MAX = 200_000;

const MARK = '\uFEFF';

/** The first line after a byte order mark. Undefined without a mark. */
export function lineAfterMark(text: string): string | undefined {
  return text.startsWith(MARK) ? text.slice(1, 200).split('\n', 1)[0]?.trimEnd() : undefined;
}

/** Common prefix of all lines in a text pasted from a mail or a page: spaces, tabs, `> `. */
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
 * Splits a text into logical lines, each with the number of its first line. Ignores CR, NUL, a byte order mark and a
 * common prefix of all lines.
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
    // Join the parts once. Appending to a string would copy it for each of a million continuation lines.
    length += start.length + 1;
    if (length <= LINE_MAX) parts.push(start);
  });
  close();
  return lines;
}

/** Splits at white space, but not inside balanced braces. */
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

/** Splits a list parameter at commas and white space, but not inside braces. */
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

/** Removes enclosing braces and the white space inside them. Other texts are returned unchanged. */
export function unbraced(text: string): string {
  return text.startsWith('{') && text.endsWith('}') ? text.slice(1, -1).trim() : text;
}
