import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { RecordSource } from '../../importers/input/source.ts';
import type { MailClass } from '../../protocol/classes.ts';
import type { RecordOptions, ServedRecord } from '../../protocol/record.ts';
import { answerFiles, createSafeServer, listen, refuse } from '../../../cli/serve.mjs';
import { isToken, LOOPBACK, newToken, whyRefused } from '../../../cli/token.ts';

const DATA = '/record/';
const HEADERS = {
  'Cache-Control': 'no-store',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
};

/** A record that a page of this machine may open. */
export interface OfferedRecord {
  /** Sources of the record's files. Each can be opened more than once. */
  sources: readonly RecordSource[];
  classes: readonly MailClass[];
  options: RecordOptions;
}

/** Serves the page in `folder` and the record on the loopback interface, to everyone who knows the address. */
export async function startRecordServer(
  folder: string,
  { sources, classes, options }: OfferedRecord,
): Promise<{ address: string; close: () => void }> {
  const token = newToken();
  const files = answerFiles(folder);
  let port = 0;
  const server = createSafeServer((request, response) => {
    const refused = whyRefused(request, port, DATA);
    if (refused !== '') return refuse(response, 403, refused);
    const [, given, place] = /^\/record\/([\w-]+)(?:\/(\d{1,6}))?$/.exec(request.url ?? '') ?? [];
    if (given === undefined) return files(request, response);
    if (request.method !== 'GET' || !isToken(given, token))
      return refuse(response, 404, 'There is no such record. Its command may have ended.');
    if (place !== undefined) return sendSource(request, response, sources[Number(place)]);
    const list = sources.map(({ name, modified }) => ({ name, modified: modified ?? 0 }));
    const record: ServedRecord = { ...options, classes: [...classes], files: list };
    return response
      .writeHead(200, { ...HEADERS, 'Content-Type': 'application/json' })
      .end(JSON.stringify(record));
  });
  await listen(server, { port: 0, host: LOOPBACK });
  ({ port } = server.address() as AddressInfo);
  return {
    address: `http://${LOOPBACK}:${port}/#postfix&tab=overview&served=${token}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function sendSource(
  request: IncomingMessage,
  response: ServerResponse,
  source: RecordSource | undefined,
): Promise<void> | void {
  if (source === undefined) return refuse(response, 404, 'The record has no such file.');
  // A long log takes longer than an idle connection may last.
  request.socket.setTimeout(0);
  response.writeHead(200, { ...HEADERS, 'Content-Type': 'application/octet-stream' });
  return pipeline(Readable.fromWeb(source.open() as never), response);
}
