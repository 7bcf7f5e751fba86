import { parseArgs } from 'node:util';

/** An option with its value (null = none), or a positional argument (`name` = ""). */
export interface Word {
  /** As typed, `--seeds` or `-x`; "" = positional. */
  name: string;
  value: string | null;
}

/**
 * Splits a command line and keeps its order. `options`: the known options; true = the option takes a value. Unknown options
 * are returned as typed, for the caller to report.
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
