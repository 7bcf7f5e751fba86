/** A word for a shell, in single quotes, so that no shell reads `$name`; a quote inside is closed, escaped, opened again. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
