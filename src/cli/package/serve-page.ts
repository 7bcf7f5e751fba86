import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { fail, helped } from '../command.ts';
import { offerPage, untilStopped } from '../offer-page.ts';
import { withPage } from '../page-folder.ts';
import { listen, serveFolder } from '../serve.mjs';
import { LOOPBACK } from '../token.ts';

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
    await listen(server, { port: Number(port), host: LOOPBACK });
    const address = `http://localhost:${(server.address() as AddressInfo).port}/`;
    offerPage(address, { quiet: values['no-open'] === true });
    await untilStopped();
    server.close();
    server.closeAllConnections();
    return 0;
  });
}
