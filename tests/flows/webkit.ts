import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Builder, Capabilities, type WebDriver } from 'selenium-webdriver';

export interface RunningWebKit {
  driver: WebDriver;
  end(): Promise<void>;
}

/** What the two programs are, as `src/cli/setup.mjs` found them. */
export interface WebKitPrograms {
  driver: string;
  display: string;
}

/** Starts a virtual display, the driver on it, and a browser. All of it is gone after `end`. */
export async function startWebKit(programs: WebKitPrograms): Promise<RunningWebKit> {
  const home = mkdtempSync(join(tmpdir(), 'qmgrscope-webkit-'));
  const children: ChildProcess[] = [];
  const end = async (): Promise<void> => {
    for (const child of children.toReversed()) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      child.kill();
      // oxlint-disable-next-line no-await-in-loop
      await once(child, 'exit');
    }
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const display = await startDisplay(programs.display, children);
    const port = await freePort();
    const env = { ...process.env, DISPLAY: display, XDG_RUNTIME_DIR: home, HOME: home, GDK_BACKEND: 'x11' };
    const service = spawn(programs.driver, [`--port=${port}`], { env, stdio: 'ignore' });
    children.push(service);
    const driver = await connect(`http://127.0.0.1:${port}`);
    return {
      driver,
      async end() {
        await driver.quit().catch(() => undefined);
        await end();
      },
    };
  } catch (error) {
    await end();
    throw error;
  }
}

/** The display picks a free number and writes it to its third stream. */
async function startDisplay(program: string, children: ChildProcess[]): Promise<string> {
  const child = spawn(program, ['-displayfd', '3', '-screen', '0', '2200x1400x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  children.push(child);
  const answer = child.stdio[3];
  if (answer === null || answer === undefined) throw new Error('no way to hear from the display');
  const [number] = (await Promise.race([
    once(answer, 'data'),
    once(child, 'exit').then(() => Promise.reject(new Error(`${program} ended at once`))),
  ])) as [Buffer];
  return `:${number.toString().trim()}`;
}

/** A session, as soon as the driver listens. */
async function connect(address: string): Promise<WebDriver> {
  const wanted = new Capabilities({ browserName: 'MiniBrowser' });
  for (let tries = 0; ; tries += 1) {
    try {
      // oxlint-disable-next-line no-await-in-loop
      return await new Builder().usingServer(address).withCapabilities(wanted).build();
    } catch (error) {
      if (tries === 50) throw error;
      // Nothing tells when it listens but an answer.
      // oxlint-disable-next-line no-await-in-loop
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
