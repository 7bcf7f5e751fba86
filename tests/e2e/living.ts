import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits until `so` returns true. After `ms` milliseconds, throws an error that contains `what`. */
export async function until(what: string, so: () => boolean | Promise<boolean>, ms = 60_000): Promise<void> {
  for (const end = Date.now() + ms; Date.now() < end; await pause(50)) if (await so()) return;
  throw new Error(`waited in vain until ${what}`);
}

/**
 * Starts `npm run watch` and returns the address that it prints. `inside` changes the command line, for example to
 * start the command in a namespace.
 */
export async function watch(
  options: readonly string[],
  inside: (words: readonly string[], folder: string) => string[] = (words) => [...words],
): Promise<{ child: ChildProcess; address: string }> {
  const words = [
    process.execPath,
    'src/cli/tsx.mjs',
    'src/record/cli/watch.ts',
    '--page',
    'dist',
    '--port',
    '0',
  ];
  const [program = '', ...args] = inside([...words, ...options], ROOT);
  const child = spawn(program, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await until('the address is printed', () => said.includes('Ctrl+C'));
  return { child, address: /http:\S+/.exec(said)?.[0] ?? '' };
}

export const table = (page: Page): Promise<string[][]> =>
  page
    .getByRole('table', { name: 'Destinations', includeHidden: true })
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent ?? '')),
    );

export function counted(text: string): Record<string, string> {
  const rows: Record<string, { sent: number; deferred: number; without: number; bounced: number }> = {};
  for (const [line, domain = '', status] of text.matchAll(/: to=<[^@>]*@([^>]*)>, .* status=(\w+) .*/g)) {
    const row = (rows[domain] ??= { sent: 0, deferred: 0, without: 0, bounced: 0 });
    if (status === 'sent') row.sent++;
    if (status === 'deferred') row.deferred++;
    if (status === 'bounced') row.bounced++;
    if (line.includes('delivery temporarily suspended')) row.without++;
  }
  return Object.fromEntries(
    Object.entries(rows).map(([name, { sent, deferred, without, bounced }]) => [
      name,
      [sent, deferred, without, bounced].join(' '),
    ]),
  );
}
