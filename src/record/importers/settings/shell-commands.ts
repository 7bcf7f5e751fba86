import type { Settings } from '../../protocol/settings.ts';

const USUAL = '/etc/postfix';
/** Where a command of Postfix takes `-c DIRECTORY`: before its own first option, or its word. */
const COMMANDS = /\b(postconf|postqueue) (?=-(?!c ))|\b(postfix) (?=(?:reload|stop|start)\b)/g;

/**
 * Commands as the Postfix that the settings are of needs them: of several on one machine each but the first is named by its
 * directory (postmulti(1), postconf(1) `-c`), which `postconf -n` of it prints. Without it they would change the first one.
 */
export function forInstance(settings: Settings | null): (text: string) => string {
  const directory = settings?.main.findLast(({ name }) => name === 'config_directory')?.expanded.trim() ?? '';
  if (directory === '' || directory.replace(/(?<!\/)\/+$/, '') === USUAL) return (text) => text;
  const named = (_: string, first?: string, second?: string): string =>
    `${first ?? second} -c ${quoted(directory)} `;
  return (text) => text.replace(COMMANDS, named);
}

/** A word for a shell, in single quotes, so that no shell reads `$name`; a quote inside is closed, escaped, opened again. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
