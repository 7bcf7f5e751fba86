import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Builder, Capabilities, type WebDriver } from 'selenium-webdriver';
import { startDisplay } from '../webkit/display.ts';
import { freePort } from '../webkit/minibrowser.ts';

export interface RunningWebKit {
  driver: WebDriver;
  end(): Promise<void>;
}

export interface WebKitPrograms {
  driver: string;
  display: string;
}

/** Starts a virtual display, the driver on it, and a browser. `end` removes all three. */
export async function startWebKit(programs: WebKitPrograms): Promise<RunningWebKit> {
  const home = mkdtempSync(join(tmpdir(), 'qmgrscope-webkit-'));
  const display = await startDisplay(programs.display);
  let service: ChildProcess | null = null;
  const end = async (): Promise<void> => {
    if (service !== null && service.exitCode === null && service.signalCode === null) {
      service.kill();
      await once(service, 'exit');
    }
    await display.end();
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const port = await freePort();
    const env = {
      ...process.env,
      DISPLAY: display.name,
      XDG_RUNTIME_DIR: home,
      HOME: home,
      GDK_BACKEND: 'x11',
    };
    service = spawn(programs.driver, [`--port=${port}`], { env, stdio: 'ignore' });
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

/** Opens a session as soon as the driver listens. */
async function connect(address: string): Promise<WebDriver> {
  const wanted = new Capabilities({ browserName: 'MiniBrowser' });
  for (let tries = 0; ; tries += 1) {
    try {
      // oxlint-disable-next-line no-await-in-loop
      return await new Builder().usingServer(address).withCapabilities(wanted).build();
    } catch (error) {
      if (tries === 50) throw error;
      // Only an answer shows that the driver listens.
      // oxlint-disable-next-line no-await-in-loop
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}
