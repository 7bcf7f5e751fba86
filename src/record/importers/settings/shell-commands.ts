import type { Settings } from '../../protocol/settings.ts';

const USUAL = '/etc/postfix';
/** Where a Postfix command takes `-c DIRECTORY`: before its first option, or before its verb. */
const COMMANDS = /\b(postconf|postqueue) (?=-(?!c ))|\b(postfix) (?=(?:reload|stop|start)\b)/g;

/**
 * Adapts commands to the Postfix instance that the settings belong to. Every instance but the first needs its directory (postmulti(1),
 * postconf(1) `-c`), which its `postconf -n` prints. Without it the commands would change the first instance.
 */
export function forInstance(settings: Settings | null): (text: string) => string {
  const directory = settings?.main.findLast(({ name }) => name === 'config_directory')?.expanded.trim() ?? '';
  if (directory === '' || directory.replace(/(?<!\/)\/+$/, '') === USUAL) return (text) => text;
  const named = (_: string, first?: string, second?: string): string =>
    `${first ?? second} -c ${quoted(directory)} `;
  return (text) => text.replace(COMMANDS, named);
}

/** Quotes a word for a shell with single quotes, so that `$name` is not expanded. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
