/**
 * Protocol of WebKitGTK on its inspector's port (`WEBKIT_INSPECTOR_SERVER`). A message consists of a length (four bytes, most
 * significant first), a byte of flags (1 = numbers are little-endian), a name that ends with a zero byte, and parameters as
 * GVariant. Source: SocketConnection.cpp and RemoteInspectorServer.cpp of WebKit.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

const HEAD = 5;
const LITTLE_ENDIAN = 1;
/** Maximum number of attempts to connect, 50 ms apart. */
const TRIES = 300;

export interface Listed {
  id: number;
  /** Kind of target: "WebPage", "Automation", "JavaScript" … */
  type: string;
}

/** One connection to the port. `hear` receives the name and parameters of each message. */
export class Wire {
  readonly #socket: Socket;
  #rest: Buffer = Buffer.alloc(0);

  private constructor(socket: Socket, hear: (name: string, parameters: Buffer) => void) {
    this.#socket = socket;
    socket.on('error', () => undefined);
    socket.on('data', (data: Buffer) => {
      this.#rest = Buffer.concat([this.#rest, data]);
      for (let message = this.#next(); message !== null; message = this.#next()) {
        const end = message.indexOf(0);
        hear(message.toString('utf8', 0, end), message.subarray(end + 1));
      }
    });
  }

  static async open(port: number, hear: (name: string, parameters: Buffer) => void): Promise<Wire> {
    for (let tries = 0; ; tries += 1) {
      const socket = connect(port, '127.0.0.1');
      try {
        // oxlint-disable-next-line no-await-in-loop -- one try after the other
        await once(socket, 'connect');
        return new Wire(socket, hear);
      } catch (error) {
        if (tries === TRIES) throw error;
        // oxlint-disable-next-line no-await-in-loop -- nothing tells when it listens but an answer
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  }

  send(name: string, parameters: Buffer): void {
    const body = Buffer.concat([Buffer.from(`${name}\0`), parameters]);
    const head = Buffer.alloc(HEAD);
    head.writeUInt32BE(body.length);
    head[4] = LITTLE_ENDIAN;
    this.#socket.write(Buffer.concat([head, body]));
  }

  #next(): Buffer | null {
    if (this.#rest.length < HEAD) return null;
    const end = HEAD + this.#rest.readUInt32BE(0);
    if (this.#rest.length < end) return null;
    const message = this.#rest.subarray(HEAD, end);
    this.#rest = this.#rest.subarray(end);
    return message;
  }
}

/** Encodes `(tt)`, or `(tts)` with a text. */
export function numbersAndText(first: number, second: number, text?: string): Buffer {
  const numbers = Buffer.alloc(16);
  numbers.writeBigUInt64LE(BigInt(first), 0);
  numbers.writeBigUInt64LE(BigInt(second), 8);
  return text === undefined ? numbers : Buffer.concat([numbers, Buffer.from(`${text}\0`)]);
}

/** Decodes `(tts)`: connection, target, message. */
export function readNumbersAndText(bytes: Buffer): { connection: number; target: number; text: string } {
  return {
    connection: Number(bytes.readBigUInt64LE(0)),
    target: Number(bytes.readBigUInt64LE(8)),
    text: bytes.toString('utf8', 16, bytes.length - 1),
  };
}

/** Encodes `(sa{sv})` with a short text and an empty list. */
export function textAndEmptyList(text: string): Buffer {
  const word = Buffer.from(`${text}\0`);
  return Buffer.concat([word, Buffer.alloc(aligned(word.length) - word.length), Buffer.from([word.length])]);
}

/** Decodes `(ta(tsssb))`: the connection that sent the list, and its inspectable targets. */
export function readList(bytes: Buffer): { connection: number; targets: Listed[] } {
  const connection = Number(bytes.readBigUInt64LE(0));
  const list = bytes.subarray(8);
  const targets: Listed[] = [];
  if (list.length > 0) {
    const width = offsetWidth(list.length);
    const end = list.readUIntLE(list.length - width, width);
    let from = 0;
    for (let at = end; at < list.length; at += width) {
      const to = list.readUIntLE(at, width);
      targets.push(readTarget(list.subarray(from, to)));
      from = aligned(to);
    }
  }
  return { connection, targets };
}

/** Decodes `(tsssb)`. After the texts come their end offsets, in reverse order. */
function readTarget(bytes: Buffer): Listed {
  const width = offsetWidth(bytes.length);
  const end = bytes.readUIntLE(bytes.length - width, width);
  return { id: Number(bytes.readBigUInt64LE(0)), type: bytes.toString('utf8', 8, end - 1) };
}

function aligned(at: number): number {
  return Math.ceil(at / 8) * 8;
}

function offsetWidth(size: number): number {
  if (size <= 0xff) return 1;
  return size <= 0xffff ? 2 : 4;
}
