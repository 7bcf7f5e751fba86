import { shortKey } from '../../scenario/schema-errors.ts';

/**
 * The line on which each member of a JSON text stands, counted from 0, by its path as the schema writes it
 * (`script[2].command.kind`). The text must be valid JSON of few levels: it has been read by `readJson` before. Names are as
 * short as in the schema's complaints, so that a path costs no more than its depth.
 */
export function jsonLines(json: string): Map<string, number> {
  const lines = new Map<string, number>();
  const tokens = json.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:\n]/g);
  /** Where we are: the path of each open value, and the place in it. */
  const open: { path: string; list: boolean; next: number; key: string }[] = [];
  let line = 0;
  let key: string | null = null;
  const here = (): string => {
    const top = open.at(-1);
    if (top === undefined) return '';
    if (top.list) return `${top.path}[${top.next}]`;
    return top.path === '' ? top.key : `${top.path}.${top.key}`;
  };
  for (const [token] of tokens) {
    const top = open.at(-1);
    if (token === '\n') line += 1;
    else if (token === '{' || token === '[') {
      if (top?.list === true) lines.set(here(), line);
      open.push({ path: here(), list: token === '[', next: 0, key: '' });
    } else if (token === '}' || token === ']') open.pop();
    else if (token === ',') {
      if (top?.list === true) top.next += 1;
    } else if (token === ':') {
      if (top !== undefined && key !== null) {
        top.key = key;
        lines.set(here(), line);
      }
    } else key = shortKey(JSON.parse(token) as string);
  }
  return lines;
}
