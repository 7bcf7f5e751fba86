import { spawn } from 'node:child_process';
import { hostname } from 'node:os';
import { print } from './terminal.ts';

/**
 * Prints the address of a page on the loopback interface with `say`, and opens it in the desktop's browser unless `quiet`.
 * Over SSH there is no desktop, so this prints how to reach the address instead.
 */
export function offerPage(address: string, { quiet = false, say = print } = {}): void {
  say(`The page is at ${address} (press Ctrl+C to stop)`);
  if (process.env['SSH_CONNECTION'] !== undefined) {
    const { port } = new URL(address);
    say(
      `From your own machine: ssh -N -L ${port}:127.0.0.1:${port} ${hostname()}, then open this address there.`,
    );
  } else if (!quiet) openBrowser(address);
}

/** Failure does not matter, because the address was printed. */
function openBrowser(address: string): void {
  const [program, ...words] =
    process.platform === 'darwin'
      ? ['open']
      : process.platform === 'win32'
        ? ['cmd', '/c', 'start', '']
        : ['xdg-open'];
  const child = spawn(program ?? 'xdg-open', [...words, address], { stdio: 'ignore', detached: true });
  child.on('error', () => undefined);
  child.unref();
}

/** Resolves when the process is told to end. */
export function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve());
  });
}
