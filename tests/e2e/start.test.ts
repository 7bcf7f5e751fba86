import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test } from './page.ts';

const ROOT = join(import.meta.dirname, '../..');
const START = ['src/cli/start.mjs'];

// One engine is enough, because no page is opened. (Build and server take time.)
test.skip(({ browserName }) => browserName !== 'chromium', 'needs no browser');

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' ? (address?.port ?? 0) : 0));
    });
  });
}

/** Returns a function for the output of a process so far, without npm's own lines. */
function printed(child: ChildProcess): () => string[] {
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (part: Buffer) => (text += String(part)));
  return () => text.split('\n').filter((line) => line !== '' && !/^(>|npm (warn|notice))/.test(line));
}

function refused(...options: string[]): string {
  const { status, stderr } = spawnSync(process.execPath, [...START, ...options], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  return stderr;
}

test('npm start serves the page with headers, prints its address and ends with npm', async () => {
  const port = await freePort();
  const child = spawn('npm', ['start', '--', '--port', String(port), '--host'], { cwd: ROOT });
  const lines = printed(child);
  try {
    await expect.poll(lines, { timeout: 120_000 }).toContainEqual(expect.stringMatching(/^qmgrscope is at/));
    const [first, second] = lines();
    expect(first).toBe(`qmgrscope is at http://localhost:${port} (Ctrl+C ends it)`);
    const others = second?.split(/\s+/).filter((word) => word.startsWith('http')) ?? [];
    for (const url of [`http://localhost:${port}`, ...others]) {
      const page = await fetch(`${url}/`);
      expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(await page.text()).toContain('<title>qmgrscope</title>');
    }
    const manifest = await fetch(`http://localhost:${port}/manifest.webmanifest`);
    expect(manifest.headers.get('content-type')).toBe('application/manifest+json');
    expect((await fetch(`http://localhost:${port}/nothing.js`)).status).toBe(404);
    expect(lines().length).toBe(second === undefined ? 1 : 2);
    expect(refused('--port', String(port))).toContain(`Port ${port} is in use`);
  } finally {
    child.kill('SIGTERM');
  }
  const reached = (): Promise<boolean> =>
    fetch(`http://localhost:${port}/`).then(
      () => true,
      () => false,
    );
  await expect.poll(reached).toBe(false);
});

test('npm start lists the values of its options', () => {
  expect(refused('--port', '70000')).toContain('--port 70000: it takes a whole number from 1 to 65535');
  expect(refused('--prot', '4174')).toContain('--port NUMBER');
});
