import { spawn } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { fail, helped } from '../command.ts';
import { withPage } from '../page-folder.ts';
import { serveFolder } from '../serve.mjs';
import { print } from '../terminal.ts';

const USAGE = `usage: qmgrscope serve [--port NUMBER] [--no-open]
  --port NUMBER  listens on this port (default: any free port)
  --no-open      does not open a browser
Only this machine can open the page. Press Ctrl+C to stop.
`;

/** Serves the page on the loopback interface until a signal arrives. */
export async function serveCommand(args: readonly string[]): Promise<number> {
  if (helped(USAGE, args)) return 0;
  const { values } = parseArgs({
    args: [...args],
    options: { port: { type: 'string' }, 'no-open': { type: 'boolean' } },
  });
  const { port = '0' } = values;
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) fail('--port', port, 'a number from 0 to 65535');
  return withPage(async (folder) => {
    const server = serveFolder(folder);
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(Number(port), '127.0.0.1', resolve);
    });
    const address = `http://localhost:${(server.address() as AddressInfo).port}/`;
    print(`The page is at ${address} (press Ctrl+C to stop)`);
    if (values['no-open'] !== true) openBrowser(address);
    await new Promise<void>((resolve) => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve());
    });
    server.close();
    server.closeAllConnections();
    return 0;
  });
}

/** Opens the address in the desktop's browser. Failure does not matter, because the address was printed. */
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
