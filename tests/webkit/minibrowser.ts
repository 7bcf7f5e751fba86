/** A separate MiniBrowser of WebKitGTK, with its automation (keyboard, mouse, windows) and its inspector (content of pages). */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { numbersAndText, readList, readNumbersAndText, textAndEmptyList, Wire } from './wire.ts';

export type Fields = Record<string, unknown>;

/** Style that makes the toolbar narrow, because the usual toolbar is wider than a phone. */
const NARROW = `
  * { min-width: 0; min-height: 0; padding: 0; margin: 0; border-width: 0; font-size: 1px; }
  image { margin: 0 -8px; }
`;

interface Waiting {
  settle(answer: Fields): void;
  fail(error: Error): void;
}

/** Names one page: `target` for the inspector, `handle` for the automation. */
export interface PageKey {
  target: number;
  handle: string;
}

interface Answer {
  id: number;
  result?: Fields;
  error?: { message: string };
}

/** Receives the messages of a page. Each is JSON of the inspector's protocol. */
export type HearPage = (text: string) => void;

const STARTS = 3;

export class MiniBrowser {
  readonly #home = mkdtempSync(join(tmpdir(), 'qmgrscope-webkit-'));
  readonly #waiting = new Map<number, Waiting>();
  readonly #heard = new Map<number, HearPage>();
  readonly #targets = new Set<number>();
  #child: ChildProcess | null = null;
  #driver: Wire | null = null;
  #inspector: Wire | null = null;
  #connection = 0;
  #automation = 0;
  #asked = 0;
  #listed = (): void => undefined;

  /** Called for each page that no command requested: a window that a page has opened. */
  onPage: (target: number) => void = () => undefined;
  onPageGone: (target: number) => void = () => undefined;

  /** Starts the browser on a display such as ":7". `program` = path of MiniBrowser. */
  async start(program: string, display: string): Promise<void> {
    mkdirSync(join(this.#home, 'gtk-3.0'));
    writeFileSync(join(this.#home, 'gtk-3.0', 'gtk.css'), NARROW);
    const { port, driver } = await this.#listening(program, display);
    this.#driver = driver;
    this.#driver.send('StartAutomationSession', textAndEmptyList(randomUUID()));
    while (this.#automation === 0) {
      // oxlint-disable-next-line no-await-in-loop -- its list grows
      await this.#nextList();
    }
    this.#driver.send('Setup', numbersAndText(this.#connection, this.#automation));
    this.#inspector = await Wire.open(port, (name, parameters) => this.#hear(name, parameters));
    this.#inspector.send('SetupInspectorClient', Buffer.from([0]));
  }

  /**
   * Starts the program, repeatedly if necessary, until it listens on its port. Another program may take the free port
   * before this program does.
   */
  async #listening(program: string, display: string): Promise<{ port: number; driver: Wire }> {
    for (let tries = 1; ; tries += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one start after the other
      const port = await freePort();
      this.#child = this.#spawned(program, display, port);
      try {
        // oxlint-disable-next-line no-await-in-loop -- as above
        const driver = await Wire.open(port, (name, parameters) => this.#hear(name, parameters));
        return { port, driver };
      } catch (error) {
        this.#child.kill('SIGKILL');
        if (tries === STARTS) throw error;
      }
    }
  }

  #spawned(program: string, display: string, port: number): ChildProcess {
    return spawn(program, ['--automation'], {
      stdio: 'ignore',
      env: {
        ...process.env,
        DISPLAY: display,
        GDK_BACKEND: 'x11',
        HOME: this.#home,
        XDG_RUNTIME_DIR: this.#home,
        XDG_CONFIG_HOME: this.#home,
        WEBKIT_INSPECTOR_SERVER: `127.0.0.1:${port}`,
      },
    });
  }

  async end(): Promise<void> {
    const child = this.#child;
    if (child !== null && child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    for (const { fail } of this.#waiting.values()) fail(new Error('the browser has ended'));
    rmSync(this.#home, { recursive: true, force: true, maxRetries: 5 });
  }

  /**
   * Returns a window for a new page. The first call returns the empty window with which the browser starts; later
   * calls open a new window.
   */
  async newPage(taken: ReadonlySet<number>): Promise<PageKey> {
    const { handle } = await this.drive('createBrowsingContext', { presentationHint: 'Window' });
    for (;;) {
      const target = [...this.#targets].find((id) => !taken.has(id));
      if (target !== undefined) return { target, handle: String(handle) };
      // oxlint-disable-next-line no-await-in-loop -- its list grows
      await this.#nextList();
    }
  }

  /** Sends a command of the automation, such as "performMouseInteraction". Settles with its answer or its error. */
  drive(method: string, params: Fields): Promise<Fields> {
    this.#asked += 1;
    const id = this.#asked;
    const message = JSON.stringify({ id, method: `Automation.${method}`, params });
    this.#driver?.send('SendMessageToBackend', numbersAndText(this.#connection, this.#automation, message));
    return new Promise((settle, fail) => {
      this.#waiting.set(id, { settle, fail });
    });
  }

  inspect(target: number, hear: HearPage): void {
    this.#heard.set(target, hear);
    this.#inspector?.send('Setup', numbersAndText(this.#connection, target));
  }

  tell(target: number, message: string): void {
    this.#inspector?.send('SendMessageToBackend', numbersAndText(this.#connection, target, message));
  }

  #hear(name: string, parameters: Buffer): void {
    if (name === 'SetTargetList') this.#takeList(parameters);
    if (name !== 'SendMessageToFrontend') return;
    const { target, text } = readNumbersAndText(parameters);
    if (target !== this.#automation) this.#heard.get(target)?.(text);
    else {
      const answer = JSON.parse(text) as Answer;
      const waiting = this.#waiting.get(answer.id);
      this.#waiting.delete(answer.id);
      if (answer.error === undefined) waiting?.settle(answer.result ?? {});
      else waiting?.fail(new Error(answer.error.message));
    }
  }

  #takeList(parameters: Buffer): void {
    const { connection, targets } = readList(parameters);
    // Processes of pages send lists, too. The first list comes from the process that has all windows.
    if (this.#connection === 0) this.#connection = connection;
    if (connection !== this.#connection) return;
    this.#automation = targets.find(({ type }) => type === 'Automation')?.id ?? this.#automation;
    const pages = new Set(targets.filter(({ type }) => type === 'WebPage').map(({ id }) => id));
    const gone = [...this.#targets].filter((id) => !pages.has(id));
    const added = [...pages].filter((id) => !this.#targets.has(id));
    for (const id of gone) this.#targets.delete(id);
    for (const id of added) this.#targets.add(id);
    this.#listed();
    for (const id of gone) this.onPageGone(id);
    for (const id of added) this.onPage(id);
  }

  #nextList(): Promise<void> {
    return new Promise((resolve) => {
      this.#listed = resolve;
    });
  }
}

export async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
