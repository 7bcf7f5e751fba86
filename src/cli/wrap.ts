/**
 * Wraps words into rows of at most `width` characters; only a longer word makes a longer row. `first` begins the first row,
 * and `next` the others.
 */
export function wrap(text: string, width: number, first = '', next: string = first): string[] {
  const rows: string[] = [];
  let row = first;
  let empty = true;
  for (const word of text.split(' ').filter((one) => one !== '')) {
    if (!empty && row.length + 1 + word.length > width) {
      rows.push(row);
      row = next;
      empty = true;
    }
    row += empty ? word : ` ${word}`;
    empty = false;
  }
  return [...rows, row];
}

/** Maximum width of the first column, in characters, at which the second column keeps its place. */
const COLUMN_MAX = 34;

/**
 * Wraps each line of a text with columns, such as a help text. Further rows of a long line start at its second column.
 * If the first column is too wide, they start two characters right of the line's first word.
 */
export function wrapLines(text: string, width: number): string {
  return text
    .split('\n')
    .flatMap((line) => {
      if (line.length <= width) return [line];
      const column = /^ *\S+(?: \S+)* {2,}(?=\S)/.exec(line)?.[0] ?? '';
      const before =
        column.length > 0 && column.length <= COLUMN_MAX ? column : (/^ */.exec(line)?.[0] ?? '');
      const below = before.trim() === '' ? before.length + 2 : before.length;
      return wrap(line.slice(before.length), width, before, ' '.repeat(below));
    })
    .join('\n');
}
