import type { MailClass } from '../../protocol/classes.ts';
import { parseClass } from './parse.ts';

/** Most classes that are read. A file with more of them was not written by a person. */
const CLASSES_MAX = 200;

/** A shared record consists of named parts. This one has the classes of mail. */
export const CLASSES_PART = 'classes.jsonl';

/**
 * Parses the classes of a shared record, one object per line: `{"class":"resets","predicate":"from=u2@*"}`. If a name
 * occurs twice, the first class counts. Null if the text does not begin with a class, or a line is not a class.
 */
export function readClasses(text: string): MailClass[] | null {
  if (!text.startsWith('{"class":')) return null;
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length > CLASSES_MAX) return null;
  const found = new Map<string, MailClass>();
  for (const line of lines) {
    const one = classOf(line);
    if (one === null) return null;
    if (!found.has(one.name)) found.set(one.name, one);
  }
  return [...found.values()];
}

function classOf(line: string): MailClass | null {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null) return null;
  const { class: name, predicate } = value as Record<string, unknown>;
  if (typeof name !== 'string' || typeof predicate !== 'string' || name.includes('=')) return null;
  const read = parseClass(`${name}=${predicate}`);
  return read.ok ? read.value.mailClass : null;
}
