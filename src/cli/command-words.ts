import { parseArgs } from 'node:util';

/** A word of a command line: an option with what it was given (null = nothing), or what is no option (`name` = ""). */
export interface Word {
  /** As it was typed, `--seeds` or `-x`; "" = no option. */
  name: string;
  value: string | null;
}

/**
 * The words of a command line in their order. `options` names those that are known, true = it takes a value. A word that names no
 * known option comes with what was typed: the command that reads the words says what is accepted.
 */
export function wordsOf(args: readonly string[], options: Readonly<Record<string, boolean>>): Word[] {
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(
      Object.entries(options).map(([name, takes]) => [name, { type: takes ? 'string' : 'boolean' } as const]),
    ),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  return tokens.flatMap((token): Word[] => {
    if (token.kind === 'option-terminator') return [];
    if (token.kind === 'positional') return [{ name: '', value: token.value }];
    return [{ name: token.rawName, value: token.value ?? null }];
  });
}
